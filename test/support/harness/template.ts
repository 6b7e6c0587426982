import type { KeyObject } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClockAndIds } from '../../../src/bank/context.ts'
import {
  type CertificateAuthority,
  openCertificateAuthority,
} from '../../../src/platform/security/authority/certificate-authority.ts'
import { openStore } from '../../../src/platform/store/db.ts'
import { systemDeps } from '../../../src/sandbox/hooks.ts'
import { ensureDefaultWorld } from '../../../src/sandbox/worlds/doors.ts'
import { fillAuthority } from '../builders/kept-keys.ts'
import { newEcKey } from '../builders/public-keys.ts'
import { urlOf } from './stores.ts'

/** A home as a first start leaves it: a store with the standard set, and a CA. Made once, then copied: most of a start is making it. */
let template: Promise<string> | undefined

/** A new directory with such a home. Its store is `sandbank.db`. */
export async function copyHome(): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'sandbank-'))
  await fillHome(home)
  return home
}

/** Puts into a home what a first start leaves and is not there yet. */
export async function fillHome(home: string): Promise<void> {
  template ??= makeHome()
  cpSync(await template, home, { recursive: true, force: false })
}

/** The CA of every such home. */
export async function templateAuthority(): Promise<CertificateAuthority> {
  template ??= makeHome()
  return openCertificateAuthority(await template, systemClockAndIds.machineNow())
}

/** The folder of a run of tests, whose workers share one; without a run the one of this process. */
async function makeHome(): Promise<string> {
  const run = process.env['SANDBANK_TESTS']
  if (run === undefined) {
    const home = await fillNewHome(tmpdir())
    process.on('exit', () => rmSync(home, { recursive: true, force: true }))
    return home
  }
  const shared = join(run, 'template')
  if (existsSync(shared)) return shared
  const draft = await fillNewHome(run)
  try {
    renameSync(draft, shared)
  } catch (error) {
    // Another worker was first.
    rmSync(draft, { recursive: true })
    if (!existsSync(shared)) throw error
  }
  return shared
}

async function fillNewHome(folder: string): Promise<string> {
  const home = mkdtempSync(join(folder, 'sandbank-template-'))
  const store = await openStore(urlOf(join(home, 'sandbank.db')))
  await ensureDefaultWorld({ store, running: new Set(), ...systemDeps })
  await store.close()
  fillAuthority(home)
  return home
}

/**
 * A new key for a TPP. It is on P-256: to sign with RSA takes eight times as long, which was most of what a call costs its client. How the bank takes RSA is shown
 * in test/security, and by the commands and the kit, whose keys are RSA.
 */
export function takeKey(): KeyObject {
  return newEcKey('P-256')
}
