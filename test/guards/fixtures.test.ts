import { expect, it } from 'vitest'
import { KEYED } from '../../src/domain/keys.ts'
import { Prisma } from '../../src/generated/client.ts'
import { type List, TREE } from '../../src/sandbox/fixtures/plan/tree.ts'
import { sourceFiles } from '../support/harness/source-files.ts'

/** What reads, plans, runs and exports documents. The product's own documents and the lives are contents: they name fields as people's documents do. */
const ROOM = /^src\/sandbox\/fixtures\/(?!documents\/|lives\/)/

const listsOf = (list: List): List[] => [list, ...list.lists.flatMap(listsOf)]

/** Words that the room has for its own things, too. */
const OWN_WORDS =
  'account createdAt customer for generate key name owner payments product scenario seed service status times type'.split(
    ' ',
  )

const FIELDS = new Set(
  TREE.flatMap(listsOf)
    .flatMap(({ kind }) => Object.keys(kind.fields))
    .filter(field => !OWN_WORDS.includes(field)),
)

/** Rows and fields that a text names: tables by their delegate, or by their name where rows are inserted. */
function named({ text, code }: { readonly text: string; readonly code: string }): string[] {
  const tables = Object.values(Prisma.ModelName).filter(model => {
    const delegate = `${model.charAt(0).toLowerCase()}${model.slice(1)}`
    return new RegExp(`\\bdb\\.${delegate}\\b|'${model}'`).test(text)
  })
  const words = code.match(/(?<=\.)[A-Za-z]+\b|\b[A-Za-z]+(?=\s*[:,}])/g) ?? []
  return [...tables, ...new Set(words.filter(word => FIELDS.has(word)))]
}

it('fixtures name no table and no field of an operation: a new one reaches documents without a line there (D82)', () => {
  const found = sourceFiles('src').flatMap(file =>
    ROOM.test(file.path) ? named(file).map(name => `${file.path}: ${name}`) : [],
  )
  expect(found).toEqual([])
})

it('a table and a field are found', () => {
  expect(FIELDS.size).toBeGreaterThan(60)
  const text = "await db.signingBasket.findMany(); insertMany(db, 'Key', rows); const { maskedPan } = row"
  expect(named({ text, code: text })).toEqual(expect.arrayContaining(['SigningBasket', 'Key', 'maskedPan']))
})

it('has a list for everything that may have a key (D82, D83)', () => {
  const nouns = new Set<string>(TREE.flatMap(listsOf).map(({ kind }) => kind.noun))
  // An SCA that runs is a snapshot's (D85).
  expect(Object.values(KEYED).filter(noun => !nouns.has(noun))).toEqual(['authorisation'])
})
