import type { InterfaceRef, ObjectRef } from '@pothos/core'
import type { Context } from '../../bank/context.ts'
import { keyOf } from '../../bank/resolvers/keys.ts'
import { unlessGone } from '../../bank/resolvers/references.ts'
import { getTpp } from '../../bank/resolvers/tpp-register.ts'
import { DomainError } from '../../domain/errors.ts'
import { isKeyed, KEYED, type KeyedKind } from '../../domain/keys.ts'
import type { KnownTpp } from '../../domain/tpps.ts'
import type { Payment, SigningBasket, World } from '../../generated/client.ts'
import { builder, type GraphqlContext } from './builder.ts'
import { idArg } from './inputs.ts'
import { type RowKinds, typeOfRow } from './row-kinds.ts'

type Types = typeof builder.$inferSchemaTypes

/** A type of the graph and a page of its list. The fields of a noun are in the file of its name. */
export type List<Row, Ref extends RowRef<Row> = RowRef<Row>> = {
  readonly type: Ref
  readonly connection: ReturnType<typeof connectionOf<Row>>
}

/** A noun of the graph: a row of the store, found by its id. */
export type Noun<Row, Ref extends RowRef<Row> = RowRef<Row>> = List<Row, Ref> & {
  readonly find: (bank: Context, id: string) => Promise<Row>
}

/** The type of rows: an interface where a column says of which type a row is. */
export type RowRef<Row> = ObjectRef<Types, Row> | InterfaceRef<Types, Row>

type Row = { readonly id: string }

/** All nouns, for a caller that has only an id. */
const NOUNS: {
  readonly type: RowRef<Row>
  readonly find: Noun<Row>['find']
  readonly kinds: RowKinds | undefined
}[] = []

export const Worlds = listType(builder.objectRef<World>('World'))
export const Customers = noun('Customer', (bank, id) => bank.load.customer(id))
export const Agreements = noun('Agreement', (bank, id) => bank.load.agreement(id))
export const Engagements = noun('Engagement', (bank, id) => bank.load.engagement(id))
export const Accounts = noun('Account', (bank, id) => bank.load.account(id))
export const Transactions = noun('Transaction', (bank, id) => bank.load.transaction(id))
export const CardAccounts = noun('CardAccount', (bank, id) => bank.load.cardAccount(id))
export const CardTransactions = noun('CardTransaction', (bank, id) => bank.load.cardTransaction(id))
export const Consents = noun('Consent', (bank, id) => bank.load.consent(id))
export const Authorisations = noun('Authorisation', (bank, id) => bank.load.authorisation(id))

/** A payment is what its service says. */
export const PAYMENT_KINDS = {
  column: 'service',
  types: { SINGLE: 'SinglePayment', BULK: 'BulkPayment', PERIODIC: 'PeriodicPayment' },
} as const satisfies RowKinds & { readonly types: Record<Payment['service'], string> }
export const Payments = nounOf(
  builder.interfaceRef<Payment>('Payment'),
  (bank, id) => bank.load.payment(id),
  PAYMENT_KINDS,
)
export const SinglePayments = paymentType('SINGLE')
export const BulkPayments = paymentType('BULK')
export const PeriodicPayments = paymentType('PERIODIC')

export const Executions = noun(
  'PaymentExecution',
  (bank, id) => bank.load.execution(id),
  'run',
  'executions of a periodic payment',
)
export const Bookings = noun('Booking', (bank, id) => bank.load.booking(id))
/** A basket that was just deleted brings its payments along; those of others are looked up. */
export const SigningBaskets = noun<SigningBasket & { readonly payments?: readonly Payment[] }>(
  'SigningBasket',
  (bank, id) => bank.load.signingBasket(id),
)

/** A TPP as a row names it: by its name of that day, where the row has that. What the register knows beside is read when it is asked for. */
export type NamedTpp = Pick<KnownTpp, 'id' | 'name'> & Partial<Pick<KnownTpp, 'localName' | 'firstCalledAt'>>
export const Tpps = noun<NamedTpp>('Tpp', getTpp, 'TPP')

function noun<Stored extends Row>(
  name: string,
  find: Noun<Stored>['find'],
  one?: string,
  many?: string,
): Noun<Stored, ObjectRef<Types, Stored>> {
  const type = builder.objectRef<Stored>(name)
  NOUNS.push({ type, find, kinds: undefined })
  return { ...listType(type, one, many), find }
}

function nounOf<Stored extends Row, Ref extends RowRef<Stored>>(
  type: Ref,
  find: Noun<Stored>['find'],
  kinds: RowKinds,
): Noun<Stored, Ref> {
  NOUNS.push({ type, find, kinds })
  const one = wordsOf(type.name)
  return { type, connection: connectionOf<Stored>(type, one, `${one}s`), find }
}

function paymentType(service: Payment['service']) {
  return builder.objectRef<Payment>(PAYMENT_KINDS.types[service])
}

/** A list of a type: the type of its rows, and that of a page of them. */
export function listType<Row>(type: ObjectRef<Types, Row>, one = wordsOf(type.name), many = `${one}s`) {
  return { type, connection: connectionOf(type, one, many) }
}

function connectionOf<Row>(type: RowRef<Row>, one: string, many: string) {
  return builder.connectionObject(
    { type, name: `${type.name}Connection`, description: `A page of a list of ${many} (Relay cursor connections).` },
    { name: `${type.name}Edge`, description: `A ${one} and its place in a list.` },
  )
}

function wordsOf(name: string): string {
  return name.replaceAll(/(?<=[a-z])[A-Z]/g, ' $&').toLowerCase()
}

type TypedRow = { readonly row: Row; readonly typename: string }

// Ids are unique among all nouns of a world (D20), so an id alone finds its row, as clients with a normalised cache need it (Relay). The map says to
// which noun a row belongs, because rows themselves do not.
const typenames = new WeakMap<Row, string>()

const NodeRef = builder.interfaceRef<Row>('Node').implement({
  description: 'Whatever has an id of its own (Relay, global object identification).',
  fields: t => ({ id: t.exposeID('id', { description: 'Unique among everything in the world.' }) }),
  resolveType: row => typenames.get(row) ?? null,
})

for (const type of [...NOUNS.map(({ type }) => type), SinglePayments, BulkPayments, PeriodicPayments])
  type.addInterfaces([NodeRef])

for (const { type } of NOUNS) if (isKeyed(type.name)) showKey(type, type.name)

/** Adds the key of a thing to its type. */
export function showKey<Shown extends Row>(type: RowRef<Shown>, kind: KeyedKind): void {
  const key = {
    nullable: true,
    description:
      'The key that it was given when it was made, which stands for its id and numbers, if it was given one.',
    resolve: ({ id }: Row, _: object, { bank }: GraphqlContext) => keyOf(bank, kind, id),
  } as const
  if (type.kind === 'Interface') builder.interfaceField(type, 'key', t => t.string(key))
  else builder.objectField(type, 'key', t => t.string(key))
}

builder.queryField('node', t =>
  t.field({
    type: NodeRef,
    nullable: true,
    description: 'Whatever has this id in the world. RESOURCE_UNKNOWN when nothing has.',
    args: idArg(Object.keys(KEYED).filter(isKeyed), 'The id of anything.'),
    resolve: async (_, { id }, { bank }) => {
      const found = (await Promise.all(NOUNS.map(noun => look(bank, id, noun)))).find(one => one !== null)
      if (found == null) {
        const text = `Nothing in this world has the id ${JSON.stringify(id.slice(0, 80))}.`
        throw new DomainError('RESOURCE_UNKNOWN', [{ text, want: { kind: 'known', noun: 'thing', key: id } }])
      }
      typenames.set(found.row, found.typename)
      return found.row
    },
  }),
)

async function look(
  bank: Context,
  id: string,
  { type, find, kinds }: (typeof NOUNS)[number],
): Promise<TypedRow | null> {
  const row = await unlessGone(find(bank, id))
  if (row === null) return null
  return { row, typename: (kinds && typeOfRow(kinds, row)) ?? type.name }
}
