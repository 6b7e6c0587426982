import { z } from '@hono/zod-openapi'
import { DomainError, type Fault } from '../domain/errors.ts'
import { MOST_ENTRIES, tooManyEntries } from './fixture-entries.ts'
import { type Fixture, fixture } from './fixtures.ts'
import { faultsOf, NAMING_FIELDS } from './parse.ts'

/** A fixture that comes in parts. What is wrong in one is noted with its place in the whole document, and told with the rest when all is there (D85). */
export type ComingFixture = {
  /** Adds entries at the end of a list, such as `customers` or `customers[3].accounts[0].transactions`. Answers how many it has then. */
  readonly add: (at: string, entries: readonly unknown[]) => number
  /** The whole document. FORMAT_ERROR for all that no command would take. */
  readonly whole: () => Fixture
}

/** Begins with what the document has besides the entries that follow. */
export function comingFixture(frame: unknown): ComingFixture {
  const found: FaultTally = { faults: [], unlisted: 0 }
  const document: Fixture = {}
  const began = held(fixture, frame, [], found)
  if (isObject(began)) Object.assign(document, began)

  function add(at: string, entries: readonly unknown[]): number {
    const { entry, owner, name, path } = listAt(document, at)
    const before: unknown = Reflect.get(owner, name)
    const list: unknown[] = Array.isArray(before) ? before : []
    if (list.length + entries.length > MOST_ENTRIES) throw new DomainError('FORMAT_ERROR', tooManyEntries, at)
    for (const one of entries) list.push(held(entry, one, [...path, list.length], found))
    Reflect.set(owner, name, list)
    return list.length
  }

  return {
    add,
    whole: () => {
      if (found.faults.length > 0) throw new DomainError('FORMAT_ERROR', found.faults, undefined, {}, found.unlisted)
      return document
    },
  }
}

/** What is wrong so far. Of what nobody is told there is the number only. */
type FaultTally = { readonly faults: Fault[]; unlisted: number }

/** More faults than anybody is told of. */
const MOST_FAULTS = 20

/** A part as its schema reads it; as it is when it is faulty, so that others find what stands beside it. */
function held(schema: z.ZodType, part: unknown, path: Place, found: FaultTally): unknown {
  const read = schema.safeParse(part, found.faults.length < MOST_FAULTS ? NAMING_FIELDS : undefined)
  if (read.success) return read.data
  const faults = read.error.issues.flatMap(issue => faultsOf({ ...issue, path: [...path, ...issue.path] }))
  const room = Math.max(0, MOST_FAULTS - found.faults.length)
  found.faults.push(...faults.slice(0, room))
  found.unlisted += Math.max(0, faults.length - room)
  return part
}

type Place = readonly (string | number)[]
type List = {
  readonly entry: z.ZodType
  readonly owner: object
  readonly name: string
  readonly path: Place
}

/** The list that a path names, in an entry that was sent before. */
function listAt(document: object, at: string): List {
  const steps = at.split('.')
  const path: (string | number)[] = []
  let [schema, owner]: [z.ZodType, unknown] = [fixture, document]
  for (const [place, step] of steps.entries()) {
    const [, name = '', index] = STEP.exec(step) ?? []
    const entry = entryOf(schema, name)
    const isLast = place === steps.length - 1
    if (entry === undefined || isLast !== (index === undefined)) throw noList(at)
    path.push(name)
    if (isObject(owner) && index === undefined) return { entry, owner, name, path }
    const list: unknown = isObject(owner) ? Reflect.get(owner, name) : undefined
    owner = Array.isArray(list) ? list[Number(index)] : undefined
    if (!isObject(owner)) throw notThere(at)
    schema = entry
    path.push(Number(index))
  }
  throw noList(at)
}

const STEP = /^([A-Za-z]+)(?:\[(\d{1,6})\])?$/

/** The schema of the entries of a list of a schema; undefined when it has no list of this name. */
function entryOf(schema: z.ZodType, name: string): z.ZodType | undefined {
  if (!(schema instanceof z.ZodObject) || !Object.hasOwn(schema.shape, name)) return undefined
  const field: unknown = schema.shape[name]
  const list = field instanceof z.ZodOptional ? field.unwrap() : field
  return list instanceof z.ZodArray && list.element instanceof z.ZodObject ? list.element : undefined
}

function noList(at: string): DomainError {
  const named = JSON.stringify(at.slice(0, 100))
  return new DomainError('FORMAT_ERROR', `must name a list of a fixture, such as customers; ${named} is none.`, 'at')
}

function notThere(at: string): DomainError {
  return new DomainError('FORMAT_ERROR', `names an entry that was not sent before: ${at.slice(0, 100)}.`, 'at')
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The lists that a document is told in, slice by slice, in their order. */
export const SLICED = [
  'customers',
  'transactions',
  'cardTransactions',
  'agreements',
  'contacts',
  'consents',
  'payments',
  'signingBaskets',
] as const

/** Where the next slice of a document begins. */
export const slicePlace = z.strictObject({
  content: z.string().max(64),
  list: z
    .int()
    .min(0)
    .max(SLICED.length - 1),
  after: z.string().max(8192),
})
