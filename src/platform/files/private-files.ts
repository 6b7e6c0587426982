import {
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/**
 * Creates a directory and missing ones above it, readable only for their owner: session ids and keys lie in them. An existing one stays unchanged. It
 * goes step by step, since Node's own `recursive` never returns in a place such as /proc, where nothing can be created. Returns those that were new.
 */
export function makePrivateDirectory(path: string): readonly string[] {
  if (isDirectory(path)) return []
  const above = dirname(path)
  const made = above === path ? [] : makePrivateDirectory(above)
  try {
    mkdirSync(path, { mode: 0o700 })
    return [...made, path]
  } catch (error) {
    // Another process may have made it in the meantime.
    if (!isDirectory(path)) throw error
    return made
  }
}

/** Removes directories that are still empty, the innermost first. */
export function removeEmpty(directories: readonly string[]): void {
  for (const path of directories.toReversed())
    try {
      rmdirSync(path)
    } catch {
      return
    }
}

/**
 * Writes files, readable only for their owner, into a new folder, which then gets its name in one step: neither a crash nor another process ever sees
 * an incomplete one.
 * @param files file name → content
 * @param place how the finished draft gets the folder's name; it fails when another process was first
 */
export function writePrivateFolder(
  folder: string,
  files: Readonly<Record<string, string>>,
  place: (draft: string, folder: string) => void = renameSync,
): void {
  makePrivateDirectory(dirname(folder))
  const draft = mkdtempSync(join(dirname(folder), '.new-'))
  try {
    for (const [name, content] of Object.entries(files)) writePrivateFile(join(draft, name), content)
    place(draft, folder)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    throw error
  }
}

/** Writes a file for its owner only; it is on the disk before this returns. */
export function writePrivateFile(file: string, content: string): void {
  writeFileSync(file, content, { mode: 0o600, flush: true })
}

/** Writes a file beside its place and then moves it there, for its owner only: the file at its place is always complete. */
export async function replaceFile(file: string, parts: Iterable<string> | AsyncIterable<string>): Promise<void> {
  const unfinished = `${file}.part`
  try {
    await pipeline(parts, createWriteStream(unfinished, { mode: 0o600, flush: true }))
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}
