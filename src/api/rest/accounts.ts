import { z } from '@hono/zod-openapi'
import type { Context } from '../../bank/context.ts'
import type { CreateAccount, CreateCardAccount } from '../../bank/inputs/accounts.ts'
import * as operations from '../../bank/operations/accounts.ts'
import type { Holding } from '../../bank/resolvers/holders.ts'
import { Digits, exactNumber } from '../../bank/wire/json.ts'
import { BALANCE_TYPES, balancesOf, CASH_ACCOUNT_TYPES, type StoredBalance } from '../../domain/accounts.ts'
import type { EachOf } from '../../domain/given.ts'
import { formatAmount } from '../../domain/money.ts'
import type { Account, CardAccount } from '../../generated/client.ts'
import { int32Answer, link, linkTo } from './answers.ts'
import { CHANGE, CREATE, DELETE, READ, serve, serveDone, shownBy } from './serve.ts'
import { amountAnswer } from './transaction-details.ts'

/** D22: sandbox balances are JSON numbers, exactly what is stored. */
const sandboxBalances = z
  .array(
    z.strictObject({
      balanceType: z.enum(BALANCE_TYPES),
      balanceAmount: z.strictObject({
        amount: z.union([z.number(), z.instanceof(Digits)]).openapi({
          type: 'number',
          description:
            'The exact number that was stored, an integer when it has no fraction. This departs from the interface’s int32, which would say another balance than there is (D22).',
        }),
        currency: z.string(),
      }),
    }),
  )
  .openapi('SandboxBalances')

/** Balances as TPPs read them: amounts are strings ([I] Versioning 4). */
export const balances = z
  .array(z.strictObject({ balanceType: z.enum(BALANCE_TYPES), balanceAmount: amountAnswer }))
  .openapi('Balances')

type BalancesOf = StoredBalance & { readonly currency: string }

export function showBalances(row: BalancesOf) {
  return balancesWith(row, text => text)
}

function balancesWith<Amount>(row: BalancesOf, show: (text: string) => Amount) {
  const { currency } = row
  return balancesOf(row).map(({ balanceType, amountMinor }) => ({
    balanceType,
    balanceAmount: { amount: show(formatAmount(amountMinor, currency)), currency },
  }))
}

const COLLECTION = '/v1/sandbox/accounts'
const ONE = `${COLLECTION}/{mockAccountId}`
const CARDS = '/v1/sandbox/card-accounts'
const ONE_CARD = `${CARDS}/{mockCardAccountId}`

const customerNumber = z.string().openapi({ description: 'The customerNumber of the owner.' })
const _links = z.strictObject({ self: link, transactions: link })

/** [I] Sandbox account. */
const sandboxAccount = z
  .strictObject({
    id: z.string(),
    customerNumber,
    accountName: z.string(),
    bban: z.string(),
    iban: z.string(),
    currency: z.string(),
    product: z.string(),
    cashAccountType: z.enum(CASH_ACCOUNT_TYPES),
    creditLine: int32Answer('In whole units of the currency.'),
    balances: sandboxBalances,
    _links,
  })
  .openapi('SandboxAccount')

/** A sandbox account with a masked card number in place of account numbers. */
const sandboxCardAccount = z
  .strictObject({
    id: z.string(),
    customerNumber,
    accountName: z.string(),
    maskedPan: z.string(),
    currency: z.string(),
    product: z.string(),
    creditLine: int32Answer('The credit limit, in whole units of the currency.'),
    balances: sandboxBalances,
    _links,
  })
  .openapi('SandboxCardAccount')

const shown = shownBy(sandboxAccount, showAccount)
const shownCard = shownBy(sandboxCardAccount, showCardAccount)

export const accountRoutes = [
  serve(operations.createAccount, { ...CREATE, path: COLLECTION, ...shown.made(made => pathOf(made.holder)) }),
  serve(operations.accounts, { ...READ, path: COLLECTION, ...shown.list }),
  serve(operations.account, { ...READ, path: ONE, ...shown.only }),
  serveDone(operations.deleteAccount, { ...DELETE, path: ONE }),
  serve(operations.changeBalances, { ...CHANGE, path: `${ONE}/balances`, ...shown.one }),
  serve(operations.createCardAccount, { ...CREATE, path: CARDS, ...shownCard.made(made => pathOf(made.holder)) }),
  serve(operations.cardAccounts, { ...READ, path: CARDS, ...shownCard.list }),
  serve(operations.cardAccount, { ...READ, path: ONE_CARD, ...shownCard.only }),
  serveDone(operations.deleteCardAccount, { ...DELETE, path: ONE_CARD }),
  serve(operations.changeCardBalances, { ...CHANGE, path: `${ONE_CARD}/balances`, ...shownCard.one }),
]

function showAccount(ctx: Context, { holder, owner }: Holding<Account>) {
  const { id, name, bban, iban, currency, product, cashAccountType, creditLine } = holder
  return {
    id,
    customerNumber: owner.customerNumber,
    accountName: name,
    bban,
    iban,
    currency,
    product,
    cashAccountType,
    creditLine,
    ...balancesAndLinks(ctx, holder),
  } satisfies EachOf<CreateAccount>
}

function showCardAccount(ctx: Context, { holder, owner }: Holding<CardAccount>) {
  const { id, name, maskedPan, currency, product, creditLine } = holder
  return {
    id,
    customerNumber: owner.customerNumber,
    accountName: name,
    maskedPan,
    currency,
    product,
    creditLine,
    ...balancesAndLinks(ctx, holder),
  } satisfies EachOf<CreateCardAccount>
}

type Holder = Account | CardAccount

function balancesAndLinks(ctx: Context, row: Holder) {
  const path = pathOf(row)
  return {
    balances: balancesWith(row, exactNumber),
    _links: {
      self: linkTo(ctx, path, 'GET', 'DELETE'),
      transactions: linkTo(ctx, `${path}/transactions`, 'GET', 'POST', 'DELETE'),
    },
  }
}

function pathOf(row: Holder): string {
  return `${'maskedPan' in row ? CARDS : COLLECTION}/${row.id}`
}
