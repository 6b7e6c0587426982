/** What each client sends, as the document has it. */
export const payment = {
  instructedAmount: { amount: '100.00', currency: 'NOK' as const },
  creditorName: 'Ola Nordmann',
  creditorAccount: { iban: 'NO1815034020016', currency: 'NOK' as const },
  debtorAccount: { iban: 'NO3515034010010', currency: 'NOK' as const },
}

declare const process: { readonly env: Readonly<Record<string, string | undefined>>; exitCode: number }

export const signer = process.env['SANDBANK_SIGNER'] ?? 'http://127.0.0.1:4001'

export const product = 'norwegian-domestic-credit-transfers' as const

export const headers = {
  'X-Request-ID': crypto.randomUUID(),
  'x-accept-fix': 'none',
  'TPP-Session-ID': crypto.randomUUID(),
  'TPP-Redirect-URI': 'https://tpp.example/callback',
  'PSU-ID': '018cc251-f400-7000-8002-e734510641a8',
  'PSU-Context': 'PRIVATE' as const,
  'PSU-IP-Address': '192.0.2.17',
}

/** Says what came back; a payment that was not made is a failure. */
export function report(status: number, made: object | undefined): void {
  const isMade = status === 201 && made !== undefined && 'paymentId' in made
  console.log(isMade ? 'makes a payment' : `${status} ${JSON.stringify(made)}`)
  if (!isMade) process.exitCode = 1
}
