import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { cpSync, existsSync, linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openCertificateAuthority } from '../../../src/platform/security/authority/certificate-authority.ts'

/** Beside the packages, which every run finds again: an RSA key takes a tenth of a second or more to make. */
const FOLDER = new URL('../../../node_modules/.sandbank-keys/', import.meta.url).pathname

const keys = new Map<string, KeyObject>()

// As it is before ready-keys.ts puts these keys in its place.
const makeKeyPair = generateKeyPairSync

/** The RSA key of that name. It is made once on a machine; all files, workers and runs share it. */
export function keptKey(name: string, modulusLength = 2048): KeyObject {
  const file = `${name}-${modulusLength}.pem`
  const key = keys.get(file) ?? createPrivateKey(readFileSync(keep(file, modulusLength)))
  keys.set(file, key)
  return key
}

/** The same as a file. */
export const keptKeyFile = (name: string, modulusLength = 2048): string =>
  keep(`${name}-${modulusLength}.pem`, modulusLength)

/** Puts the folder `ca` of a CA that is made once on a machine into a home that has none: of the CA of the banks of tests, or of another one. */
export function fillAuthority(home: string, whose: 'ours' | 'another' = 'ours'): void {
  if (existsSync(join(home, 'ca'))) return
  const kept = join(FOLDER, `authority-${whose}`)
  if (!existsSync(join(kept, 'ca'))) withKeyOf(`authority-${whose}`, () => openCertificateAuthority(kept, SINCE))
  cpSync(join(kept, 'ca'), join(home, 'ca'), { recursive: true })
}

let maker: string | undefined

/** The name of the key that is being made, when it is one that no other may get: a CA with the key of another CA would be that CA. */
export const keyInMaking = (): string | undefined => maker

function withKeyOf(name: string, make: () => void): void {
  maker = name
  try {
    make()
  } finally {
    maker = undefined
  }
}

/** Before any day at which a test looks at it. */
const SINCE = new Date('2026-01-31T09:30:00.000Z')

// Several workers of one run want it at the same time: the first one's is everybody's.
function keep(file: string, modulusLength: number): string {
  const path = join(FOLDER, file)
  if (existsSync(path)) return path
  mkdirSync(FOLDER, { recursive: true })
  const draft = mkdtempSync(join(FOLDER, '.draft-'))
  try {
    const { privateKey } = makeKeyPair('rsa', { modulusLength })
    writeFileSync(join(draft, file), privateKey.export({ type: 'pkcs8', format: 'pem' }))
    linkSync(join(draft, file), path)
  } catch (error) {
    if (!existsSync(path)) throw error
  } finally {
    rmSync(draft, { recursive: true })
  }
  return path
}
