import { styleText } from 'node:util'
import { Command, Option } from 'commander'
import { type Config, readConfig } from '../../platform/config.ts'

/** A command with its examples; an error of commander becomes wrong usage. */
export function command(name: string, description: string, examples: readonly string[]): Command {
  return new Command(name)
    .description(description)
    .helpOption('-h, --help', 'show this help')
    .exitOverride()
    .showHelpAfterError('Add --help to see how it is used.')
    .addHelpText('after', `\nExamples:\n${examples.map(example => `  ${example}`).join('\n')}`)
}

/** The setting that stands for --base. */
export const BASE_SETTING = 'SANDBANK_URL'

/** The options for the bank's address. */
export function baseOption(): Option {
  return new Option('--base <url>', 'where the bank is (default: http://HOST:PORT of the settings)').env(BASE_SETTING)
}

/** The options for the signing TPP. */
export function tppOption(): Option {
  return new Option('--tpp <name>', 'who signs (default: the one chosen by `tpp use`, or the only one there is)').env(
    'SANDBANK_TPP',
  )
}

/** The options for output that scripts read. */
export function jsonOption(what = 'print JSON, for scripts'): Option {
  return new Option('--json', what)
}

/** The values of an option that may be given several times. */
export function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value]
}

/** The result of a command: the text to print, and the exit code for a script. */
export type CommandResult = { readonly text?: string; readonly exitCode: number }

/** Prints the result of a command, and sets its exit code. */
export function finish({ text, exitCode }: CommandResult): void {
  if (text !== undefined) print(text)
  process.exitCode = exitCode
}

/** The tools of a command that prints while it runs: `note` writes beside the result. */
export type Tools = { readonly config: Config } & Readonly<Record<'print' | 'note', (text: string) => void>>

export function settings(): Config {
  return readConfig(process.env)
}

/** The result of a command: stdout. */
export function print(text: string): void {
  process.stdout.write(`${painted(withoutControls(text))}\n`)
}

/** Notes beside the result: stderr. */
export function note(text: string): void {
  process.stderr.write(`${withoutControls(text)}\n`)
}

// A terminal obeys some control characters, and printed text may come from strangers. In JSON the escape means the same.
function withoutControls(text: string): string {
  return text.replace(CONTROLS, found => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

// Control characters of direction make a terminal show a text in another order.
const CONTROLS = /[^\P{Cc}\n\t]|\p{Bidi_Control}/gu

/** The lines that have a colour in a terminal, by their beginning: an answer, a call of the journal, a step, a heading. */
const COLOURS = [
  ['green', /^HTTP [123]\d\d.*$/gm],
  ['red', /^HTTP [45]\d\d.*$/gm],
  ['green', /(?<=^\d\d:\d\d:\d\d\.\d{3} {2})[123]\d\d\b/gm],
  ['red', /(?<=^\d\d:\d\d:\d\d\.\d{3} {2})[45]\d\d\b/gm],
  ['red', /(?<=^(?: {2}|[a-z ]{13}))FAILED\b/gm],
  ['green', /(?<=^(?: {2}|[a-z ]{13}))passed\b/gm],
  ['bold', /^[A-Z]{2,}(?: +[A-Z]+)*$/gm],
] as const

/**
 * A text for standard output: in colours when that is a terminal and NO_COLOR is not set (D101); Node decides this. Colours are added last, so that
 * printed text cannot set any.
 */
function painted(text: string): string {
  return COLOURS.reduce(
    (shown, [colour, pattern]) => shown.replace(pattern, found => styleText(colour, found, { stream: process.stdout })),
    text,
  )
}
