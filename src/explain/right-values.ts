import { isDeepStrictEqual } from 'node:util'
import { getOpenApiMetadata } from '@asteasolutions/zod-to-openapi'
import type { z } from '@hono/zod-openapi'
import { isDay, osloDay } from '../domain/calendar.ts'
import { isObject } from '../domain/given.ts'
import { nearest } from '../domain/nearest-names.ts'
import { nearAmount, nearCurrency, nearDay, nearIban, nearText } from './near-values.ts'

const IBAN = 'NO9386011117947'
const ACCOUNT = { iban: IBAN, currency: 'NOK' }
const ADDRESS = { street: 'Storgata', buildingNumber: '1', postalCode: '0155', city: 'Oslo', country: 'NO' }
const AMOUNT = { amount: '1.00', currency: 'NOK' }

/** Samples for fields whose schemas have no example. */
const SAMPLES: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ...Object.entries(ADDRESS),
  ['amount', AMOUNT.amount],
  ['instructedAmount', AMOUNT],
  ['transactionAmount', AMOUNT],
  ['creditorAccount', ACCOUNT],
  ['debtorAccount', ACCOUNT],
  ['creditorAddress', ADDRESS],
  ['creditorName', 'Ola Nordmann'],
  ['name', 'Kari Nordmann'],
  ['customerNumber', '01017012345'],
  ['dayOfExecution', '1'],
  ['monthsOfExecution', [1]],
  ['email', 'name@example.com'],
  ['bban', IBAN.slice(4)],
  ['emails', ['psd2-operations@tpp.example']],
  ['payments', [{ instructedAmount: AMOUNT, creditorName: 'Ola Nordmann', creditorAccount: ACCOUNT }]],
])

/** A field with a fault: its name, what stands there, and the object that holds it, with the schema of each as far as they are known. */
export type FaultyPlace = {
  readonly name: string
  readonly found: unknown
  /** Whether the refused call had the field under this name. */
  readonly wasThere: boolean
  readonly schema: z.ZodType | undefined
  readonly holder: unknown
  readonly holderSchema: z.ZodType | undefined
  readonly now: Date
}

/** The nearest value that the schemas accept; else an example; undefined where the field is to be removed. */
export function rightValue(place: FaultyPlace): unknown {
  const { found, wasThere } = place
  // A value that the schemas accept breaks a rule: the rehearsal shows whether another value, or none, satisfies it.
  const isRule = wasThere && place.schema !== undefined && isAccepted(place, found)
  const all = isRule ? [...samplesOf(place), undefined, ...examplesOf(place)] : candidates(place)
  return all.find(value => !(isRule && isDeepStrictEqual(value, found)) && isAccepted(place, value))
}

function isAccepted({ name, schema, holder, holderSchema }: FaultyPlace, value: unknown): boolean {
  if (schema === undefined) return value !== undefined
  if (!schema.safeParse(value).success) return false
  // Some rules concern the whole object: the digits of an amount depend on its currency.
  if (holderSchema === undefined || !isObject(holder)) return true
  const { error } = holderSchema.safeParse({ ...holder, [name]: value })
  return error === undefined || error.issues.every(({ path: [first] }) => first !== name)
}

/** Possible values, the nearest first. */
function candidates(place: FaultyPlace): unknown[] {
  const { found, now } = place
  const examples = examplesOf(place)
  const { maxLength } = aboutOf(place)
  const isGiven = found !== undefined && found !== null && found !== ''
  // For null the nearest correction is no field at all.
  const near = isGiven ? nearTo(found, maxLength) : found === null ? [undefined] : []
  const lower = typeof found === 'string' ? found.toLowerCase() : undefined
  const meant = typeof found === 'string' && found.length < 80 ? nearest(found, examples.map(String), 2) : undefined
  const alike = examples.filter(word => String(word).toLowerCase() === lower || word === meant)
  const others = [osloDay(now), now.toISOString(), true, 1, [1], 'x', IBAN, 'P1D']
  return [...alike, ...near, ...samplesOf(place), ...examples, undefined, ...others]
}

type About = { readonly examples?: unknown; readonly enum?: unknown; readonly maxLength?: number }

function aboutOf({ schema }: FaultyPlace): About {
  return schema === undefined ? {} : getOpenApiMetadata(schema)
}

function samplesOf({ name }: FaultyPlace): unknown[] {
  const sample = SAMPLES.get(name)
  return sample === undefined ? [] : [sample]
}

/** The examples of the schema; a day among them becomes today, since it may have passed. */
function examplesOf(place: FaultyPlace): unknown[] {
  const about = aboutOf(place)
  const all = [about.examples, about.enum, wordsOf(place.schema)].flatMap(list => (Array.isArray(list) ? list : []))
  return all.map((one: unknown) => (typeof one === 'string' && isDay(one) ? osloDay(place.now) : one))
}

function nearTo(found: unknown, most = 0): unknown[] {
  const text = typeof found === 'string' ? found : undefined
  const forms = [2, 0].map(digits => nearAmount(digits)(found))
  return [
    found,
    ...forms,
    nearCurrency(found),
    nearIban(found),
    nearDay(found),
    nearText(found),
    ...(text === undefined ? [] : [text.trim(), text.replace(/\p{Cc}+/gu, ' ')]),
    ...(text === undefined || most === 0 ? [] : [[...text].slice(0, most).join('')]),
    ...(text !== undefined && text.trim() !== '' && Number.isFinite(Number(text)) ? [Number(text)] : []),
    ...(text === 'true' || text === 'false' ? [text === 'true'] : []),
    ...(typeof found === 'number' ? [Math.max(1, Math.round(found))] : []),
    ...(Array.isArray(found) ? [found.slice(0, 1), found[0], [...new Set(found)]] : [[found]]),
  ].filter(value => value !== undefined)
}

function wordsOf(schema: z.ZodType | undefined): unknown {
  if (schema === undefined) return undefined
  const { def } = schema
  if ('entries' in def) return Object.values(Object(def.entries))
  if ('in' in def) return wordsOf(Object(def.in))
  return 'innerType' in def ? wordsOf(Object(def.innerType)) : undefined
}
