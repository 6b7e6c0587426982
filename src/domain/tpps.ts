/** `PSDNO-FSA-987654321` and `NO-FSA-987654321` mean the same ([I] 1.21.6, D20): this gives the shorter one. */
export function normaliseTppId(id: string): string {
  return id.trim().replace(/^PSD(?=[A-Z]{2}-)/, '')
}
