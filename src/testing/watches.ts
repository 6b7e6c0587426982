import type { Operator } from './operator.ts'

/** The subscriptions of a bank that are followed now (D99). */
export type Watches = {
  /** Begins at once; `call` is the call of the kit, as its errors begin. */
  follow(
    call: string,
    document: string | object,
    variables: object | undefined,
    world: string,
  ): AsyncIterableIterator<unknown>
  /** Ends those of a world, or all. */
  end(world?: string): void
}

export function createWatches(operator: Operator): Watches {
  const open = new Map<AbortController, string>()

  const follow: Watches['follow'] = (call, document, variables, world) => {
    const leaving = new AbortController()
    open.set(leaving, world)
    const opening = operator.follow(leaving.signal, call, document, variables, world)
    // It is thrown to who reads, also when that is later.
    opening.catch(() => undefined)
    const answers = read()
    return {
      next: () => answers.next(),
      return: () => {
        leaving.abort()
        open.delete(leaving)
        return answers.return(undefined)
      },
      [Symbol.asyncIterator]() {
        return this
      },
    }

    async function* read(): AsyncGenerator<unknown, undefined> {
      try {
        for await (const answer of await opening) yield answer
      } catch (error) {
        if (!leaving.signal.aborted) throw error
      } finally {
        leaving.abort()
        open.delete(leaving)
      }
      return undefined
    }
  }
  return {
    follow,
    end: world => {
      for (const [leaving, own] of open) if (world === undefined || world === own) leaving.abort()
    },
  }
}
