/**
 * What `make` makes of a text, made once for each of the first `most` texts that are not longer than `longest`: for the few that come again and
 * again. Of those that somebody makes up nothing is kept.
 */
export function remember(
  make: (text: string) => string,
  { most, longest }: { readonly most: number; readonly longest: number },
): (text: string) => string {
  const known = new Map<string, string>()
  return text => {
    const before = known.get(text)
    if (before !== undefined) return before
    const made = make(text)
    if (known.size < most && text.length <= longest) known.set(text, made)
    return made
  }
}
