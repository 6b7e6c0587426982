import { createRequire } from 'node:module'
import type Sqlite from 'better-sqlite3'
import { codeOf } from '../errors.ts'

type Library = typeof Sqlite

const require = createRequire(import.meta.url)

/**
 * SQLite, by better-sqlite3, in the version that this Node can run. From version 13 on the library uses Node-API 10 and comes compiled; Node 20 has
 * no Node-API 10. Version 12 is compiled against the headers of the Node that installs it: with those of 24.19 and later, and of 26, the process may
 * end when a statement is collected as garbage (nodejs/node issue 65446). In the repository Node 22 and later have both versions, 13 as
 * `better-sqlite3-13`. Where the package is installed, npm takes the version that fits the Node there, as `better-sqlite3`.
 */
export const LIBRARY = find()
export const Database: Library = require(LIBRARY)

function find(): string {
  if (Number(process.versions['napi']) >= 10)
    try {
      return require.resolve('better-sqlite3-13')
    } catch (error) {
      if (codeOf(error) !== 'MODULE_NOT_FOUND') throw error
    }
  return require.resolve('better-sqlite3')
}
