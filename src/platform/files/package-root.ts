import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

/** The folder of this package, both for its source and for the built form: the nearest one above that has a package.json. */
export const PACKAGE_ROOT: URL = nearestPackage(new URL('.', import.meta.url))

function nearestPackage(folder: URL): URL {
  if (existsSync(new URL('package.json', folder))) return folder
  const above = new URL('..', folder)
  if (above.href === folder.href) throw new Error('No package.json stands above the code of Sandbank.')
  return nearestPackage(above)
}

/** Whether Node was started with the module at this address, so that it was not imported by another. */
export function isProgram(module: string): boolean {
  const [, program] = process.argv
  return program !== undefined && module === pathToFileURL(realpathSync(program)).href
}

/** The version of this package. */
export function readVersion(): string {
  const { version }: { readonly version: string } = JSON.parse(
    readFileSync(new URL('package.json', PACKAGE_ROOT), 'utf8'),
  )
  return version
}
