import { closeSync, constants, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * A few bytes beside the log that say how much of it was acknowledged, and which time of the machine was shown last. SQLite takes a log that was cut or
 * damaged for a shorter one; only a second place can say that it was longer. They are written after the log was forced to the disk and are not forced themselves:
 * they survive the process, and after a power cut they may say less than was acknowledged, never more. That there is such a file is forced once, when it is made:
 * a store that is in use has one.
 */
export type Witness = {
  /** Everything up to a frame of the log with these salts was acknowledged. */
  acknowledge(salts: string, frames: number): void
  /** The log may be emptied from now on. */
  claimNothing(): void
  /** A time of the machine is about to be shown. */
  see(time: Date): void
  close(): void
}

/** What a witness says; `frames` is 0 where the log may be of any length, and undefined where what it says is no number of frames. */
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

// A file that is there, with nothing that is claimed, before the store says that it is in use: also after a power cut.
function makeWitness(path: string): number {
  const file = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600)
  writeSync(file, Buffer.alloc(LENGTH), 0, LENGTH, 0)
  fsyncSync(file)
  const folder = openSync(dirname(path), constants.O_RDONLY)
  fsyncSync(folder)
  closeSync(folder)
  return file
}

/** Undefined where there is none: a clean end leaves none. */
export function readWitness(path: string): Testimony | undefined {
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch {
    return undefined
  }
  const frames = bytes.length < CLAIM ? -1 : bytes.readDoubleBE(SALTS)
  // Of what is damaged nothing counts.
  if (!Number.isInteger(frames) || frames < 0 || frames >= MOST_FRAMES)
    return { salts: '', frames: undefined, seen: undefined }
  const seen = bytes.length < LENGTH ? 0 : bytes.readDoubleBE(CLAIM)
  return {
    salts: bytes.toString('latin1', 0, SALTS),
    frames,
    seen: seen > 0 && seen < MOST_MS ? new Date(seen) : undefined,
  }
}

/** What SQLite counts pages by. */
const MOST_FRAMES = 2 ** 32
/** The last instant that a Date can be. */
const MOST_MS = 8.64e15

// Each log that SQLite begins counts its first salt up by one, once all of the one before is in the main file. Between two that were acknowledged there are few.
const NEWER_BY = 1_000

export type Claim = { readonly salts: string; readonly frames: number }

/** Whether a log with these salts and so many valid frames lacks something that was acknowledged. */
export function lacks({ salts, frames }: Claim, log: { readonly salts: string; readonly frames: number }): boolean {
  if (frames === 0) return false
  if (salts === log.salts) return log.frames < frames
  const newerBy = (firstSalt(log.salts) - firstSalt(salts)) >>> 0
  return log.salts === '' || newerBy === 0 || newerBy > NEWER_BY
}

const firstSalt = (salts: string) => (salts === '' ? 0 : Buffer.from(salts, 'latin1').readUInt32BE(0))
