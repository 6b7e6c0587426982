import { createContext, systemClockAndIds } from '../../src/context.ts'
import { openStore } from '../../src/db.ts'
import { advanceClock } from '../../src/resolvers/clock.ts'
import { getWorld } from '../../src/resolvers/worlds.ts'

// Opens a bank's file as a server does after a crash, and moves the clock of the world "w" to an instant.
const [url = '', to = ''] = process.argv.slice(2)
const store = await openStore(url)
const deps = { store, running: new Set<string>(), ...systemClockAndIds }
const ctx = createContext(deps, await getWorld(deps, 'w'), { kind: 'operator' })
process.stdout.write('advancing\n')
await advanceClock(ctx, { to: new Date(to) })
await store.close()
process.stdout.write('done\n')
