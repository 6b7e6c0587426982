/** What waits for its turn: callers take turns, and of one caller `first` comes first (D75). */
export type CallerQueue<Item> = {
  readonly isEmpty: () => boolean
  readonly add: (caller: string, item: Item, isFirst: boolean) => void
  readonly take: () => Item | undefined
}

export function createCallerQueue<Item>(): CallerQueue<Item> {
  // The next caller comes first: one that had its turn goes to the end.
  const callers = new Map<string, { readonly first: Set<Item>; readonly later: Set<Item> }>()
  return {
    isEmpty: () => callers.size === 0,
    add: (caller, item, isFirst) => {
      const lines = callers.get(caller) ?? { first: new Set(), later: new Set() }
      callers.set(caller, lines)
      lines[isFirst ? 'first' : 'later'].add(item)
      lines[isFirst ? 'later' : 'first'].delete(item)
    },
    take: () => {
      for (const [caller, { first, later }] of callers) {
        const line = first.size > 0 ? first : later
        callers.delete(caller)
        if (first.size + later.size > 1) callers.set(caller, { first, later })
        for (const item of line) {
          line.delete(item)
          return item
        }
      }
      return undefined
    },
  }
}
