import { z } from 'zod'
import { SandbankError } from './failure.ts'
import type { Operator } from './operator.ts'

/** How a test names its customers: by number, by PSU-ID, or by the key that its fixture gives them. */
export type Psus = {
  /** What PSU-ID is to carry. */
  idOf(call: string, world: string | undefined, psu: string): Promise<string>
  /** What the customer enters at an SCA. */
  numberOf(world: string | undefined, psu: string): Promise<string>
  /** Remembers the keys of a world's fixture: key → customer number. */
  learn(world: string, numbers: ReadonlyMap<string, string>): void
  /** What was remembered of a world, for its copies. */
  keysOf(world: string): ReadonlyMap<string, string>
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const found = z.object({ customer: z.object({ psuId: z.string(), customerNumber: z.string() }) })
const BY_NUMBER = 'query Psu($number: String!) { customer(customerNumber: $number) { psuId customerNumber } }'

export function createPsus(operator: Operator): Psus {
  const keys = new Map<string, ReadonlyMap<string, string>>()
  const numberOf: Psus['numberOf'] = async (world, psu) => keys.get(world ?? 'default')?.get(psu) ?? psu
  return {
    numberOf,
    idOf: async (call, world, psu) => {
      if (UUID.test(psu)) return psu
      const number = await numberOf(world, psu)
      try {
        return (await operator.ask(call, found, BY_NUMBER, { number }, world)).customer.psuId
      } catch (cause) {
        const known = [...(keys.get(world ?? 'default')?.keys() ?? [])]
        throw new SandbankError(
          `${call}: there is no customer ${JSON.stringify(psu)} in the world ${world ?? 'default'}: give a customer number, a PSU-ID, or a key of its fixture${known.length === 0 ? '' : ` (${known.slice(0, 20).join(', ')})`}.`,
          { cause },
        )
      }
    },
    learn: (world, numbers) => void keys.set(world, numbers),
    keysOf: world => keys.get(world) ?? new Map(),
  }
}
