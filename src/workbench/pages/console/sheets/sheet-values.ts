import type { GraphqlDocument } from '../../../explain/commands.ts'
import { laidOut } from '../../graphiql/laid-out.ts'
import type { ActionFault } from '../actions/outcomes.ts'
import type { SheetField } from './sheet-fields.ts'
import type { Sheet } from './sheets.ts'

/** What the form of a sheet holds: the values of each field by its path in the input, such as `payments.0.creditorName`. */
export type SheetValues = ReadonlyMap<string, readonly string[]>

/** Before each name in a form and an address, so that no field is taken for a filter of the list behind it. */
const OWN = 'in.'
/** The number of entries of a list stands under the list's name with this end. */
const COUNT = '.count'
/** More entries are made by GraphQL. */
const MOST_ENTRIES = 50

export const inputName = (path: readonly string[]) => OWN + path.join('.')
/** Where the number of entries of a list is entered. */
export const countOf = (path: readonly string[]) => path.join('.') + COUNT

/** The fields of a sheet within a form or an address. */
export function enteredIn(form: URLSearchParams): SheetValues {
  const names = new Set([...form.keys()].filter(name => name.startsWith(OWN)))
  return new Map([...names].map(name => [name.slice(OWN.length), form.getAll(name)]))
}

export function valueAt(entered: SheetValues, path: readonly string[]): string {
  return entered.get(path.join('.'))?.[0] ?? ''
}

/** How many entries of a list the form has. */
export function countAt(entered: SheetValues, path: readonly string[]): number {
  const count = Number(entered.get(countOf(path))?.[0] ?? 0)
  return Number.isInteger(count) ? Math.min(Math.max(count, 0), MOST_ENTRIES) : 0
}

/** The same without the last entry of a list. */
export function withoutLast(entered: SheetValues, list: string): SheetValues {
  const path = list.split('.')
  return new Map([...entered, [countOf(path), [String(Math.max(countAt(entered, path) - 1, 0))]]])
}

export const places = (count: number): readonly string[] => Array.from({ length: count }, (_, place) => String(place))

/** Whether a currency within the input is that of the input itself, and is entered there. */
export function isSameCurrency({ fields }: Sheet, path: readonly string[]): boolean {
  return path.length > 1 && path.at(-1) === 'currency' && fields.some(({ name }) => name === 'currency')
}

/** Whether something within a field was entered. */
export function isGiven(field: SheetField, path: readonly string[], entered: SheetValues): boolean {
  const { kind, fields } = field
  if (kind === 'entries') return countAt(entered, path) > 0
  if (kind === 'one') return chosenIn(field, path, entered) !== undefined
  if (kind === 'group') return fields.some(one => isGiven(one, [...path, one.name], entered))
  return (entered.get(path.join('.')) ?? []).some(value => value.trim() !== '')
}

/** The field that was chosen of those of which one is given. */
function chosenIn({ fields }: SheetField, path: readonly string[], entered: SheetValues): SheetField | undefined {
  const chosen = valueAt(entered, path)
  return fields.find(({ name }) => name === chosen)
}

/** The mutation for what was entered, without what is empty. `document` is the fixture that was read. */
export function documentOf(sheet: Sheet, entered: SheetValues, document?: object): GraphqlDocument {
  const { name, fields, thing } = sheet
  const input = written(sheet, fields, [], entered)
  const takesDocument = input.includes(DOCUMENT)
  const query = `mutation${takesDocument ? ` (${DOCUMENT}: FixtureInput!)` : ''} { ${name}(input: { ${input} }) { ${thing.field} { ${thing.id} } } }`
  return { query: laidOut(query).trimEnd(), variables: takesDocument ? { fixture: document ?? {} } : {} }
}

const DOCUMENT = '$fixture'

/** Where the document of a sheet is entered, if it takes one now. */
export function documentIn(
  { fields }: Pick<Sheet, 'fields'>,
  entered: SheetValues,
  at: readonly string[] = [],
): readonly string[] | undefined {
  for (const field of fields) {
    const path = [...at, field.name]
    if (field.kind === 'document') return isGiven(field, path, entered) ? path : undefined
    const chosen = field.kind === 'one' ? chosenIn(field, path, entered) : undefined
    const found = documentIn(
      { fields: chosen === undefined ? (field.kind === 'group' ? field.fields : []) : [chosen] },
      entered,
      path,
    )
    if (found !== undefined) return found
  }
  return undefined
}

function written(sheet: Sheet, fields: readonly SheetField[], at: readonly string[], entered: SheetValues): string {
  return fields
    .flatMap(field => {
      const value = literal(sheet, field, [...at, field.name], entered)
      return value === undefined ? [] : [`${field.name}: ${value}`]
    })
    .join(', ')
}

function literal(sheet: Sheet, field: SheetField, path: readonly string[], entered: SheetValues): string | undefined {
  if (isSameCurrency(sheet, path)) return leaf(field, valueAt(entered, ['currency']))
  if (!isGiven(field, path, entered)) return undefined
  const { kind, fields } = field
  if (kind === 'group') return `{ ${written(sheet, fields, path, entered)} }`
  if (kind === 'entries')
    return `[${places(countAt(entered, path)).map(place => `{ ${written(sheet, fields, [...path, place], entered)} }`)}]`
  if (kind === 'one') {
    const chosen = chosenIn(field, path, entered)
    if (chosen === undefined) return undefined
    return `{ ${chosen.name}: ${chosen.kind === 'flag' ? 'true' : (literal(sheet, chosen, [...path, chosen.name], entered) ?? '""')} }`
  }
  const values = (entered.get(path.join('.')) ?? []).flatMap(value => (kind === 'lines' ? value.split('\n') : value))
  const words = values.flatMap(value => leaf(field, value) ?? [])
  return kind === 'several' || kind === 'lines' ? `[${words.join(', ')}]` : words[0]
}

const NUMBER = /^-?\d+(\.\d+)?$/

// Any other value is written as a text, and the graph refuses it in its own words.
function leaf({ kind, isWord }: SheetField, entered: string): string | undefined {
  const value = entered.trim()
  if (value === '') return undefined
  if (kind === 'document') return DOCUMENT
  if (kind === 'flag') return String(value === 'true')
  // GraphQL takes neither 007 nor, for a whole number, 10.0.
  if (kind === 'number' && NUMBER.test(value)) return value.replace(/^(-?)0+(?=\d)/, '$1').replace(/\.0+$/, '')
  return isWord && /^[A-Za-z_]\w*$/.test(value) ? value : JSON.stringify(value)
}

/** The faults that need no call: a required value that is missing, a number that is none. */
export function faultsOf(sheet: Sheet, entered: SheetValues): ActionFault[] {
  return faultsIn(sheet, sheet.fields, [], entered)
}

function faultsIn(
  sheet: Sheet,
  fields: readonly SheetField[],
  at: readonly string[],
  entered: SheetValues,
): ActionFault[] {
  return fields.flatMap(field => {
    const path = [...at, field.name]
    if (isSameCurrency(sheet, path)) return []
    const { kind, label, isRequired, choices } = field
    const fault = (text: string): ActionFault[] => [{ path: path.join('.'), text }]
    const isHere = isGiven(field, path, entered)
    if (kind === 'group') {
      if (!isRequired && !isHere) return []
      const naming = namingIn(field)
      const isNamed = field.fields.some(one => isNumber(one) && isGiven(one, [...path, one.name], entered))
      const unnamed = { path: [...path, naming?.name].join('.'), text: `${label} is missing.` }
      return [...(naming === undefined || isNamed ? [] : [unnamed]), ...faultsIn(sheet, field.fields, path, entered)]
    }
    if (!isHere) return isRequired ? fault(`${label} is missing.`) : []
    if (kind === 'entries')
      return places(countAt(entered, path)).flatMap(place => faultsIn(sheet, field.fields, [...path, place], entered))
    if (kind === 'one') {
      const chosen = chosenIn(field, path, entered)
      return chosen === undefined || chosen.kind === 'flag'
        ? []
        : faultsIn(sheet, [{ ...chosen, isRequired: true }], path, entered)
    }
    const values = entered.get(path.join('.')) ?? []
    const value = values[0]?.trim() ?? ''
    if (kind === 'number' && !NUMBER.test(value))
      return fault(`${label} takes a number, such as ${String(field.example ?? 3)}.`)
    const isOffered = (one: string) => choices?.some(([word]) => word === one.trim()) !== false
    return (kind === 'choice' || kind === 'several') && !values.every(isOffered)
      ? fault(`${label} is none of those offered.`)
      : []
  })
}

/** The paths of a form by the places of their values in the mutation: `input.payments[0].creditorName`. */
export function pathsByPlace({ fields }: Sheet, entered: SheetValues): ReadonlyMap<string, string> {
  const all = new Map<string, string>()
  const walk = (some: readonly SheetField[], at: readonly string[], place: string) => {
    for (const field of some) {
      const [path, own] = [[...at, field.name], `${place}.${field.name}`]
      all.set(own, path.join('.'))
      if (field.kind === 'entries')
        for (const number of places(countAt(entered, path))) walk(field.fields, [...path, number], `${own}[${number}]`)
      else walk(field.fields, path, own)
    }
  }
  walk(fields, [], 'input')
  return all
}

/** The field by which a group names a thing, where the group asks for none by itself: an account has an IBAN or a BBAN. */
export function namingIn({ fields }: SheetField): SheetField | undefined {
  return fields.find(({ offers, isRequired }) => offers !== undefined && !isRequired)
}

/** A currency alone names no account. */
const isNumber = ({ isRequired, name }: SheetField) => !isRequired && name !== 'currency'
