import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { createContext, systemClockAndIds } from '../../src/context.ts'
import { openStore, type Store } from '../../src/db.ts'
import { audit } from '../../src/resolvers/audit.ts'
import { getWorld } from '../../src/resolvers/worlds.ts'
import { makeDirectory, urlOf } from '../support/stores.ts'

const WORLD = { worldId: 'w' } as const
const PAYMENTS = 4_000
const BATCH_AT = new Date('2026-05-18T09:00:00.000Z')
const AFTER = '2026-05-18T10:00:00.000Z'

it('a bank killed in the middle of a batch finishes it after its restart, with nothing doubled', {
  timeout: 120_000,
}, async () => {
  const url = urlOf(join(await makeDirectory(), 'books.db'))
  await withStore(url, fill)
  // Killed as soon as part of the batch is committed, and again when more is.
  for (const left of [3_000, 1_000]) {
    expect(await advanceInChild(url, left)).not.toBe('done')
    const open = await withStore(url, store => store.reader.payment.count({ where: { ...WORLD, status: 'ACTC' } }))
    expect(open).toBeGreaterThan(0)
    expect(open).toBeLessThanOrEqual(left)
  }
  expect(await advanceInChild(url)).toBe('done')
  await withStore(url, async store => {
    const { reader } = store
    expect(await reader.payment.groupBy({ by: ['status'], where: WORLD, _count: true })).toEqual([
      { status: 'ACSC', _count: PAYMENTS },
    ])
    const bookings = await reader.booking.groupBy({
      by: ['paymentId'],
      where: { ...WORLD, reason: 'PAYMENT' },
      _count: true,
    })
    expect(bookings).toHaveLength(PAYMENTS)
    expect(bookings.every(row => row._count === 1)).toBe(true)
    const deps = { store, running: new Set<string>(), ...systemClockAndIds }
    const ctx = createContext(deps, await getWorld(deps, 'w'), { kind: 'operator' })
    expect((await audit(ctx)).findings).toEqual([])
    expect(ctx.now.toISOString()).toBe(AFTER)
  })
})

/** Runs the batch in a process of its own, and kills it once at most `killAt` payments are left, if told so. Answers what it said last. */
function advanceInChild(url: string, killAt?: number): Promise<string> {
  const script = new URL('batch-child.ts', import.meta.url).pathname
  const child = spawn(process.execPath, ['--import', 'tsx', script, url, AFTER], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const file = new Database(fileURLToPath(url), { readonly: true })
  const waiting = file.prepare(`SELECT COUNT(*) FROM "Payment" WHERE "worldId" = 'w' AND "status" = 'ACTC'`).pluck()
  const watching = setInterval(() => {
    if (killAt !== undefined && Number(waiting.get()) <= killAt) child.kill('SIGKILL')
  }, 2)
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  return new Promise(resolve =>
    child.on('close', () => {
      clearInterval(watching)
      file.close()
      resolve(said.trim().split('\n').at(-1) ?? '')
    }),
  )
}

async function withStore<Result>(url: string, run: (store: Store) => Promise<Result>): Promise<Result> {
  const store = await openStore(url)
  try {
    return await run(store)
  } finally {
    await store.close()
  }
}

/** Forty accounts, and payments between them and out of the bank that all fall due in one batch. */
async function fill(store: Store): Promise<void> {
  const createdAt = new Date('2026-05-18T08:00:00.000Z')
  const numbers = [...Array(PAYMENTS).keys()]
  const accountOf = (number: number) => `account-${number % 40}`
  await store.transaction(async tx => {
    await tx.world.create({ data: { id: 'w', createdAt, frozenAt: createdAt, nextDueAt: BATCH_AT } })
    await tx.customer.create({
      data: { ...WORLD, id: 'owner', psuId: 'psu', customerNumber: '1', name: 'Owner', type: 'PRIVATE', createdAt },
    })
    const accounts = numbers.slice(0, 40).map(number => ({
      ...WORLD,
      id: accountOf(number),
      ownerId: 'owner',
      name: 'Account',
      iban: `NO00${number}`,
      bban: `${number}`,
      currency: 'NOK',
      product: 'Account',
      cashAccountType: 'CACC' as const,
      creditLine: 0,
      bookedMinor: 100_000_000n,
      reservedMinor: BigInt(PAYMENTS / 40) * 100n,
      createdAt,
    }))
    await tx.account.createMany({ data: accounts })
    await tx.booking.createMany({
      data: accounts.map(({ id, bookedMinor }) => ({
        ...WORLD,
        id: `opening-${id}`,
        debitId: 'clearing',
        creditId: id,
        amountMinor: bookedMinor,
        currency: 'NOK',
        reason: 'OPENING_BALANCE',
        bookedAt: createdAt,
      })),
    })
    await tx.payment.createMany({
      data: numbers.map(number => ({
        ...WORLD,
        id: `payment-${number}`,
        tppId: 'tpp',
        tppName: 'TPP',
        service: 'SINGLE' as const,
        product: 'norwegian-domestic-credit-transfers',
        status: 'ACTC' as const,
        customerId: 'owner',
        context: 'PRIVATE' as const,
        agreementId: 'agreement',
        debtorAccountId: accountOf(number),
        debtorCurrency: 'NOK',
        totalMinor: 100n,
        reservedMinor: 100n,
        duplicateKey: '',
        dueAt: BATCH_AT,
        createdAt,
        changedAt: createdAt,
      })),
    })
    await tx.paymentEntry.createMany({
      data: numbers.map(number => ({
        ...WORLD,
        id: `entry-${number}`,
        paymentId: `payment-${number}`,
        position: 0,
        status: 'OPEN' as const,
        amountMinor: 100n,
        currency: 'NOK',
        debitMinor: 100n,
        feeMinor: 0n,
        creditorName: 'Creditor',
        creditorIban: number % 2 === 0 ? 'NO9386011117947' : `NO00${(number + 1) % 40}`,
        creditorCurrency: 'NOK',
      })),
    })
  })
}
