import { type ServerProcess, startServerProcess } from './server-process.ts'

/**
 * The server measures itself: `monitorEventLoopDelay` sees how long a timer of a millisecond had to wait, and the processor time between two beats of such a
 * timer says how much of that the server itself has worked; on a machine that is busy with something else only the first one grows. The smaller of
 * the two is the block.
 */
const PROBE = `
import { monitorEventLoopDelay } from 'node:perf_hooks'
const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
let cpu = process.cpuUsage(), most = 0
setInterval(() => { const { user, system } = process.cpuUsage(cpu); cpu = process.cpuUsage(); most = Math.max(most, (user + system) / 1000) }, 1).unref()
process.on('SIGUSR2', () => { process.stdout.write('\\nblock ' + Math.min(most, delay.max / 1e6).toFixed(1) + ' end\\n'); delay.reset(); most = 0 })
`

export type ProbedProcess = ServerProcess & {
  /** The longest block since this was last asked, in milliseconds. */
  readonly longestBlock: () => Promise<number>
}

/** A server that measures itself. */
export async function startProbedProcess(home: string): Promise<ProbedProcess> {
  const probe = `data:text/javascript,${encodeURIComponent(PROBE)}`
  const server = await startServerProcess({ SANDBANK_HOME: home }, ['--import', probe])
  const longestBlock = async () => {
    const before = server.output().length
    server.kill('SIGUSR2')
    for (;;) {
      const [, found] = /block ([\d.]+) end/.exec(server.output().slice(before)) ?? []
      if (found !== undefined) return Number(found)
      await new Promise(resolve => setTimeout(resolve, 5))
    }
  }
  return { ...server, longestBlock }
}
