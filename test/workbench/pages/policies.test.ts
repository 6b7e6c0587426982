import { describe, expect, it } from 'vitest'
import { GUIDES } from '../../../src/workbench/pages/docs/guides.tsx'
import { NDCT, paymentBody } from '../../support/builders/payments.ts'
import { type Answer, send, startBank } from '../../support/clients/bank.ts'
import { PSU_PRESENT } from '../../support/clients/psu.ts'
import { sourceFiles } from '../../support/harness/source-files.ts'
import { ask, visitor } from './visits.ts'

const bank = await startBank()
const world = await bank.world('STANDARD')

/** As the first pages had it. Nothing may be taken from it, and nothing be added to what a page may do. */
const policyOf = (connects: string, leadsTo = '') =>
  `default-src 'none'; base-uri 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:;${connects} form-action 'self'${leadsTo}; frame-ancestors 'none'`
const QUIET = policyOf('')
/** Of pages whose scripts ask the bank. */
const ASKING = policyOf(" connect-src 'self';")

/** Browsers hold every redirect after a form to this, and a TPP's callback may lead on to another host of its own (browser.test.ts). */
const OF_AN_SCA = policyOf('', ' http: https:')

const open = (target: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  send(bank.url, {
    method: 'GET',
    target,
    headers: Object.entries({ Accept: 'text/html', ...headers }),
    body: Buffer.alloc(0),
  })

async function pages(): Promise<Readonly<Record<string, string>>> {
  const { body } = await world.graphql(
    '{ customers { nodes { id psuId } } accounts { nodes { id } } cardAccounts { nodes { id } } }',
  )
  const { customers, accounts, cardAccounts } = body.data
  const call = await world.call('POST', NDCT, {
    headers: { ...PSU_PRESENT, 'PSU-ID': customers.nodes[0].psuId, 'PSU-Context': 'PRIVATE' },
    body: paymentBody({ iban: 'NO3515034010010', currency: 'NOK' }, { iban: 'NO1815034020016', currency: 'NOK' }),
  })
  const { base } = world
  await world.graphql('mutation { grantConsent(input: { psu: "13039319955", context: PRIVATE }) { psuId } }')
  const { consents } = (await world.graphql('{ consents { nodes { id } } }')).body.data
  return {
    [`${base}/`]: ASKING,
    [`${base}/requests`]: ASKING,
    // A browser signs a call that it sends again with a key that only it has (D105).
    [`${base}/requests/${call.headers['sandbank-request']}`]: ASKING,
    [`${base}/requests/story`]: QUIET,
    [`${base}/console/worlds`]: QUIET,
    [`${base}/console/snapshots`]: QUIET,
    [`${base}/console/search?q=x`]: QUIET,
    [`${base}/console/scenarios`]: QUIET,
    [`${base}/console/fixtures`]: QUIET,
    [`${base}/console/tpps`]: QUIET,
    [`${base}/console/compare`]: QUIET,
    // What it shows follows what is entered.
    [`${base}/console/do/createWorld`]: ASKING,
    [`${base}/console/customers`]: QUIET,
    [`${base}/console/customers/${customers.nodes[0].id}`]: QUIET,
    [`${base}/console/accounts/${accounts.nodes[0].id}`]: QUIET,
    [`${base}/console/card-accounts/${cardAccounts.nodes[0].id}`]: QUIET,
    [`${base}/console/payments`]: QUIET,
    // It follows what happens to its payment.
    [`${base}/console/payments/${call.body.paymentId}`]: ASKING,
    [`${base}/console/consents`]: QUIET,
    [`${base}/console/consents/${consents.nodes[0].id}`]: QUIET,
    [`${base}/report?tpp=SANDBANK`]: QUIET,
    [`${base}/my/consents`]: QUIET,
    [`${base}/callback`]: QUIET,
    [new URL(call.body._links.scaRedirect.href).pathname]: OF_AN_SCA,
    '/docs': QUIET,
    '/docs/errors': QUIET,
    '/docs/errors/CONFLICT': QUIET,
    '/docs/decisions': QUIET,
    '/docs/states': QUIET,
    '/docs/words': QUIET,
    ...Object.fromEntries(Object.keys(GUIDES).map(name => [`/docs/${name}`, QUIET])),
    '/docs/operations/createPayment': ASKING,
    '/nowhere': QUIET,
    '/worlds/no-such-world/': QUIET,
  }
}

describe('what a page may do', () => {
  it('is what it was when there were first pages, for each kind of page', async () => {
    const wanted = await pages()
    const found: [string, string | undefined][] = []
    for (const path of Object.keys(wanted)) found.push([path, (await open(path)).headers['content-security-policy']])
    expect(Object.fromEntries(found)).toEqual(wanted)
    // A page that is added is among them.
    const paths = sourceFiles('src/workbench/pages')
      .filter(({ path }) => path !== 'src/workbench/pages/assets.ts')
      .flatMap(({ text }) => [...text.matchAll(/\.get\(\s*'(\/[^']*)'/g)].map(([, path = '']) => path))
      .filter(
        path => !/^\/(llms\.txt|docs\/warnings|console(\/live|\/fixtures\/export)?|requests\/:id\/again)$/.test(path),
      )
    const visited = Object.keys(wanted).map(path => path.replace(/^\/worlds\/[^/]+/, '').replace(/\?.*/, ''))
    const missing = paths.filter(
      path => !visited.some(one => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`).test(one)),
    )
    expect(missing).toEqual([])
  })

  it('of an SCA that can be answered leads to the web; one that is over, nowhere; one of an app, to that app', async () => {
    const { path } = await ask(bank, world, { redirectUri: 'https://tpp.example/callback' })
    const browser = visitor(bank, path)
    const steps = [
      await browser.open(),
      await browser.submit({ customerNumber: '' }),
      await browser.submit({ customerNumber: '13039319955' }),
    ]
    for (const { headers } of steps) expect(headers['content-security-policy']).toBe(OF_AN_SCA)
    const done = await browser.submit({ customerNumber: '13039319955', action: 'reject' })
    expect(done.status).toBe(303)
    expect((await browser.open()).headers['content-security-policy']).toBe(QUIET)
    const inApp = await ask(bank, world, { redirectUri: 'com.acme.app:/back' })
    const { headers } = await visitor(bank, inApp.path).open()
    expect(headers['content-security-policy']).toBe(policyOf('', ' com.acme.app:'))
  })

  it('of GraphiQL, which writes styles itself, is that of the other pages but for these', async () => {
    const { headers } = await open('/graphql', { Accept: 'text/html' })
    expect(headers['content-security-policy']).toBe(
      ASKING.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'"),
    )
  })

  it('is said in one place of the source, and nowhere else', () => {
    const said = sourceFiles('src').filter(({ text }) => /Content-Security-Policy/i.test(text))
    expect(said.map(({ path }) => path).toSorted()).toEqual(['src/workbench/pages/respond.tsx'])
  })
})
