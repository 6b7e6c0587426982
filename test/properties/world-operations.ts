import fc from 'fast-check'
import { createAccount, setKidDemand } from '../../src/bank/resolvers/accounts.ts'
import { deleteAgreement } from '../../src/bank/resolvers/agreements.ts'
import { grantConsentAtOnce } from '../../src/bank/resolvers/consents/at-once.ts'
import { revokeConsent } from '../../src/bank/resolvers/consents/grant.ts'
import { deleteCustomer } from '../../src/bank/resolvers/customers.ts'
import { createEngagement, deleteEngagement } from '../../src/bank/resolvers/engagements.ts'
import { setContactInformation } from '../../src/bank/resolvers/tpps.ts'
import { createCardTransaction, createTransaction } from '../../src/bank/resolvers/transactions.ts'
import { anyOperation, type Operation, perform, pick, place } from '../support/builders/ledger-operations.ts'
import { OUTSIDE_IBAN } from '../support/builders/payments.ts'
import { accountAt, type Town } from '../support/builders/populated-world.ts'

const member = fc.constantFrom('payer' as const, 'clerk' as const, 'boss' as const, 'other' as const)

/** What else may happen in a town: rights are given and taken away, customers leave, consents come and go. */
const anyChange = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('consent' as const),
      member,
      corporate: fc.boolean(),
      some: fc.boolean(),
    }),
  },
  fc.record({ kind: fc.constant('revoke' as const), pick }),
  fc.record({ kind: fc.constant('contact' as const), pick }),
  fc.record({ kind: fc.constant('endRight' as const), pick }),
  fc.record({
    kind: fc.constant('addRight' as const),
    member,
    limit: fc.constantFrom(0, 100_000),
    mayApprove: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('endAgreement' as const) }),
  fc.record({ kind: fc.constant('leave' as const), member }),
  fc.record({ kind: fc.constant('demandKid' as const), at: place, demanded: fc.boolean() }),
  fc.record({ kind: fc.constant('openLate' as const) }),
  fc.record({ kind: fc.constant('purchase' as const), pick }),
  fc.record({ kind: fc.constant('line' as const), at: place, empty: fc.boolean() }),
)
type Change = typeof anyChange extends fc.Arbitrary<infer Value> ? Value : never

export const anyTownOperation: fc.Arbitrary<Operation | Change> = fc.oneof(
  { weight: 2, arbitrary: anyOperation },
  { weight: 1, arbitrary: anyChange },
)
export type TownOperation = Operation | Change

/** Does one thing; what the bank refuses is thrown as it refuses it. */
export async function performInTown(town: Town, operation: TownOperation): Promise<unknown> {
  const { books } = town
  const operator = await books.operator()
  const where = { worldId: operator.world.id }
  const oldest = { id: 'asc' } as const
  switch (operation.kind) {
    case 'consent': {
      const customerNumber = town[operation.member]
      const own = operation.corporate
        ? { context: 'CORPORATE' as const, agreementId: town.agreementId }
        : { context: 'PRIVATE' as const }
      const accountIds = operation.some ? { accountIds: [accountAt(town, operation.corporate ? 3 : 0).id] } : {}
      const access = { redirectUri: 'https://tpp.example/', redirectPreferred: true, psuPresent: true, customerNumber }
      return grantConsentAtOnce(
        await books.tpp(),
        { ...access, context: own.context, corporateId: own.agreementId },
        {
          customerNumber,
          ...own,
          ...accountIds,
        },
      )
    }
    case 'revoke': {
      const all = await books.store.reader.consent.findMany({ where, orderBy: oldest })
      const one = all[operation.pick % Math.max(1, all.length)]
      return one && revokeConsent(operator, one.id)
    }
    case 'contact': {
      const { tppId } = { tppId: '', ...(await books.tpp()).caller }
      return setContactInformation(await books.tpp(), tppId, { emails: [`psd2-${operation.pick}@tpp.example`] })
    }
    case 'endRight': {
      const all = await books.store.reader.engagement.findMany({ where, orderBy: oldest })
      const one = all[operation.pick % Math.max(1, all.length)]
      return one && deleteEngagement(operator, one.agreementId, one.id)
    }
    case 'addRight':
      return createEngagement(operator, town.agreementId, {
        customer: town[operation.member],
        account: { iban: accountAt(town, 3).iban },
        roles: operation.mayApprove ? ['VIEW', 'REGISTER', 'APPROVE'] : ['VIEW'],
        registerLimit: operation.limit,
        approvalLimit: operation.limit,
      })
    case 'endAgreement':
      return deleteAgreement(operator, town.agreementId)
    case 'leave': {
      const customerNumber = town[operation.member]
      const one = await books.store.reader.customer.findFirst({ where: { ...where, customerNumber } })
      return one && deleteCustomer(operator, one.id)
    }
    case 'demandKid':
      return setKidDemand(operator, accountAt(town, operation.at).id, operation.demanded)
    case 'openLate':
      // The number of an account outside the bank, which payments may be on their way to.
      return createAccount(operator, {
        customerNumber: town.other,
        accountName: 'Late',
        bban: OUTSIDE_IBAN.slice(4),
        iban: OUTSIDE_IBAN,
        currency: 'USD',
        product: 'Brukskonto',
        cashAccountType: 'CACC',
        creditLine: 0,
        balances: [{ balanceType: 'closingBooked', balanceAmount: { amount: 1, currency: 'USD' } }],
      })
    case 'purchase':
      return createCardTransaction(operator, town.card, {
        transactionAmount: { amount: `-${(operation.pick / 100 + 1).toFixed(2)}`, currency: 'NOK' },
        bookingDate: '2030-05-15',
        valueDate: '2030-05-15',
        cardAcceptorName: 'Shop',
      })
    case 'line': {
      const { id, currency } = accountAt(town, operation.at)
      return createTransaction(operator, id, {
        transactionAmount: { amount: '-1.00', currency },
        bookingDate: '2030-05-14',
        valueDate: '2030-05-15',
        creditorName: 'Shop',
        creditorAccount: { bban: '86011117947' },
        remittanceInformationUnstructuredArray: operation.empty ? [] : ['Milk', 'Bread'],
      })
    }
    default:
      return perform(town, operation)
  }
}
