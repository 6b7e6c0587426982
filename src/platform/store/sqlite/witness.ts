import { closeSync, constants, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * A few bytes beside the log that say how much of it was acknowledged, and which machine time was shown last. SQLite treats a cut or damaged log as a
 * shorter one; only a second place can say that it was longer. The witness is written after the log was forced to the disk, and is not forced itself:
 * it survives the process, and after a power cut it may say less than was acknowledged, never more. That the file exists is forced once, when it is
 * created: every store in use has one.
 */
export type Witness = {
  /** Every frame up to this one, in the log with these salts, was acknowledged. */
  acknowledge(salts: string, frames: number): void
  /** From now on the log may be emptied. */
  claimNothing(): void
  /** A machine time is about to be shown. */
  see(time: Date): void
  close(): void
}

/** The content of a witness. `frames` is 0 when the log may have any length, and undefined when the content is not a number of frames. */
export type Testimony = {
  readonly salts: string
  readonly frames: number | undefined
  readonly seen: Date | undefined
}

const SALTS = 8
const CLAIM = 16
const LENGTH = 24

export function openWitness(path: string): Witness {
  const file = readWitness(path) === undefined ? makeWitness(path) : openSync(path, constants.O_RDWR)
  const claim = Buffer.alloc(CLAIM)
  const time = Buffer.alloc(LENGTH - CLAIM)
  const acknowledge = (salts: string, frames: number) => {
    claim.fill(0)
    claim.write(salts, 'latin1')
    claim.writeDoubleBE(frames, SALTS)
    writeSync(file, claim, 0, CLAIM, 0)
  }
  return {
    acknowledge,
    claimNothing: () => acknowledge('', 0),
    see: seen => {
      time.writeDoubleBE(seen.getTime())
      writeSync(file, time, 0, time.length, CLAIM)
    },
    close: () => closeSync(file),
  }
}

// Creates a file without a claim, before the store is marked as in use; it also survives a power cut.
function makeWitness(path: string): number {
  const file = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600)
  writeSync(file, Buffer.alloc(LENGTH), 0, LENGTH, 0)
  fsyncSync(file)
  const folder = openSync(dirname(path), constants.O_RDONLY)
  fsyncSync(folder)
  closeSync(folder)
  return file
}

/** Undefined when there is no file: a clean end removes it. */
export function readWitness(path: string): Testimony | undefined {
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch {
    return undefined
  }
  const frames = bytes.length < CLAIM ? -1 : bytes.readDoubleBE(SALTS)
  // A damaged entry does not count.
  if (!Number.isInteger(frames) || frames < 0 || frames >= MOST_FRAMES)
    return { salts: '', frames: undefined, seen: undefined }
  const seen = bytes.length < LENGTH ? 0 : bytes.readDoubleBE(CLAIM)
  return {
    salts: bytes.toString('latin1', 0, SALTS),
    frames,
    seen: seen > 0 && seen < MOST_MS ? new Date(seen) : undefined,
  }
}

/** SQLite counts pages in 32 bits. */
const MOST_FRAMES = 2 ** 32
/** The last instant that a Date can be. */
const MOST_MS = 8.64e15

// SQLite increases the first salt by one for each new log, after the whole previous log is in the main file. Between two acknowledged logs there are
// only few others.
const NEWER_BY = 1_000

export type Claim = { readonly salts: string; readonly frames: number }

/** Whether a log with these salts and this many valid frames lacks acknowledged changes. */
export function lacks({ salts, frames }: Claim, log: { readonly salts: string; readonly frames: number }): boolean {
  if (frames === 0) return false
  if (salts === log.salts) return log.frames < frames
  const newerBy = (firstSalt(log.salts) - firstSalt(salts)) >>> 0
  return log.salts === '' || newerBy === 0 || newerBy > NEWER_BY
}

const firstSalt = (salts: string) => (salts === '' ? 0 : Buffer.from(salts, 'latin1').readUInt32BE(0))
