import { type Command, Option } from 'commander'
import type { Config } from '../../platform/config.ts'
import { baseOption, type CommandResult, collect, command, finish, jsonOption, settings } from './command.ts'
import { DECIDE, FIND_SCA, type Sca, WAITING } from './documents.ts'
import { EXIT, EXIT_CODES_HELP, Failure } from './failure.ts'
import { askFor } from './operator.ts'
import { type ListOptions, splitWorld } from './place.ts'
import { fill, readSaved } from './saved.ts'

/** `approve` and `reject`: the decision of a PSU, without its page (D33, D132). */
export function decisionCommands(): Command[] {
  const approve = decisionCommand('approve', 'Approve what waits for a PSU, as on the page of the bank.')
    .addOption(new Option('--context <context>', 'for whom the PSU acts').choices(['PRIVATE', 'CORPORATE']))
    .option('--agreement <id or key>', 'the agreement under which the PSU acts')
    .option('--account <id or key>', 'for a consent: an account to open, as often as needed (default: all)', collect)
  return [approve, decisionCommand('reject', 'Reject what waits for a PSU, as on the page of the bank.')].map(one =>
    one
      .option('--world <world>', 'its world (default: that of the link, else default)')
      .addOption(jsonOption())
      .addOption(baseOption())
      .addHelpText('after', `\n${EXIT_CODES_HELP}`),
  )
}

function decisionCommand(name: Name, description: string): Command {
  return command(name, description, [
    `npx sandbank ${name} rent`,
    `npx sandbank ${name} {sca} --psu 13039319955`,
    `npx sandbank ${name} --psu kari --world green`,
  ])
    .argument(
      '[id or key]',
      'of an authorisation, or of the payment or signing basket that waits; or a scaRedirect (default: the newest that waits for --psu)',
    )
    .option('--psu <number>', 'who decides: a customerNumber or key (default: the PSU that the TPP has named)')
    .action(async (named: string | undefined, options: DecisionOptions) =>
      finish(await runDecision(name, named, options, settings())),
    )
}

type Name = keyof typeof OUTCOMES
const OUTCOMES = { approve: 'APPROVED', reject: 'REJECTED' } as const

type DecisionOptions = ListOptions & {
  readonly psu?: string
  readonly context?: string
  readonly agreement?: string
  readonly account?: readonly string[]
}

async function runDecision(
  name: Name,
  named: string | undefined,
  { psu, context, agreement, account, ...given }: DecisionOptions,
  config: Config,
): Promise<CommandResult> {
  const saved = readSaved(config.home)
  const { id, world } = named === undefined ? {} : subjectIn(fill(named, saved))
  const options = { ...given, world: given.world ?? world }
  const input = {
    id,
    psu: psu ?? (await psuOf(name, id, options, config)),
    outcome: OUTCOMES[name],
    context,
    agreementId: agreement && fill(agreement, saved),
    accountIds: account?.map(one => fill(one, saved)),
  }
  const { decided } = await askFor(options, config, DECIDE.query, { input }, DECIDE.answer)
  if (options.json === true) return { text: JSON.stringify(decided, null, 2), exitCode: EXIT.done }
  const { authorisation, redirectTo } = decided
  const what = `The ${wordsOf(authorisation)} is ${OUTCOMES[name].toLowerCase()}.`
  return { text: `${what} The PSU's browser goes to ${redirectTo}`, exitCode: EXIT.done }
}

/** A link has the world and the id of the authorisation. */
function subjectIn(text: string): { readonly id: string; readonly world?: string | undefined } {
  if (!text.includes('/')) return { id: text }
  const { world, path } = splitWorld(URL.canParse(text) ? new URL(text).pathname : text)
  const [, id] = /^\/sca\/([^/?#]+)/.exec(path) ?? []
  if (id !== undefined) return { id, world }
  throw new Failure(
    'usage',
    `${JSON.stringify(text.slice(0, 200))} is no id, no key and no scaRedirect: a scaRedirect ends in /sca/ID.`,
  )
}

/** The PSU whom the TPP has named. */
async function psuOf(name: Name, id: string | undefined, options: ListOptions, config: Config): Promise<string> {
  const { waiting, customers } = await askFor(options, config, WAITING.query, {}, WAITING.answer)
  const known = waiting.nodes.map(one => `${one.id} (${wordsOf(one)})`).join(', ')
  const these = known === '' ? 'None waits in this world.' : `These wait: ${known}.`
  if (id === undefined)
    throw new Failure('usage', `Add --psu NUMBER, or name what to ${name} by its id or key. ${these}`)
  const { found } = await askFor(options, config, FIND_SCA.query, { id }, FIND_SCA.answer).catch(error => {
    throw error instanceof Failure && error.exitCode === EXIT.refused
      ? new Failure('refused', `${error.message} ${these}`, error)
      : error
  })
  const [sca] = found
  if (sca === undefined) throw new Failure('refused', `${JSON.stringify(id)} has no authorisation. ${these}`)
  // What was decided is refused by the bank, in words that say what came of it, before it looks at the PSU.
  const number = sca.psu?.customerNumber
  if (number !== undefined) return number
  const people = customers.nodes.map(one => `${one.customerNumber} (${one.name})`).join(', ')
  throw new Failure(
    'usage',
    `The TPP has named no PSU for this ${wordsOf(sca)}: add --psu NUMBER. ${people === '' ? 'This world has no customers.' : `Customers: ${people}.`}`,
  )
}

function wordsOf({ purpose }: Sca): string {
  return PURPOSES.get(purpose) ?? purpose.toLowerCase()
}

const PURPOSES: ReadonlyMap<string, string> = new Map([
  ['CANCELLATION', 'cancellation of a payment'],
  ['SIGNING_BASKET', 'signing basket'],
])
