import {
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isRequiredInputField,
} from 'graphql'
import { shownField } from '../../../../api/graphql/inputs.ts'
import { type Reference, referenceOf } from '../../../../api/graphql/keyed-arguments.ts'
import type { KeyedKind } from '../../../../domain/keys.ts'

/** A field of a sheet: one of the input's, with all that a form needs to know of it. */
export type SheetField = {
  readonly name: string
  readonly label: string
  readonly about: string
  readonly example: unknown
  readonly isRequired: boolean
  /** It follows from the key when it is left out. */
  readonly isDerived: boolean
  readonly kind:
    | 'text'
    | 'number'
    | 'flag'
    | 'choice'
    | 'day'
    | 'document'
    /** Ticks: several of the offered values. */
    | 'several'
    /** Several texts. */
    | 'lines'
    /** An object of fields. */
    | 'group'
    /** Several of them. */
    | 'entries'
    /** A group of which one field is given. */
    | 'one'
  /** Whether a value is written as a word, and not in quotation marks. */
  readonly isWord: boolean
  readonly choices: readonly (readonly [value: string, about: string])[] | undefined
  /** Which things of the world it offers. */
  readonly offers: OfferName | undefined
  readonly fields: readonly SheetField[]
}

/** The fields of an input. Types within each other are read to the depth at which a form ends. */
export function fieldsOf(type: GraphQLInputObjectType): readonly SheetField[] {
  const known = made.get(type)
  if (known !== undefined) return known
  const fields = Object.values(type.getFields())
    .filter(field => shownField(field)?.deprecated !== true)
    .map(field => fieldOf(field, type))
    .toSorted((one, other) => rankOf(one) - rankOf(other))
  made.set(type, fields)
  return fields
}
const made = new WeakMap<GraphQLInputObjectType, readonly SheetField[]>()

/** First who and what a thing is about, last its key; else in the order of the record. */
function rankOf({ name, offers, isRequired, fields }: SheetField): number {
  if (name === 'key') return 2
  const names = offers !== undefined || (name !== 'creditorAccount' && fields.some(one => one.offers === 'accounts'))
  return names && isRequired ? 0 : 1
}

function fieldOf(field: GraphQLInputField, within: GraphQLInputObjectType): SheetField {
  const { name, type, description } = field
  const shown = shownField(field)
  const inner = getNamedType(type)
  const reference = referenceOf(field)
  const offers =
    reference === undefined
      ? (OFFERED_BY_PLACE[`${within.name}.${name}`] ?? OFFERED_BY_PLACE[name])
      : offersOfReference(name, reference)
  const kind = kindOf(type, offers !== undefined)
  const words = isEnumType(inner)
    ? inner.getValues().map(one => [one.name, one.description ?? ''] as const)
    : shown?.words?.map(word => [word, ''] as const)
  return {
    name,
    label: labelOf(name, reference !== undefined),
    about: shown?.about ?? description ?? '',
    example: shown?.example,
    isRequired: isRequiredInputField(field),
    isDerived: shown?.derived === true,
    kind: kind === 'text' && words !== undefined && words.length <= MOST_CHOICES ? 'choice' : kind,
    isWord: isEnumType(inner),
    choices: words,
    offers,
    fields: isInputObjectType(inner) && kind !== 'document' ? fieldsOf(inner) : [],
  }
}

/** Of more, such as currencies, a text field proposes those that begin as what is typed. */
const MOST_CHOICES = 100

const SCALARS: Readonly<Record<string, SheetField['kind']>> = {
  Boolean: 'flag',
  Int: 'number',
  Float: 'number',
  Date: 'day',
}

function kindOf(type: GraphQLInputType, isOffered: boolean): SheetField['kind'] {
  const inner = getNamedType(type)
  const isList = isListType(getNullableType(type))
  if (isInputObjectType(inner)) {
    if (inner.name === FIXTURE_INPUT) return 'document'
    return isList ? 'entries' : inner.isOneOf ? 'one' : 'group'
  }
  if (isList) return isEnumType(inner) || isOffered ? 'several' : 'lines'
  return isEnumType(inner) ? 'choice' : (SCALARS[inner.name] ?? 'text')
}

/** A name as the words of which it is made: `creditorAccount` is creditor and account. */
export function wordsOfName(name: string): string[] {
  return name.split(/(?=[A-Z])/).map(word => word.toLowerCase())
}

const CAPITALS = new Set(['bban', 'bic', 'iban', 'id', 'pan', 'psu', 'tpp', 'uri'])

/** Where the words of a name are not those that people say. */
const LABELS: Readonly<Record<string, string>> = {
  accountName: 'Name',
  instructedAmount: 'Amount',
  transactionAmount: 'Amount',
  remittanceInformationStructuredArray: 'References',
  remittanceInformationUnstructured: 'Message',
  remittanceInformationUnstructuredArray: 'Message in lines',
}

function labelOf(name: string, isReference: boolean): string {
  const known = LABELS[name]
  if (known !== undefined) return known

  // The label of an id or a number is that of its thing.
  const words = wordsOfName(isReference ? name.replace(/(?:Id|Number)(s?)$/, '$1') : name)
  const [first = '', ...others] = words.map(word => (CAPITALS.has(word) ? word.toUpperCase() : word))
  return [first.charAt(0).toUpperCase() + first.slice(1), ...others].join(' ')
}

/** The things of a world that fields offer. */
export type OfferName =
  | 'accounts'
  | 'accountIds'
  | 'agreements'
  | 'cardAccountIds'
  | 'corporations'
  | 'customers'
  | 'fixtures'
  | 'holdingIds'
  | 'ownedAccounts'
  | 'debtors'
  | 'persons'
  | 'snapshots'
  | 'tpps'
  | 'waitingPayments'
  | 'worlds'

/** The input that is a document, and no form. */
const FIXTURE_INPUT = 'FixtureInput'

/** What the fields of this name offer, where they name no thing with a key. */
const OFFERED_BY_PLACE: Readonly<Record<string, OfferName>> = {
  tpp: 'tpps',
  copyOf: 'worlds',
  fixtureName: 'fixtures',
  'SnapshotOfInput.name': 'snapshots',
}

/** What a field offers that names such things. */
function offersOfReference(name: string, { kinds, is }: Reference): OfferName | undefined {
  if (is === 'customerNumber') return OF_CUSTOMERS[name] ?? 'customers'
  return is === 'iban' ? 'accounts' : OF_IDS[kinds.join(' ')]
}

/** Who owns an agreement is a corporation (D26), and who acts is a person (D25). */
const OF_CUSTOMERS: Readonly<Record<string, OfferName>> = { psu: 'persons', customer: 'persons', owner: 'corporations' }

const OF_IDS: Readonly<Record<string, OfferName>> = {
  Account: 'accountIds',
  CardAccount: 'cardAccountIds',
  'Account CardAccount': 'holdingIds',
  Agreement: 'agreements',
  Payment: 'waitingPayments',
} satisfies { readonly [Kinds in KeyedKind | `${KeyedKind} ${KeyedKind}`]?: OfferName }

/** The name of what a field offers at its place: accounts that pay are those of the PSU, those of an agreement its owner's. */
export function offerNameAt(name: OfferName, path: readonly string[]): OfferName {
  if (name !== 'accounts') return name
  return path.includes('debtorAccount') ? 'debtors' : path.includes('account') ? 'ownedAccounts' : name
}

/** Where an account may be of another bank: what is offered is proposed, and any other is taken. */
export const isFree = (path: readonly string[]) => path.includes('creditorAccount')
