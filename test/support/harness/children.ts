import type { ChildProcess } from 'node:child_process'

const living = new Set<ChildProcess>()

/** Keeps a process in mind until it has ended. */
export function keepChild<T extends ChildProcess>(child: T): T {
  living.add(child)
  child.once('exit', () => living.delete(child))
  child.once('error', () => living.delete(child))
  return child
}

/** Ends what a test file left running, and says what that was. */
export function endChildren(): string[] {
  return [...living].map(child => {
    child.kill('SIGKILL')
    return child.spawnargs.join(' ')
  })
}
