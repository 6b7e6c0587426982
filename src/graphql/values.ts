import type { z } from '@hono/zod-openapi'
import { amountIn } from '../domain/views.ts'
import { builder } from './builder.ts'
import { implement } from './fields.ts'

type Money = { readonly amountMinor: bigint; readonly currency: string }
type Reference = {
  readonly iban?: string | null | undefined
  readonly bban?: string | null | undefined
  readonly currency?: string | null | undefined
}

export const Amount = builder.objectRef<Money>('Amount')
implement(Amount, 'An amount of money ([I] Amount, D21).', t => ({
  amount: t.text(
    'Decimal number in units of the currency, with exactly its ISO 4217 fraction digits; negative takes money away. For example "-1250.00".',
    amountIn('amountMinor', 'currency'),
  ),
  currency: t.text('ISO 4217 alphabetic code.'),
}))

export const AccountReference = builder.objectRef<Reference>('AccountReference')
implement(AccountReference, 'An account of this or another bank, by its number ([I] AccountReference).', t => ({
  iban: t.optional.text('IBAN (ISO 13616-1:2007), at most 34 characters.'),
  bban: t.optional.text('Basic bank account number, at most 30 characters.'),
  currency: t.optional.text('ISO 4217 alphabetic code, if it was given.'),
}))

/** Reads a JSON column. What cannot be read any more is left out rather than failing the list (D44). */
export function stored<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> | null {
  if (value === null) return null
  const result = schema.safeParse(value)
  return result.success ? result.data : null
}
