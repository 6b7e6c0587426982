/** What hono looks for AsyncLocalStorage in. */
const PLACES = ['getBuiltinModule', 'mainModule'] as const

/**
 * Keeps hono from AsyncLocalStorage, with which it would follow the contexts of its elements through promises. No element of ours has one, and Node follows each
 * promise of the process from the first use on: all calls after the first page would take a tenth more. Hono looks for it once, when it shows its first element.
 */
export function showWithoutContexts(): void {
  const before = PLACES.map(name => Object.getOwnPropertyDescriptor(process, name))
  for (const name of PLACES) Object.defineProperty(process, name, { value: undefined, configurable: true })
  try {
    String(<i />)
  } finally {
    for (const [place, name] of PLACES.entries()) {
      const found = before[place]
      if (found === undefined) Reflect.deleteProperty(process, name)
      else Object.defineProperty(process, name, found)
    }
  }
}
