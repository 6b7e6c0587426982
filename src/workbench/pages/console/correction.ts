import { type HeaderLine, headerText, type JournaledCall } from '../../../domain/calls.ts'
import { parseJson } from '../../../domain/texts.ts'
import { basePathOf } from '../../../domain/worlds.ts'
import type { Commands, RefusedCall } from '../../explain/commands.ts'
import type { ExplanationInParts } from '../../explain/why.ts'

/** A refused call as its explanation corrects it, and the words of the button that sends it. */
export type Correction = { readonly call: JournaledCall; readonly words: string }

/** Undefined where the explanation has another remedy than the call itself. */
export function correctionOf(
  call: JournaledCall,
  { commands }: Pick<ExplanationInParts, 'commands'>,
): Correction | undefined {
  const [command, ...others] = withoutSigner(commands)
  if (call.door !== 'REST' || command?.door !== 'REST' || others.length > 0) return undefined
  const { method, path, body, headers, place } = command.call
  const { request } = call
  const other = headers.filter(
    ([name, value]) => !request.headers.some(one => isOf(one, name) && headerText(one[1]) === value),
  )
  const kept = request.headers.filter(([name]) => !other.some(one => isOf(one, name)))
  const target = basePathOf(place.world) + path
  const values = [...valuesThatDiffer(call, command.call), ...other.map(([, value]) => value)]
  if (values.length === 0 && target === call.target && method === call.method) return undefined
  const right = { headers: [...kept, ...other], body, bytes: Buffer.byteLength(body ?? '') }
  return { call: { ...call, method, target, request: right }, words: wordsFor(target === call.target ? values : []) }
}

/** The commands without the one that makes a TPP for a terminal: on a page the reader chooses who signs. */
export function withoutSigner(commands: Commands): Commands {
  const made = commands.flatMap(one => (one.door === 'REST' ? [one.call.signer.createdBy ?? []].flat() : []))
  return commands.filter(one => one.door !== 'NONE' || !made.some(begin => one.text.startsWith(begin)))
}

const isOf = ([name]: HeaderLine, other: string) => name.toLowerCase() === other.toLowerCase()

/** A longer value is no name for a button. */
const LONGEST = 35

function wordsFor([value, another]: readonly unknown[]): string {
  const isShort = another === undefined && ['string', 'number'].includes(typeof value)
  return isShort && String(value).length <= LONGEST ? `Use ${value}` : 'Send it corrected'
}

/** The values of the corrected body that stand in no such place of the one that was sent. */
function valuesThatDiffer({ request }: JournaledCall, right: RefusedCall): readonly unknown[] {
  if (right.body === request.body) return []
  return differing(parseJson(request.body ?? ''), parseJson(right.body ?? ''))
}

function differing(before: unknown, after: unknown): readonly unknown[] {
  if (before === after) return []
  if (typeof before !== 'object' || typeof after !== 'object' || before === null || after === null) return [after]
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].flatMap(name => differing(Reflect.get(before, name), Reflect.get(after, name)))
}
