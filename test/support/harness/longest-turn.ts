import { monitorEventLoopDelay } from 'node:perf_hooks'

/**
 * The longest turn of this process while something runs, in ms, the best of some rounds: what compiles once or collects garbage is not its work. Of the wait of a timer and
 * the processor time between two beats of it the smaller one counts, since on a machine that is busy with something else only the first one grows.
 */
export async function longestTurnOf(run: () => Promise<unknown>, goal: number): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS && best > goal; round += 1) best = Math.min(best, await oneRound(run))
  return best
}
const ROUNDS = 4

async function oneRound(run: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  let [cpu, most] = [process.cpuUsage(), 0]
  const beat = () => {
    const { user, system } = process.cpuUsage(cpu)
    cpu = process.cpuUsage()
    most = Math.max(most, (user + system) / 1_000)
  }
  const beats = setInterval(beat, 1)
  try {
    await run()
    await new Promise(resolve => setTimeout(resolve, 5))
  } finally {
    clearInterval(beats)
    delay.disable()
  }
  return Math.min(most, delay.max / 1e6)
}
