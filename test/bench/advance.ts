import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createContext } from '../../src/bank/context.ts'
import { audit } from '../../src/bank/resolvers/audit.ts'
import { openStore } from '../../src/platform/store/db.ts'
import { systemDeps } from '../../src/sandbox/hooks.ts'
import { advanceClock, freezeClock } from '../../src/sandbox/worlds/clock.ts'
import { createWorld } from '../../src/sandbox/worlds/create.ts'
import { ensureDefaultWorld, getWorld } from '../../src/sandbox/worlds/doors.ts'
import { addDailyPayments } from '../support/builders/daily-payments.ts'

// How long it takes to advance a world in which every account has a daily payment: `npm run bench:advance -- ACCOUNTS DURATION`.
const [accounts = '1000', duration = 'P1Y'] = process.argv.slice(2)
const home = mkdtempSync(join(tmpdir(), 'sandbank-'))
const store = await openStore(pathToFileURL(join(home, 'sandbank.db')).href)
const deps = { store, running: new Set<string>(), ...systemDeps }
await ensureDefaultWorld(deps)
const operator = createContext(deps, await getWorld(deps, 'default'), { kind: 'operator' })
await createWorld(operator, { name: 'bench', from: 'EMPTY' })
await store.transaction(tx => addDailyPayments(tx, 'bench', Number(accounts), new Date()))

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
