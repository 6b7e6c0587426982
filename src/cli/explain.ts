import type { Command } from 'commander'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { baseOption, type CommandResult, command, finish, settings } from './command.ts'
import { EXIT, Failure } from './failure.ts'
import { askOperator } from './operator.ts'
import { readable } from './output.ts'
import { type PlaceOptions, readArgument, worldUrl } from './place.ts'

/** The command `explain`. */
export function explainCommand(): Command {
  return command(
    'explain',
    'Say what is wrong with a signed request: a running bank checks its certificate, signature, date and digest, and looks for the mistake. The request may be one to another bank with the same interface.',
    ['npx sandbank explain request.txt', 'curl -v … 2>&1 | npx sandbank explain -'],
  )
    .argument(
      '<file>',
      'the request as it is sent: method and path, headers, an empty line, the body; - for standard input',
    )
    .addOption(baseOption())
    .action(async (file: string, options: PlaceOptions) => {
      finish(await runExplain(file, options, settings()))
    })
}

const EXPLAIN = `query($request: String!) {
  explainSignature(request: $request) { accepted signingString warnings steps { name passed texts } }
}`

const explained = z.object({
  explainSignature: z.object({
    accepted: z.boolean(),
    signingString: z.string().nullable(),
    warnings: z.array(z.string()),
    steps: z.array(z.object({ name: z.string(), passed: z.boolean(), texts: z.array(z.string()) })),
  }),
})

/** Exit code 1 when a step failed. */
export async function runExplain(file: string, options: PlaceOptions, config: Config): Promise<CommandResult> {
  const request = readArgument(file === '-' ? file : `@${file}`, 'request').toString('utf8')
  const { data, errors = [] } = await askOperator(worldUrl(options, config), EXPLAIN, { request }, config.token)
  const parsed = explained.safeParse(data)
  if (!parsed.success)
    throw new Failure(
      'refused',
      errors.map(error => error.message).join(' ') || 'The answer is not that of Sandbank: check --base.',
    )
  const { accepted, signingString, warnings, steps } = parsed.data.explainSignature
  const lines = [
    ...steps.flatMap(({ name, passed, texts }) =>
      texts.map((text, place) =>
        formatRow(place === 0 ? name : '', place > 0 ? '' : passed ? 'passed' : 'FAILED', text),
      ),
    ),
    ...warnings.map(text => formatRow('warning', '', text)),
    ...(signingString === null ? [] : ['', 'Signing string:', ...signingString.split('\n').map(line => `  ${line}`)]),
  ]
  return { text: readable(lines.join('\n')), exitCode: accepted ? EXIT.done : EXIT.refused }
}

function formatRow(name: string, verdict: string, text: string): string {
  return `${name.padEnd(13)}${verdict.padEnd(8)}${text}`
}
