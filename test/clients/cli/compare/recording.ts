import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Cli, RunningBank } from '../../../support/clients/cli.ts'

export const KARI = '13039319955'
const PAYMENTS = '/v1/payments/norwegian-domestic-credit-transfers'
const PRIVATE = ['--psu', KARI, '--header', 'PSU-Context: PRIVATE']
const paymentOf = (amount: string) =>
  JSON.stringify({
    instructedAmount: { amount, currency: 'NOK' },
    creditorName: 'Ola Nordmann',
    creditorAccount: { iban: 'NO1815034020016', currency: 'NOK' },
    debtorAccount: { iban: 'NO3515034010010', currency: 'NOK' },
  })

// A PSU who is present: other reads are counted.
const SEEN = ['--psu', KARI, '--header', 'PSU-IP-Address: 127.0.0.1']

/** Calls of a TPP, accepted and refused, with what the operator did between them; later calls name ids of earlier answers. */
const CALLS: readonly (readonly string[])[] = [
  ['call', 'GET', '/v1/sandbox/customers'],
  ['call', 'GET', '/v1/sandbox/customers/{nobody}'],
  [
    'call',
    'POST',
    PAYMENTS,
    ...PRIVATE,
    '--data',
    paymentOf('120.50'),
    '--save',
    'payment=paymentId',
    '--save',
    'sca=_links.scaRedirect.id',
  ],
  ['call', 'GET', `${PAYMENTS}/{payment}/status`, ...SEEN],
  ['approve', '{sca}', '--psu', KARI],
  ['call', 'GET', `${PAYMENTS}/{payment}`, ...SEEN],
  ['call', 'POST', PAYMENTS, ...PRIVATE, '--data', paymentOf('1,00')],
  ['call', 'GET', '/v1/accounts?withBalance=true', ...SEEN, '--save', 'account=accounts[0].resourceId'],
  ['call', 'GET', '/v1/accounts/{account}/transactions?bookingStatus=booked&dateFrom={from}', ...SEEN],
  ['call', 'GET', '/v1/accounts/{account}/balances', ...SEEN],
  ['call', 'DELETE', `${PAYMENTS}/{payment}`, ...SEEN],
]

/** Makes these calls in a world, and returns the file with the story of them. */
export async function record(cli: Cli, bank: RunningBank, world: string): Promise<string> {
  const run = async (args: readonly string[]) => {
    const env = { SANDBANK_URL: bank.url, SANDBANK_TPP: 'acme' }
    const result = await cli.run([...args, '--world', world], { env })
    expect([args, result.exitCode, result.stderr]).toEqual([
      args,
      expect.toSatisfy(code => code < 2),
      expect.any(String),
    ])
    return result.stdout
  }
  await cli.run(['world', 'create', world], { env: { SANDBANK_URL: bank.url } })
  const tpp = JSON.parse((await cli.run(['tpp', 'list', '--json'])).stdout)[0].tppId
  const grant = `mutation { grantConsent(input: { tpp: "${tpp}", psu: "${KARI}", context: PRIVATE }) { consent { id } } }`
  const from = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10)
  await run(CALLS[0] ?? [])
  await run(['graphql', grant])
  for (const args of CALLS.slice(1))
    await run(
      args.map(word => word.replace('{from}', from).replace('{nobody}', '00000000-0000-4000-8000-000000000000')),
    )
  const file = join(cli.home, `${world}.har`)
  writeFileSync(file, await run(['log', '--as', 'har', '--last', '50']))
  return file
}

export type Har = { log: { entries: HarEntry[] } }
type HarEntry = {
  request: { method: string; url: string; headers: { name: string; value: string }[]; postData?: { text: string } }
  response: { status: number; headers: { name: string; value: string }[]; content: { text: string } }
}

export function readHar(file: string): Har {
  return JSON.parse(readFileSync(file, 'utf8'))
}
