import type { z } from '@hono/zod-openapi'
import { assertAccountNumber } from '../../domain/account-numbers.ts'
import { type BalanceInput, balanceMinor } from '../../domain/accounts.ts'
import { osloDay } from '../../domain/calendar.ts'
import { assertAgreementOwner, assertEngagement, assertTakesEngagements } from '../../domain/engagements.ts'
import { checkTogether, DomainError, type ErrorCode, type Fault } from '../../domain/errors.ts'
import { judgeTransfer } from '../../domain/payments.ts'
import { findProduct, OFFERED, type Product, requireProduct } from '../../domain/products.ts'
import { assertDebtor, assertTransactionDates, transactionMinor } from '../../domain/transactions.ts'
import type { PaymentService } from '../../generated/client.ts'
import type { Context } from '../context.ts'
import {
  knownAccount,
  knownAgreement,
  knownBalances,
  knownBulkPayment,
  knownCardTransaction,
  knownEngagement,
  knownPayment,
  knownPeriodicPayment,
  knownTransaction,
  type knownTransfer,
} from '../inputs/known-parts.ts'
import { monthsFault } from '../inputs/payments.ts'
import { RULES } from '../resolvers/payments/create.ts'
import { findCreditors } from '../resolvers/payments/duplicates.ts'
import { allTogether, namedInBody, unlessGone } from '../resolvers/references.ts'

/** What a rule may read besides the body: the rows of the world. */
type JudgedAt = { readonly ids: Readonly<Record<string, string>>; readonly ctx: Context }

/**
 * The rules of an operation that can check the well-formed parts of a malformed body, such as check digits and references. They run only after a body
 * is refused, so that all its faults are reported together (D16, D78); a valid body pays nothing for them. They throw their faults.
 */
export type Judge = (input: unknown, at: JudgedAt) => Promise<void>

export const judgePayment: Judge = async (input, { ids, ctx }) => {
  const { data } = knownPayment.safeParse(input)
  await judgeProduct('SINGLE', ids, async product => {
    if (data === undefined) return
    await judgeOrder(ctx, product, data.debtorAccount, [[data, '']], () => RULES.payments(product, data, ctx.now))
  })
}

export const judgeBulkPayment: Judge = async (input, { ids, ctx }) => {
  const { data } = knownBulkPayment.safeParse(input)
  const transfers = (data?.payments ?? []).flatMap<TransferInBody>((transfer, place) =>
    transfer === undefined ? [] : [[transfer, `payments[${place}].`]],
  )
  await judgeProduct('BULK', ids, async product => {
    if (data === undefined) return
    await judgeOrder(ctx, product, data.debtorAccount, transfers, () => RULES['bulk-payments'](data, ctx.now))
  })
}

export const judgePeriodicPayment: Judge = async (input, { ids, ctx }) => {
  const { data } = knownPeriodicPayment.safeParse(input)
  await judgeProduct('PERIODIC', ids, async product => {
    if (data === undefined) return
    const { frequency, monthsOfExecution } = data
    await judgeOrder(
      ctx,
      product,
      data.debtorAccount,
      [[data, '']],
      () => RULES['periodic-payments'](data, ctx.now),
      () => {
        const fault = frequency === undefined ? undefined : monthsFault({ frequency, monthsOfExecution })
        if (fault !== undefined) throw new DomainError('FORMAT_ERROR', fault, 'monthsOfExecution')
      },
    )
  })
}

/**
 * Runs the rules of a product. For one that the service does not have, says so, with the faults that each product of the service would have: as
 * FORMAT_ERROR, since those of a body have the status of that (D16, D17).
 */
async function judgeProduct(
  service: PaymentService,
  { paymentProduct = '' }: JudgedAt['ids'],
  judge: (product: Product) => Promise<void>,
): Promise<void> {
  const product = findProduct(service, paymentProduct)
  if (product !== undefined) return judge(product)
  const found = await Promise.all(OFFERED[service].map(one => faultsIn(judge(one))))
  const shared = found.reduce((all, of) =>
    all.filter(({ path, text }) => of.some(other => other.path === path && other.text === text)),
  )
  checkTogether(
    () => assertProduct(service, paymentProduct),
    ...shared.map(({ code, ...fault }) => () => {
      throw new DomainError(code, [fault])
    }),
  )
}

function assertProduct(service: PaymentService, name: string): void {
  try {
    requireProduct(service, name)
  } catch (error) {
    throw error instanceof DomainError ? new DomainError('FORMAT_ERROR', error.listed) : error
  }
}

async function faultsIn(judging: Promise<void>): Promise<(Fault & { readonly code: ErrorCode })[]> {
  try {
    await judging
    return []
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return error.listed.map(fault => ({ code: error.code, ...fault }))
  }
}

type TransferInBody = readonly [transfer: z.output<typeof knownTransfer>, prefix: string]

async function judgeOrder(
  ctx: Context,
  product: Product,
  debtor: z.output<typeof knownPayment>['debtorAccount'],
  transfers: readonly TransferInBody[],
  ...rules: readonly (() => void)[]
): Promise<void> {
  const named = [debtor, ...transfers.map(([transfer]) => transfer.creditorAccount)]
  const accounts = await findCreditors(
    ctx,
    named.flatMap(one => one ?? []),
  )
  const account = debtor && accounts.find(debtor)
  checkTogether(
    ...rules,
    () => debtor !== undefined && assertAccountNumber(debtor, account, 'debtorAccount'),
    ...transfers.map(([transfer, prefix]) => () => {
      const { creditorAccount } = transfer
      judgeTransfer(product, account, creditorAccount && accounts.find(creditorAccount), transfer, prefix)
    }),
  )
}

export const judgeTransaction: Judge = async (input, { ids, ctx }) => {
  const known = knownTransaction.safeParse(input).data
  const account = await unlessGone(ctx.load.account(ids['mockAccountId'] ?? ''))
  checkTogether(
    () => judgeLine(known, ctx.now, account ?? undefined),
    () => account !== null && assertDebtor(account, known?.debtorAccount),
  )
}

export const judgeCardTransaction: Judge = async (input, { ids, ctx }) => {
  const known = knownCardTransaction.safeParse(input).data
  const card = await unlessGone(ctx.load.cardAccount(ids['mockCardAccountId'] ?? ''))
  const amount = known?.originalAmount
  checkTogether(
    () => judgeLine(known, ctx.now),
    () => amount !== undefined && transactionMinor(card ?? undefined, amount, 'originalAmount'),
  )
}

type KnownLine = Omit<z.output<typeof knownTransaction>, 'debtorAccount'> & {
  readonly transactionDate?: string | undefined
}

function judgeLine(known: KnownLine | undefined, now: Date, account?: { readonly currency: string }): void {
  if (known === undefined) return
  const { transactionAmount } = known
  checkTogether(
    () => transactionAmount !== undefined && transactionMinor(account, transactionAmount, 'transactionAmount'),
    () => assertTransactionDates(known, osloDay(now)),
  )
}

export const judgeAccount: Judge = async (input, { ctx }) => {
  const { customerNumber, currency, balances } = knownAccount.safeParse(input).data ?? {}
  await allTogether<unknown>([
    found(customerNumber, number => ctx.load.customerByNumber(number), 'customerNumber'),
    judgeBalances(balances, currency),
  ])
}

export const judgeAccountBalances: Judge = async (input, { ids, ctx }) => {
  const account = await unlessGone(ctx.load.account(ids['mockAccountId'] ?? ''))
  await judgeBalances(knownBalances.safeParse(input).data?.balances, account?.currency)
}

export const judgeCardBalances: Judge = async (input, { ids, ctx }) => {
  const card = await unlessGone(ctx.load.cardAccount(ids['mockCardAccountId'] ?? ''))
  await judgeBalances(knownBalances.safeParse(input).data?.balances, card?.currency)
}

async function judgeBalances(
  balances: readonly (BalanceInput | undefined)[] | undefined,
  currency: string | undefined,
): Promise<void> {
  if (currency === undefined || balances === undefined) return
  checkTogether(
    ...balances.map(
      (balance, place) => () =>
        balance !== undefined && balanceMinor(balance, currency, `balances[${place}].balanceAmount`),
    ),
  )
}

export const judgeAgreement: Judge = async (input, { ctx }) => {
  const { owner, engagements = [] } = knownAgreement.safeParse(input).data ?? {}
  const finding = found(owner, number => ctx.load.customerByNumber(number), 'owner')
  const ownerId = (await finding.catch(() => undefined))?.id
  await allTogether<unknown>([
    finding.then(one => one && assertAgreementOwner(one)),
    ...engagements.map((one, place) => judgeParties(ctx, ownerId, `engagements[${place}].`, one)),
  ])
}

export const judgeEngagement: Judge = async (input, { ids, ctx }) => {
  const agreement = await unlessGone(ctx.load.agreement(ids['mockAgreementId'] ?? ''))
  if (agreement !== null) assertTakesEngagements(agreement)
  await judgeParties(ctx, agreement?.ownerId, '', knownEngagement.safeParse(input).data)
}

async function judgeParties(
  ctx: Context,
  ownerId: string | undefined,
  prefix: string,
  { customer, account }: z.output<typeof knownEngagement> = {},
): Promise<void> {
  const finding = [
    found(customer, number => ctx.load.customerByNumber(number), `${prefix}customer`),
    found(account?.iban, iban => ctx.load.accountByIban(iban), `${prefix}account.iban`),
  ] as const
  await allTogether<unknown>(finding)
  const [member, opened] = [await finding[0], await finding[1]]
  if (ownerId !== undefined) assertEngagement(ownerId, { customer: member, account: opened }, prefix)
}

async function found<Row>(
  key: string | undefined,
  look: (key: string) => Promise<Row>,
  path: string,
): Promise<Row | undefined> {
  return key === undefined ? undefined : namedInBody(look(key), path)
}
