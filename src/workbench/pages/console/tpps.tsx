import { generateKeyPairSync } from 'node:crypto'
import { Hono, type Context as HonoContext } from 'hono'
import { z } from 'zod'
import type { Context } from '../../../bank/context.ts'
import { OPERATIONS } from '../../../bank/operations/list.ts'
import { knownTpps } from '../../../bank/resolvers/tpp-register.ts'
import type { TppUsage } from '../../../domain/calls.ts'
import { findsWord } from '../../../domain/texts.ts'
import type { CertificateFacts } from '../../../domain/tpps.ts'
import { worldBasePath } from '../../../domain/worlds.ts'
import { reachedAt } from '../../../platform/http/headers.ts'
import type { Store } from '../../../platform/store/db.ts'
import { getRequest, usageOfTpps } from '../../../sandbox/journal/requests.ts'
import { Fault, Form } from '../fields.tsx'
import { readForm } from '../forms.ts'
import { addressOf, drawnPageOf, searchTextOf } from '../listing.tsx'
import type { PagesOptions } from '../options.ts'
import { Card, Example, Name } from '../parts.tsx'
import { respond } from '../respond.tsx'
import { consoleToken, operatorPages } from './access.tsx'
import { type ActionFault, outcomeOf, refusalOf } from './actions/outcomes.ts'
import { RealTime, shortDay, tppAddress } from './frame.tsx'
import { ListPage } from './list-page.tsx'
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
  const path = `${base}/console/tpps`
  const q = searchTextOf(c, 'q') || undefined
  const fits = findsWord(q ?? '')
  const known = (await knownTpps(ctx)).filter(
    ({ id, name, localName }) => q === undefined || id === q || fits(name) || fits(id) || fits(localName ?? ''),
  )
  const usage = await usageOfTpps(ctx)
  const used = known.filter(({ id }) => usage.has(id))
  const use = USES.find(one => one === c.req.query('use'))
  const sorted = [
    ...(use === 'never called here' ? [] : used),
    ...(use === 'called here' ? [] : known.filter(({ id }) => !usage.has(id))),
  ]
  const page = drawnPageOf(c, SHOWN, sorted)
  const rows = await Promise.all(
    page.rows.map(async tpp => {
      const own = usage.get(tpp.id)
      return { tpp, used: own, facts: (await certificateOf(ctx, options, own)) ?? tpp.certificate }
    }),
  )
  return respond(
    c,
    <ListPage
      title="TPPs"
      here="tpps"
      scripts={['copy.js']}
      path={path}
      given={{ use, q }}
      page={{ ...page, rows }}
      chips={{
        name: 'use',
        counts: USES.map(value => ({
          value,
          count: value === 'called here' ? used.length : known.length - used.length,
          word: value,
        })),
      }}
      finds="Name or id"
      columns={[
        { head: 'TPP', kind: 'wide', phone: 'first', cell: ({ tpp }) => <Name text={tpp.localName ?? tpp.name} /> },
        { head: 'Id', kind: 'meta', phone: 'second', cell: ({ tpp }) => <span class="number">{tpp.id}</span> },
        {
          head: 'May',
          kind: 'meta',
          cell: ({ facts }) => (facts === undefined ? 'not known yet' : mayOf(facts).join(', ')),
        },
        { head: 'Until', kind: 'meta', cell: ({ facts }) => (facts === undefined ? '' : untilOf(facts)) },
        {
          head: 'Last call',
          kind: 'meta',
          phone: 'end',
          cell: ({ used: own }) => (own === undefined ? 'none here' : <RealTime at={own.lastAt} />),
        },
        {
          head: 'Uses',
          phone: 'last',
          cell: ({ tpp, used: own }) => <Share operations={own?.operations ?? 0} name={tpp.localName ?? tpp.name} />,
        },
      ]}
      hrefOf={({ tpp }) => tppAddress(base, tpp.id)}
      nameOf={({ tpp }) => tpp.localName ?? tpp.name}
      rowActions={({ tpp, used: own }) => (
        <TppActions id={tpp.id} name={tpp.localName ?? tpp.name} base={base} lastId={own?.lastId} />
      )}
      by={{ use: ['use', use], q: ['search', q] }}
      empty="No TPP yet: make one below."
      make={
        <a class="button" href="#new">
          Make a TPP
        </a>
      }
    >
      <NewTpp c={c} base={base} name={name} faults={faults} />
    </ListPage>,
    {
      isPrivate: true,
      refusal: refusalOf(faults),
    },
  )
}

const USES = ['called here', 'never called here'] as const

function TppActions(props: {
  readonly id: string
  readonly name: string
  readonly base: string
  readonly lastId: string | undefined
}) {
  const { id, name, base, lastId } = props
  const links = [
    ['Send a call', addressOf(`${base}/docs/operations/createPayment`, { as: id })],
    ['Its calls', addressOf(`${base}/requests`, { caller: id })],
    ['Its payments', addressOf(`${base}/console/payments`, { tpp: id })],
    ...(lastId === undefined ? [] : [['Its last call', `${base}/requests/${lastId}`] as const]),
  ] as const
  return (
    <>
      {links.map(([label, href]) => (
        <a class="button second" href={href}>
          {label}
          <span class="hidden"> of {name}</span>
        </a>
      ))}
    </>
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
const untilOf = ({ notAfter }: CertificateFacts) => shortDay(notAfter.toISOString().slice(0, 10))

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
