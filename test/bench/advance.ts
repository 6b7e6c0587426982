import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createContext, systemClockAndIds } from '../../src/context.ts'
import { audit } from '../../src/resolvers/audit.ts'
import { advanceClock, freezeClock } from '../../src/resolvers/clock.ts'
import { createWorld, ensureDefaultWorld, getWorld } from '../../src/resolvers/worlds.ts'
import { openStore, type Tx } from '../../src/store/db.ts'

// How long it takes to advance a world in which every account has a daily payment: `npm run bench:advance -- ACCOUNTS DURATION`.
const [accounts = '1000', duration = 'P1Y'] = process.argv.slice(2)
const home = mkdtempSync(join(tmpdir(), 'sandbank-'))
const store = await openStore(pathToFileURL(join(home, 'sandbank.db')).href)
const deps = { store, running: new Set<string>(), ...systemClockAndIds }
await ensureDefaultWorld(deps)
const operator = createContext(deps, await getWorld(deps, 'default'), { kind: 'operator' })
await createWorld(operator, 'bench', 'EMPTY')
await store.transaction(tx => fill(tx, Number(accounts)))

const ctx = createContext(deps, await getWorld(deps, 'bench'), { kind: 'operator' })
await freezeClock(ctx)
const progress = setInterval(async () => {
  const world = await store.reader.world.findFirstOrThrow({ where: { id: 'bench' } })
  process.stdout.write(`  at ${world.frozenAt?.toISOString()}\n`)
}, 5_000)
const started = performance.now()
const cpuBefore = process.cpuUsage()
await advanceClock(ctx, { by: duration })
const seconds = (performance.now() - started) / 1000
const { user, system } = process.cpuUsage(cpuBefore)
clearInterval(progress)
const executions = await store.reader.execution.count({ where: { worldId: 'bench' } })
const { findings } = await audit(ctx)
process.stdout.write(
  `${accounts} accounts, ${duration}: ${executions} executions in ${seconds.toFixed(1)} s, ${Math.round(executions / seconds)} a second, ${Math.round((user + system) / executions)} µs of CPU each; audit: ${findings.length} findings\n`,
)
await store.close()
rmSync(home, { recursive: true, force: true })

/** Half of the payments go to other accounts of the bank, half leave it. */
async function fill(tx: Tx, count: number): Promise<void> {
  const worldId = 'bench'
  const now = new Date()
  const tomorrow = new Date(now.getTime() + 86_400_000)
  const day = tomorrow.toISOString().slice(0, 10)
  const places = [...Array(count).keys()]
  const opening = 100_000_000n
  await tx.customer.create({
    data: { worldId, id: 'owner', psuId: 'psu', customerNumber: '1', name: 'Owner', type: 'PRIVATE', createdAt: now },
  })
  await tx.agreement.create({
    data: { worldId, id: 'agreement', ownerId: 'owner', name: 'Owner', automatic: true, createdAt: now },
  })
  await tx.account.createMany({
    data: places.map(place => ({
      worldId,
      id: `account-${place}`,
      ownerId: 'owner',
      name: 'Account',
      bban: `bban-${place}`,
      iban: `NO00${place}`,
      currency: 'NOK',
      product: 'Account',
      cashAccountType: 'CACC' as const,
      creditLine: 0,
      bookedMinor: opening,
      createdAt: now,
    })),
  })
  await tx.booking.createMany({
    data: places.map(place => ({
      worldId,
      id: `opening-${place}`,
      debitId: 'clearing',
      creditId: `account-${place}`,
      amountMinor: opening,
      currency: 'NOK',
      reason: 'OPENING_BALANCE',
      bookedAt: now,
    })),
  })
  await tx.payment.createMany({
    data: places.map(place => ({
      worldId,
      id: `payment-${place}`,
      tppId: 'tpp',
      tppName: 'TPP',
      service: 'PERIODIC' as const,
      product: 'norwegian-domestic-credit-transfers',
      status: 'ACTC' as const,
      customerId: 'owner',
      context: 'PRIVATE' as const,
      agreementId: 'agreement',
      debtorAccountId: `account-${place}`,
      debtorCurrency: 'NOK',
      totalMinor: BigInt(1000 + place),
      startDate: day,
      frequency: 'Daily',
      duplicateKey: '',
      executionDate: day,
      dueAt: tomorrow,
      createdAt: now,
      changedAt: now,
    })),
  })
  await tx.paymentEntry.createMany({
    data: places.map(place => ({
      worldId,
      id: `entry-${place}`,
      paymentId: `payment-${place}`,
      position: 0,
      status: 'OPEN' as const,
      amountMinor: BigInt(1000 + place),
      currency: 'NOK',
      debitMinor: BigInt(1000 + place),
      feeMinor: 0n,
      creditorName: 'Creditor',
      creditorIban: place % 2 === 0 ? 'NO9386011117947' : `NO00${(place + 1) % count}`,
      creditorCurrency: 'NOK',
    })),
  })
  await tx.world.update({ where: { id: worldId }, data: { nextDueAt: tomorrow } })
}
