import type { KeyObject } from 'node:crypto'
import { createRequire } from 'node:module'
import { keptKey, keptKeyFile, keyInMaking } from './kept-keys.ts'

const PROGRAM = new URL('ready-keys.cjs', import.meta.url).pathname
const { useReadyKeys }: { useReadyKeys(keyOf: (modulusLength: number) => KeyObject | undefined): void } = createRequire(
  import.meta.url,
)(PROGRAM)

/** More than one test asks for, so that those of a test differ. */
const KEYS = 24

/** More than a test of one process distinguishes. */
const KEYS_OF_A_PROCESS = 4

/**
 * Settings for a process of a test in which no key is looked at: the RSA keys that it makes are ready ones in turn, since to make them takes longer than all else it does.
 * Processes without them make their own.
 */
export function readyKeysOfProcess(): Readonly<Record<'NODE_OPTIONS' | 'SANDBANK_TEST_KEYS', string>> {
  const files = Array.from({ length: KEYS_OF_A_PROCESS }, (_, place) => keptKeyFile(`new-${place}`))
  return { NODE_OPTIONS: `--require=${PROGRAM}`, SANDBANK_TEST_KEYS: files.join(':') }
}

// To make an RSA key takes longer than most tests. Those that the bank and its commands make in a process of tests come from a store of ready ones.
let next = 0
useReadyKeys(modulusLength => {
  const only = keyInMaking()
  if (only !== undefined) return keptKey(only, modulusLength)
  next = (next + 1) % KEYS
  return keptKey(`new-${next}`, modulusLength)
})
