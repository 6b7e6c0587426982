import { describe, expect, it } from 'vitest'
import {
  addPayer,
  BASKETS,
  BULK,
  bulkBody,
  CROSS_BORDER,
  crossBorderBody,
  INSTANT,
  NDCT,
  PERIODIC,
  paymentBody,
  periodicBody,
  register,
  sign,
  startSca,
} from '../../support/builders/payments.ts'
import { startBank } from '../../support/clients/bank.ts'
import { textOf, visitor } from './visits.ts'

const bank = await startBank()

/** What the PSU reads before it approves a payment. No-break spaces are read as spaces. */
async function shown(href: string, language = 'en'): Promise<string> {
  const page = await visitor(bank, href, { 'Accept-Language': language }).open()
  expect(page.status).toBe(200)
  return textOf(page).replaceAll('\u00a0', ' ')
}

describe('what a PSU approves', () => {
  it('is shown with amount, fee, total, batch and message', async () => {
    const { psu, debtor, creditor } = await addPayer(bank)
    const changes = {
      instructedAmount: { amount: '1234567.50', currency: 'NOK' },
      remittanceInformationUnstructured: 'Takk for sist',
    }
    const { made } = await register(psu, NDCT, paymentBody(debtor, creditor, changes))
    const text = await shown(made._links.scaRedirect.href)
    expect(text).toContain('1 234 567.50 NOK')
    expect(text).toContain('“Takk for sist”')
    expect(text).toContain('Carried out in a batch of the bank on the next possible day')
    expect(text).toContain('Fee 0.00 NOK Leaves the account 1 234 567.50 NOK')
  })

  it('has the fee and the exchanged amount in it when it goes abroad', async () => {
    const { psu, debtor } = await addPayer(bank, { booked: 20_000 })
    const { made } = await register(psu, CROSS_BORDER, crossBorderBody(debtor))
    const text = await shown(made._links.scaRedirect.href)
    // 100.00 EUR at 11.4, and the fee.
    expect(text).toContain('Fee 50.00 NOK Leaves the account 1 190.00 NOK')
  })

  it('says when it is instant, and when it comes again and again', async () => {
    const { psu, debtor, creditor } = await addPayer(bank)
    const instant = await register(psu, INSTANT, paymentBody(debtor, creditor))
    expect(await shown(instant.made._links.scaRedirect.href)).toContain('Carried out at once, when you approve')
    const periodic = await register(psu, PERIODIC, periodicBody(debtor, creditor))
    const text = await shown(periodic.made._links.scaRedirect.href)
    expect(text).toMatch(/Carried out monthly from \d+ \w+ 20\d\d/)
    expect(text).toContain('Leaves the account each time')
    expect(text).toContain('Your approval of a periodic payment, which is made again and again: 100.00 NOK')
  })

  it('says of a cancellation that nothing leaves the account', async () => {
    const { psu, number, debtor, creditor } = await addPayer(bank)
    const payment = await register(psu, NDCT, paymentBody(debtor, creditor))
    await sign(bank, psu, payment, number)
    const started = await psu.call('POST', `${payment.path}/cancellation-authorisations`)
    const text = await shown(started.body._links.scaRedirect.href)
    expect(text).toContain('Your approval to cancel a payment: 100.00 NOK to Ola Nordmann')
    expect(text).toContain('Stays on the account 100.00 NOK')
    expect(text).not.toContain('Leaves the account')
  })

  it('shows every row of a bulk, the later ones on demand, and what they come to', async () => {
    const { psu, debtor, creditor } = await addPayer(bank)
    const body = bulkBody(debtor, creditor)
    const [row] = body.payments
    const payments = Array.from({ length: 25 }, (_, index) => ({ ...row, creditorName: `Creditor ${index + 1}` }))
    const { made } = await register(psu, BULK, { ...body, payments })
    const page = await visitor(bank, made._links.scaRedirect.href).open()
    for (let number = 1; number <= 25; number++) expect(page.text).toContain(`to Creditor ${number} (`)
    expect(page.text).toMatch(/<summary>and 15 more<\/summary>/)
    expect(textOf(page)).toContain('Your approval of a bulk payment, which is one order with all its transfers:')
    const norwegian = await shown(made._links.scaRedirect.href, 'nb')
    expect(norwegian).toContain('Din godkjenning av en samlebetaling, som er ett oppdrag med alle overføringene:')
    expect(page.text.indexOf('Creditor 10 ')).toBeLessThan(page.text.indexOf('<details>'))
    expect(page.text.indexOf('Creditor 11 ')).toBeGreaterThan(page.text.indexOf('<details>'))
  })

  it('is those payments of a basket that still wait, and no cancelled or authorised one (D39)', async () => {
    const { psu, number, debtor, creditor } = await addPayer(bank)
    const [waiting, cancelled, authorised] = await Promise.all(
      ['41.00', '4242.00', '77.00'].map(amount =>
        register(psu, NDCT, paymentBody(debtor, creditor, { instructedAmount: { amount, currency: 'NOK' } })),
      ),
    )
    if (waiting === undefined || cancelled === undefined || authorised === undefined) throw new Error('three were made')
    const basket = await register(psu, BASKETS, { paymentIds: [waiting.id, cancelled.id, authorised.id] })
    await sign(bank, psu, authorised, number)
    await psu.call('DELETE', cancelled.path)
    const text = await shown(await startSca(psu, basket.path))
    expect(text).toContain('Your approval of these payments. Each is carried out by itself: 41.00 NOK to')
    expect(text).not.toMatch(/4 242|77\.00/)
  })

  it('is shown in Norwegian with a comma', async () => {
    const { psu, debtor, creditor } = await addPayer(bank)
    const { made } = await register(psu, NDCT, paymentBody(debtor, creditor))
    const text = await shown(made._links.scaRedirect.href, 'nb')
    expect(text).toContain('Gebyr 0,00 NOK')
    expect(text).toContain('Utføres i en av bankens kjøringer den første mulige dagen')
  })
})

describe('the login of a test bank', () => {
  it('offers the people of the world, so that one click logs in', async () => {
    const world = await bank.world('STANDARD')
    const { body } = await world.call('POST', '/v1/bank-offered-consents', {
      headers: {
        'x-accept-fix': 'none',
        'TPP-Redirect-URI': 'https://tpp.example/back',
        'PSU-IP-Address': '192.0.2.1',
      },
    })
    const browser = visitor(bank, body._links.scaRedirect.href)
    const page = await browser.open()
    expect(textOf(page)).toContain('A test bank: pick a customer Kari Nordmann 13039319955 Ola Nordmann 12085592767')
    expect(textOf(page)).not.toContain('Fjordfisk')
    expect(page.text).toMatch(/<input type="hidden" name="customerNumber" value="13039319955"\/>/)
    const next = await browser.submit({ customerNumber: '13039319955', action: 'continue' })
    expect(next.status).toBe(200)
    expect(textOf(next)).toContain('Kari Nordmann')
    expect(textOf(next)).not.toContain('pick a customer')
  })
})
