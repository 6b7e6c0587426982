import { existsSync, realpathSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

/** The folder of this package, from its source and from what is built alike: the nearest one above that has a package.json. */
export const PACKAGE_ROOT: URL = nearestPackage(new URL('.', import.meta.url))

function nearestPackage(folder: URL): URL {
  if (existsSync(new URL('package.json', folder))) return folder
  const above = new URL('..', folder)
  if (above.href === folder.href) throw new Error('No package.json stands above the code of Sandbank.')
  return nearestPackage(above)
}

/** Whether the module with this address is what Node was started with, and not imported by another one. */
export function isProgram(module: string): boolean {
  const [, program] = process.argv
  return program !== undefined && module === pathToFileURL(realpathSync(program)).href
}
