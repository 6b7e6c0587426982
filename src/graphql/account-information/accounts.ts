import { accountName, cashAccountType } from '../../domain/account-information.ts'
import { creditLineMinor } from '../../domain/accounts.ts'
import type { Account, CardAccount } from '../../generated/client.ts'
import * as operations from '../../operations/account-information.ts'
import { accountBalances, cardAccountBalances } from '../../resolvers/account-information/read.ts'
import { linkSca } from '../../resolvers/authorisations/start.ts'
import { BalanceRef, showBalances } from '../balances.ts'
import { builder } from '../builder.ts'
import { AccountRef, CardAccountRef } from '../nouns.ts'
import { type Caller, idArg, twin } from '../twins.ts'
import { Amount } from '../values.ts'

const COUNTED = 'Counts: without psuIpAddress 4 times a day, then ACCESS_EXCEEDED (D41).'

type ConsentedRow<Row> = Caller & { readonly row: Row }

const ConsentedAccount = builder.objectRef<ConsentedRow<Account>>('ConsentedAccount').implement({
  description: 'An account as a TPP sees it, by the consent of its PSU (GET /v1/accounts).',
  fields: t => ({
    resourceId: t.id({ description: 'The id of the account.', resolve: ({ row }) => row.id }),
    iban: t.string({ description: 'IBAN (ISO 13616-1:2007).', resolve: ({ row }) => row.iban }),
    bban: t.string({ description: 'Basic bank account number.', resolve: ({ row }) => row.bban }),
    currency: t.string({ description: 'ISO 4217 alphabetic code.', resolve: ({ row }) => row.currency }),
    name: t.string({
      description: 'At most 35 characters, or 70 with acceptFix longer-name ([I] Limits, D43).',
      resolve: ({ row, fixes }) => accountName(row.name, fixes),
    }),
    product: t.string({ description: "The bank's name for the kind of account.", resolve: ({ row }) => row.product }),
    cashAccountType: t.string({
      description:
        'A word, such as Current; or the ISO code, such as CACC, with acceptFix cash-account-type-iso (D43).',
      resolve: ({ row, fixes }) => cashAccountType(row.cashAccountType, fixes),
    }),
    balances: t.field({
      type: [BalanceRef],
      description: `closingBooked, then expected: withBalance in REST. ${COUNTED}`,
      resolve: seen => balancesOf(seen, accountBalances),
    }),
    account: t.field({ type: AccountRef, description: 'The same as the operator sees it.', resolve: ({ row }) => row }),
  }),
})

const ConsentedCardAccount = builder.objectRef<ConsentedRow<CardAccount>>('ConsentedCardAccount').implement({
  description: 'A card account as a TPP sees it, by the consent of its PSU (GET /v1/card-accounts).',
  fields: t => ({
    resourceId: t.id({ description: 'The id of the card account.', resolve: ({ row }) => row.id }),
    maskedPan: t.string({ description: 'The card number, its middle masked.', resolve: ({ row }) => row.maskedPan }),
    currency: t.string({ description: 'ISO 4217 alphabetic code.', resolve: ({ row }) => row.currency }),
    name: t.string({
      description: 'At most 35 characters, or 70 with acceptFix longer-name ([I] Limits, D43).',
      resolve: ({ row, fixes }) => accountName(row.name, fixes),
    }),
    product: t.string({ description: "The bank's name for the kind of card.", resolve: ({ row }) => row.product }),
    cashAccountType: t.string({ description: 'Always CARD.', resolve: () => 'CARD' }),
    creditLimit: t.field({
      type: Amount,
      description: "The card's credit limit.",
      resolve: ({ row }) => ({ amountMinor: creditLineMinor(row), currency: row.currency }),
    }),
    balances: t.field({
      type: [BalanceRef],
      description: `closingBooked, then expected: withBalance in REST. ${COUNTED}`,
      resolve: seen => balancesOf(seen, cardAccountBalances),
    }),
    cardAccount: t.field({
      type: CardAccountRef,
      description: 'The same as the operator sees it.',
      resolve: ({ row }) => row,
    }),
  }),
})

type Balances = Parameters<typeof showBalances>[0]

/** The balances of a row count only when they are asked for: `withBalance` is the selection of that field. */
async function balancesOf<Row extends Balances & { readonly id: string }>(
  { row, ctx, access }: ConsentedRow<Row>,
  count: (ctx: Caller['ctx'], access: Caller['access'], id: string) => Promise<Balances>,
) {
  return showBalances(access.psuPresent ? row : await linkSca(ctx, () => count(ctx, access, row.id)))
}

const accountIdArg = { args: idArg("The account's id."), ids: ({ id }: { readonly id: string }) => ({ id }) }
const cardAccountIdArg = { args: idArg("The card account's id."), ids: ({ id }: { readonly id: string }) => ({ id }) }
const absentWhenRefused = { nullable: true } as const

builder.queryFields(t => ({
  consentedAccounts: t.field({
    ...twin(operations.consentedAccounts, {
      type: [ConsentedAccount],
      show: (rows, caller) => rows.map(row => ({ ...caller, row })),
    }),
    ...absentWhenRefused,
  }),
  consentedAccount: t.field({
    ...twin(operations.consentedAccount, {
      ...accountIdArg,
      type: ConsentedAccount,
      show: (row, caller) => ({ ...caller, row }),
    }),
    ...absentWhenRefused,
  }),
  accountBalances: t.field({
    ...twin(operations.accountBalances, { ...accountIdArg, type: [BalanceRef], show: row => showBalances(row) }),
    ...absentWhenRefused,
  }),
  consentedCardAccounts: t.field({
    ...twin(operations.consentedCardAccounts, {
      type: [ConsentedCardAccount],
      show: (rows, caller) => rows.map(row => ({ ...caller, row })),
    }),
    ...absentWhenRefused,
  }),
  consentedCardAccount: t.field({
    ...twin(operations.consentedCardAccount, {
      ...cardAccountIdArg,
      type: ConsentedCardAccount,
      show: (row, caller) => ({ ...caller, row }),
    }),
    ...absentWhenRefused,
  }),
  cardAccountBalances: t.field({
    ...twin(operations.cardAccountBalances, {
      ...cardAccountIdArg,
      type: [BalanceRef],
      show: row => showBalances(row),
    }),
    ...absentWhenRefused,
  }),
}))

const confirming = {
  type: 'Boolean',
  answers: 'fundsAvailable in REST.',
  show: (fundsAvailable: boolean) => fundsAvailable,
} as const

builder.queryField('confirmFunds', t => t.field({ ...twin(operations.confirmFunds, confirming), nullable: true }))

builder.mutationField('confirmFunds', t =>
  t.field({
    ...twin(operations.confirmFunds, confirming),
    deprecationReason: 'It changes nothing: ask the query confirmFunds.',
  }),
)
