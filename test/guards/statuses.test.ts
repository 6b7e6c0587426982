import { describe, expect, it } from 'vitest'
import { sourceFiles } from '../support/harness/source-files.ts'

// What may be stored of a change: `changeTo` and `endAs` make it, and refuse what the table of the noun does not permit.
const GATES = { payment: 'changeTo', authorisation: 'endAs' } as const
type Noun = keyof typeof GATES

const files = sourceFiles('src').filter(
  ({ path }) => !path.startsWith('src/api/graphql/') && !path.startsWith('src/api/rest/'),
)

describe.each(['payment', 'authorisation'] as const)('The status of each %s', noun => {
  it('is written through its table alone', () => {
    expect(files.flatMap(({ path, code }) => besideTheTable(noun, code).map(write => `${path}: ${write}`))).toEqual([])
  })

  it('is written by rows at once only where the table is asked', () => {
    const table = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`
    const bulk = files.filter(({ text }) => new RegExp(`updateMany\\([\\w.]+,\\s*'${table}'`).test(text))
    expect(bulk.length).toBeGreaterThan(0)
    for (const { path, code } of bulk) expect(code, path).toContain(`${GATES[noun]}(`)
  })

  it('is in no SQL that changes it', () => {
    const sql = new RegExp(`UPDATE\\s+"?${noun}"?`, 'i')
    expect(files.filter(({ text }) => sql.test(text)).map(({ path }) => path)).toEqual([])
  })

  it.each([
    [1, `tx.db.${noun}.update({ where, data: { status, changedAt } })`],
    [1, `tx.db.${noun}.updateMany({ where: { id }, data: { note: 1, status: one } })`],
    [1, `const data = { status: next }\n tx.db.${noun}.update({ where, data })`],
    [1, `const changes = { ...plan, status: next }\n tx.db.${noun}.update({ where, data: changes })`],
    [1, `const changes = { status }\n tx.db.${noun}.update({ where, data: { ...changes, note: 1 } })`],
    [0, `const changes = { note: 1 }\n tx.db.${noun}.update({ where, data: changes })`],
    [0, `tx.db.${noun}.update({ where: { status }, data: { note: 1 } })`],
    [0, `tx.db.${noun}.update({ where, data: ${GATES[noun]}(row, next, now) })`],
    [0, `tx.db.${noun}.update({ where, data: { ...${GATES[noun]}(row, next, now), note: 1 } })`],
  ])('is seen %i times beside the table in %s', (count, code) => {
    expect(besideTheTable(noun, code)).toHaveLength(count)
  })
})

/** The writes whose data names a status, there or where a name in it was given its value, but for what comes from the gate. */
function besideTheTable(noun: Noun, code: string): string[] {
  return [...code.matchAll(new RegExp(`\\.${noun}\\.(?:update|updateMany|upsert)\\(`, 'g'))]
    .map(({ index, 0: start }) => balanced(code.slice(index + start.length - 1)))
    .filter(write => {
      const [data = ''] = /\bdata\b[\s\S]*/.exec(write) ?? []
      const own = data.replaceAll(new RegExp(`${GATES[noun]}\\([^)]*\\)`, 'g'), '')
      return [own, ...namesIn(own).map(name => objectNamed(name, code))].some(text => /\bstatus\b/.test(text))
    })
}

function namesIn(data: string): string[] {
  return [...data.matchAll(/\b[a-z]\w*\b(?!\s*[:(.])/gi)].map(([name]) => name)
}

/** The object that a file gives a name to, and what it spreads. */
function objectNamed(name: string, code: string): string {
  const [, value = ''] = new RegExp(`const ${name} = (\\{[^}]*\\})`).exec(code) ?? []
  return value + [...value.matchAll(/\.\.\.(\w+)/g)].map(([, inner = '']) => objectNamed(inner, code)).join('')
}

/** What stands between the first parenthesis and the one that closes it. */
function balanced(code: string): string {
  let depth = 0
  for (const [place, character] of [...code].entries()) {
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    if (depth === 0) return code.slice(0, place + 1)
  }
  return code
}
