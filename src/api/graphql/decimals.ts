import { z } from '@hono/zod-openapi'
import { isDecimal } from '../../bank/inputs/values.ts'
import { isObject } from '../../domain/given.ts'

/**
 * Decimal numbers of inputs. The graph takes each as text or as a number; an operation wants the one or the other, and gets what it wants where the
 * number says exactly what was written. What is not exact is left as it came, and its schema refuses it.
 */

/** A number of JSON holds this many digits exactly, whatever they are. */
export const EXACT_DIGITS = 15

/** A written number without its exponent; undefined for what is none, or has more digits than any amount. */
export function plainDecimal(text: string): string | undefined {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = WRITTEN.exec(text) ?? []
  const shift = Number(exponent)
  if (whole === '' || Math.abs(shift) > MOST_SHIFTED) return undefined
  if (shift === 0) return `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`
  const digits = `${'0'.repeat(Math.max(0, -shift))}${whole}${fraction}${'0'.repeat(Math.max(0, shift))}`
  const point = Math.max(0, -shift) + whole.length + shift
  const [before, after] = [digits.slice(0, point).replace(/^0+(?=\d)/, ''), withoutLastZeros(digits.slice(point))]
  return `${sign}${before}${after === '' ? '' : `.${after}`}`
}
const WRITTEN = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,9}))?$/
const MOST_SHIFTED = 60

function withoutLastZeros(digits: string): string {
  let end = digits.length
  while (digits[end - 1] === '0') end -= 1
  return digits.slice(0, end)
}

/** A plain decimal without zeros at the end of its fraction. */
function shortest(plain: string): string {
  const [whole = '', fraction = ''] = plain.split('.')
  const kept = withoutLastZeros(fraction)
  return kept === '' ? whole : `${whole}.${kept}`
}

/** Whether a number of JSON says exactly what a plain decimal text does. */
export function isExact(plain: string): boolean {
  return plain.replace(/\D/g, '').replace(/^0+/, '').length <= EXACT_DIGITS
}

/** A number as text; undefined when it may be another one than was written. */
export function exactText(value: number): string | undefined {
  const plain = plainDecimal(String(value))
  return plain !== undefined && isExact(plain) ? plain : undefined
}

type Form = (value: unknown) => unknown

/** Gives each decimal number of a value the form that its schema wants. */
export function inForm(schema: z.ZodType, value: unknown): unknown {
  return formOf(schema)?.(value) ?? value
}

const forms = new WeakMap<z.ZodType, { readonly form: Form | undefined }>()

/** How values of a schema get their form; undefined where it has no decimal number. */
function formOf(schema: z.ZodType): Form | undefined {
  const known = forms.get(schema)
  if (known !== undefined) return known.form
  // A schema within itself would be no end.
  forms.set(schema, { form: undefined })
  const form = isDecimal(schema) ? (schema instanceof z.ZodNumber ? toNumber : toText) : partsForm(schema)
  forms.set(schema, { form })
  return form
}

function partsForm(schema: unknown): Form | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return formIn(schema.unwrap())
  if (schema instanceof z.ZodPipe) return formIn(schema.in) ?? formIn(schema.out)
  if (schema instanceof z.ZodArray) {
    const form = formIn(schema.element)
    return form && (list => (Array.isArray(list) ? list.map(form) : list))
  }
  if (!(schema instanceof z.ZodObject)) return undefined
  const parts = Object.entries(schema.shape).flatMap(([name, part]) => {
    const form = formIn(part)
    return form === undefined ? [] : [[name, form] as const]
  })
  return parts.length === 0 ? undefined : value => withParts(value, parts)
}

const formIn = (schema: unknown) => (schema instanceof z.ZodType ? formOf(schema) : undefined)

function withParts(value: unknown, parts: readonly (readonly [name: string, form: Form])[]): unknown {
  if (!isObject(value)) return value
  const changed = parts.flatMap(([name, form]) => {
    const part = value[name]
    const formed = part === undefined ? undefined : form(part)
    return formed === part ? [] : [[name, formed] as const]
  })
  return changed.length === 0 ? value : { ...value, ...Object.fromEntries(changed) }
}

function toText(value: unknown): unknown {
  return typeof value === 'number' ? (exactText(value) ?? value) : value
}

function toNumber(value: unknown): unknown {
  if (typeof value !== 'string' || !/^-?\d+(\.\d+)?$/.test(value)) return value
  const number = Number(value)
  // No amount is so large: its schema says so of a number.
  if (Math.abs(number) > Number.MAX_SAFE_INTEGER) return number
  return plainDecimal(String(number)) === shortest(value) ? number : value
}
