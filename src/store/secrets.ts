import type { Store } from './engine.ts'

type SealedText = { readonly name: string; readonly sealed: string }

/** Sealed values in the books: readable with the key alone (D122). */
export function secretsOf({ reader, transaction }: Pick<Store, 'reader' | 'transaction'>) {
  return {
    list: (): Promise<SealedText[]> => reader.secret.findMany({ orderBy: { name: 'asc' } }),
    /** Answers whether it is stored: one of its name stays unless it is replaced. */
    store: ({ name, sealed }: SealedText, replace: boolean): Promise<boolean> =>
      transaction(async ({ secret }) => {
        if (replace) await secret.upsert({ where: { name }, create: { name, sealed }, update: { sealed } })
        else if ((await secret.findUnique({ where: { name } })) !== null) return false
        // Of two that find none at once the second breaks the key, runs again, and finds that of the first.
        else await secret.create({ data: { name, sealed } })
        return true
      }),
  }
}
