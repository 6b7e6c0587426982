import { randomUUID } from 'node:crypto'
import type { KeepAliveClient, PlainAnswer } from '../support/clients/keep-alive-client.ts'
import { signRequest } from '../support/clients/sign-request.ts'
import type { Verdict } from './books.ts'
import { type Attempt, type createClients, describe, type KnownAccount, type Tpp } from './clients.ts'

/** Holds what signed GETs answer against what was acknowledged: each resource, each touched account's balance and statement, and the lists. */
export async function readBack(
  client: KeepAliveClient,
  tpp: Tpp,
  attempts: readonly Attempt[],
  writers: ReturnType<typeof createClients>,
  verdict: Verdict,
): Promise<void> {
  const read = async (path: string) =>
    client.send(signRequest({ ...tpp, method: 'GET', url: path, requestId: randomUUID() }))
  const touched = new Set(attempts.flatMap(accountOf))
  await inParallel(attempts, async attempt => {
    const location = attempt.answer?.headers['location']
    if (location === undefined) verdict.lost.push(`${describe(attempt)} was never acknowledged`)
    else compareResource(attempt, await read(location), verdict)
  })
  await inParallel(
    writers.accounts().filter(account => touched.has(account.id)),
    async account => {
      const path = `/v1/sandbox/accounts/${account.id}`
      const [one, statement] = await Promise.all([read(path), read(`${path}/transactions?limit=1000`)])
      compareAccount(account, one, statement, verdict)
    },
  )
  const listed = new Set(
    JSON.parse((await read('/v1/sandbox/customers')).text).map((one: { customerNumber: string }) => one.customerNumber),
  )
  for (const { customerNumber } of writers.customers()) {
    if (!listed.has(customerNumber)) verdict.lost.push(`customer ${customerNumber} is not in the list`)
  }
}

function accountOf({ kind, answer }: Attempt): string[] {
  if (answer === undefined || (kind !== 'account' && kind !== 'transaction')) return []
  const id = answer.headers['location']?.match(/\/accounts\/([^/]+)/)?.[1]
  return id === undefined ? [] : [id]
}

function compareResource(attempt: Attempt, { status, text }: PlainAnswer, verdict: Verdict): void {
  if (status === 404) verdict.lost.push(describe(attempt))
  else if (status !== 200) verdict.wrongAnswers.push(`${describe(attempt)} read: ${status} ${text}`)
  else if (attempt.kind === 'transaction' && text !== attempt.answer?.text)
    verdict.lost.push(`${describe(attempt)} reads otherwise than acknowledged`)
}

function compareAccount(account: KnownAccount, one: PlainAnswer, statement: PlainAnswer, verdict: Verdict): void {
  if (one.status !== 200 || statement.status !== 200) {
    verdict.lost.push(`account ${account.id}: ${one.status}, ${statement.status}`)
    return
  }
  const [{ balances }] = JSON.parse(one.text)
  if (Math.round(balances[0].balanceAmount.amount * 100) !== account.balanceMinor)
    verdict.lost.push(`account ${account.id} has ${one.text}, not ${account.balanceMinor} minor units`)
  const references: string[] = JSON.parse(statement.text).transactions.map(
    (line: { endToEndId: string }) => line.endToEndId,
  )
  if (new Set(references).size < references.length)
    verdict.doubled.push(`account ${account.id} has a transaction twice`)
  const there = new Set(references)
  for (const reference of account.references) if (!there.has(reference)) verdict.lost.push(`transaction ${reference}`)
  if (references.length > account.references.length)
    verdict.doubled.push(`account ${account.id} has transactions that no answer acknowledged`)
}

/** Thirty-two at a time. */
async function inParallel<T>(list: readonly T[], run: (item: T) => Promise<void>): Promise<void> {
  const rest = list.values()
  const worker = async () => {
    for (const item of rest) await run(item)
  }
  await Promise.all(Array.from({ length: 32 }, worker))
}
