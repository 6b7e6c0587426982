import { describe, expect, it } from 'vitest'
import { DOCUMENTS, LARGE, LOST } from './refused-documents.ts'
import {
  BROWSER,
  INSTANT,
  KARI,
  type Place,
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

const { cli, urlOf, newWorld, follow, expectRemedy } = useRemediedBank()

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
    `mutation { completeAuthorisation(input: { id: "${id}", psu: "${KARI}", outcome: APPROVED }) { redirectTo } }`,
  )

const PAGES: readonly Refusal[] = [
  [
    'an unknown number, at an SCA',
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
      const { offerConsent } = await w.ask(
        'mutation { offerConsent(input: { context: PRIVATE }) { authorisation { id } } }',
      )
      return submit(`${w.base}/sca/${offerConsent.authorisation.id}`, { customerNumber: KARI, action: 'approve' })
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
        `mutation { completeAuthorisation(input: { id: "${id}", psu: "${KARI}", outcome: REJECTED }) { redirectTo } }`,
      )
      return visit(page)
    },
  ],
  [
    'an SCA of an hour ago',
    'SCA_EXPIRED',
    async w => {
      const { page } = await waiting(w)
      await w.ask('mutation { advanceClock(input: { by: "PT1H" }) { clock { now } } }')
      return visit(page)
    },
  ],
  [
    'an offer of a consent of an hour ago',
    'SCA_EXPIRED',
    async w => {
      const { offerConsent } = await w.ask('mutation { offerConsent(input: {}) { authorisation { id } } }')
      await w.ask('mutation { advanceClock(input: { by: "PT1H" }) { clock { now } } }')
      return visit(`${w.base}/sca/${offerConsent.authorisation.id}`)
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
    'an unknown number, at the consents',
    'PSU_CREDENTIALS_INVALID',
    w => submit(`${w.base}/my/consents`, { customerNumber: '1' }),
  ],
  ['no number, at the consents', 'BAD_REQUEST', w => submit(`${w.base}/my/consents`, { customerNumber: '' })],
  [
    'a consent of somebody else',
    'BAD_REQUEST',
    async w => {
      await w.ask(
        `mutation { grantConsent(input: { tpp: "acme", psu: "${KARI}", context: PRIVATE }) { consent { id } } }`,
      )
      return submit(`${w.base}/my/consents`, { customerNumber: KARI, consentId: UNKNOWN })
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

describe('A page that refused is explained, with the address that leads on (D97)', () => {
  it.each(PAGES)('%s: %s', async (_, code, refuse) => {
    const world = await newWorld()
    const { change, advice } = await follow(world, await refuse(world, cli), code)
    expect(change).toBe('')
    const [address = ''] = /http:\/\/[^\s;,]+[^\s;,.:]/.exec(advice) ?? []
    expect(address, advice).toContain(urlOf())
  })
})

describe('A document that cannot be run has its first fault, and is run where one letter or one word was wrong (D97)', () => {
  it.each(DOCUMENTS)('%s', async (_, document) => {
    const world = await newWorld()
    await expectRemedy(world, await world.graphql(document), 'FORMAT_ERROR')
  })

  it.each([
    ['{ custmers { nodes { nme } } }', /customers \{\s+nodes \{\s+name\s+\}/],
    ['{ customers(first: "1") { totalCount } }', /customers\(first: 1\)/],
    ['mutation { clock { now } }', /^npx sandbank graphql [^']*'\{\s+clock/],
    ['query ($n: Int!) { customers(first: $n) { totalCount } }', undefined],
    ['{ customers { customerNumber } }', undefined],
    ['{ customers { nodes { phoneNumber } } }', undefined],
  ])('%s', async (document, meant) => {
    const world = await newWorld()
    const { change, exitCode, output } = await follow(world, await world.graphql(document), 'FORMAT_ERROR')
    if (meant === undefined) return expect(change).toBe('')
    expect(change).toMatch(meant)
    expect(exitCode, output).toBe(0)
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
    const { advice, change } = await follow(world, await world.graphql(document), 'FORMAT_ERROR')
    expect(change).toBe('')
    expect(advice).toContain(where)
    const [address = ''] = /http:\S+$/.exec(advice ?? '') ?? []
    const page = await visit(address)
    expect([page.status, /graphiql/i.test(page.text)]).toEqual([200, true])
    expect(new URL(address).searchParams.get('query')).toBe(document)
  })
})
