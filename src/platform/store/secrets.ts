import type { Store } from './engine.ts'

type SealedText = { readonly name: string; readonly sealed: string }

/** Sealed values in the store: only the key can read them (D122). */
export function secretsOf({ reader, transaction }: Pick<Store, 'reader' | 'transaction'>) {
  return {
    list: (): Promise<SealedText[]> => reader.secret.findMany({ orderBy: { name: 'asc' } }),
    /** Returns whether the value was stored: an existing one of that name stays unless it is replaced. */
    store: ({ name, sealed }: SealedText, replace: boolean): Promise<boolean> =>
      transaction(async ({ secret }) => {
        if (replace) await secret.upsert({ where: { name }, create: { name, sealed }, update: { sealed } })
        else if ((await secret.findUnique({ where: { name } })) !== null) return false
        // When two callers find none at the same time, the second breaks the unique key, runs again, and finds the value of the first.
        else await secret.create({ data: { name, sealed } })
        return true
      }),
  }
}
