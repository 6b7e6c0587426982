import { writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { DOCUMENTS, LARGE, LOST } from './refused-documents.ts'
import {
  BROWSER,
  BULK,
  bulk,
  INSTANT,
  KARI,
  type Place,
  payment,
  type Refusal,
  type Reply,
  UNKNOWN,
  useRemediedBank,
  visit,
  waiting,
} from './why-remedies.ts'

/**
 * What `why` gives after a refusal where a command is not all there is to it: pages, bodies that are too large, and documents of
 * GraphQL that cannot be run. Each address that it names is opened, and each command pasted (D97).
 */

const { cli, urlOf, newWorld, follow } = useRemediedBank()

/** Sends the form of a page as a browser does that was shown it. */
async function submit(page: string, fields: Record<string, string>, to = page, init: RequestInit = {}): Promise<Reply> {
  const shown = await fetch(page, { headers: BROWSER })
  const [cookie = ''] = (shown.headers.get('set-cookie') ?? '').split(';')
  const [, token = ''] = /name="token" value="([^"]+)"/.exec(await shown.text()) ?? []
  const headers = { Cookie: cookie, ...init.headers }
  return visit(to, { method: 'POST', body: new URLSearchParams({ token, ...fields }), ...init, headers })
}

const approve = (world: Place, id: string) =>
  world.ask(
    `mutation { completeAuthorisation(id: "${id}", customerNumber: "${KARI}", outcome: APPROVED) { redirectTo } }`,
  )

const PAGES: readonly Refusal[] = [
  [
    'a number that nobody has, at an SCA',
    'PSU_CREDENTIALS_INVALID',
    async w => submit((await waiting(w)).page, { customerNumber: '1' }),
  ],
  [
    'the number of somebody else, at an SCA',
    'PSU_CREDENTIALS_INVALID',
    async w => submit((await waiting(w)).page, { customerNumber: '12085592767' }),
  ],
  ['no number, at an SCA', 'SCA_INVALID', async w => submit((await waiting(w)).page, { customerNumber: '' })],
  [
    'an SCA for a consent without an account',
    'SCA_INVALID',
    async w => {
      const { offerConsent } = await w.ask('mutation { offerConsent(access: { context: PRIVATE }) { id } }')
      return submit(`${w.base}/sca/${offerConsent.id}`, { customerNumber: KARI, action: 'approve' })
    },
  ],
  [
    'an SCA that was approved, of a payment that is carried out',
    'SCA_INVALID',
    async w => {
      const { id, page } = await waiting(w, INSTANT)
      await approve(w, id)
      return visit(page)
    },
  ],
  [
    'an SCA that was rejected',
    'SCA_INVALID',
    async w => {
      const { id, page } = await waiting(w)
      await w.ask(
        `mutation { completeAuthorisation(id: "${id}", customerNumber: "${KARI}", outcome: REJECTED) { redirectTo } }`,
      )
      return visit(page)
    },
  ],
  [
    'an SCA of an hour ago',
    'SCA_EXPIRED',
    async w => {
      const { page } = await waiting(w)
      await w.ask('mutation { advanceClock(by: "PT1H") { now } }')
      return visit(page)
    },
  ],
  [
    'an offer of a consent of an hour ago',
    'SCA_EXPIRED',
    async w => {
      const { offerConsent } = await w.ask('mutation { offerConsent { id } }')
      await w.ask('mutation { advanceClock(by: "PT1H") { now } }')
      return visit(`${w.base}/sca/${offerConsent.id}`)
    },
  ],
  ['an SCA that there is not, and none that waits', 'SCA_NOT_FOUND', w => visit(`${w.base}/sca/${UNKNOWN}`)],
  [
    'an SCA that there is not, where another one waits',
    'SCA_NOT_FOUND',
    async w => {
      await waiting(w)
      return visit(`${w.base}/sca/${UNKNOWN}`)
    },
  ],
  [
    'a form without the cookie of its page',
    'FORBIDDEN',
    async w =>
      visit((await waiting(w)).page, {
        method: 'POST',
        body: new URLSearchParams({ customerNumber: KARI, action: 'approve' }),
      }),
  ],
  [
    'a form of another site',
    'FORBIDDEN',
    async w =>
      submit((await waiting(w)).page, { customerNumber: KARI }, undefined, {
        headers: { Origin: 'https://evil.example' },
      }),
  ],
  [
    'a form that is JSON',
    'UNSUPPORTED_MEDIA_TYPE',
    async w =>
      submit((await waiting(w)).page, {}, undefined, { body: '{}', headers: { 'Content-Type': 'application/json' } }),
  ],
  [
    'a form of 100 KB',
    'CONTENT_TOO_LARGE',
    async w => submit((await waiting(w)).page, { customerNumber: 'x'.repeat(100_000) }),
  ],
  [
    'a page that is written to',
    'METHOD_NOT_ALLOWED',
    async w => visit((await waiting(w)).page, { method: 'PUT', body: 'x' }),
  ],
  [
    'a number that nobody has, at the consents',
    'PSU_CREDENTIALS_INVALID',
    w => submit(`${w.base}/my/consents`, { customerNumber: '1' }),
  ],
  ['no number, at the consents', 'BAD_REQUEST', w => submit(`${w.base}/my/consents`, { customerNumber: '' })],
  [
    'a consent of somebody else',
    'BAD_REQUEST',
    async w => {
      await w.ask(
        `mutation { grantConsent(access: { tpp: "acme" }, customerNumber: "${KARI}", context: PRIVATE) { consent { id } } }`,
      )
      return submit(`${w.base}/my/consents`, { customerNumber: KARI, consentId: UNKNOWN })
    },
  ],
  [
    'numbers that are guessed',
    'ACCESS_EXCEEDED',
    async w => {
      for (let count = 0; count < 10; count += 1) await submit(`${w.base}/my/consents`, { customerNumber: `${count}` })
      return submit(`${w.base}/my/consents`, { customerNumber: 'x' })
    },
  ],
  ['a page of the PSU that there is not', 'NOT_FOUND', w => visit(`${w.base}/my/accounts`)],
  ['a page that there is not', 'NOT_FOUND', w => visit(`${w.base}/nothing`)],
  ['a payment that there is not', 'RESOURCE_UNKNOWN', w => visit(`${w.base}/console/payments/${UNKNOWN}`)],
  [
    'a payment that there is not, of several',
    'RESOURCE_UNKNOWN',
    async w => {
      await waiting(w)
      return visit(`${w.base}/console/payments/${UNKNOWN}`)
    },
  ],
  ['a customer that there is not', 'RESOURCE_UNKNOWN', w => visit(`${w.base}/console/customers/${UNKNOWN}`)],
  ['an account that there is not', 'RESOURCE_UNKNOWN', w => visit(`${w.base}/console/accounts/${UNKNOWN}`)],
  ['a card that there is not', 'RESOURCE_UNKNOWN', w => visit(`${w.base}/console/card-accounts/${UNKNOWN}`)],
  ['a call that there is not', 'RESOURCE_UNKNOWN', w => visit(`${w.base}/requests/${UNKNOWN}`)],
  ['a world that there is not', 'RESOURCE_UNKNOWN', w => visit(`${urlOf()}/worlds/no-${w.name}/console/customers`)],
  ['a world that there cannot be', 'RESOURCE_UNKNOWN', () => visit(`${urlOf()}/worlds/No%20World/sca/${UNKNOWN}`)],
  [
    'a distance of the clock that is none',
    'FORMAT_ERROR',
    w => submit(`${w.base}/`, { action: 'advance', by: 'tomorrow' }, `${w.base}/console/clock`),
  ],
]

describe('A page that refused is mended as `why` says: its page is there, and the command does the same (D97)', () => {
  it.each(PAGES)('%s: %s', async (_, code, refuse) => {
    const world = await newWorld()
    const { change, exitCode, output } = await follow(world, await refuse(world, cli), code, async advice => {
      const [address = ''] = /http:\/\/[^\s;,]+[^\s;,.:]/.exec(advice) ?? []
      expect(address, advice).toContain(urlOf())
      // The page of a world that the command makes is there afterwards.
      if (!advice.includes('makes the world')) expect((await visit(address)).status, advice).toBe(200)
      const [, number] = /\((\d{9,11})\)/.exec(advice) ?? []
      expect(number !== undefined || !/\/sca\/|\/my\//.test(address), advice).toBe(true)
      if (number === undefined) return
      const { customers } = await world.ask('{ customers { nodes { customerNumber } } }')
      expect(customers.nodes).toContainEqual({ customerNumber: number })
    })
    expect(exitCode, `${change}\n${output}`).toBe(0)
  })
})

it('The page and the PSU that `why` names are what the PSU needs to answer the SCA', async () => {
  const world = await newWorld()
  const { page } = await waiting(world)
  const { advice } = await follow(world, await visit(`${world.base}/sca/${UNKNOWN}`), 'SCA_NOT_FOUND')
  expect(advice).toMatch(new RegExp(`${page}, choose Kari Nordmann \\(${KARI}\\) and approve\\.$`))
})

const large = {
  debtorAccount: payment().debtorAccount,
  payments: Array.from({ length: 9_000 }, () => bulk().payments[0]),
}

const SIZES: readonly (readonly [
  name: string,
  method: string,
  path: (world: Place) => Promise<string> | string,
  words: RegExp,
])[] = [
  ['a bulk payment', 'POST', () => BULK, /several bulk payments: one may have 500/],
  ['a customer', 'POST', () => '/v1/sandbox/customers', /one call for each/],
  ['an agreement', 'POST', () => '/v1/sandbox/agreements', /one call for each/],
  [
    'a transaction',
    'POST',
    async w => {
      const { accounts } = await w.ask('{ accounts(first: 1) { nodes { id } } }')
      return `/v1/sandbox/accounts/${accounts.nodes[0].id}/transactions`
    },
    /one call for each/,
  ],
  [
    'balances, of which none is better than another: then no command is shown',
    'PUT',
    async w => {
      const { accounts } = await w.ask('{ accounts(first: 1) { nodes { id } } }')
      return `/v1/sandbox/accounts/${accounts.nodes[0].id}/balances`
    },
    /one call for each/,
  ],
  ['contact information', 'PUT', () => '/v1/tpps/{tpp}/contact-information', /one call for each/],
]

describe('A body that was too large is mended as `why` says: what must go, how it is split, and a call that passes (D12)', () => {
  it.each(SIZES)('%s', async (_, method, path, words) => {
    const world = await newWorld()
    const data = `@${cli.home}/large.json`
    writeFileSync(data.slice(1), JSON.stringify(large))
    const { tpps } = await world.ask('{ tpps { nodes { id } } }')
    const at = (await path(world)).replace('{tpp}', tpps.nodes[0]?.id ?? 'PSDNO-FSA-1')
    const refused = await world.call(method, at, { psu: KARI, data })
    expect(refused.status).toBe(413)
    const { advice, change, exitCode, output } = await follow(world, refused, 'CONTENT_TOO_LARGE')
    expect(exitCode, `${change}\n${output}`).toBe(at.endsWith('/balances') ? undefined : 0)
    const bytes = Buffer.byteLength(JSON.stringify(large))
    expect(advice).toContain(
      `The body had ${bytes} bytes; one may have 1048576, so at least ${bytes - 1_048_576} bytes must go.`,
    )
    expect(advice).toMatch(words)
  })

  it('a fixture at the operator’s door, which the command splits', async () => {
    const world = await newWorld()
    // Few rows of many bytes.
    const customers = Array.from({ length: 5_000 }, (_, place) => ({
      customerNumber: `c${place}`,
      name: `${place} ${'Å€'.repeat(32)}`,
      type: 'PRIVATE',
    }))
    // A document may be of 8 MB where it is given as a variable of its type, and not within another one.
    const refused = await world.graphql('query ($fixture: JSON) { __typename }', { fixture: { customers } })
    expect(refused.status).toBe(413)
    const { advice } = await follow(world, refused, 'CONTENT_TOO_LARGE')
    const [, command = ''] = /`npx sandbank (fixture apply [^`]+)`/.exec(advice ?? '') ?? []
    const file = `${cli.home}/large-fixture.json`
    writeFileSync(file, JSON.stringify({ customers }))
    const applied = await cli.run(command.replace('FILE', file).split(' '))
    expect(applied.exitCode, applied.stderr).toBe(0)
    const found = await world.ask('{ customers { totalCount } }')
    expect(found.customers.totalCount).toBeGreaterThan(5_000)
  })
})

describe('A document that cannot be run is mended as `why` says: the nearest one that can is pasted (D97)', () => {
  it.each(DOCUMENTS)('%s', async (_, document, mended) => {
    const world = await newWorld()
    const { change, exitCode, output } = await follow(world, await world.graphql(document), 'FORMAT_ERROR')
    expect(change).toMatch(mended)
    // A node that the world has not is told in its answer.
    if (!document.includes(UNKNOWN)) expect(exitCode, `${change}\n${output}`).toBe(0)
    else expect(output).toContain('RESOURCE_UNKNOWN')
  })

  it('a document that is posted as itself', async () => {
    const world = await newWorld()
    const refused = await visit(`${world.base}/graphql`, {
      method: 'POST',
      body: '{ customers { nodes { name } } }',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    })
    const { change, exitCode, output } = await follow(world, refused, 'FORMAT_ERROR')
    expect(exitCode, output).toBe(0)
    expect(change).toContain("'{ customers { nodes { name } } }'")
  })

  it('the operation that was named, of several', async () => {
    const world = await newWorld()
    const answer = await visit(`${world.base}/graphql`, {
      method: 'POST',
      body: JSON.stringify({ query: 'query A { clock { now } } query B { world { nme } }', operationName: 'B' }),
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    })
    const { change, exitCode, output } = await follow(world, answer, 'FORMAT_ERROR')
    expect(exitCode, output).toBe(0)
    expect(change).toMatch(/query B \{ world \{ name \} \}'$/)
  })
})

describe('Of a document that asked for too much at once `why` says how it is sent in parts', () => {
  it.each(LARGE)('%s', async (_, document) => {
    const world = await newWorld()
    const { advice, change } = await follow(world, await world.graphql(document), 'BAD_REQUEST')
    expect([change, advice]).toEqual(['', expect.stringMatching(/^Send the document in parts/)])
  })
})

describe('Of a document that nothing near to it mends `why` says where it is wrong, and where one writes it', () => {
  it.each(LOST)('%s', async (_, document, where) => {
    const world = await newWorld()
    const { advice, change, exitCode, output } = await follow(world, await world.graphql(document), 'FORMAT_ERROR')
    expect(advice).toContain(where)
    if (change !== '') expect(exitCode, `${change}\n${output}`).toBe(0)
    const [address = ''] = /http:\S+$/.exec(advice ?? '') ?? []
    const page = await visit(address)
    expect([page.status, /graphiql/i.test(page.text)]).toEqual([200, true])
    expect(new URL(address).searchParams.get('query')).toBe(document)
  })
})
