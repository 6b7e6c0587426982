/** The TPP that the operator's calls are made as when they name none (D71). No certificate can have this id. */
export const OPERATOR_TPP_ID = 'SANDBANK'

/**
 * `PSDNO-FSA-987654321` and `NO-FSA-987654321` mean the same ([I] 1.21.6, D20): this gives the shorter one. Nothing else
 * about an id is changed, since a TPP's payments and consents hang on it.
 */
export function normaliseTppId(id: string): string {
  return id.replace(/^PSD(?=[A-Z]{2}-)/, '')
}
