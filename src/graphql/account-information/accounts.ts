import { accountName, cashAccountType } from '../../domain/account-information.ts'
import { creditLineMinor } from '../../domain/accounts.ts'
import type { Account, CardAccount } from '../../generated/client.ts'
import * as operations from '../../operations/account-information.ts'
import { accountBalances, cardAccountBalances } from '../../resolvers/account-information/read.ts'
import { linkSca } from '../../resolvers/authorisations/start.ts'
import { builder } from '../builder.ts'
import { implement } from '../fields.ts'
import { Accounts, CardAccounts } from '../nouns.ts'
import { type Caller, twin } from '../twins.ts'
import { Amount, BalanceRef, showBalances } from '../values.ts'

const COUNTED = 'Counts: without psuIpAddress 4 times a day, then ACCESS_EXCEEDED (D41).'

type ConsentedRow<Row> = Caller & { readonly row: Row }

const ConsentedAccount = builder.objectRef<ConsentedRow<Account>>('ConsentedAccount')
implement(ConsentedAccount, 'An account as a TPP sees it, by the consent of its PSU (GET /v1/accounts).', t => ({
  resourceId: t.id('The id of the account.', ({ row }) => row.id),
  iban: t.text('IBAN (ISO 13616-1:2007).', ({ row }) => row.iban),
  bban: t.text('Basic bank account number.', ({ row }) => row.bban),
  currency: t.text('ISO 4217 alphabetic code.', ({ row }) => row.currency),
  name: t.text('At most 35 characters, or 70 with acceptFix longer-name ([I] Limits, D43).', ({ row, fixes }) =>
    accountName(row.name, fixes),
  ),
  product: t.text("The bank's name for the kind of account.", ({ row }) => row.product),
  cashAccountType: t.text(
    'A word, such as Current; or the ISO code, such as CACC, with acceptFix cash-account-type-iso (D43).',
    ({ row, fixes }) => cashAccountType(row.cashAccountType, fixes),
  ),
  balances: t.of([BalanceRef], `closingBooked, then expected: withBalance in REST. ${COUNTED}`, seen =>
    balancesOf(seen, accountBalances),
  ),
  account: t.of(Accounts.type, 'The same as the operator sees it.', 'row'),
}))

const ConsentedCardAccount = builder.objectRef<ConsentedRow<CardAccount>>('ConsentedCardAccount')
implement(
  ConsentedCardAccount,
  'A card account as a TPP sees it, by the consent of its PSU (GET /v1/card-accounts).',
  t => ({
    resourceId: t.id('The id of the card account.', ({ row }) => row.id),
    maskedPan: t.text('The card number, its middle masked.', ({ row }) => row.maskedPan),
    currency: t.text('ISO 4217 alphabetic code.', ({ row }) => row.currency),
    name: t.text('At most 35 characters, or 70 with acceptFix longer-name ([I] Limits, D43).', ({ row, fixes }) =>
      accountName(row.name, fixes),
    ),
    product: t.text("The bank's name for the kind of card.", ({ row }) => row.product),
    cashAccountType: t.text('Always CARD.', () => 'CARD'),
    creditLimit: t.of(Amount, "The card's credit limit.", ({ row }) => ({
      amountMinor: creditLineMinor(row),
      currency: row.currency,
    })),
    balances: t.of([BalanceRef], `closingBooked, then expected: withBalance in REST. ${COUNTED}`, seen =>
      balancesOf(seen, cardAccountBalances),
    ),
    cardAccount: t.of(CardAccounts.type, 'The same as the operator sees it.', 'row'),
  }),
)

type Balances = Parameters<typeof showBalances>[0]

/** The balances of a row count only when they are asked for: `withBalance` is the selection of that field. */
async function balancesOf<Row extends Balances & { readonly id: string }>(
  { row, ctx, access }: ConsentedRow<Row>,
  count: (ctx: Caller['ctx'], access: Caller['access'], id: string) => Promise<Balances>,
) {
  return showBalances(access.psuPresent ? row : await linkSca(ctx, () => count(ctx, access, row.id)))
}

const ofAccount = { ids: { id: ['id', "The account's id."] }, nullable: true } as const
const ofCardAccount = { ids: { id: ['id', "The card account's id."] }, nullable: true } as const

builder.queryFields(t => ({
  consentedAccounts: twin(t, operations.consentedAccounts, {
    type: [ConsentedAccount],
    show: (rows, caller) => rows.map(row => ({ ...caller, row })),
    nullable: true,
  }),
  consentedAccount: twin(t, operations.consentedAccount, {
    ...ofAccount,
    type: ConsentedAccount,
    show: (row, caller) => ({ ...caller, row }),
  }),
  accountBalances: twin(t, operations.accountBalances, {
    ...ofAccount,
    type: [BalanceRef],
    show: showBalances,
  }),
  consentedCardAccounts: twin(t, operations.consentedCardAccounts, {
    type: [ConsentedCardAccount],
    show: (rows, caller) => rows.map(row => ({ ...caller, row })),
    nullable: true,
  }),
  consentedCardAccount: twin(t, operations.consentedCardAccount, {
    ...ofCardAccount,
    type: ConsentedCardAccount,
    show: (row, caller) => ({ ...caller, row }),
  }),
  cardAccountBalances: twin(t, operations.cardAccountBalances, {
    ...ofCardAccount,
    type: [BalanceRef],
    show: showBalances,
  }),
}))

const confirming = {
  type: 'Boolean',
  answers: 'fundsAvailable in REST.',
  show: (fundsAvailable: boolean) => fundsAvailable,
} as const

builder.queryField('confirmFunds', t => twin(t, operations.confirmFunds, { ...confirming, nullable: true }))

builder.mutationField('confirmFunds', t =>
  twin(t, operations.confirmFunds, {
    ...confirming,
    deprecationReason: 'It changes nothing: ask the query confirmFunds.',
  }),
)
