import type { Sandbank } from '../../../src/clients/testing/kit.ts'
import { connectSandbank } from '../../../src/testing.ts'
import { createCli } from '../../support/clients/cli.ts'

export const KARI = '13039319955'
export const PAYMENTS = '/v1/payments/norwegian-domestic-credit-transfers'

/** A bank that a command serves, with three calls of the TPP acme in it. */
export async function serveCalls() {
  const cli = createCli()
  cli.addTpp('local')
  const served = await cli.serve()
  const kit = await connectSandbank(served.url)
  const close = async () => {
    await kit.close()
    await served.stop()
    cli.remove()
  }
  return { cli, served, kit, calls: await callIt(kit), close }
}

/** A payment that is refused, one that is made, and its status: the ids of the calls. */
async function callIt(kit: Sandbank) {
  const acme = kit.tpp('acme')
  const { world } = kit
  const pay = (amount: string) =>
    acme.fetch(world.url(PAYMENTS), {
      psu: KARI,
      context: 'PRIVATE',
      json: {
        instructedAmount: { amount, currency: 'NOK' },
        creditorName: 'Ola',
        creditorAccount: { iban: 'NO1815034020016', currency: 'NOK' },
        debtorAccount: { iban: 'NO3515034010010', currency: 'NOK' },
      },
    })
  const refused = await pay('12,50')
  const made = await pay('12.50')
  await world.approve(made, KARI)
  const { paymentId } = await made.json()
  const status = await acme.fetch(world.url(`${PAYMENTS}/${paymentId}/status`), { psu: KARI })
  const idOf = ({ headers }: Response) => headers.get('Sandbank-Request') ?? ''
  return { refused: idOf(refused), made: idOf(made), status: idOf(status) }
}
