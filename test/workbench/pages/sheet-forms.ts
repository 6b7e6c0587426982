import { expect } from 'vitest'
import type { Answer, Bank } from '../../support/clients/bank.ts'
import { visitor } from './visits.ts'

/** A control of a sheet, as a browser reads it. */
export type Control = {
  readonly name: string
  readonly value: string
  readonly isRequired: boolean
  readonly placeholder: string
  /** What can be chosen. */
  readonly options: readonly string[]
}

/** The sheet over a page, as its HTML. */
export function sheetIn({ text }: Pick<Answer, 'text'>): string {
  const [sheet = ''] = /<dialog id="making".*<\/dialog>/s.exec(text) ?? []
  return sheet
}

/** The controls of a sheet: fields, choices and ticks. */
export function controlsIn(sheet: string): readonly Control[] {
  const found = [
    ...sheet.matchAll(
      /<(input|select|textarea)\b([^>]*)>(?:((?:(?!<\/?(?:input|select|textarea)\b).)*)<\/(?:select|textarea)>)?/gs,
    ),
  ]
  return found.flatMap(([, tag = '', given = '', inner = '']) => {
    const attribute = (name: string) => textIn(new RegExp(`\\b${name}="([^"]*)"`).exec(given)?.[1] ?? '')
    const name = attribute('name')
    if (!name.startsWith('in.')) return []
    const type = attribute('type')
    const isTick = type === 'checkbox' || type === 'radio'
    const all = [...inner.matchAll(/<option value="([^"]*)"([^>]*)>/g)]
    const chosen = all.find(([, , rest = '']) => rest.includes('selected')) ?? all[0]
    const value =
      tag === 'select'
        ? textIn(chosen?.[1] ?? '')
        : tag === 'textarea'
          ? textIn(inner).trim()
          : isTick && !/\bchecked\b/.test(given)
            ? ''
            : attribute('value')
    const options = isTick ? [attribute('value')] : all.map(([, one = '']) => textIn(one)).filter(one => one !== '')
    return [{ name, value, isRequired: /\brequired\b/.test(given), placeholder: attribute('placeholder'), options }]
  })
}

/** What a browser would send for these controls. */
export function valuesOf(controls: readonly Control[]): Readonly<Record<string, readonly string[]>> {
  const values: Record<string, string[]> = {}
  for (const { name, value } of controls) if (value !== '') values[name] = [...(values[name] ?? []), value]
  return values
}

/** The mutation that a sheet shows, if it shows one. */
export function graphqlIn(sheet: string): string | undefined {
  const [, text] = /<code class="language-graphql">([\s\S]*?)<\/code>/.exec(sheet) ?? []
  return text === undefined ? undefined : textIn(text.replaceAll(/<[^>]*>/g, ''))
}

/** The faults of a sheet by the places where they stand. */
export function faultsIn(sheet: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...sheet.matchAll(/role="alert" id="([^"]+)-fault"[^>]*>(.*?)<\/div>/gs)].map(([, at = '', text = '']) => [
      at,
      textIn(text.replaceAll(/<[^>]*>/g, '')).trim(),
    ]),
  )
}

const ENTITIES = { '&quot;': '"', '&#39;': "'", '&lt;': '<', '&gt;': '>', '&amp;': '&' }
const textIn = (html: string) =>
  Object.entries(ENTITIES).reduce((text, [entity, letter]) => text.replaceAll(entity, letter), html)

/** Opens a sheet over a page, and returns the visitor with its controls. */
export async function openSheet(bank: Pick<Bank, 'url'>, address: string) {
  const visit = visitor(bank, address)
  const page = await visit.open()
  expect([address, page.status]).toEqual([address, 200])
  const sheet = sheetIn(page)
  return { ...visit, page, sheet, controls: controlsIn(sheet) }
}
