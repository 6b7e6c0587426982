import { readFileSync } from 'node:fs'
import { PACKAGE_ROOT } from './package-root.ts'

/** A text that the build has stored beside the program; undefined where it was never built. */
export function readBuilt(file: string): string | undefined {
  try {
    return readFileSync(new URL(`dist/${file}`, PACKAGE_ROOT), 'utf8')
  } catch {
    return undefined
  }
}
