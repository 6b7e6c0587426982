import type { JournaledCall } from '../../../domain/calls.ts'
import { isObject } from '../../../domain/given.ts'
import { idsIn, looksLikeId, replaceIds } from '../../../domain/ids.ts'
import { groupBy, parseJson } from '../../../domain/texts.ts'
import { yieldTurn } from '../../../platform/store/turns.ts'
import type { GivenValue, StoryStep } from './story.ts'
import { freeWord, wordOf } from './words.ts'

/** A step before the ids of answers are replaced in it. */
export type DraftStep = {
  readonly step: StoryStep
  /** Whether the story contains it; IF_KNOWN: only when the story knows each id in it. */
  readonly isInStory: boolean | 'IF_KNOWN'
}

/**
 * The steps of the story. In later requests a name stands for an id of an earlier answer (D104). The story contains a read of the operator's only when
 * no other answer has an id that it needs.
 * @param since when the world was created: the new world has nothing that this one received later
 */
export async function carryValues(
  drafts: readonly DraftStep[],
  taken: readonly string[],
  since: Date,
): Promise<StoryStep[]> {
  const ids: string[][] = []
  // A name must not be one that a caller has written in braces.
  const names = new Set(taken.map(wordOf))
  for (const { step } of drafts) {
    await yieldTurn()
    const texts = textsOf(step)
    ids.push(texts.flatMap(idsIn))
    for (const name of texts.join(' ').match(/(?<=\{)\w+(?=\})/g) ?? []) names.add(wordOf(name))
  }
  const calls = drafts.map(({ step }) => step.call)
  const givers = await givenBy(calls, ids)
  const inStory = placesInStory(drafts, ids, givers, since)
  const said = new Set<string>()
  const known = new Map<string, { readonly place: number; readonly value: GivenValue }>()
  const spelled = drafts.map(({ step }, place) => {
    if (inStory[place] !== true) return step
    for (const id of ids[place] ?? []) {
      if (known.has(id) || said.has(id)) continue
      const giver = givers.get(id)?.find(one => one.place < place && inStory[one.place])
      if (giver === undefined) said.add(id)
      else known.set(id, { place: giver.place, value: { ...giver, name: freeName(giver.keys, names) } })
    }
    return withTexts(step, text =>
      replaceIds(text, id => {
        const value = known.get(id)?.value
        return value === undefined ? undefined : `{${value.name}}`
      }),
    )
  })
  const gives = groupBy([...known.values()], ({ place }) => String(place))
  const places = new Map<number, number>()
  return spelled.flatMap((step, place): StoryStep[] => {
    if (inStory[place] !== true) return []
    places.set(place, places.size)
    return [movedTo(places, { ...step, gives: gives.get(String(place))?.map(({ value }) => value) ?? [] })]
  })
}

/** Whether the story contains the step at each place. `ids` are those in the request of each step. */
function placesInStory(
  drafts: readonly DraftStep[],
  ids: readonly (readonly string[])[],
  givers: ReadonlyMap<string, readonly Giver[]>,
  since: Date,
): readonly boolean[] {
  const inStory: boolean[] = []
  // An act on a thing of a call outside of the story is outside, too. A read shows such things, too, so a call of the story must have made it.
  const isKnown = (id: string, place: number) =>
    !isMadeFrom(id, since) ||
    givers.get(id)?.some(giver => giver.place < place && inStory[giver.place]) === true ||
    (givers.get(id)?.some(giver => giver.place < place) === true &&
      drafts.some(({ step }, one) => inStory[one] === true && isMadeIn(id, step.call)))
  for (const [place, { isInStory }] of drafts.entries())
    inStory.push(isInStory === 'IF_KNOWN' ? ids[place]?.every(id => isKnown(id, place)) === true : isInStory)
  // From the end: a step that is added for a later one may itself need an id of an earlier one.
  for (const [place, own] of [...ids.entries()].reverse())
    if (inStory[place] === true)
      for (const id of own) {
        const before = (givers.get(id) ?? []).filter(
          giver => giver.place < place && (inStory[giver.place] === true || drafts[giver.place]?.isInStory === false),
        )
        const [first] = before
        if (first === undefined || before.some(giver => inStory[giver.place])) continue
        // A thing of the world's source needs no read: the new world has it with the same id (D81).
        if (drafts.slice(0, first.place).some(({ step, isInStory }) => isInStory !== false && adds(step)))
          inStory[first.place] = true
      }
  return inStory
}

/** An approval refers to the new place of its step. An act whose answer is used keeps its whole document. */
function movedTo(places: ReadonlyMap<number, number>, step: StoryStep): StoryStep {
  if (step.kind === 'CALL' || step.short === undefined) return step
  if (step.gives.length > 0) return { ...step, short: undefined }
  if (step.short.name === 'advance') return step
  const of = places.get(step.short.of)
  return { ...step, short: of === undefined ? undefined : { ...step.short, of } }
}

function adds(step: StoryStep): boolean {
  return step.kind === 'OPERATION' && /\b(?:create|apply|grant|initialize)/.test(step.query)
}

/** The ids in the answer to a call. */
export function idsOfAnswer({ answer }: JournaledCall): string[] {
  return leavesOf(parseJson(answer.body ?? '')).flatMap(({ text }) => idsIn(text))
}

/** Whether an id is a UUID of version 7 that was created since then. */
export function isMadeFrom(id: string, since: Date): boolean {
  return (madeAt(id) ?? 0) >= since.getTime()
}

/** Whether an id was created while a call was answered. */
export function isMadeIn(id: string, { at, durationMs }: JournaledCall): boolean {
  const made = madeAt(id) ?? 0
  return made >= at.getTime() && made <= at.getTime() + durationMs + 1
}

/** When a UUID of version 7 was created. */
function madeAt(id: string): number | undefined {
  const [, high = '', low = ''] = /^([\da-f]{8})-([\da-f]{4})-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/i.exec(id) ?? []
  return high === '' ? undefined : Number.parseInt(high + low, 16)
}

type Giver = Omit<GivenValue, 'name'> & { readonly place: number }

/** The answers that contain an id, by the id. */
async function givenBy(
  calls: readonly JournaledCall[],
  texts: readonly (readonly string[])[],
): Promise<ReadonlyMap<string, readonly Giver[]>> {
  const givers = new Map<string, Giver[]>()
  for (const [place, { answer }] of calls.entries()) {
    await yieldTurn()
    const counts = new Map<string, number>()
    for (const { keys, text } of leavesOf(parseJson(answer.body ?? ''))) {
      const key = keys.at(-1)
      if (typeof key !== 'string') continue
      const before = counts.get(key) ?? 0
      counts.set(key, before + 1)
      const isAddress = key === 'href' || /^https?:/.test(text)
      const id = isAddress ? (text.split('/').at(-1) ?? '') : text
      if (!looksLikeId(id) || texts[place]?.includes(id) === true) continue
      givers.set(id, [...(givers.get(id) ?? []), { place, keys, isAddress, before }])
    }
  }
  return givers
}

type Leaf = { readonly keys: readonly (string | number)[]; readonly text: string }

function leavesOf(value: unknown, keys: Leaf['keys'] = []): Leaf[] {
  if (typeof value === 'string') return [{ keys, text: value }]
  if (Array.isArray(value)) return value.flatMap((item, place) => leavesOf(item, [...keys, place]))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...keys, key]))
}

/** The name of a value in programs: its last key; for an id, the noun before it. */
function freeName(keys: Leaf['keys'], names: Set<string>): string {
  const words = keys.filter(key => typeof key === 'string')
  const last = words.findLast(word => word !== 'href') ?? 'value'
  const of = words.at(-2)?.replace(/^(?:create|start|authorise)(?=[A-Z])/, '') ?? ''
  const whole = last === 'id' && of !== '' ? `${of[0]?.toLowerCase()}${of.slice(1)}Id` : last
  return freeWord(whole.replaceAll(/\W/g, '') || 'value', names)
}

/** The parts of a step's request that may contain values. */
export function textsOf(step: StoryStep): string[] {
  if (step.kind === 'OPERATION') return [step.query, step.variables, shortText(step.short)]
  const { path, psu = '', headers, body = '' } = step
  return [path, psu, body, ...headers.map(([, value]) => value)]
}

function shortText(short: (StoryStep & { kind: 'OPERATION' })['short']): string {
  return short === undefined || short.name === 'advance' ? '' : `${short.psu} ${short.options}`
}

function withTexts(step: StoryStep, change: (text: string) => string): StoryStep {
  if (step.kind === 'OPERATION') {
    const { short } = step
    const changed =
      short === undefined || short.name === 'advance'
        ? short
        : { ...short, psu: change(short.psu), options: change(short.options) }
    return { ...step, query: change(step.query), variables: change(step.variables), short: changed }
  }
  const { path, psu, headers, body } = step
  return {
    ...step,
    path: change(path),
    body: body === undefined ? undefined : change(body),
    psu: psu === undefined ? undefined : change(psu),
    headers: headers.map(([name, value]) => [name, change(value)]),
  }
}
