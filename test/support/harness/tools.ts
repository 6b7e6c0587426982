import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { TestContext } from 'vitest'

/** Where programs are; Debian has some where only root's PATH leads. */
export const PATH = `${process.env['PATH'] ?? ''}${delimiter}/usr/sbin`

/** Whether a program is on this machine. */
export function isOnPath(tool: string): boolean {
  return PATH.split(delimiter).some(folder => existsSync(join(folder, tool)))
}

/** Those of these programs that are not on this machine. */
export const missingOf = (...tools: readonly string[]) => tools.filter(tool => !isOnPath(tool))

/** Ends a test that needs what this machine has not: it counts as not run, in the summary of `.ci/run` too, and says why. */
export function skipWithout({ skip, task }: TestContext, missing: readonly string[]): void {
  if (missing.length === 0) return
  const note = `${missing.join(', ')} is not on this machine`
  console.warn(`Not run, since ${note}: ${task.name}`)
  skip(note)
}
