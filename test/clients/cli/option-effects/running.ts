import { spawn } from 'node:child_process'
import { builtProgram } from '../../../support/harness/built.ts'
import { keepChild } from '../../../support/harness/children.ts'

/** A command that stays. */
export type Running = {
  readonly output: () => string
  /** The first match in what it has printed, once there is one. */
  said(expected: RegExp): Promise<string>
  /** Ends it without a chance to say anything. */
  kill(): Promise<unknown>
  /** Sends SIGTERM and gives what it ended with. */
  stop(): Promise<number | NodeJS.Signals | null>
}

export async function startProgram(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<Running> {
  const program = [await builtProgram('cli.js'), ...args]
  const child = keepChild(spawn(process.execPath, program, { env: { PATH: process.env['PATH'], ...env } }))
  let text = ''
  const ended = new Promise<number | NodeJS.Signals | null>(resolve =>
    child.on('close', (code, signal) => resolve(code ?? signal)),
  )
  const take = (part: string) => {
    text += part
    child.emit('said')
  }
  child.stdout.setEncoding('utf8').on('data', take)
  child.stderr.setEncoding('utf8').on('data', take)
  return {
    output: () => text,
    said: expected =>
      new Promise((resolve, reject) => {
        const look = () => {
          const [found] = expected.exec(text) ?? []
          if (found !== undefined) resolve(found)
        }
        child.on('said', look)
        ended.then(how => reject(new Error(`${args.join(' ')} ended with ${how}: ${text}`)))
        look()
      }),
    kill: () => {
      child.kill('SIGKILL')
      return ended
    },
    stop: () => {
      child.kill('SIGTERM')
      return ended
    },
  }
}
