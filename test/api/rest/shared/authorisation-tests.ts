import { expect, it } from 'vitest'
import { expectRefusal, UNKNOWN_ID } from '../../../support/builders/builders.ts'
import {
  addPayer,
  NDCT,
  paymentBody,
  type Registered,
  register,
  sign,
  startSca,
} from '../../../support/builders/payments.ts'
import type { Bank } from '../../../support/clients/bank.ts'
import { moveClock } from '../../../support/clients/clock.ts'
import { decide } from '../../../support/clients/psu.ts'

/** The SCAs of a payment, and those of its cancellation: what reading them answers is the same. */
export type Collection = 'authorisations' | 'cancellation-authorisations'

type Payer = Awaited<ReturnType<typeof addPayer>>

/** A payer and a payment for which an SCA of the collection can be started. */
export async function addAwaiting(bank: Bank, collection: Collection): Promise<Payer & { payment: Registered }> {
  const payer = await addPayer(bank)
  const payment = await register(payer.psu, NDCT, paymentBody(payer.debtor, payer.creditor))
  if (collection === 'cancellation-authorisations') await sign(bank, payer.psu, payment, payer.number)
  return { ...payer, payment }
}

export function itStartsAnSca(bank: Bank, collection: Collection): void {
  it('starts an SCA and says where the PSU goes, and where its state is read', async () => {
    const { psu, payment } = await addAwaiting(bank, collection)
    const answer = await psu.call('POST', `${payment.path}/${collection}`)
    const id = answer.body.authorisationId
    const path = `${psu.base}${payment.path}/${collection}/${id}`
    expect(answer).toMatchObject({ status: 201, headers: { location: path } })
    expect(answer.body).toEqual({
      authorisationId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      scaStatus: 'received',
      _links: {
        scaRedirect: { href: `${bank.url}${psu.base}/sca/${id}`, verbs: ['GET'] },
        scaStatus: { href: path, verbs: ['GET'] },
      },
    })
  })

  it('starts another one each time, and sends the PSU back where the call says', async () => {
    const { psu, number, payment } = await addAwaiting(bank, collection)
    const headers = { 'TPP-Redirect-URI': 'https://tpp.example/other?x=1' }
    const first = await startSca(psu, payment.path, collection)
    const { body } = await psu.call('POST', `${payment.path}/${collection}`, { headers })
    expect(body._links.scaRedirect.href).not.toBe(first)
    const back = await decide(bank, psu, body._links.scaRedirect.href, { customerNumber: number })
    expect(back.href).toMatch(/^https:\/\/tpp\.example\/other\?x=1&psu-id=[0-9a-f-]{36}&tpp-session-id=/)
  })
}

export function itListsScas(bank: Bank, collection: Collection): void {
  it('lists the ids of all SCAs, oldest first, and none of the other collection', async () => {
    const { psu, payment } = await addAwaiting(bank, collection)
    const read = async () => (await psu.call('GET', `${payment.path}/${collection}`)).body.authorisationIds
    const before: string[] = await read()
    // A payment made with its context has one from the start (D45).
    expect(before).toHaveLength(collection === 'authorisations' ? 1 : 0)
    const started = [await startSca(psu, payment.path, collection), await startSca(psu, payment.path, collection)]
    expect(await read()).toEqual([...before, ...started.map(href => href.split('/').at(-1))])
  })
}

export function itReadsAnSca(bank: Bank, collection: Collection): void {
  const start = async () => {
    const { psu, number, payment } = await addAwaiting(bank, collection)
    const href = await startSca(psu, payment.path, collection)
    const at = `${payment.path}/${collection}`
    const read = () => psu.call('GET', `${at}/${href.split('/').at(-1)}`)
    return { psu, number, payment, href, at, read }
  }

  it('is received, then finalised when the PSU approved', async () => {
    const { psu, number, href, read } = await start()
    expect((await read()).body).toEqual({ scaStatus: 'received' })
    await decide(bank, psu, href, { customerNumber: number })
    expect((await read()).body).toEqual({ scaStatus: 'finalised' })
  })

  it('is failed when the PSU refused', async () => {
    const { psu, number, href, read } = await start()
    await decide(bank, psu, href, { customerNumber: number, outcome: 'REJECTED' })
    expect((await read()).body).toEqual({ scaStatus: 'failed' })
  })

  it('is failed after 30 minutes (D33)', async () => {
    const { psu, read } = await start()
    await moveClock(bank, psu, { by: 'PT29M59S' })
    expect((await read()).body).toEqual({ scaStatus: 'received' })
    await moveClock(bank, psu, { by: 'PT1S' })
    expect((await read()).body).toEqual({ scaStatus: 'failed' })
  })

  it('404 RESOURCE_UNKNOWN for one that there is not, that is of another payment, or of the other collection', async () => {
    const { psu, number, payment, href, at } = await start()
    const other = await start()
    const wrong: Collection = collection === 'authorisations' ? 'cancellation-authorisations' : 'authorisations'
    const id = href.split('/').at(-1)
    await decide(bank, psu, href, { customerNumber: number })
    for (const path of [
      `${at}/${UNKNOWN_ID}`,
      `${at}/${other.href.split('/').at(-1)}`,
      `${payment.path}/${wrong}/${id}`,
    ]) {
      const [text] = expectRefusal(await psu.call('GET', path), 404, 'RESOURCE_UNKNOWN')
      expect(text).toMatch(/^There is no authorisation ".+" of this TPP and PSU\.$/)
    }
  })
}
