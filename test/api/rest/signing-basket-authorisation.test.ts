import { afterAll, describe, expect, it } from 'vitest'
import { expectRefusal, UNKNOWN_ID } from '../../support/builders/builders.ts'
import { startSca } from '../../support/builders/payments.ts'
import { startBank } from '../../support/clients/bank.ts'
import { moveClock } from '../../support/clients/clock.ts'
import { decide } from '../../support/clients/psu.ts'
import { addBasket, describeBasketRefusals } from './shared/basket-refusals.ts'

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

async function start() {
  const { psu, number, basket, payments } = await addBasket(bank)
  const sca = await startSca(psu, basket.path)
  const id = sca.split('/').at(-1)
  const read = async () => (await psu.call('GET', `${basket.path}/authorisations/${id}`)).body
  return { psu, number, basket, payments, sca, id, read }
}

describe('200', () => {
  it.each([
    ['finalised', 'APPROVED'],
    ['failed', 'REJECTED'],
  ] as const)('is received, then %s when the PSU has %s', async (scaStatus, outcome) => {
    const { psu, number, sca, read } = await start()
    expect(await read()).toEqual({ scaStatus: 'received' })
    await decide(bank, psu, sca, { customerNumber: number, outcome })
    expect(await read()).toEqual({ scaStatus })
  })

  it('is failed after 30 minutes (D33)', async () => {
    const { psu, read } = await start()
    await moveClock(bank, psu, { by: 'PT30M' })
    expect(await read()).toEqual({ scaStatus: 'failed' })
  })
})

describe('404', () => {
  it('RESOURCE_UNKNOWN for one that there is not, that is of another basket, or of one of its payments', async () => {
    const { psu, basket, payments, id } = await start()
    const other = await start()
    const single = (await startSca(psu, `${payments[0]?.path}`)).split('/').at(-1)
    for (const wrong of [UNKNOWN_ID, other.id, single])
      expectRefusal(await psu.call('GET', `${basket.path}/authorisations/${wrong}`), 404, 'RESOURCE_UNKNOWN')
    expectRefusal(await psu.call('GET', `${payments[0]?.path}/authorisations/${id}`), 404, 'RESOURCE_UNKNOWN')
  })
})

describeBasketRefusals(bank, { method: 'GET', tail: `/authorisations/${UNKNOWN_ID}` })
