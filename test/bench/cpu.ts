import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** The processor time that a process has used, all its threads together, in microseconds. */
export function cpuMicros(pid: number): number {
  const stat = `/proc/${pid}/stat`
  if (!existsSync(stat)) return psMicros(pid)
  // Behind the name, which may hold blanks; ticks are of 10 ms.
  const fields = readFileSync(stat, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}

/** The processor time of a process and of all that it has started, those that have ended too. */
export function cpuMicrosOfAll(pid: number): number {
  let micros = 0
  for (const folder of readdirSync('/proc').filter(name => /^\d+$/.test(name))) {
    const fields = statOf(folder)
    if (fields === undefined) continue
    const [own, ended] = [11, 13].map(place => (Number(fields[place]) + Number(fields[place + 1])) * 10_000)
    if (folder === String(pid)) micros += (own ?? 0) + (ended ?? 0)
    else if (fields[1] === String(pid)) micros += own ?? 0
  }
  return micros
}

function statOf(pid: string): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')
  } catch {
    // It has ended meanwhile.
    return undefined
  }
}

/** The memory that a process holds, in megabytes. */
export function megabytes(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024
}

function psMicros(pid: number): number {
  const text = execFileSync('ps', ['-o', 'time=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  return text.split(/[:-]/).reduce((seconds, part) => seconds * 60 + Number(part), 0) * 1_000_000
}
