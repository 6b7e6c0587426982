import { completeAuthorisation } from '../../../src/bank/resolvers/authorisations/complete.ts'
import { ORDERS } from '../../../src/bank/resolvers/payments/create.ts'
import { registerPayment } from '../../../src/bank/resolvers/payments/register.ts'
import { PRODUCTS } from '../../../src/domain/products.ts'
import { addOwner, type Books, openAccount } from './resolver-world.ts'

const [NDCT] = PRODUCTS
export const TODAY = '2030-05-15'

/** Two accounts, and payments of one krone between them that their payer has approved. */
export async function addPair(books: Books) {
  const payer = await addOwner(books)
  const debtor = await openAccount(books, payer, { booked: 1_000_000 })
  const creditor = await openAccount(books, await addOwner(books), { booked: 0 })
  const call = {
    customerNumber: payer,
    context: 'PRIVATE',
    redirectUri: 'https://tpp.example/',
    redirectPreferred: true,
  } as const
  const body = {
    instructedAmount: { amount: '1.00', currency: 'NOK' },
    creditorName: 'Ola',
    creditorAccount: { iban: creditor.iban, currency: 'NOK' },
    debtorAccount: { iban: debtor.iban, currency: 'NOK' },
  } as const
  const approve = async (made: { authorisation: { id: string } | undefined; payment: { id: string } }) => {
    const decision = { customerNumber: payer, outcome: 'APPROVED' } as const
    await completeAuthorisation(await books.operator(), made.authorisation?.id ?? '', decision)
    return made.payment.id
  }
  const pay = async (requestedExecutionDate?: string) => {
    const again = { ...call, allowLogicalDuplicate: true }
    return approve(
      await registerPayment(await books.tpp(), again, ORDERS.payments(NDCT, { ...body, requestedExecutionDate })),
    )
  }
  const payDaily = async () => {
    const daily = { ...body, startDate: TODAY, frequency: 'Daily' } as const
    return approve(await registerPayment(await books.tpp(), call, ORDERS['periodic-payments'](NDCT, daily)))
  }
  return { debtor, creditor, pay, payDaily }
}

/** Authorised payments of one krone that all wait for the same batch. */
export async function addBatch(books: Books, count: number) {
  const { debtor, creditor, pay } = await addPair(books)
  const { store, world: worldId } = books
  const id = await pay()
  const key = { worldId_id: { worldId, id } }
  const payment = await store.reader.payment.findUniqueOrThrow({ where: key })
  const [entry] = await store.reader.paymentEntry.findMany({ where: { worldId, paymentId: id } })
  const ids = Array.from({ length: count - 1 }, (_none, index) => `p-${String(index).padStart(6, '0')}`)
  await store.transaction(
    async tx => {
      await tx.payment.createMany({ data: ids.map(own => ({ ...payment, id: own })) })
      if (entry !== undefined) {
        const { creditorAddress: _address, remittanceInformationStructured: _reference, ...plain } = entry
        await tx.paymentEntry.createMany({ data: ids.map(own => ({ ...plain, id: `e-${own}`, paymentId: own })) })
      }
      const reservedMinor = BigInt(count) * 100n
      await tx.account.update({ where: { worldId_id: { worldId, id: debtor.id } }, data: { reservedMinor } })
    },
    { worlds: [worldId] },
  )
  return { due: payment.dueAt ?? new Date(0), debtor: debtor.id, creditor: creditor.id }
}
