import type { z } from '@hono/zod-openapi'
import { amountIn } from '../domain/views.ts'
import { builder } from './builder.ts'
import { shows } from './shown.ts'

type Money = { readonly amountMinor: bigint; readonly currency: string }
type Reference = {
  readonly iban?: string | null | undefined
  readonly bban?: string | null | undefined
  readonly currency?: string | null | undefined
}

export const Amount = builder.objectRef<Money>('Amount').implement({
  description: 'An amount of money ([I] Amount, D21).',
  fields: t => ({
    amount: t.string({
      description:
        'Decimal number in units of the currency, with exactly its ISO 4217 fraction digits; negative takes money away. For example "-1250.00".',
      ...shows(amountIn('amountMinor', 'currency')),
    }),
    currency: t.exposeString('currency', { description: 'ISO 4217 alphabetic code.' }),
  }),
})

export const AccountReference = builder.objectRef<Reference>('AccountReference').implement({
  description: 'An account of this or another bank, by its number ([I] AccountReference).',
  fields: t => ({
    iban: t.exposeString('iban', { nullable: true, description: 'IBAN (ISO 13616-1:2007), at most 34 characters.' }),
    bban: t.exposeString('bban', { nullable: true, description: 'Basic bank account number, at most 30 characters.' }),
    currency: t.exposeString('currency', { nullable: true, description: 'ISO 4217 alphabetic code, if it was given.' }),
  }),
})

/** Reads a JSON column. What cannot be read any more is left out rather than failing the list (D44). */
export function stored<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> | null {
  if (value === null) return null
  const result = schema.safeParse(value)
  return result.success ? result.data : null
}
