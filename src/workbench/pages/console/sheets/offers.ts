import type { Context } from '../../../../bank/context.ts'
import { characterFault } from '../../../../bank/inputs/values.ts'
import { pageOfAccounts, pageOfCardAccounts } from '../../../../bank/resolvers/accounts.ts'
import { pageOfAgreements } from '../../../../bank/resolvers/agreements.ts'
import { pageOfCustomers } from '../../../../bank/resolvers/customers.ts'
import { listChildren } from '../../../../bank/resolvers/lists.ts'
import { pageOfPayments } from '../../../../bank/resolvers/payments/list.ts'
import { unlessGone } from '../../../../bank/resolvers/references.ts'
import { pageOfTpps } from '../../../../bank/resolvers/tpps.ts'
import { distinctNames } from '../../../../domain/tpps.ts'
import { nameOf } from '../../../../domain/worlds.ts'
import type { Account, CardAccount, Customer } from '../../../../generated/client.ts'
import { FIXTURES } from '../../../../sandbox/fixtures/documents/list.ts'
import { pageOfWorlds } from '../../../../sandbox/worlds/doors.ts'
import { pageOfSnapshots } from '../../../../sandbox/worlds/snapshots/snapshots.ts'
import { snapshotTitle } from '../actions/undo.ts'
import { money } from '../frame.tsx'
import { readPaymentRow } from '../reading.ts'
import type { OfferName } from './sheet-fields.ts'

/** A thing of the world that a field can name. */
export type Offer = {
  readonly value: string
  readonly title: string
  /** Those of one owner stand together. */
  readonly group?: string
}

/** Of more things a field offers the first, and takes any. */
export const MOST_OFFERED = 100
const first = MOST_OFFERED

/** Who acts, and who owns the agreement, if the sheet knows. */
type Scope = { readonly ctx: Context; readonly psu: Customer | undefined; readonly ownerId: string | undefined }

const OFFERS = {
  customers: ({ ctx }) => customers(ctx),
  persons: ({ ctx }) => customers(ctx, 'PRIVATE'),
  corporations: ({ ctx }) => customers(ctx, 'CORPORATE'),
  tpps: async ({ ctx }) => {
    const { rows } = await pageOfTpps(ctx, { first })
    const local = new Map(rows.map(({ id, localName }) => [id, localName]))
    const names = new Map(rows.map(({ id, name, localName }) => [id, localName ?? name]))
    return distinctNames(names).map(([id, title]) => ({ value: local.get(id) ?? id, title }))
  },
  accounts: async ({ ctx }) => accounts(ctx, (await pageOfAccounts(ctx, { first })).rows, ({ iban }) => iban),
  debtors: async ({ ctx, psu }) => {
    const rows = psu === undefined ? (await pageOfAccounts(ctx, { first })).rows : await accountsOfPsu(ctx, psu)
    return accounts(ctx, rows, ({ iban }) => iban)
  },
  ownedAccounts: async ({ ctx, ownerId }) => {
    const page =
      ownerId === undefined
        ? await pageOfAccounts(ctx, { first })
        : await listChildren(ctx.load.accountsOfOwner, ownerId, { first })
    return accounts(ctx, page.rows, ({ iban }) => iban)
  },
  accountIds: async ({ ctx }) => accounts(ctx, (await pageOfAccounts(ctx, { first })).rows, ({ id }) => id),
  cardAccountIds: async ({ ctx }) => accounts(ctx, (await pageOfCardAccounts(ctx, { first })).rows, ({ id }) => id),
  holdingIds: async ({ ctx, psu }) => {
    const own = psu === undefined ? [] : await accountsOfPsu(ctx, psu)
    const cards = psu === undefined ? [] : (await listChildren(ctx.load.cardAccountsOfOwner, psu.id, { first })).rows
    return accounts<Account | CardAccount>(ctx, [...own, ...cards], ({ id }) => id)
  },
  agreements: async ({ ctx }) => {
    const rows = (await pageOfAgreements(ctx, { first })).rows.filter(({ automatic }) => !automatic)
    return Promise.all(
      rows.map(async ({ id, name, ownerId }) => ({
        value: id,
        title: name,
        group: (await ctx.load.customer(ownerId)).name,
      })),
    )
  },
  waitingPayments: async ({ ctx }) => {
    const { rows } = await pageOfPayments(ctx, { last: first }, { service: 'SINGLE', status: 'RCVD' })
    const views = await Promise.all(rows.toReversed().map(payment => readPaymentRow(ctx, payment)))
    return views.map(({ payment, to, psu }) => ({
      value: payment.id,
      title: `${money(payment.totalMinor, payment.debtorCurrency)} to ${to}${psu === null ? '' : `, from ${psu.name}`}`,
    }))
  },
  worlds: async ({ ctx }) => (await pageOfWorlds(ctx, { first })).rows.map(world => asItself(nameOf(world))),
  snapshots: async ({ ctx }) =>
    (await pageOfSnapshots(ctx, { first })).rows.map(one => ({ value: one.name, title: snapshotTitle(one) })),
  fixtures: async () => FIXTURES.map(({ name }) => asItself(name)),
} as const satisfies Readonly<Record<OfferName, (scope: Scope) => Promise<readonly Offer[]>>>

/** Reads what some fields offer. `known` are the texts of fields that others depend on: psu, owner, agreementId. */
export async function readOffers(
  ctx: Context,
  names: ReadonlySet<OfferName>,
  known: (name: string) => string | undefined,
): Promise<ReadonlyMap<OfferName, readonly Offer[]>> {
  const find = async <Row>(name: string, load: (text: string) => Promise<Row>): Promise<Row | undefined> => {
    const text = known(name)
    if (text === undefined || characterFault(text) !== undefined) return undefined
    return (await unlessGone(load(text))) ?? undefined
  }
  const psu = await find('psu', ctx.load.customerByNumber)
  const owner = await find('owner', ctx.load.customerByNumber)
  const agreement = await find('agreementId', ctx.load.agreement)
  const scope = { ctx, psu, ownerId: owner?.id ?? agreement?.ownerId }
  return new Map(await Promise.all([...names].map(async name => [name, await OFFERS[name](scope)] as const)))
}

const asItself = (name: string): Offer => ({ value: name, title: name })

async function customers(ctx: Context, type?: Customer['type']): Promise<readonly Offer[]> {
  const { rows } = await pageOfCustomers(ctx, { first }, type === undefined ? {} : { type })
  return rows.map(({ name, customerNumber }) => ({ value: customerNumber, title: `${name} (${customerNumber})` }))
}

async function accounts<Row extends Account | CardAccount>(
  ctx: Context,
  rows: readonly Row[],
  nameFor: (row: Row) => string,
): Promise<readonly Offer[]> {
  return Promise.all(
    rows.map(async row => ({
      value: nameFor(row),
      title: `${row.name} · ${'iban' in row ? row.iban : row.maskedPan} · ${row.currency}`,
      group: (await ctx.load.customer(row.ownerId)).name,
    })),
  )
}

/** The accounts on which a person has a right, those of its own first. */
async function accountsOfPsu(ctx: Context, { id }: Customer): Promise<readonly Account[]> {
  const { rows: rights } = await listChildren(ctx.load.engagementsOfCustomer, id, { first })
  const all = await Promise.all(
    [...new Set(rights.map(({ accountId }) => accountId))].map(one => ctx.load.account(one)),
  )
  return all.toSorted((one, other) => Number(other.ownerId === id) - Number(one.ownerId === id))
}
