import { v7 } from 'uuid'
import { BUILT_IN_TPP, type Caller, type Context, createContext } from '../../../src/bank/context.ts'
import { createAccount } from '../../../src/bank/resolvers/accounts.ts'
import { createAgreement } from '../../../src/bank/resolvers/agreements.ts'
import { createCustomer } from '../../../src/bank/resolvers/customers.ts'
import type { Currency } from '../../../src/domain/money.ts'
import type { Store } from '../../../src/platform/store/db.ts'
import { sandbox } from '../../../src/sandbox/hooks.ts'
import { getWorld } from '../../../src/sandbox/worlds/doors.ts'
import { nextNumber } from './builders.ts'
import { START } from './clocked-world.ts'
import { addWorld } from './world-rows.ts'

/** A world behind no door: the resolvers see it as the operator, or as a TPP. */
export type Books = {
  readonly world: string
  readonly store: Store
  /** The key of the world's rows, which is another one once it is put back. */
  readonly id: () => Promise<string>
  readonly operator: () => Promise<Context>
  readonly tpp: () => Promise<Context>
}

/** The books of a world that exists already. Its machine's clock stands still, so that only an advance moves the world's. */
export function openBooks(store: Store, world: string, { machineAt = START, tpp = BUILT_IN_TPP }: Seen = {}): Books {
  const deps = { store, running: new Set<string>(), sandbox, machineNow: () => new Date(machineAt), newId: () => v7() }
  const as = (caller: Caller) => async () => createContext(deps, await getWorld(deps, world), caller)
  const id = async () => (await getWorld(deps, world)).id
  return { world, store, id, operator: as({ kind: 'operator' }), tpp: as(tpp) }
}

/** When, and by which TPP. */
type Seen = { readonly machineAt?: string; readonly tpp?: Extract<Caller, { kind: 'tpp' }> }

export async function addBooks(store: Store, world: string, seen: Seen = {}): Promise<Books> {
  await store.transaction(tx => addWorld(tx, world))
  return openBooks(store, world, seen)
}

export async function addOwner(books: Books, type: 'PRIVATE' | 'CORPORATE' = 'PRIVATE'): Promise<string> {
  const customerNumber = nextNumber()
  await createCustomer(await books.operator(), { customerNumber, name: 'Kari Nordmann', type })
  return customerNumber
}

type Opening = { readonly currency?: Currency; readonly booked?: number; readonly creditLine?: number }

/** An account of a customer with what is booked on it; its numbers exist in the world, so they need no check digits. */
export async function openAccount(
  books: Books,
  customerNumber: string,
  { currency = 'NOK', booked = 1000, creditLine = 0 }: Opening = {},
) {
  const bban = nextNumber()
  const { holder: account } = await createAccount(await books.operator(), {
    customerNumber,
    accountName: 'Brukskonto',
    bban,
    iban: `NO93${bban}`,
    currency,
    product: 'Brukskonto',
    cashAccountType: 'CACC',
    creditLine,
    balances: [{ balanceType: 'closingBooked', balanceAmount: { amount: booked, currency } }],
  })
  return { id: account.id, iban: account.iban, currency }
}

type Member = { readonly customer: string; readonly approvalLimit: number }

/** A corporation's agreement under which members may use one account of it. */
export async function agree(books: Books, owner: string, iban: string, members: readonly Member[]): Promise<string> {
  const { agreement } = await createAgreement(await books.operator(), {
    owner,
    name: 'Nettbank',
    engagements: members.map(({ customer, approvalLimit }) => ({
      customer,
      account: { iban },
      roles: ['VIEW', 'REGISTER', 'APPROVE'],
      registerLimit: 100_000,
      approvalLimit,
    })),
  })
  return agreement.id
}
