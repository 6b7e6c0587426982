/** The operator's door of a world, and the header that opens it. */
export const { SANDBANK_GRAPHQL: url = '', SANDBANK_TOKEN: token = '' } = process.env
export const headers = { Authorization: `Bearer ${token}` }

/** What each client has found, in the same words. */
export function report(name: string | undefined, found: string | undefined): void {
  if (name === undefined || name !== found) throw new Error(`made ${name}, and found ${found}`)
  console.log(`makes a customer, and finds ${name} with types`)
}
