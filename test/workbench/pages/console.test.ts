import { describe, expect, it } from 'vitest'
import { addCustomer } from '../../support/builders/builders.ts'
import { addPayer, NDCT, paymentBody, register, sign } from '../../support/builders/payments.ts'
import { tppIdOf } from '../../support/builders/tpp-ids.ts'
import { startBank } from '../../support/clients/bank.ts'
import { PSU_PRESENT } from '../../support/clients/psu.ts'
import { textOf, visitor } from './visits.ts'

const bank = await startBank()
async function shown(path: string): Promise<string> {
  const page = await visitor(bank, path).open()
  expect(page.status).toBe(200)
  return textOf(page).replaceAll('\u00a0', ' ')
}

describe('the console', () => {
  it('shows of a page that refused an address that leads on, as a link, and that what it said is not kept', async () => {
    const { world } = await addPayer(bank)
    const unknown = await visitor(bank, `${world.base}/sca/018cc251-f400-7000-8000-000000000000`).open()
    const page = await visitor(bank, `${world.base}/requests/${unknown.headers['sandbank-request']}`).open()
    const text = textOf(page)
    expect(text).toContain('leads to all pages.')
    const [, address = ''] = /<a href="(http:[^"]+\/)">/.exec(page.text) ?? []
    expect((await visitor(bank, new URL(address).pathname).open()).status).toBe(200)
    expect(text).toMatch(/Request .*No body\. .*Answer .*Its body is not kept\./)
  })

  it('says what falls due next, and when; what is empty is not drawn (D103)', async () => {
    const { psu, world, number, debtor, creditor } = await addPayer(bank)
    const due = async () => /Next due: [^<]*/.exec(textOf(await visitor(bank, `${world.base}/`).open()))?.[0]
    expect(await due()).toBe(undefined)
    const made = await register(psu, NDCT, paymentBody(debtor, creditor))
    expect(await due()).toMatch(/^Next due: \d+ \w+ \d{4}, \d\d:\d\d, when an SCA runs out/)
    await sign(bank, psu, made, number)
    // Another SCA of the payment is open until then.
    await world.graphql('mutation { advanceClock(input: { by: "PT31M" }) { clock { now } } }')
    expect(await due()).toMatch(/, when payments are carried out/)
  })

  it('shows customers with their accounts, balances and curves, and in its bar the next batch', async () => {
    const world = await bank.world('STANDARD')
    const customers = await visitor(bank, `${world.base}/console/customers`).open()
    for (const name of ['Kari Nordmann 13039319955', 'Fjordfisk AS', 'Brukskonto', 'Driftskonto'])
      expect(textOf(customers)).toContain(name)
    const [, path = ''] = /href="([^"]+\/customers\/[^"]+)"[^>]*><bdi>Kari/.exec(customers.text) ?? []
    const page = await visitor(bank, path).open()
    const text = textOf(page).replaceAll('\u00a0', ' ')
    const { body } = await world.graphql(
      '{ account(by: { iban: "NO3515034010010" }) { balances { balanceAmount { amount } } } }',
    )
    const booked = Number(body.data.account.balances[0].balanceAmount.amount)
    expect(text.replaceAll(' ', '')).toMatch(new RegExp(`Brukskonto.*?${booked.toFixed(2)}NOK`))
    expect(page.text.match(/<svg class="curve small"/g)).toHaveLength(3)
    expect(text).toMatch(/Next batch (\w+ )?\d\d:\d\d · 0 payments/)
    const first = await visitor(bank, `${world.base}/`).open()
    expect(first.text).toMatch(/id="day-ahead"[^>]* hidden/)
    expect(first.headers['cache-control']).toBe('no-store')
  })

  it('is the first page of each world, and where it was before leads there', async () => {
    const world = await bank.world('STANDARD')
    for (const [before, now] of [
      ['/console', '/'],
      [`${world.base}/console?answer=refused`, `${world.base}/?answer=refused`],
    ]) {
      const moved = await visitor(bank, `${before}`).open()
      expect([moved.status, moved.headers['location']]).toEqual([308, now])
    }
    expect(await shown(world.base)).toContain(`World ${world.name}`)
  })

  it('lights the state of a payment and the way that it came, and shows its transfers and approvals', async () => {
    const { psu, number, debtor, creditor } = await addPayer(bank)
    const payment = await register(psu, NDCT, paymentBody(debtor, creditor))
    const path = `${psu.base}/console/payments/${payment.id}`
    const registered = await visitor(bank, path).open()
    expect(registered.text).toMatch(/<g class="now RCVD"><rect[^>]*><\/rect><text[^>]*>RCVD<\/text>/)
    // What is empty is not drawn, and what the heading says is not said again.
    expect(registered.text).toContain('<dt>To</dt>')
    expect(registered.text).not.toMatch(/<svg class="life"|Transfers/)
    await sign(bank, psu, payment, number)
    const page = await visitor(bank, path).open()
    expect(page.text).toMatch(/<g class="now ACTC"><rect[^>]*><\/rect><text[^>]*>ACTC<\/text>/)
    expect(page.text.match(/<g class="now /g)).toHaveLength(1)
    expect(page.text.match(/<path class="gone"/g)).toHaveLength(1)
    // What a domestic payment by itself never comes to is not drawn: it takes one batch, and is no bulk.
    expect(page.text).not.toMatch(/<text[^>]*>(ACSP|PART)<\/text>/)
    expect(textOf(page)).toMatch(
      /It waits for its next batch or run: 15 May 2030, 13:30\. .*All states RCVD registered by its TPP 15 May 2030, 12:00 ACTC approved by .+ 15 May 2030, 12:00/,
    )
    expect(textOf(page)).toContain('payment FINALISED')
    expect(await shown(`${psu.base}/console/payments`)).toContain('ACTC approved')
    // Calls above, the steps of the bank below, and its name says all of it (D106).
    expect(page.text).toMatch(
      /<svg class="life"[^>]* role="img"><title>The life of the payment: TPP POST answered 201, RCVD waiting 15 May 2030, 12:00, (TPP \w+ answered \d+, )*ACTC approved 15 May 2030, 12:00, due 15 May 2030, 13:30<\/title>/,
    )
    // It waits for the next batch of this noon: 13:30 in Oslo.
    expect(await shown(`${psu.base}/`)).toMatch(/Falls due Batch 13:30 1 payment /)
  })

  it('shows calls as they came, a refused one with its code, and each with its steps, request and answer', async () => {
    const world = await bank.world('STANDARD')
    await world.call('GET', '/v1/sandbox/customers')
    const refused = await world.call('POST', '/v1/sandbox/customers', { body: { name: '<b>Kari</b>' } })
    const id = refused.headers['sandbank-request']
    const text = await shown(`${world.base}/`)
    expect(text).toMatch(
      /Calls .* 400 POST \/v1\/sandbox\/customers FORMAT_ERROR \w+: is required\. .* 200 GET \/v1\/sandbox\/customers customers /,
    )
    const page = await visitor(bank, `${world.base}/requests/${id}`).open()
    expect(page.status).toBe(200)
    const words = textOf(page)
    expect(words).toMatch(/400 FORMAT_ERROR · \d+ faults? /)
    expect(words).toMatch(/SIGNATURE passed .*BODY failed/)
    expect(page.text).toMatch(/<pre class="faulty"/)
    expect(page.text).toContain('{&quot;name&quot;:&quot;&lt;b&gt;Kari&lt;/b&gt;&quot;}')
    await world.graphql('{ clock { now } }')
    const rows = async (search: string) =>
      [
        ...(await visitor(bank, `${world.base}/requests?${search}`).open()).text.matchAll(
          /<span class="chip (?:bad|good)">(\d+)<\/span><\/td><td class="half first"><span class="verb \w+">(\w+)/g,
        ),
      ].map(([, status, method]) => `${status} ${method}`)
    // The reader's own looking around is not in the list, until it is asked for (D109): a page of a PSU, too.
    await visitor(bank, `${world.base}/my/consents`).open()
    expect(await rows('')).toEqual(['400 POST', '200 GET'])
    expect(await rows('caller=psus')).toEqual(['200 GET'])
    expect(await rows('caller=all')).toEqual(['200 GET', '200 POST', '400 POST', '200 GET'])
    expect(await rows('answer=refused')).toEqual(['400 POST'])
    // GraphQL refuses with 200, and is red all the same.
    await world.graphql('{ customer(by: { customerNumber: "0" }) { name } }')
    expect(await rows('answer=refused&caller=all')).toEqual(['200 POST', '400 POST'])
    expect(await rows('answer=accepted&caller=operator')).toEqual(['200 POST'])
    expect(await shown(`${world.base}/requests?answer=refused&caller=operator`)).toContain(
      'RESOURCE_UNKNOWN There is no customer',
    )
    expect(await rows('answer=200&caller=all')).toEqual(['200 POST', '200 GET', '200 POST', '200 GET'])
    // What no answer can be is said, and is not shown as if nothing had been asked for.
    const unknown = await shown(`${world.base}/requests?answer=xyz`)
    expect(unknown).toMatch(/No answer is called xyz ?, so all calls are shown: give accepted, refused, or a status/)
    expect(await rows('answer=xyz')).toEqual(await rows(''))
    const rare = await shown(`${world.base}/requests?answer=418`)
    expect(rare).toContain('Answer 418 × , leave it out')
    expect(rare).not.toContain('No answer is called')
    expect(await rows('caller=operator')).toEqual(['200 POST', '200 POST'])
    expect(await rows(`caller=${tppIdOf(bank, bank.tpp)}&answer=accepted`)).toEqual(['200 GET'])
    expect(await rows('path=/sandbox/')).toEqual(['400 POST', '200 GET'])
    expect(await rows('path=%25')).toEqual([])
    // Any part of what a list shows, in upper or lower case.
    expect(await rows('contains=format_error')).toEqual(['400 POST'])
    expect(await rows('contains=THERE+IS+NO+customer&caller=all')).toEqual(['200 POST'])
    expect(await rows('contains=%25')).toEqual([])
    expect(await rows('order=oldest')).toEqual((await rows('')).toReversed())
    expect((await visitor(bank, `${world.base}/requests`).open()).text).toMatch(
      /title="\d{1,2} [A-Z][a-z]{2} \d{4}, \d\d:\d\d:\d\d in Oslo" data-real="time">\d\d:\d\d:\d\d</,
    )
    expect((await rows('worlds=all&path=/sandbox/')).slice(0, 2)).toEqual(['400 POST', '200 GET'])
    expect((await visitor(bank, `${world.base}/requests/none`).open()).status).toBe(404)
  })

  it('counts what waits for the next batch over a weekend, too', async () => {
    const { psu, number, debtor, creditor } = await addPayer(bank)
    // A Friday evening, after its last batch.
    await psu.graphql('mutation { advanceClock(input: { to: "2030-05-24T20:00:00Z" }) { clock { now } } }')
    await sign(bank, psu, await register(psu, NDCT, paymentBody(debtor, creditor)), number)
    expect(await shown(`${psu.base}/`)).toMatch(/Falls due Batch 27 May \d\d:\d\d 1 payment /)
  })

  it('says of a refused call what would mend it, and what of others', async () => {
    const world = await bank.world('STANDARD')
    const headers = {
      'PSU-ID': (await world.graphql('{ customers { nodes { psuId } } }')).body.data.customers.nodes[0].psuId,
    }
    const refused = await world.call('GET', '/v1/accounts', { headers: { ...PSU_PRESENT, ...headers } })
    const text = await shown(`${world.base}/requests/${refused.headers['sandbank-request']}`)
    expect(text).toMatch(/How to correct the call The rule: D32 Customer \S+ customerNumber 13039319955/)
    expect(text).toMatch(/First run this in GraphiQL , then send the call again: mutation \{ grantConsent\(/)
    expect(text).toContain('&quot;code&quot;: &quot;CONSENT_INVALID&quot;')
    const fine = await world.call('GET', '/v1/sandbox/customers')
    expect(await shown(`${world.base}/requests/${fine.headers['sandbank-request']}`)).not.toContain(
      'How to correct the call',
    )
  })

  it('shows a consent on its time line', async () => {
    const world = await bank.world('STANDARD')
    await world.graphql('mutation { grantConsent(input: { psu: "13039319955", context: PRIVATE }) { psuId } }')
    await world.graphql('mutation { advanceClock(input: { by: "P90D" }) { clock { now } } }')
    const page = await visitor(bank, `${world.base}/console/consents`).open()
    expect(textOf(page)).toMatch(/Kari Nordmann \S+ 3 .* valid/)
    expect(page.text).toMatch(/<title>50 % of its time has passed<\/title>/)
  })

  it('lists all customers and payments, some at a time, and finds them by name, number and status', async () => {
    const world = await bank.world('EMPTY')
    for (let n = 10; n < 36; n += 1) await addCustomer(world, { name: `Customer ${n}`, customerNumber: `100${n}` })
    const first = await visitor(bank, `${world.base}/console/customers`).open()
    expect(textOf(first).match(/Customer \d+/g)).toHaveLength(25)
    expect(textOf(first)).toContain('1–25 of 26')
    const [, next] = /<a rel="next" href="([^"]+)">Next<\/a>/.exec(first.text) ?? []
    const second = await visitor(bank, String(next).replaceAll('&amp;', '&')).open()
    expect(textOf(second).match(/Customer \d+/g)).toEqual(['Customer 35'])
    expect(textOf(second)).toContain('26–26 of 26')
    const [, back] = /<a rel="prev" href="([^"]+)">Previous<\/a>/.exec(second.text) ?? []
    expect(await shown(String(back).replaceAll('&amp;', '&'))).toContain('1–25 of 26')
    expect((await shown(`${world.base}/console/customers?q=13`)).match(/Customer \d+/g)).toEqual(['Customer 13'])
    expect((await shown(`${world.base}/console/customers?q=10015`)).match(/Customer \d+/g)).toEqual(['Customer 15'])
    expect((await visitor(bank, `${world.base}/console/customers?after=nonsense`).open()).status).toBe(400)

    const { psu, number, debtor, creditor } = await addPayer(bank)
    const amount = (kroner: number) => ({ instructedAmount: { amount: `${kroner}.00`, currency: 'NOK' } })
    for (let n = 1; n < 27; n += 1) await register(psu, NDCT, paymentBody(debtor, creditor, amount(n)))
    await sign(bank, psu, await register(psu, NDCT, paymentBody(debtor, creditor, amount(99))), number)
    const latest = await visitor(bank, `${psu.base}/console/payments`).open()
    expect(
      textOf(latest)
        .replaceAll('\u00a0', ' ')
        .match(/NOK Ola Nordmann/g),
    ).toHaveLength(25)
    const [, before] = /<a rel="next" href="([^"]+)">Next<\/a>/.exec(latest.text) ?? []
    expect((await shown(String(before).replaceAll('&amp;', '&'))).match(/NOK Ola Nordmann/g)).toHaveLength(2)
    expect((await shown(`${psu.base}/console/payments?status=ACTC`)).match(/[\d.]+ NOK Ola Nordmann/g)).toEqual([
      '99.00 NOK Ola Nordmann',
    ])
    const { body } = await psu.graphql(
      'query ($number: String!) { customer(by: { customerNumber: $number }) { id psuId } }',
      {
        number,
      },
    )
    const customer = await shown(`${psu.base}/console/customers/${body.data.customer.id}`)
    expect(customer).toContain(`Change the customer Type private PSU-ID ${body.data.customer.psuId}`)
    expect(customer).toContain('Payments that it registered')
    expect(customer.match(/NOK Ola Nordmann/g)).toHaveLength(25)
  })

  it('draws an account and lists its latest transactions', async () => {
    const world = await bank.world('STANDARD')
    const { body } = await world.graphql('{ account(by: { iban: "NO3515034010010" }) { id } }')
    const text = await shown(`${world.base}/console/accounts/${body.data.account.id}`)
    expect(text).toContain('Owner Kari Nordmann 13039319955 IBAN NO35 1503 4010 010 ')
    expect(text).toMatch(/\u2212[\d ]+\.\d\d NOK/)
  })

  it.each(['accounts', 'payments', 'customers'])('has no page for %s that the world does not have', async noun => {
    const world = await bank.world('STANDARD')
    expect((await visitor(bank, `${world.base}/console/${noun}/none`).open()).status).toBe(404)
    expect((await visitor(bank, '/worlds/nowhere/').open()).status).toBe(404)
  })

  it('does nothing for a button that it does not have, whatever its name', async () => {
    const world = await bank.world('STANDARD')
    const first = visitor(bank, `${world.base}/`)
    await first.open()
    const clock = visitor(bank, `${world.base}/console/clock`, { Cookie: first.cookie ?? '' })
    for (const action of ['', 'leap', 'constructor', 'toString', '__proto__']) {
      const { status, headers } = await clock.submit({ action, token: first.token ?? '' })
      expect({ action, status, location: headers['location'] }).toEqual({
        action,
        status: 303,
        location: `${world.base}/`,
      })
    }
  })

  it('is not shown under a name of another site that points here (D70)', async () => {
    const refused = await visitor(bank, '/', { Host: 'elsewhere.example' }).open()
    expect(refused.status).toBe(403)
    expect(refused.text).not.toContain('Kari')
  })
})
