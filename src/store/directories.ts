import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a directory and those above it that are missing, for their owner only: session ids and keys lie in them. One that exists
 * is left as it is. Step by step, since Node's own `recursive` never returns in a place such as /proc, where nothing can be made.
 */
export function makePrivateDirectory(path: string): void {
  if (isDirectory(path)) return
  const above = dirname(path)
  if (above !== path) makePrivateDirectory(above)
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another process may have made it in the meantime.
    if (!isDirectory(path)) throw error
  }
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}
