import { generateKeyPairSync } from 'node:crypto'
import { Hono, type Context as HonoContext } from 'hono'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { worldBasePath } from '../../domain/worlds.ts'
import { pageOfTpps } from '../../resolvers/tpps.ts'
import { Form } from '../fields.tsx'
import { readForm } from '../forms.ts'
import { addressOf, More, nextOf } from '../listing.tsx'
import type { PagesOptions } from '../options.ts'
import { Code, Table } from '../parts.tsx'
import { respond } from '../respond.tsx'
import { consoleToken, operatorPages } from './access.tsx'
import { type ActionFault, outcomeOf, refusalOf } from './actions/outcomes.ts'
import { ConsoleFrame, Moment, TppLink } from './frame.tsx'
import { handKeys } from './made-keys.ts'

const SHOWN = 50
const MUTATION =
  'mutation ($input: IssueCertificateInput!) { issueCertificate(input: $input) { tppId tppName certificatePem keyId header } }'
const ROLES = { PSP_AI: 'Account information', PSP_PI: 'Payments' } as const

/** The TPPs that the bank knows, and a new one with its key and certificate (D98). */
export function createTpps(options: PagesOptions): Hono {
  const app = new Hono()
  const guarded = operatorPages(options)
  app.get(
    '/console/tpps',
    guarded((c, ctx) => show(c, ctx, '', [])),
  )
  app.post(
    '/console/tpps',
    guarded(async (c, ctx) => {
      const form = await readForm(c)
      const name = form.get('name')?.trim() ?? ''
      // P-256, since a key of RSA takes the server longer than a call may hold others up (D74).
      const { publicKey, privateKey } = generateKeyPairSync('ec', {
        namedCurve: 'P-256',
        publicKeyEncoding: { type: 'spki', format: 'pem' },
        privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      })
      const roles = form.getAll('roles')
      const input = { name, publicKey, ...(roles.length === 0 ? {} : { roles }) }
      const { data, faults } = outcomeOf(await options.operate(ctx, { query: MUTATION, variables: { input } }))
      if (faults.length > 0) return show(c, ctx, name, faults)
      const { tppId, keyId, certificatePem: certificate } = made.parse(data).issueCertificate
      const path = `${worldBasePath(ctx.world)}/report`
      handKeys(c, path, { tppId, keyId, privateKey, certificate })
      return c.redirect(addressOf(path, { tpp: tppId }), 303)
    }),
  )
  return app
}

const made = z.object({
  issueCertificate: z.object({
    tppId: z.string(),
    certificatePem: z.string(),
    keyId: z.string(),
  }),
})

async function show(c: HonoContext, ctx: Context, name: string, faults: readonly ActionFault[]): Promise<Response> {
  const base = worldBasePath(ctx.world)
  const page = await pageOfTpps(ctx, { first: SHOWN, after: c.req.query('after') })
  return respond(
    c,
    <ConsoleFrame title="TPPs" here="tpps" scripts={['copy.js']}>
      <h1>TPPs</h1>
      <Table
        head={['TPP', 'Id', 'First call', 'See']}
        rows={page.rows.map(({ id, name, localName, firstCalledAt }) => [
          <TppLink id={id} name={localName ?? name} base={base} />,
          <code>{id}</code>,
          firstCalledAt === undefined ? <span class="soft">none yet</span> : <Moment at={firstCalledAt} />,
          <>
            <a href={`${base}/requests?${new URLSearchParams({ caller: id })}`}>
              Calls<span class="hidden"> of {localName ?? name}</span>
            </a>
            {', '}
            <a href={`${base}/console/payments?${new URLSearchParams({ tpp: id })}`}>
              payments<span class="hidden"> of {localName ?? name}</span>
            </a>
          </>,
        ])}
      />
      <More path={`${base}/console/tpps`} given={{ after: nextOf(page) }} />
      <section class="card" aria-labelledby="new">
        <h2 class="first" id="new">
          Make a TPP
        </h2>
        <Form action={`${base}/console/tpps`} token={consoleToken(c)}>
          {faults.map(({ text }) => (
            <p class="error" role="alert">
              {text}
            </p>
          ))}
          <div class="field">
            <label for="name">Name</label>
            <input type="text" id="name" name="name" value={name} autocomplete="off" spellcheck={false} />
          </div>
          <fieldset>
            <legend>Roles; both when none is ticked</legend>
            {Object.entries(ROLES).map(([role, title]) => (
              <label class="choice">
                <input type="checkbox" name="roles" value={role} /> {title}
              </label>
            ))}
          </fieldset>
          <div class="actions">
            <button type="submit">Make a TPP</button>
          </div>
        </Form>
        <p>The same by GraphQL, for a key of your own, and by a command, which keeps the key on this machine:</p>
        <Code>{MUTATION}</Code>
        <Code>npx sandbank tpp new acme</Code>
      </section>
    </ConsoleFrame>,
    {
      isPrivate: true,
      refusal: refusalOf(faults),
    },
  )
}
