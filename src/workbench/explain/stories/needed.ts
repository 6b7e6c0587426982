import { findOperation } from '../../../api/rest/routes.ts'
import type { Context } from '../../../bank/context.ts'
import { headerText, type JournaledCall } from '../../../domain/calls.ts'
import { isObject } from '../../../domain/given.ts'
import { idsIn } from '../../../domain/ids.ts'
import { parseJson } from '../../../domain/texts.ts'
import { nameOf } from '../../../domain/worlds.ts'
import { yieldTurn } from '../../../platform/store/turns.ts'
import { readyJournal } from '../../../sandbox/journal/requests.ts'
import { isCutOff } from './acts.ts'
import { idsOfAnswer } from './values.ts'

/** How many calls of TPPs are examined, the latest before the last chosen one. */
const MOST_EXAMINED = 2_000

/** Calls of TPPs that the chosen ones need, and sentences on what is missing. */
export type NeededCalls = { readonly calls: readonly JournaledCall[]; readonly notes: readonly string[] }

/**
 * What the chosen calls need of what earlier calls brought about (D104), to the fixed point: the call that made a thing which they name, those that
 * changed it, the consent for what they read, and what a refusal or a missing balance came from. What TPPs wrote of the sandbox's data is there as what
 * the operator wrote is: it changed the world of all.
 * @param acts what operator and PSUs did
 */
export async function neededCalls(
  ctx: Context,
  chosen: readonly JournaledCall[],
  acts: readonly JournaledCall[],
  begin: { readonly at: Date | undefined; readonly id: string | undefined },
): Promise<NeededCalls> {
  const taken = new Set(chosen.map(({ id }) => id))
  const { calls, isCut } = await callsBefore(ctx, chosen.at(-1)?.id, begin)
  const others = calls.filter(({ call }) => !taken.has(call.id))
  const known = whatIsKnown(acts)
  for (const call of chosen) if (call.door === 'REST') learn(known, factsOf(call))
  const needed: JournaledCall[] = []
  let waiting = others
  for (let before = -1; before !== needed.length; ) {
    before = needed.length
    const left: Facts[] = []
    for (const facts of waiting) {
      await yieldTurn()
      if (!isNeeded(facts, known)) left.push(facts)
      else {
        needed.push(facts.call)
        learn(known, facts)
      }
    }
    waiting = left
  }
  const note = `More than ${MOST_EXAMINED} calls of TPPs came before the last one: of what those before them brought about, nothing is in this story.`
  return { calls: needed, notes: isCut ? [note] : [] }
}

/** Whether a call writes the sandbox's data, which all TPPs share (D3). */
export function isOfSandbox({ target }: Pick<JournaledCall, 'target'>): boolean {
  return pathOf(target).startsWith('/v1/sandbox/')
}

/** What a call of a TPP names, made and changed. */
type Facts = {
  readonly call: JournaledCall
  /** The TPP, for whom alone its payments, baskets and consents exist. */
  readonly tpp: string
  readonly names: ReadonlySet<string>
  readonly made: ReadonlySet<string>
  /** TPP and PSU, of a call on account information. */
  readonly reader: string | undefined
  readonly payment: Payment | undefined
}

type Payment = { readonly debtors: readonly string[]; readonly creditors: readonly string[]; readonly key: string }

async function callsBefore(ctx: Context, last: string | undefined, begin: Parameters<typeof neededCalls>[3]) {
  const journal = await readyJournal(ctx)
  let calls: Facts[] = []
  let isCut = false
  const filter = { by: ['TPP'], door: 'REST' } as const
  for await (const slice of journal.each(nameOf(ctx.world), filter, { older: last, newer: begin.id }))
    for (const call of slice) {
      await yieldTurn()
      if ((begin.at !== undefined && call.at < begin.at) || isCutOff(call) || !hasEffect(call)) continue
      calls.push(factsOf(call))
      if (calls.length <= MOST_EXAMINED) continue
      calls = calls.slice(1)
      isCut = true
    }
  return { calls, isCut }
}

/** Whether a call changed something, began an SCA for a consent, or counts against a limit of reads. */
function hasEffect({ status, code, answer }: JournaledCall): boolean {
  if (answer.headers.some(([name]) => /^sandbank-replayed$/i.test(name))) return false
  if (/^CONSENT_/.test(code ?? '')) return answer.body?.includes('"scaRedirect"') === true
  return status < 300
}

const isRead = (method: string) => method === 'GET' || method === 'HEAD'

function factsOf(call: JournaledCall): Facts {
  const { method, target, request, tppId = '' } = call
  const header = (name: string) => {
    const value = request.headers.find(([own]) => own.toLowerCase() === name)?.[1]
    return value === undefined ? '' : headerText(value)
  }
  const path = pathOf(target)
  const psu = `${header('psu-id')} ${header('psu-corporate-id')}`
  const isReader = findOperation(method === 'HEAD' ? 'GET' : method, path)?.service === 'accountInformation'
  const names = new Set([path, psu, request.body ?? ''].flatMap(idsIn))
  return {
    call,
    tpp: tppId,
    names,
    made: new Set(isRead(method) && call.status < 300 ? [] : idsOfAnswer(call).filter(id => !names.has(id))),
    reader: isReader ? `${tppId} ${psu}` : undefined,
    payment: /^\/v1\/(?:bulk-|periodic-)?payments\/[^/]+$/.test(path) ? paymentIn(request.body) : undefined,
  }
}

function paymentIn(body: string | undefined): Payment | undefined {
  const sent = parseJson(body ?? '')
  if (!isObject(sent)) return undefined
  const entries = Array.isArray(sent['payments']) ? sent['payments'].filter(isObject) : [sent]
  const numbers = (account: unknown) =>
    isObject(account)
      ? [account['iban'], account['bban']].flatMap(number => (typeof number === 'string' ? [number] : []))
      : []
  const { requestedExecutionDate: _, ...same } = sent
  return {
    debtors: numbers(sent['debtorAccount']),
    creditors: entries.flatMap(({ creditorAccount }) => numbers(creditorAccount)),
    key: JSON.stringify(same),
  }
}

function pathOf(target: string): string {
  return target
    .split('?', 1)
    .join('')
    .replace(/^(?:\/worlds\/[^/]+)+(?=\/)/, '')
}

/** What the calls of the story name and made so far. */
type StoryFacts = {
  readonly names: Set<string>
  readonly made: Set<string>
  readonly paths: Set<string>
  readonly requests: Set<string>
  readonly readers: Set<string>
  readonly limited: Set<string>
  /** Accounts that the story pays from: money may have come to them; where a payment failed, also gone. */
  readonly debtors: Set<string>
  readonly emptied: Set<string>
  readonly duplicates: Set<string>
  readonly tpps: Set<string>
  /** The ids in what operator and PSUs did. */
  readonly inActs: ReadonlySet<string>
}

function whatIsKnown(acts: readonly JournaledCall[]): StoryFacts {
  return {
    names: new Set(),
    made: new Set(),
    paths: new Set(),
    requests: new Set(),
    readers: new Set(),
    limited: new Set(),
    debtors: new Set(),
    emptied: new Set(),
    duplicates: new Set(),
    tpps: new Set(),
    inActs: new Set(acts.flatMap(({ request }) => idsIn(request.body ?? ''))),
  }
}

function learn(known: StoryFacts, { call, tpp, names, made, reader, payment }: Facts): void {
  for (const name of names) known.names.add(`${tpp} ${name}`)
  for (const id of made) known.made.add(id)
  known.tpps.add(tpp)
  known.paths.add(`${tpp} ${pathOf(call.target)}`)
  if (call.requestId !== undefined) known.requests.add(`${tpp} ${call.requestId}`)
  if (reader !== undefined) known.readers.add(reader)
  if (reader !== undefined && call.code === 'ACCESS_EXCEEDED') known.limited.add(reader)
  if (payment === undefined) return
  for (const account of payment.debtors) {
    known.debtors.add(account)
    if (call.code === 'PAYMENT_FAILED') known.emptied.add(account)
  }
  if (call.code === 'CONFLICT') known.duplicates.add(`${tpp} ${payment.key}`)
}

function isNeeded({ call, tpp, names, made, reader, payment }: Facts, known: StoryFacts): boolean {
  const isWrite = !isRead(call.method)
  if (isOfSandbox(call)) return isWrite
  if (call.requestId !== undefined && known.requests.has(`${tpp} ${call.requestId}`)) return true
  if (isRead(call.method) && call.status < 300) return reader !== undefined && known.limited.has(reader)
  if ([...made].some(id => known.names.has(`${tpp} ${id}`))) return true
  // What began an SCA that somebody decided: the consent for what the story reads.
  const isConsent = reader !== undefined || /^\/v1\/(?:bank-offered-)?consents$/.test(pathOf(call.target))
  if (isConsent && [...made].some(id => known.inActs.has(id))) return isReaderOf(call, known, tpp)
  if (isWrite && known.tpps.has(tpp) && [...names].some(id => known.made.has(id))) return true
  if (/^(?:PUT|DELETE)$/.test(call.method) && known.paths.has(`${tpp} ${pathOf(call.target)}`)) return true
  if (payment === undefined) return false
  if (known.duplicates.has(`${tpp} ${payment.key}`)) return true
  if (payment.creditors.some(account => known.debtors.has(account))) return true
  return payment.debtors.some(account => known.emptied.has(account))
}

/** Whether the story reads as the PSU of this call. */
function isReaderOf({ request }: JournaledCall, { readers }: StoryFacts, tpp: string): boolean {
  const value = (name: string) => request.headers.find(([own]) => own.toLowerCase() === name)?.[1] ?? ''
  const psu = headerText(value('psu-id'))
  return [...readers].some(reader => reader.startsWith(`${tpp} ${psu}`))
}
