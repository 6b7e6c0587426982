import { Hono, type Context as HonoContext } from 'hono'
import { DEFAULT_WORLD, nameOf, worldBasePath } from '../../domain/worlds.ts'
import { at, placeOf } from '../../explain/commands.ts'
import { reachedAt } from '../../http/headers.ts'
import type { Language } from '../../http/negotiation.ts'
import { listStandardCustomers, type StandardCustomer } from '../../resolvers/customers.ts'
import { enterWorld } from '../../worlds/doors.ts'
import { Example, Facts, Table } from '../blocks.tsx'
import { languageOf, textsIn } from '../language.ts'
import { ADDRESSES, Layout } from '../layout.tsx'
import type { PagesOptions } from '../options.ts'
import { respond } from '../respond.ts'
import type { Texts } from '../texts-en.ts'

/** The page to start with, of the bank and of each world: what this is and where everything is. */
export function createLanding({ deps, operator }: PagesOptions): Hono {
  const show = async (c: HonoContext) => {
    const ctx = await enterWorld(deps, c.req.param('world') ?? DEFAULT_WORLD, { kind: 'operator' })
    const page = {
      world: nameOf(ctx.world),
      base: `${reachedAt(name => c.req.header(name)) ?? new URL(c.req.url).origin}${worldBasePath(ctx.world)}`,
      path: worldBasePath(ctx.world),
      language: languageOf(c),
      customers: await listStandardCustomers(ctx),
      needsToken: operator.token !== undefined,
    }
    return respond(c, <Landing {...page} />, { isPrivate: true })
  }
  return new Hono().get('/start', show)
}

type LandingProps = {
  readonly world: string
  readonly base: string
  readonly path: string
  readonly language: Language
  readonly customers: readonly StandardCustomer[]
  readonly needsToken: boolean
}

function Landing({ world, base, path, language, customers, needsToken }: LandingProps) {
  const texts = textsIn(language)
  const { landing } = texts
  return (
    <Layout language={language} title={landing.title} kind="reading" here="start" base={path} scripts={['copy.js']}>
      <h1>{landing.title}</h1>
      <p class="lead">{landing.lead}</p>
      <Facts
        rows={[
          [landing.baseUrl, <code>{base}</code>],
          [landing.world, world],
        ]}
      />
      <h2>{landing.firstTitle}</h2>
      <p>{landing.firstText}</p>
      <Example text={firstCall(world, base)} />
      <h2>{landing.linksTitle}</h2>
      <Links texts={texts} path={path} />
      {needsToken ? <p class="soft">{landing.token}</p> : null}
      <h2>{landing.customersTitle}</h2>
      <Customers texts={texts} customers={customers} />
      <h2>{landing.isTitle}</h2>
      <ul>
        {landing.is.map(line => (
          <li>{line}</li>
        ))}
      </ul>
      <p>
        <strong>{landing.isNot}</strong>
      </p>
    </Layout>
  )
}

function firstCall(world: string, origin: string): string {
  const there = at(placeOf(world, new URL(origin).origin))
  const body = JSON.stringify({ customerNumber: '01010112345', name: 'Per Hansen', type: 'PRIVATE' })
  return [
    'npx sandbank tpp new acme',
    `npx sandbank call POST /v1/sandbox/customers --tpp acme${there} --data '${body}'`,
    `npx sandbank call GET /v1/sandbox/customers --tpp acme${there}`,
  ].join('\n')
}

const LINKS = ['console', 'calls', 'graphiql', 'docs', 'openapi', 'errors', 'decisions', 'consents'] as const

function Links({ texts, path }: { texts: Texts; path: string }) {
  const { links } = texts.landing
  return (
    <ul class="grid">
      {LINKS.map(name => (
        <li>
          <a href={ADDRESSES[name](path)}>
            <strong>{links[name][0]}</strong>
            <span>{links[name][1]}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

function Customers({ texts, customers }: { texts: Texts; customers: readonly StandardCustomer[] }) {
  const { landing } = texts
  if (customers.length === 0) return <p>{landing.empty}</p>
  return (
    <>
      <p>{landing.customersText}</p>
      <Table
        named={0}
        head={[landing.number, landing.name, landing.type]}
        rows={customers.map(({ customerNumber, name, type, members }) => [
          <code>{customerNumber}</code>,
          name,
          `${landing.types[type]}${members.length === 0 ? '' : ` · ${landing.members} ${members.join(', ')}`}`,
        ])}
      />
    </>
  )
}
