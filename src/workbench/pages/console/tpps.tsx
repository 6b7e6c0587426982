import { generateKeyPairSync } from 'node:crypto'
import { Hono, type Context as HonoContext } from 'hono'
import { z } from 'zod'
import type { Context } from '../../../bank/context.ts'
import { OPERATIONS } from '../../../bank/operations/list.ts'
import { pageOfTpps } from '../../../bank/resolvers/tpps.ts'
import type { TppUsage } from '../../../domain/calls.ts'
import type { CertificateFacts } from '../../../domain/tpps.ts'
import { worldBasePath } from '../../../domain/worlds.ts'
import { reachedAt } from '../../../platform/http/headers.ts'
import type { Store } from '../../../platform/store/db.ts'
import { getRequest, usageOfTpps } from '../../../sandbox/journal/requests.ts'
import { Fault, Form } from '../fields.tsx'
import { readForm } from '../forms.ts'
import { addressOf, More, nextOf } from '../listing.tsx'
import type { PagesOptions } from '../options.ts'
import { Card, Example, Table } from '../parts.tsx'
import { respond } from '../respond.tsx'
import { consoleToken, operatorPages } from './access.tsx'
import { type ActionFault, outcomeOf, refusalOf } from './actions/outcomes.ts'
import { ConsoleFrame, Moment, shortDay, TppLink } from './frame.tsx'
import { handKeys } from './made-keys.ts'

const SHOWN = 25
const MUTATION =
  'mutation ($input: IssueCertificateInput!) { issueCertificate(input: $input) { certificate { tpp { id } certificatePem keyId header } } }'
const ROLES = { PSP_AI: 'Account information', PSP_PI: 'Payments' } as const

/** The TPPs that the bank knows, and a form that creates one with key and certificate (D98). */
export function createTpps(options: PagesOptions): Hono {
  const app = new Hono()
  const guarded = operatorPages(options)
  app.get(
    '/console/tpps',
    guarded((c, ctx) => show(c, ctx, options, { name: '', faults: [] })),
  )
  app.post(
    '/console/tpps',
    guarded(async (c, ctx) => {
      const form = await readForm(c)
      const name = form.get('name')?.trim() ?? ''
      // P-256: to create an RSA key would delay other calls longer than is allowed (D74).
      const { publicKey, privateKey } = generateKeyPairSync('ec', {
        namedCurve: 'P-256',
        publicKeyEncoding: { type: 'spki', format: 'pem' },
        privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      })
      const roles = form.getAll('roles')
      const input = { name, publicKey, ...(roles.length === 0 ? {} : { roles }) }
      const { data, faults } = outcomeOf(await options.operate(ctx, { query: MUTATION, variables: { input } }))
      if (faults.length > 0) return show(c, ctx, options, { name, faults })
      const { tpp, keyId, certificatePem: certificate } = made.parse(data).issueCertificate.certificate
      const path = `${worldBasePath(ctx.world)}/report`
      handKeys(c, path, { tppId: tpp.id, keyId, privateKey, certificate })
      return c.redirect(addressOf(path, { tpp: tpp.id }), 303)
    }),
  )
  return app
}

const made = z.object({
  issueCertificate: z.object({
    certificate: z.object({
      tpp: z.object({ id: z.string() }),
      certificatePem: z.string(),
      keyId: z.string(),
    }),
  }),
})

type TppForm = { readonly name: string; readonly faults: readonly ActionFault[] }

async function show(c: HonoContext, ctx: Context, options: PagesOptions, { name, faults }: TppForm): Promise<Response> {
  const base = worldBasePath(ctx.world)
  const page = await pageOfTpps(ctx, { first: SHOWN, after: c.req.query('after') })
  const usage = await usageOfTpps(ctx)
  const rows = await Promise.all(
    page.rows.map(async tpp => {
      const used = usage.get(tpp.id)
      return { tpp, used, facts: (await certificateOf(ctx, options, used)) ?? tpp.certificate }
    }),
  )
  return respond(
    c,
    <ConsoleFrame title="TPPs" here="tpps" scripts={['copy.js']}>
      <h1>TPPs</h1>
      <Table
        kind="labelled"
        head={['TPP', 'May', 'Last call', 'Uses']}
        rows={rows.map(({ tpp: { id, name, localName }, used, facts }) => [
          <>
            <TppLink id={id} name={localName ?? name} base={base} /> <code>{id}</code>
          </>,
          facts === undefined ? <span class="soft">not known yet</span> : [...mayOf(facts), untilOf(facts)].join(', '),
          used === undefined ? (
            <span class="soft">none here</span>
          ) : (
            <a href={`${base}/requests/${used.lastId}`}>
              <Moment at={used.lastAt} />
            </a>
          ),
          <Share operations={used?.operations ?? 0} name={localName ?? name} />,
        ])}
      />
      <More path={`${base}/console/tpps`} given={{ after: nextOf(page) }} />
      <NewTpp c={c} base={base} name={name} faults={faults} />
    </ConsoleFrame>,
    {
      isPrivate: true,
      refusal: refusalOf(faults),
    },
  )
}

function NewTpp({ c, base, name, faults }: TppForm & { readonly c: HonoContext; readonly base: string }) {
  const atName = faults.filter(({ path }) => path === undefined || path.endsWith('name'))
  const others = faults.filter(one => !atName.includes(one))
  return (
    <Card id="new" title="Make a TPP">
      <Form action={`${base}/console/tpps`} token={consoleToken(c)}>
        {others.map(({ text }) => (
          <p class="error" role="alert">
            {text}
          </p>
        ))}
        <div class="field">
          <label for="name">Name</label>
          <span class="soft"> required</span>
          <Fault
            text={atName[0] && (name === '' ? 'Name is missing.' : atName[0].text.replace(/^(?=[a-z])/, 'Name '))}
          />
          <input
            type="text"
            id="name"
            name="name"
            value={name}
            autocomplete="off"
            spellcheck={false}
            required
            {...(atName.length === 0 ? {} : { 'aria-invalid': 'true', 'aria-describedby': 'fault' })}
          />
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
      <p>The same by a command, which keeps the key on your machine:</p>
      <Example
        text={`npx sandbank tpp new acme --base ${reachedAt(header => c.req.header(header)) ?? new URL(c.req.url).origin}`}
      />
    </Card>
  )
}

const ROLE_WORDS: Readonly<Record<string, string>> = { PSP_AI: 'read accounts', PSP_PI: 'make payments' }

// A certificate that states no roles may do everything (D14).
const mayOf = ({ roles }: CertificateFacts) => roles?.toSorted().map(role => ROLE_WORDS[role] ?? role) ?? ['everything']
const untilOf = ({ notAfter }: CertificateFacts) => `until ${shortDay(notAfter.toISOString().slice(0, 10))}`

/** The share of the operations that a TPP has called in this world. */
function Share({ operations, name }: { readonly operations: number; readonly name: string }) {
  const all = OPERATIONS.length
  return (
    <>
      <meter min="0" max={all} value={operations} aria-label={`Operations that ${name} has called`} />{' '}
      <span class="soft number">
        {operations} of {all}
      </span>
    </>
  )
}

/** The facts of the certificates that TPPs have sent last, read again after a minute. */
type CertificateCache = Map<string, { readonly at: number; readonly facts: CertificateFacts | undefined }>
const read = new WeakMap<Store, CertificateCache>()
const READ_AGAIN_MS = 60_000

async function certificateOf(ctx: Context, { readCertificate }: PagesOptions, used: TppUsage | undefined) {
  if (used === undefined) return undefined
  const known: CertificateCache = read.get(ctx.deps.store) ?? new Map()
  read.set(ctx.deps.store, known)
  const before = known.get(used.tppId)
  if (before !== undefined && used.lastAt.getTime() - before.at < READ_AGAIN_MS) return before.facts
  const { request } = await getRequest(ctx, used.lastId)
  const [, header = ''] = request.headers.find(([name]) => name.toLowerCase() === 'tpp-signature-certificate') ?? []
  const facts = readCertificate(header)
  known.set(used.tppId, { at: used.lastAt.getTime(), facts })
  return facts
}
