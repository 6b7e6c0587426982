import { type ExampleIds, requestExamples } from '../../../../api/openapi/examples.ts'
import type { Context } from '../../../../bank/context.ts'
import { findKeyed } from '../../../../bank/resolvers/keys.ts'
import { osloDay } from '../../../../domain/calendar.ts'
import { fieldOf, isObject } from '../../../../domain/given.ts'
import type { Offer } from './offers.ts'
import { isFree, type OfferName, offerNameAt, type SheetField } from './sheet-fields.ts'
import { countAt, countOf, isGiven, isSameCurrency, places, type SheetValues, valueAt } from './sheet-values.ts'
import type { Sheet } from './sheets.ts'

/** Mutations that REST has not, and so no example of their own. */
const OWN_EXAMPLES: Readonly<Record<string, unknown>> = {
  grantConsent: { tpp: '', context: 'PRIVATE', accountIds: [] },
  createWorld: { name: '', source: { standard: true } },
  setScenario: { scenario: 'error; code=ACCESS_EXCEEDED', for: {}, times: '' },
}

// Things are those of this world: no example names one.
const ROW = { id: '' }
const CUSTOMER = { id: '', psuId: '', customerNumber: '', name: '' }
const ACCOUNT = { id: '', iban: '', bban: '' }
const NO_IDS: ExampleIds = {
  customer: CUSTOMER,
  other: CUSTOMER,
  corporate: CUSTOMER,
  agreement: ROW,
  engagement: ROW,
  account: ACCOUNT,
  creditor: ACCOUNT,
  company: ACCOUNT,
  card: ROW,
  transaction: ROW,
  cardTransaction: ROW,
}

/** The example of the operation, of which a sheet shows the fields first, and whose values it proposes. */
export function exampleFor({ name, does }: Sheet, { now }: Context): unknown {
  if (does === 'change') return {}
  const { body, headers } = requestExamples(NO_IDS, osloDay(now))[name] ?? {}
  const context = headers?.['PSU-Context']
  return OWN_EXAMPLES[name] ?? { ...(isObject(body) ? body : {}), ...(context === undefined ? {} : { context }) }
}

/** Whether a field stands with those that are needed, and not behind "More". */
export function isFirst(
  { does, fields }: Sheet,
  field: SheetField,
  path: readonly string[],
  example: unknown,
): boolean {
  const isKey = field.name === 'key' && path.length === 1
  if (does === 'change' || field.isRequired || (isKey && fields.some(({ isDerived }) => isDerived))) return true
  const isNested = path.length > 1 && !/^\d+$/.test(path.at(-2) ?? '')
  return isNested ? field.offers !== undefined : !field.isDerived && fieldOf(example, field.name) !== undefined
}

type Proposal = {
  readonly sheet: Sheet
  readonly example: unknown
  readonly offers: ReadonlyMap<OfferName, readonly Offer[]>
  /** A key that is free. */
  readonly key: string | undefined
}

/** What a sheet shows before anything was entered, so that a person types little. What the address gives stays. */
export function firstValues(proposal: Proposal, given: SheetValues): SheetValues {
  const { sheet, key } = proposal
  if (sheet.does === 'change') return given
  const values = new Map(given)
  if (key !== undefined && valueAt(given, ['key']) === '') values.set('key', [key])
  fill(proposal, values, sheet.fields, [], proposal.example)
  return values
}

/** The same for one more entry of a list. */
export function withEntry(proposal: Proposal, entered: SheetValues, list: string): SheetValues {
  const path = list.split('.')
  const place = String(countAt(entered, path))
  const values = new Map([...entered, [countOf(path), [String(Number(place) + 1)]] as const])
  const field = path
    .filter(name => !/^\d+$/.test(name))
    .reduce<SheetField | undefined>(
      (within, name) => (within?.fields ?? proposal.sheet.fields).find(one => one.name === name),
      undefined,
    )
  const known = fieldOf(proposal.example, list)
  if (field !== undefined) fill(proposal, values, field.fields, [...path, place], Array.isArray(known) ? known[0] : {})
  return values
}

function fill(
  proposal: Proposal,
  values: Map<string, readonly string[]>,
  fields: readonly SheetField[],
  at: readonly string[],
  example: unknown,
): void {
  const { sheet } = proposal
  for (const field of fields) {
    const [path, known] = [[...at, field.name], fieldOf(example, field.name)]
    const isLeaf = field.kind !== 'group' && field.kind !== 'entries'
    if (isSameCurrency(sheet, path) || !isFirst(sheet, field, path, example)) continue
    if (field.kind === 'group' && (field.isRequired || known !== undefined))
      fill(proposal, values, field.fields, path, known)
    if (field.kind === 'entries' && field.isRequired) {
      const entries = Array.isArray(known) ? known : [{}]
      if (!isGiven(field, path, values)) values.set(countOf(path), [String(entries.length)])
      for (const place of places(entries.length))
        fill(proposal, values, field.fields, [...path, place], entries[Number(place)])
    }
    if (isLeaf && !isGiven(field, path, values)) {
      const proposed = proposedFor(proposal, values, field, path, known)
      if (proposed.length > 0) values.set(path.join('.'), proposed)
    }
  }
  proposeCreditor(proposal, values, fields, at, example)
}

function proposedFor(
  { offers }: Proposal,
  values: SheetValues,
  field: SheetField,
  path: readonly string[],
  known: unknown,
): readonly string[] {
  const { name, kind, offers: offer, isRequired, isDerived, fields } = field
  if (kind === 'one') return fields.filter(one => fieldOf(known, one.name) !== undefined).map(one => one.name)
  if (offer !== undefined) {
    const all = offers.get(offerNameAt(offer, path)) ?? []
    const isDebtor = all.length > 0 && path.includes('debtorAccount') && valueAt(values, ['psu']) !== ''
    // What is needed and can be only one thing; who pays, from the first account.
    return (all.length === 1 || isDebtor) && !isFree(path) && (isRequired || path.length > 1)
      ? [all[0]?.value ?? '']
      : []
  }
  // A name is the person's own, and what follows from the key is left to it.
  if (isDerived || /name$/i.test(name) || known === undefined) return []
  return [known].flat().map(String)
}

/** Somebody to be paid: the first account of another owner than the debtor's, else one of another bank. */
function proposeCreditor(
  { offers }: Proposal,
  values: Map<string, readonly string[]>,
  fields: readonly SheetField[],
  at: readonly string[],
  example: unknown,
): void {
  const names = ['creditorAccount', 'creditorName'].map(name => fields.find(one => one.name === name))
  const [account, name] = names
  if (account?.isRequired !== true || name?.isRequired !== true) return
  const debtor =
    (offers.get('debtors') ?? []).find(({ value }) => value === valueAt(values, ['debtorAccount', 'iban'])) ??
    offers.get('debtors')?.[0]
  const other = (offers.get('accounts') ?? []).find(({ group }) => group !== debtor?.group)
  const iban = account.fields.find(one => one.name === 'iban')
  const proposed = [
    [[...at, 'creditorAccount', 'iban'], other?.value ?? iban?.example],
    [[...at, 'creditorName'], other?.group ?? fieldOf(example, 'creditorName')],
  ] as const
  for (const [path, value] of proposed)
    if (valueAt(values, path) === '' && typeof value === 'string') values.set(path.join('.'), [value])
}

/** A key that nothing in the world has: the noun of the sheet and the first free number. Undefined where no number follows from a key. */
export async function freeKey(ctx: Context, { noun, fields, does }: Sheet): Promise<string | undefined> {
  if (does === 'change' || !fields.some(({ isDerived }) => isDerived)) return undefined
  for (let number = 1; ; number += 1) {
    const key = `${noun}-${number}`
    if ((await findKeyed(ctx, key)) === undefined) return key
  }
}
