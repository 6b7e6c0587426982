import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Sandbank } from '../../../src/clients/testing/kit.ts'
import { connectSandbank } from '../../../src/testing.ts'
import { send } from '../../support/clients/bank.ts'
import { type Cli, createCli, type RunningBank } from '../../support/clients/cli.ts'
import { visitor } from './visits.ts'

let cli: Cli
let served: RunningBank
let bank: Sandbank
beforeAll(async () => {
  cli = createCli()
  cli.addTpp('home')
  served = await cli.serve()
  bank = await connectSandbank(served.url)
})
afterAll(async () => {
  await bank.close()
  await served.stop()
  cli.remove()
})

/** What a page says under "How to correct the call". */
const whyIn = (text: string) => text.slice(text.indexOf('id="why"'))

it('as one that is chosen with its id where others have its name', async () => {
  cli.addTpp('double')
  const called = await bank.tpp('double').fetch(bank.world.url('/v1/sandbox/customers'))
  const lists = ['docs/operations/customers', `requests/${called.headers.get('sandbank-request')}`, 'requests']
  for (const path of [...lists, 'console/payments', 'console/consents', 'console/do/setScenario']) {
    const { text } = await visitor(served, `/${path}`).open()
    const named = [...text.matchAll(/<option[^>]*>([^<]*double[^<]*)</g)].map(([, title]) => title)
    expect(new Set(named).size, path).toBe(2)
    for (const one of named) expect(one, path).toMatch(/double \(NO-FSA-\d+\)/)
  }
})

it('a refused call is sent with the value that the bank proposes by one button, and shows no command for a terminal (D97, D105)', async () => {
  const entered = { customerNumber: '01010112345', name: 'Kari Rettet', type: 'private' }
  const refused = await bank.tpp('home').fetch(bank.world.url('/v1/sandbox/customers'), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(entered),
  })
  expect(refused.status).toBe(400)
  const path = `/requests/${refused.headers.get('sandbank-request')}`
  const reader = visitor(served, path)
  const { text } = await reader.open()
  expect(text).toMatch(/<button type="submit" name="use" value="correction">Use PRIVATE</)
  expect(text).toMatch(/<button type="submit" class="second">Send again</)
  expect(whyIn(text)).not.toContain('npx sandbank')
  const [, tpp = ''] = /<option value="([^"]+)"[^>]*>as home[^<]*</.exec(text) ?? []
  const asked = async (use: string) =>
    send(served.url, {
      method: 'POST',
      target: `${path}/again`,
      headers: [
        ['Content-Type', 'application/x-www-form-urlencoded'],
        ['Cookie', reader.cookie ?? ''],
      ],
      body: Buffer.from(new URLSearchParams({ token: reader.token ?? '', tpp, use }).toString()),
    })
  const sent = await asked('correction')
  expect([sent.status, sent.text]).toEqual([303, ''])
  const next = await visitor(served, sent.headers['location'] ?? '').open()
  expect(next.text).toContain('201 createCustomer')
  expect(next.text).not.toContain('value="correction"')
  const { data } = await bank.world.graphql('{ customer(by: { customerNumber: "01010112345" }) { name type } }')
  expect(data.customer).toEqual({ name: 'Kari Rettet', type: 'PRIVATE' })
  // Now the number is taken: the bank knows no other, and says so.
  const again = await asked('')
  const taken = await visitor(served, again.headers['location'] ?? '').open()
  expect(taken.text).toContain('400 FORMAT_ERROR')
})

it('what the operator must do before a call succeeds is a document for GraphiQL, in place of a command', async () => {
  await bank.world.graphql('mutation { initialize { customers { totalCount } } }')
  const called = await bank.tpp('home').fetch(bank.world.url('/v1/accounts'), {
    headers: {
      'X-PSU-IDENTITY': '13039319955',
      'PSU-Context': 'PRIVATE',
      'TPP-Redirect-URI': 'https://tpp.example/back',
    },
  })
  expect(called.status).toBe(401)
  const { text } = await visitor(served, `/requests/${called.headers.get('sandbank-request')}`).open()
  const [, href = ''] = /<a href="([^"]+)">run this in GraphiQL<\/a>/.exec(text) ?? []
  const query = new URL(href.replaceAll('&amp;', '&'), served.url).searchParams.get('query') ?? ''
  expect(query).toContain('grantConsent')
  expect((await bank.world.graphql(query)).data.grantConsent.consent.state).toBe('VALID')
  expect(whyIn(text)).not.toContain('npx sandbank')
})
