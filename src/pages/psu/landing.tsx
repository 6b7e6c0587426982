import { Hono, type Context as HonoContext } from 'hono'
import { DEFAULT_WORLD, nameOf, worldBasePath } from '../../domain/worlds.ts'
import { at, placeOf } from '../../explain/commands.ts'
import { reachedAt } from '../../http/headers.ts'
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
  return new Hono().get('/start', async (c: HonoContext) => {
    const ctx = await enterWorld(deps, c.req.param('world') ?? DEFAULT_WORLD, { kind: 'operator' })
    const [world, path, language] = [nameOf(ctx.world), worldBasePath(ctx.world), languageOf(c)]
    const origin = reachedAt(name => c.req.header(name)) ?? new URL(c.req.url).origin
    const texts = textsIn(language)
    const { landing } = texts
    return respond(
      c,
      <Layout language={language} title={landing.title} kind="reading" here="start" base={path} scripts={['copy.js']}>
        <h1>{landing.title}</h1>
        <p class="lead">{landing.lead}</p>
        <Facts
          rows={[
            [landing.baseUrl, <code>{origin + path}</code>],
            [landing.world, world],
          ]}
        />
        <h2>{landing.firstTitle}</h2>
        <p>{landing.firstText}</p>
        <Example text={firstCall(at(placeOf(world, origin)))} />
        <h2>{landing.linksTitle}</h2>
        <Links texts={texts} path={path} />
        {operator.token === undefined ? null : <p class="soft">{landing.token}</p>}
        <h2>{landing.customersTitle}</h2>
        <Customers texts={texts} customers={await listStandardCustomers(ctx)} />
        <h2>{landing.isTitle}</h2>
        <ul>
          {landing.is.map(line => (
            <li>{line}</li>
          ))}
        </ul>
        <p>
          <strong>{landing.isNot}</strong>
        </p>
      </Layout>,
      { isPrivate: true },
    )
  })
}

function firstCall(there: string): string {
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
