// A bank that works off a batch, to be killed in the middle: batch-process.ts URL WORLD INSTANT MINUTES. It moves the world's clock
// to the instant, which runs what falls due on the way, and ends. Its
// machine's clock stands some minutes after the start, so that the lock of one that was killed before has run out.
import { v7 } from 'uuid'
import { createContext } from '../../../src/bank/context.ts'
import { openStore } from '../../../src/platform/store/db.ts'
import { sandbox } from '../../../src/sandbox/hooks.ts'
import { advanceClock } from '../../../src/sandbox/worlds/clock.ts'

const [url = '', id = '', instant = '', minutes = '0'] = process.argv.slice(2)
const store = await openStore(url)
const deps = {
  store,
  running: new Set<string>(),
  sandbox,
  machineNow: () => new Date(Date.parse('2030-05-15T10:00:00.000Z') + Number(minutes) * 60_000),
  newId: () => v7(),
}
const world = await store.reader.world.findUniqueOrThrow({ where: { id } })
await advanceClock(createContext(deps, world, { kind: 'operator' }), { to: new Date(instant) })
await store.close()
