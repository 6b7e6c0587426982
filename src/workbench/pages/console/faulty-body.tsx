import type { JudgedFault } from '../../../domain/calls.ts'
import { formatJson, isJson } from '../../../platform/http/json-bodies.ts'
import { Cited } from '../whole-words.tsx'

/**
 * A body with each fault beside its line: the value that was sent, and the one that is wanted. Faults of headers, and of a body that is not JSON, stand
 * above.
 */
export function FaultyBody(props: { readonly body: string | undefined; readonly faults: readonly JudgedFault[] }) {
  const { body = '', faults } = props
  const lines = isJson(body) ? formatJson(body).split('\n') : []
  const places = placesIn(lines)
  const at = faults.map(({ path }) => lineOf(places, path))
  return (
    <>
      <ul class="plain faults-above">
        {faults.map((fault, place) =>
          at[place] === undefined ? (
            <li>
              <FaultText fault={fault} />
            </li>
          ) : null,
        )}
      </ul>
      {at.every(line => line === undefined) ? null : (
        <pre class="faulty" tabindex={0}>
          {lines.map((line, number) => {
            const here = faults.filter((_, place) => at[place] === number)
            if (here.length === 0) return `${line}\n`
            const [name = ''] = KEY.exec(line.trimStart()) ?? []
            const start = line.length - line.trimStart().length + name.length
            return (
              <>
                {line.slice(0, start)}
                <mark>{line.slice(start)}</mark>
                {'\n'}
                {here.map(fault => (
                  <span class="fault">
                    <FaultText fault={fault} />
                  </span>
                ))}
              </>
            )
          })}
        </pre>
      )}
    </>
  )
}

const KEY = /^"((?:[^"\\]|\\.)*)": /

function FaultText({ fault: { path, text, found, expected } }: { readonly fault: JudgedFault }) {
  return (
    <>
      {path === undefined ? null : <code>{path}</code>} <Cited text={text} />
      {expected === undefined || expected === text ? null : (
        <>
          {' '}
          Expected <code>{expected}</code>.
        </>
      )}
      {found === undefined || found === 'nothing' || (found.startsWith('"') && text.includes(found)) ? null : (
        <>
          {' '}
          Found <code>{found}</code>.
        </>
      )}
    </>
  )
}

/** The line of each place in indented JSON, by the path that faults use: `payments[0].amount`. */
function placesIn(lines: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  const open: { readonly path: string; next: number | undefined }[] = []
  for (const [number, line] of lines.entries()) {
    const depth = (line.length - line.trimStart().length) / 2
    open.length = Math.min(open.length, depth)
    const text = line.trim()
    if (/^[}\]]/.test(text)) continue
    const parent = open.at(-1)
    const [, name = ''] = KEY.exec(text) ?? []
    const base = parent === undefined || parent.path === '' ? '' : `${parent.path}.`
    const path =
      parent === undefined ? '' : parent.next === undefined ? base + name : `${parent.path}[${parent.next++}]`
    if (!places.has(path)) places.set(path, number)
    if (/[{[]$/.test(text)) open.push({ path, next: text.endsWith('[') ? 0 : undefined })
  }
  return places
}

/** The line of a path; for a missing value the line of its object. */
function lineOf(places: ReadonlyMap<string, number>, path: string | undefined): number | undefined {
  if (path === undefined || places.size === 0) return undefined
  const line = places.get(path)
  if (line !== undefined) return line
  const holder = path.slice(0, Math.max(path.lastIndexOf('.'), path.lastIndexOf('['), 0))
  // A single name may also be the name of a header.
  return holder === '' ? (/^[a-z]\w*$/.test(path) ? places.get('') : undefined) : lineOf(places, holder)
}
