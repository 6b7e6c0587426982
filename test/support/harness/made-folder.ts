import { hash } from 'node:crypto'

const ROOT = new URL('../../..', import.meta.url)

/**
 * A folder of the harness for files made from the source. Packages resolve from it, so that it lies among them; and several checkouts may share those by
 * a link, so that its name says for which one it is.
 */
export function madeFolder(name: string, root: URL = ROOT): string {
  return new URL(`node_modules/.sandbank-${name}-${hash('sha256', root.href, 'hex').slice(0, 12)}/`, root).pathname
}
