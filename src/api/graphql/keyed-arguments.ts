import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLFieldResolver,
  GraphQLID,
  type GraphQLInputField,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  isObjectType,
} from 'graphql'
import type { Context } from '../../bank/context.ts'
import { findCustomerOfPsu } from '../../bank/resolvers/customers.ts'
import { findKeyed, nearestKey } from '../../bank/resolvers/keys.ts'
import { unlessGone } from '../../bank/resolvers/references.ts'
import { IBAN_SHAPE } from '../../domain/account-numbers.ts'
import { DomainError, type ErrorCode, reworded } from '../../domain/errors.ts'
import { isObject } from '../../domain/given.ts'
import { isUuid, readId } from '../../domain/ids.ts'
import { isKeyed, KEYED, type KeyedKind, withDerivedNumbers } from '../../domain/keys.ts'
import type { GraphqlContext } from './builder.ts'
import { namedKinds } from './inputs.ts'

/**
 * Where the graph takes an id or a number of a thing, its key may stand for it (D83), and the letters of a UUID may have either case (D74). Both are
 * replaced here, before a field validates or runs: no code after this knows them.
 */

/** What a place accepts: the kind of thing, and which of its names. */
export type Reference = { readonly kinds: readonly KeyedKind[]; readonly is: 'id' | 'customerNumber' | 'iban' }

const id = (...kinds: KeyedKind[]): Reference => ({ kinds, is: 'id' })
const ANY = Object.keys(KEYED).filter(isKeyed)
const NUMBER: Reference = { kinds: ['Customer'], is: 'customerNumber' }
const IBAN: Reference = { kinds: ['Account'], is: 'iban' }

/** By the name of an argument or of a field of an input, where that does not say what it names. */
const BY_NAME: Readonly<Record<string, Reference>> = {
  accountId: id('Account'),
  accountIds: id('Account', 'CardAccount'),
  agreementId: id('Agreement'),
  authorisationId: id('Authorisation'),
  basketId: id('SigningBasket'),
  cardAccountId: id('CardAccount'),
  consentId: id('Consent'),
  creditorAccount: IBAN,
  customer: NUMBER,
  customerNumber: NUMBER,
  iban: IBAN,
  owner: NUMBER,
  paymentId: id('Payment'),
  paymentIds: id('Payment'),
  psu: NUMBER,
  transactionId: id('Transaction'),
}

/** A place within the arguments of a field, `*` for each entry of a list. */
type Place = { readonly path: readonly string[] }
export type KeyedPlace = Place & { readonly reference: Reference }
/** A place of an id, whether or not a key may stand for it. */
type IdPlace = Place & { readonly reference: Reference | undefined }

/** The places of keys in a field's arguments. */
export function keyedPlaces(args: readonly GraphQLArgument[]): KeyedPlace[] {
  return idPlaces(args).filter(isKeyedPlace)
}

function idPlaces(args: readonly GraphQLArgument[]): IdPlace[] {
  return args.flatMap(arg => placesIn(arg, [], new Set()))
}

function isKeyedPlace(place: IdPlace): place is KeyedPlace {
  return place.reference !== undefined
}

function placesIn(
  part: GraphQLArgument | GraphQLInputField,
  above: readonly string[],
  within: ReadonlySet<string>,
): IdPlace[] {
  const { name, type } = part
  const path = isListType(getNullableType(type)) ? [...above, name, '*'] : [...above, name]
  const inner = getNamedType(type)
  if (isInputObjectType(inner)) {
    // A document has references of its own, which its own reader resolves (D82).
    if (within.has(inner.name) || inner.name.startsWith('Fixture')) return []
    const deeper = new Set([...within, inner.name])
    return Object.values(inner.getFields()).flatMap(one => placesIn(one, path, deeper))
  }
  const reference = referenceOf(part)
  return reference === undefined && inner !== GraphQLID ? [] : [{ path, reference }]
}

/** Which things an argument or a field of an input names, if it names some that exist. */
export function referenceOf(part: GraphQLArgument | GraphQLInputField): Reference | undefined {
  const kinds = namedKinds(part)
  return kinds === undefined ? BY_NAME[part.name] : kinds === null || kinds.length === 0 ? undefined : id(...kinds)
}

/** Lets every field accept keys. */
export function withKeyedArguments(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue
    for (const field of Object.values(type.getFields())) {
      const places = idPlaces(field.args)
      const { makes } = field.extensions
      if (places.length === 0 && makes === undefined) continue
      readers.set(field, places)
      if (type === schema.getSubscriptionType()) {
        if (field.subscribe !== undefined) field.subscribe = exchanging(field, field.subscribe)
      } else if (field.resolve !== undefined) field.resolve = exchanging(field, field.resolve)
    }
  }
  return schema
}

type AnyField = Pick<GraphQLField<unknown, unknown>, 'extensions'>
type Args = Readonly<Record<string, unknown>>

const readers = new WeakMap<AnyField, readonly IdPlace[]>()

function exchanging(
  field: GraphQLField<unknown, GraphqlContext>,
  resolve: GraphQLFieldResolver<unknown, GraphqlContext>,
): GraphQLFieldResolver<unknown, GraphqlContext> {
  return (source, given: Args, context, info) => {
    const read = readKeys(context.bank, field, given)
    if (!(read instanceof Promise)) return resolve(source, read.args, context, info)
    return read.then(async ({ args, unknown, keys }) => {
      try {
        return await resolve(source, args, context, info)
      } catch (error) {
        const named = inKeys(error, keys)
        throw unknown.length === 0 ? named : await withHints(context.bank, named, unknown)
      }
    })
  }
}

type PossibleKey = { readonly name: string; readonly reference: Reference }
type ReadArgs = {
  readonly args: Args
  readonly unknown: readonly PossibleKey[]
  /** The keys of the arguments, by the ids that replaced them. */
  readonly keys: ReadonlyMap<string, string>
}

const NO_KEYS: ReadArgs['keys'] = new Map()

/**
 * Arguments with keys replaced, and with the numbers that are derived from the key of the created thing. Returns at once when there is no key to look
 * up.
 */
export function readKeys(bank: Context, field: AnyField, given: Args): ReadArgs | Promise<ReadArgs> {
  const all = readers.get(field) ?? []
  for (const { path } of all) assertFew(given, path)
  const args = withIds(all, withNumbers(field, given))
  const places = all.filter(isKeyedPlace)
  const named = places.flatMap(({ path, reference }) =>
    textsAt(args, path).flatMap(name => (mayBeKey(name) || isPerson(name, reference) ? [{ name, reference }] : [])),
  )
  return named.length === 0 ? { args, unknown: [], keys: NO_KEYS } : exchange(bank, places, named, args)
}

/** How many things one list may name: each may be a key that is looked up (D74). */
const MOST_NAMED = 1_000

function assertFew(value: unknown, [step, ...rest]: readonly string[], above: readonly string[] = []): void {
  if (step === '*') {
    if (Array.isArray(value) && rest.length === 0 && value.length > MOST_NAMED)
      throw new DomainError(
        'FORMAT_ERROR',
        `names ${value.length} things; a list of ids may have ${MOST_NAMED} at most.`,
        above.join('.'),
      )
  } else if (step !== undefined && isObject(value)) assertFew(value[step], rest, [...above, step])
}

/** Arguments with their ids as the bank stores them (D74). */
function withIds(places: readonly IdPlace[], args: Args): Args {
  return places.reduce((at, { path }) => {
    if (textsAt(at, path).every(text => readId(text) === text)) return at
    const read = replaceAt(at, path, readId)
    return isObject(read) ? read : at
  }, args)
}

async function exchange(
  bank: Context,
  places: readonly KeyedPlace[],
  named: readonly PossibleKey[],
  args: Args,
): Promise<ReadArgs> {
  const meant = new Map<string, string>()
  const unknown: PossibleKey[] = []
  const keys = new Map<string, string>()
  await Promise.all(
    named.map(async one => {
      const found = await find(bank, one)
      if (found === undefined) unknown.push(one)
      else {
        meant.set(nameOf(one), found)
        if (one.reference.is === 'id') keys.set(found, one.name)
      }
    }),
  )
  const exchanged = places.reduce<unknown>(
    (at, { path, reference }) => replaceAt(at, path, name => meant.get(nameOf({ name, reference })) ?? name),
    args,
  )
  return { args: isObject(exchanged) ? exchanged : args, unknown, keys }
}

const nameOf = ({ name, reference }: PossibleKey) => `${reference.is} ${reference.kinds.join()} ${name}`

async function find(bank: Context, { name, reference }: PossibleKey): Promise<string | undefined> {
  if (isPerson(name, reference)) return (await unlessGone(findCustomerOfPsu(bank, name)))?.customerNumber
  const row = await findKeyed(bank, name)
  if (row === undefined || !reference.kinds.some(kind => kind === row.kind)) return undefined
  if (reference.is === 'customerNumber') {
    const { customerNumber } = await bank.load.customer(row.id)
    // A key of digits may have become the number of another customer since: then it names that one.
    const isOthers = customerNumber !== name && /^\d+$/.test(name) && (await isCustomerNumber(bank, name))
    return isOthers ? undefined : customerNumber
  }
  return reference.is === 'iban' ? (await bank.load.account(row.id)).iban : row.id
}

// A call that names things by ids and IBANs pays nothing for keys; half of a character is in no name that the store can have.
function mayBeKey(name: string): boolean {
  return name.isWellFormed() && !isUuid(name) && !IBAN_SHAPE.test(name)
}

// No customerNumber has the form of a UUID, which is longer (D31): such a name is the customer's id, or what PSU-ID carries.
function isPerson(name: string, { is }: Reference): boolean {
  return is === 'customerNumber' && isUuid(name)
}

function textsAt(value: unknown, [step, ...rest]: readonly string[]): string[] {
  if (step === undefined) return typeof value === 'string' ? [value] : []
  if (step === '*') return [value].flat().flatMap(one => textsAt(one, rest))
  return isObject(value) ? textsAt(value[step], rest) : []
}

/** A copy, since the document's literal is the same in each run. */
function replaceAt(value: unknown, [step, ...rest]: readonly string[], replace: (name: string) => string): unknown {
  if (step === undefined) return typeof value === 'string' ? replace(value) : value
  if (step === '*')
    return Array.isArray(value) ? value.map(one => replaceAt(one, rest, replace)) : replaceAt(value, rest, replace)
  return isObject(value) && value[step] != null ? { ...value, [step]: replaceAt(value[step], rest, replace) } : value
}

/** Missing numbers of an input are derived from the key of the created thing. */
function withNumbers({ extensions }: AnyField, args: Args): Args {
  const kind = ANY.find(one => one === extensions['makes'])
  if (kind === undefined) return args
  const { input, inputs } = args
  if (isObject(input)) return { ...args, input: numbered(kind, input) }
  if (Array.isArray(inputs)) return { ...args, inputs: inputs.map(one => (isObject(one) ? numbered(kind, one) : one)) }
  return args
}

function numbered(kind: KeyedKind, input: Args): Args {
  const { key } = input
  return typeof key === 'string' ? withDerivedNumbers(kind, key, input) : input
}

/** The refusal of an unknown key, by the field that looks up the thing. */
const UNKNOWN: ReadonlySet<ErrorCode> = new Set([
  'BAD_REQUEST',
  'FORMAT_ERROR',
  'PSU_CREDENTIALS_INVALID',
  'RESOURCE_UNKNOWN',
  'SCA_INVALID',
  'SCA_NOT_FOUND',
])

/** A refusal that names things as the call does. */
function inKeys(error: unknown, keys: ReadArgs['keys']): unknown {
  if (keys.size === 0 || !(error instanceof DomainError)) return error
  return reworded(error, text =>
    [...keys].reduce((words, [known, key]) => words.replaceAll(known, JSON.stringify(key)), text),
  )
}

/** A refusal for an unknown name, with the keys that may be meant. */
async function withHints(bank: Context, error: unknown, unknown: readonly PossibleKey[]): Promise<unknown> {
  if (!(error instanceof DomainError) || !UNKNOWN.has(error.code)) return error
  // Other refusals say themselves that there is no such thing.
  const says = error.code === 'SCA_INVALID'
  const hints = (await Promise.all(unknown.slice(0, MOST_HINTS).map(one => hintFor(bank, one, says)))).filter(
    hint => hint !== '',
  )
  const [first, ...others] = error.listed
  if (first === undefined || hints.length === 0) return error
  const faults = [{ ...first, text: [first.text, ...new Set(hints)].join(' ') }, ...others]
  return new DomainError(error.code, faults, undefined, error.links, error.unlisted)
}

const MOST_HINTS = 5

async function hintFor(bank: Context, { name, reference }: PossibleKey, says: boolean): Promise<string> {
  if (reference.is === 'customerNumber' && (await isCustomerNumber(bank, name))) return ''
  const row = await findKeyed(bank, name)
  const kind = ANY.find(one => one === row?.kind)
  if (kind !== undefined) return `${JSON.stringify(name)} is the key of another kind of thing: ${KEYED[kind]}.`
  const near = await nearestKey(bank, name, reference.kinds)
  if (near === undefined) return says ? `There is no key ${JSON.stringify(name)}.` : ''
  return `There is no key ${JSON.stringify(name)}: is ${JSON.stringify(near)} meant?`
}

async function isCustomerNumber({ db, world }: Context, customerNumber: string): Promise<boolean> {
  return (await db.customer.findFirst({ where: { worldId: world.id, customerNumber }, select: { id: true } })) !== null
}
