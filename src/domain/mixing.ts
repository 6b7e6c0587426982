/** A whole number of 32 bits that follows from another one: neighbouring values give unrelated results (Mulberry32). */
export function mixed(value: number): number {
  const state = (value + 0x6d2b79f5) | 0
  const once = Math.imul(state ^ (state >>> 15), state | 1)
  const twice = once ^ (once + Math.imul(once ^ (once >>> 7), once | 61))
  return (twice ^ (twice >>> 14)) >>> 0
}

/** The same of a text. */
export function mixedText(text: string, seed: number): number {
  let state = mixed(seed)
  for (let place = 0; place < text.length; place += 1) state = mixed(state ^ text.charCodeAt(place))
  return state
}
