/** Examples of the OpenAPI document that stand for a value of each call or caller. `sandbank proxy` puts its own in their place (D100). */
export const EXAMPLE_REQUEST_ID = '5b1f5e0e-0f0a-4c52-9d0c-3f3c1f6f6a10'
export const EXAMPLE_TPP_ID = 'NO-FSA-987654321'

/** What an importer writes where it has no example, `<string>` or `string`, or a variable that its user has not set. */
export function isPlaceholder(value: string): boolean {
  return /^(?:<[\w ]+>|string|\{\{[^{}]+\}\})$/.test(value)
}
