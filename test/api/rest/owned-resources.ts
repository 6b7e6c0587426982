import { addAccount, cardTransactionBody, create, PATHS } from '../../support/builders/builders.ts'
import { addConsented, addTransaction, type Headers } from '../../support/builders/consented.ts'
import { contactPath, tppIdOf } from '../../support/builders/tpp-ids.ts'
import type { Bank, World } from '../../support/clients/bank.ts'
import { decide } from '../../support/clients/psu.ts'

const NDCT = '/v1/payments/norwegian-domestic-credit-transfers'
export const CONTACT = ['own@tpp.example']

/** A TPP's PSU with one of everything that belongs to a TPP or a PSU, in a world whose clock stands still. */
export async function addOwner(bank: Bank) {
  const psu = await addConsented(bank)
  const { world, headers, customerNumber, account, card } = psu
  const creditor = await addAccount(world)
  const transactionId = await addTransaction(world, account.id)
  await create(world, `${PATHS.cardAccounts}/${card.id}/transactions`, cardTransactionBody())
  await registerContact(bank, world)

  const pay = (amount: string) => create(world, NDCT, paymentBody(account.iban, creditor.iban, amount), { headers })
  const approve = (href: string) => decide(bank, world, href, { customerNumber, context: 'PRIVATE' })

  const { paymentId } = await pay('1.00')
  const payment = `${NDCT}/${paymentId}`
  const signed = await create(world, `${payment}/authorisations`, undefined, { headers })
  await approve(signed._links.scaRedirect.href)
  const cancelling = await create(world, `${payment}/cancellation-authorisations`, undefined, { headers })

  const basketed = await pay('2.00')
  const baskets = '/v1/signing-baskets'
  const { basketId } = await create(world, baskets, { paymentIds: [basketed.paymentId] }, { headers })
  const signing = await create(world, `${baskets}/${basketId}/authorisations`, undefined, { headers })
  const waiting = await pay('3.00')

  return {
    ...psu,
    transactionId,
    creditorIban: String(creditor.iban),
    paymentId: String(paymentId),
    /** Of no basket yet, and not signed. */
    waitingId: String(waiting.paymentId),
    basketId: String(basketId),
    authorisationIds: {
      payment: String(signed.authorisationId),
      cancellation: String(cancelling.authorisationId),
      basket: String(signing.authorisationId),
    },
  }
}
export type Owner = Awaited<ReturnType<typeof addOwner>>

async function registerContact(bank: Bank, world: World): Promise<void> {
  await world.call('PUT', contactPath(tppIdOf(bank, bank.tpp)), { body: { emails: CONTACT } })
}

/** What a TPP or PSU owns: the value of each path parameter, by the path it stands in. */
export const OWNED: Readonly<Record<string, (owner: Owner, path: string, bank: Bank) => string>> = {
  id: ({ account, card }, path) => (path.startsWith('/v1/card-accounts') ? card.id : account.id),
  transactionId: owner => owner.transactionId,
  tppId: (_, __, bank) => tppIdOf(bank, bank.tpp),
  paymentService: () => 'payments',
  paymentProduct: () => 'norwegian-domestic-credit-transfers',
  paymentId: owner => owner.paymentId,
  basketId: owner => owner.basketId,
  authorisationId: ({ authorisationIds: { payment, cancellation, basket } }, path) => {
    if (path.startsWith('/v1/signing-baskets')) return basket
    return path.includes('cancellation-authorisations') ? cancellation : payment
  },
}

/** Bodies that are right but for what they name, which is the owner's, by operation. */
export const BODIES: Readonly<Record<string, (owner: Owner) => unknown>> = {
  offerConsent: () => ({}),
  offerConsentDeprecated: () => ({}),
  confirmFunds: ({ account }) => ({
    account: { iban: account.iban },
    instructedAmount: { amount: '1.00', currency: 'NOK' },
  }),
  setContactInformation: () => ({ emails: CONTACT }),
  createPayment: owner => paymentBody(owner.account.iban, owner.creditorIban, nextAmount()),
  createBulkPayment: owner => {
    const { debtorAccount, ...transfer } = paymentBody(owner.account.iban, owner.creditorIban, nextAmount())
    return { debtorAccount, payments: [transfer] }
  },
  createPeriodicPayment: owner => ({
    ...paymentBody(owner.account.iban, owner.creditorIban, nextAmount()),
    startDate: '2030-06-01',
    frequency: 'Monthly',
    dayOfExecution: '1',
  }),
  createSigningBasket: owner => ({ paymentIds: [owner.waitingId] }),
}

/** The headers that the operation's set has, PSU present. */
export function headersFor(headerSet: string, headers: Headers): Headers {
  if (headerSet.startsWith('sandbox')) return {}
  if (headerSet !== 'basket') return headers
  const { 'PSU-Context': _, ...rest } = headers
  return rest
}

// Each payment another amount, so that none is a logical duplicate (D46).
let øre = 0
function nextAmount(): string {
  øre += 1
  return `10.${String(øre).padStart(2, '0')}`
}

function paymentBody(debtorIban: string, creditorIban: string, amount: string) {
  return {
    debtorAccount: { iban: debtorIban, currency: 'NOK' },
    creditorAccount: { iban: creditorIban, currency: 'NOK' },
    creditorName: 'Butikken',
    instructedAmount: { amount, currency: 'NOK' },
  }
}
