import { accountName, cashAccountType, type Fixes } from '../domain/account-information.ts'
import { creditLineMinor } from '../domain/accounts.ts'
import type { Account, CardAccount } from '../generated/client.ts'
import { confirmFunds } from '../inputs/account-information.ts'
import * as information from '../resolvers/account-information/read.ts'
import * as funds from '../resolvers/funds.ts'
import { BalanceRef, showBalances } from './balances.ts'
import { builder } from './builder.ts'
import { given } from './inputs.ts'
import { AccountRef, CardAccountRef } from './nouns.ts'
import { accessArg, asTpp, fixesOf, type GivenAccess } from './tpp-calls.ts'
import { AccountReferenceInput, Amount, AmountInput } from './values.ts'

const COUNTED = 'Counts: without psuIpAddress 4 times a day, then ACCESS_EXCEEDED (D41).'

// The balances of a row count only when they are asked for: `withBalance` is the selection of that field.
const WITHOUT_BALANCE = { withBalance: false }

const isAttended = (access: GivenAccess) => access?.psuIpAddress !== undefined

type Seen<Row> = { readonly row: Row; readonly fixes: Fixes; readonly access: GivenAccess }

const ConsentedAccount = builder.objectRef<Seen<Account>>('ConsentedAccount').implement({
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
      resolve: async ({ row, access }, _, { bank }) =>
        isAttended(access)
          ? showBalances(row)
          : showBalances(await asTpp(bank, access, (ctx, call) => information.accountBalances(ctx, call, row.id))),
    }),
    account: t.field({ type: AccountRef, description: 'The same as the operator sees it.', resolve: ({ row }) => row }),
  }),
})

const ConsentedCardAccount = builder.objectRef<Seen<CardAccount>>('ConsentedCardAccount').implement({
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
      resolve: async ({ row, access }, _, { bank }) =>
        isAttended(access)
          ? showBalances(row)
          : showBalances(await asTpp(bank, access, (ctx, call) => information.cardAccountBalances(ctx, call, row.id))),
    }),
    cardAccount: t.field({
      type: CardAccountRef,
      description: 'The same as the operator sees it.',
      resolve: ({ row }) => row,
    }),
  }),
})

const ConfirmFundsInput = builder
  .inputType('ConfirmFunds', {
    description: 'The body of POST /v1/funds-confirmations.',
    fields: t => ({
      account: t.field({ type: AccountReferenceInput, required: true, description: 'An account of the consent.' }),
      instructedAmount: t.field({
        type: AmountInput,
        required: true,
        description: "What is to be paid: more than zero, in the account's currency.",
      }),
      cardNumber: t.string({ description: 'The card the PSU pays with, 1 to 35 characters; not used.' }),
      payee: t.string({ description: 'Who is to be paid, 1 to 70 characters; not used.' }),
    }),
  })
  .validate(given(confirmFunds))

const CONSENT =
  'Without a consent CONSENT_INVALID, with one that is too old CONSENT_EXPIRED, both with a link in extensions.links; CONSENT_UNKNOWN when the PSU revoked it (D32).'
const ONE = 'RESOURCE_UNKNOWN for any other than those of the consent.'

builder.queryFields(t => ({
  consentedAccounts: t.field({
    type: [ConsentedAccount],
    nullable: true,
    description: `The accounts that the PSU opened to the TPP, oldest first; an empty list when all were closed. ${CONSENT}`,
    args: accessArg,
    resolve: async (_, { access }, { bank }) =>
      seenBy(
        access,
        await asTpp(bank, access, (ctx, call) => information.consentedAccounts(ctx, call, WITHOUT_BALANCE)),
      ),
  }),
  consentedAccount: t.field({
    type: ConsentedAccount,
    nullable: true,
    description: `One account of the consent. ${ONE}`,
    args: { ...accessArg, id: t.arg.id({ required: true, description: "The account's id." }) },
    resolve: async (_, { access, id }, { bank }) =>
      seenAs(
        access,
        await asTpp(bank, access, (ctx, call) => information.consentedAccount(ctx, call, id, WITHOUT_BALANCE)),
      ),
  }),
  accountBalances: t.field({
    type: [BalanceRef],
    nullable: true,
    description: `Both balances of an account of the consent: closingBooked, then expected. ${COUNTED}`,
    args: { ...accessArg, id: t.arg.id({ required: true, description: "The account's id." }) },
    resolve: async (_, { access, id }, { bank }) =>
      showBalances(await asTpp(bank, access, (ctx, call) => information.accountBalances(ctx, call, id))),
  }),
  consentedCardAccounts: t.field({
    type: [ConsentedCardAccount],
    nullable: true,
    description: `The card accounts that the PSU opened to the TPP, oldest first. ${CONSENT}`,
    args: accessArg,
    resolve: async (_, { access }, { bank }) =>
      seenBy(
        access,
        await asTpp(bank, access, (ctx, call) => information.consentedCardAccounts(ctx, call, WITHOUT_BALANCE)),
      ),
  }),
  consentedCardAccount: t.field({
    type: ConsentedCardAccount,
    nullable: true,
    description: `One card account of the consent. ${ONE}`,
    args: { ...accessArg, id: t.arg.id({ required: true, description: "The card account's id." }) },
    resolve: async (_, { access, id }, { bank }) =>
      seenAs(
        access,
        await asTpp(bank, access, (ctx, call) => information.consentedCardAccount(ctx, call, id, WITHOUT_BALANCE)),
      ),
  }),
  cardAccountBalances: t.field({
    type: [BalanceRef],
    nullable: true,
    description: `Both balances of a card account of the consent: closingBooked, then expected. ${COUNTED}`,
    args: { ...accessArg, id: t.arg.id({ required: true, description: "The card account's id." }) },
    resolve: async (_, { access, id }, { bank }) =>
      showBalances(await asTpp(bank, access, (ctx, call) => information.cardAccountBalances(ctx, call, id))),
  }),
}))

builder.mutationFields(t => ({
  confirmFunds: t.boolean({
    description: `fundsAvailable in REST: whether an account of the consent could pay an amount now, by what is booked, less what is reserved, plus its credit line (D37). ${ONE}`,
    args: {
      ...accessArg,
      input: t.arg({ type: ConfirmFundsInput, required: true, description: 'The account and the amount.' }),
    },
    resolve: (_, { access, input }, { bank }) =>
      asTpp(bank, access, (ctx, call) => funds.confirmFunds(ctx, call, input)),
  }),
}))

function seenBy<Row>(access: GivenAccess, rows: readonly Row[]): Seen<Row>[] {
  return rows.map(row => seenAs(access, row))
}

function seenAs<Row>(access: GivenAccess, row: Row): Seen<Row> {
  return { row, fixes: fixesOf(access), access }
}
