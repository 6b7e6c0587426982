import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { importsOf, type SourceFile, sourceFiles } from '../support/harness/source-files.ts'

/** The rooms of the house. `errors` are the files of the domain that every room may know; `rows` are the row types that Prisma generates. */
type Room =
  | 'errors'
  | 'domain'
  | 'inputs'
  | 'resolvers'
  | 'wire'
  | 'context'
  | 'files'
  | 'store'
  | 'rows'
  | 'operations'
  | 'worlds'
  | 'fixtures'
  | 'journal'
  | 'live'
  | 'explain'
  | 'security'
  | 'http'
  | 'graphql'
  | 'rest'
  | 'openapi'
  | 'pages'
  | 'edge'

// How to refuse, how to read objects, the two spellings of a TPP's id, which the certificate has and the paths of the contract name, how to cut any text,
// and the name that a wrong one was meant for.
const KNOWN_TO_ALL = new Set(['errors', 'given', 'nearest-names', 'tpps', 'texts'].map(name => `src/domain/${name}.ts`))
const EDGE = new Set(['app', 'bank', 'main', 'cli', 'server', 'web', 'config', 'build', 'testing'])

/** Who may import whom; `types` is only `import type`. What is not here is forbidden. */
const ALL = { errors: 'yes', domain: 'yes', inputs: 'yes', resolvers: 'yes', operations: 'yes', wire: 'yes' } as const
const BENEATH = { context: 'yes', store: 'yes', rows: 'types' } as const
const TESTERS = { worlds: 'yes', fixtures: 'yes', journal: 'yes', live: 'yes', explain: 'yes' } as const
const DOOR = { ...ALL, context: 'types', store: 'types', rows: 'types' } as const
const MAY: Record<Room, Partial<Record<Room, 'yes' | 'types'>>> = {
  errors: { errors: 'yes' },
  domain: { errors: 'yes', domain: 'yes', rows: 'types' },
  inputs: { errors: 'yes', domain: 'yes', inputs: 'yes' },
  rows: { rows: 'yes' },
  files: { files: 'yes' },
  store: { errors: 'yes', files: 'yes', domain: 'yes', store: 'yes', rows: 'yes' },
  context: { errors: 'yes', domain: 'yes', context: 'yes', store: 'yes', journal: 'types', rows: 'types' },
  resolvers: { errors: 'yes', domain: 'yes', inputs: 'yes', resolvers: 'yes', ...BENEATH },
  operations: {
    errors: 'yes',
    domain: 'yes',
    inputs: 'yes',
    resolvers: 'yes',
    operations: 'yes',
    context: 'types',
    rows: 'types',
  },
  // What testers get: each room holds a feature whole, with its part of the graph.
  worlds: { ...ALL, ...BENEATH, worlds: 'yes', fixtures: 'yes', journal: 'types', graphql: 'yes' },
  fixtures: { ...ALL, ...BENEATH, fixtures: 'yes', worlds: 'yes', journal: 'types', graphql: 'yes' },
  journal: { ...ALL, ...BENEATH, files: 'yes', journal: 'yes', http: 'yes', graphql: 'yes', rest: 'yes' },
  live: { ...ALL, ...BENEATH, live: 'yes', worlds: 'yes', journal: 'yes', graphql: 'yes' },
  explain: { ...ALL, ...BENEATH, ...TESTERS, http: 'yes', security: 'types', graphql: 'yes', rest: 'yes' },
  wire: { errors: 'yes', wire: 'yes' },
  security: { errors: 'yes', files: 'yes', security: 'yes' },
  // How HTTP is spoken, whatever is said.
  http: { errors: 'yes', http: 'yes', store: 'types', journal: 'types' },
  graphql: { ...DOOR, ...TESTERS, http: 'yes', graphql: 'yes' },
  rest: { ...DOOR, ...TESTERS, http: 'yes', security: 'yes', rest: 'yes' },
  // What is said of REST, with examples that speak of the standard set, and answers that the build has recorded.
  openapi: { ...DOOR, ...TESTERS, files: 'yes', http: 'yes', rest: 'yes', openapi: 'yes' },
  pages: { ...DOOR, ...TESTERS, files: 'yes', http: 'yes', openapi: 'yes', pages: 'yes' },
  edge: {
    ...ALL,
    ...TESTERS,
    ...BENEATH,
    files: 'yes',
    security: 'yes',
    http: 'yes',
    graphql: 'yes',
    rest: 'yes',
    openapi: 'yes',
    pages: 'yes',
    edge: 'yes',
  },
}

/**
 * Imports against the plan, each with its reason. The bank does not know what testers get, but for the hooks of its commands: a command waits for a
 * move of its world (leases), a large deletion takes the place of a world (ledger), and POST /v1/sandbox/initialize, an operation of the interface, resets a world to the standard set. A call in
 * the graph has its copies as a field.
 */
const HOOKS = new Set([
  'src/journal/graphql.ts → src/explain/graphql/copies.ts',
  'src/operations/initialize.ts → src/worlds/reset.ts',
  'src/resolvers/command.ts → src/worlds/leases.ts',
  'src/resolvers/ledger.ts → src/worlds/copies.ts',
])

/** Packages that only some rooms may know. */
const PACKAGES: readonly { readonly name: RegExp; readonly rooms: readonly Room[] }[] = [
  {
    name: /^(node:(?!crypto)|hono|@hono\/(?!zod-openapi))/,
    rooms: [
      'context',
      'files',
      'store',
      'worlds',
      'fixtures',
      'journal',
      'explain',
      'security',
      'http',
      'graphql',
      'rest',
      'pages',
      'edge',
    ],
  },
  {
    name: /^(@hono\/zod-openapi|zod)$/,
    rooms: [
      'inputs',
      'operations',
      'worlds',
      'fixtures',
      'journal',
      'explain',
      'rest',
      'openapi',
      'graphql',
      'pages',
      'edge',
    ],
  },
  { name: /^(@prisma\/|@photostructure\/)/, rooms: ['store', 'rows', 'journal'] },
  {
    name: /^(graphql|@pothos\/|graphql-yoga)/,
    rooms: ['graphql', 'live', 'worlds', 'fixtures', 'journal', 'explain', 'edge'],
  },
  { name: /^@graphql-yoga\//, rooms: ['graphql', 'edge'] },
]

const files = sourceFiles('src')

describe('Source files', () => {
  it('import only what the plan of the house allows', () => {
    expect(files.length).toBeGreaterThan(50)
    expect(files.flatMap(forbiddenImports)).toEqual([])
  })

  it('import another file in one statement', () => {
    const twice = files.flatMap(({ path, text }) => {
      const froms = [...text.matchAll(/^import [^']*'(\.[^']+)'/gm)].map(([, from]) => from)
      return froms.filter((from, place) => froms.indexOf(from) !== place).map(from => `${path} → ${from}`)
    })
    expect(twice).toEqual([])
  })

  it('that all pages share know no single group of pages, but for the two that put the groups together', () => {
    const shared = files.filter(({ path }) => /^src\/pages\/(?!app\.|assets\.)[^/]+$/.test(path))
    expect(shared.length).toBeGreaterThan(10)
    const found = shared.flatMap(({ path, text }) =>
      importsOf(text)
        .filter(({ from }) => /^\.\/\w+\//.test(from))
        .map(({ from }) => `${path} → ${from}`),
    )
    expect(found).toEqual([])
  })

  it('import each other in no circle', () => {
    expect(circlesAmong(files)).toEqual([])
  })

  it('know only the packages of their room', () => {
    const found = files.flatMap(file =>
      importsOf(file.text)
        .filter(({ from }) => PACKAGES.some(({ name, rooms }) => name.test(from) && !rooms.includes(roomOf(file.path))))
        .map(({ from }) => `${file.path} → ${from}`),
    )
    expect(found).toEqual([])
  })

  it('are named after what is in them', () => {
    const vague = /(^|\/)(utils?|helpers?|types?|services?|managers?|index)(\.tsx?|\/)/
    expect(files.map(file => file.path).filter(path => vague.test(path) || !/^[a-z0-9/-]+\.tsx?$/.test(path))).toEqual(
      [],
    )
  })

  // 'Seen' and 'Kept' say what was done to something, and not what it is.
  it('has no exception that is not made use of', () => {
    const made = files.flatMap(({ path, text }) =>
      importsOf(text).map(({ from }) => `${path} → ${join(dirname(path), from)}`),
    )
    expect([...HOOKS].filter(hook => !made.includes(hook))).toEqual([])
  })

  it('name their types for what they are', () => {
    const participle =
      /^\s*(?:export )?(?:type|interface) (?:\w+ed|Asked|Begun|Chosen|Done|Found|Given|Held|Kept|Known|Made|Own|Read|Said|Seen|Sent|Shown|Taken|Unread|Written)\b(?=[ <])/
    expect(linesWith(files, 'code', participle)).toEqual([])
  })

  it('leave nothing for later', () => {
    const all = [...files, ...sourceFiles('test')].filter(({ path }) => path !== 'test/guards/imports.test.ts')
    expect(linesWith(all, 'text', /\b(TODO|FIXME)\b/)).toEqual([])
  })
})

describe('Source code', () => {
  it('reads the environment only at the edge', () => {
    expect(linesWith(outside(/^src\/(config|main|cli|cli\/.*)\.ts$/), 'code', /\bprocess\.env\b/)).toEqual([])
  })

  it('receives the time and its ids', () => {
    const rest = outside(/^src\/(main|context|cli|cli\/.*)\.ts$/)
    expect(linesWith(rest, 'code', /\bnew Date\(\)|\bDate\.now\(|\bDate\(\)|\brandomUUID\b|\bMath\.random\(/)).toEqual(
      [],
    )
  })

  // Node's own `recursive` never returns in a place such as /proc, and a mode that is left out lets others read keys.
  it('makes directories and private files in one place', () => {
    const rest = outside(/^src\/(files\/private-files|build\/.*)\.ts$/)
    expect(linesWith(rest, 'code', /\bmkdir(Sync)?\(/)).toEqual([])
  })

  it('finds out in one place what is no JSON', () => {
    const own = files.filter(({ text }) => /try \{\s+return JSON\.parse\(\w+\)\s+\} catch \{\s+return/.test(text))
    expect(own.map(({ path }) => path)).toEqual(['src/domain/texts.ts', 'src/fixtures/inputs/files.ts'])
  })

  // Prisma joins lookups of one tick, and joins findUnique with findUniqueOrThrow only in a transaction, which the reader has not.
  it('looks single rows up with findUnique or findFirstOrThrow, never with findUniqueOrThrow', () => {
    const rest = files.filter(({ path }) => !path.startsWith('src/store/queries/'))
    expect(linesWith(rest, 'code', /\bfindUniqueOrThrow\b/)).toEqual([])
  })

  it('never talks the compiler out of its doubts: no any, no !, no as', () => {
    expect(linesWith(files, 'code', /(?<![.\w])any\b(?!\s*[(:])/)).toEqual([])
    expect(
      linesWith(
        files.filter(({ path }) => path.endsWith('.ts')),
        'code',
        /[\w)\]]!(?=[.,;)\]\s[])(?!\s*=)/,
      ),
    ).toEqual([])
    expect(
      linesWith(files.map(withoutImports), 'code', /\bas\s+(?!const\b)[\w{[(]|@ts-(ignore|expect-error|nocheck)/),
    ).toEqual([])
  })
})

function forbiddenImports({ path, text }: SourceFile): string[] {
  const room = roomOf(path)
  return importsOf(text)
    .filter(({ from }) => from.startsWith('.'))
    .filter(({ from, typesOnly }) => {
      const to = join(dirname(path), from)
      const leave = HOOKS.has(`${path} → ${to}`) ? 'yes' : MAY[room][roomOf(to)]
      return !(leave === 'yes' || (leave === 'types' && typesOnly))
    })
    .map(({ from, typesOnly }) => `${path} → ${from}${typesOnly ? ' (types)' : ''}`)
}

/** Files that import each other, directly or by way of others. */
function circlesAmong(all: readonly SourceFile[]): string[] {
  const imports = new Map(
    all.map(({ path, text }) => [path, importsOf(text).map(({ from }) => join(dirname(path), from))] as const),
  )
  const done = new Set<string>()
  const circles: string[] = []
  const visit = (path: string, way: readonly string[]) => {
    if (way.includes(path)) circles.push([...way.slice(way.indexOf(path)), path].join(' → '))
    if (done.has(path)) return
    done.add(path)
    for (const next of imports.get(path) ?? []) visit(next, [...way, path])
  }
  for (const path of imports.keys()) visit(path, [])
  return circles
}

function roomOf(path: string): Room {
  const [, first = '', second] = path.replace(/\.tsx?$/, '').split('/')
  if (KNOWN_TO_ALL.has(path)) return 'errors'
  if (first === 'generated') return 'rows'
  if (path === 'src/context.ts') return 'context'
  if (EDGE.has(first)) return 'edge'
  const room = ROOMS.find(name => name === first)
  if (room === undefined || second === undefined) throw new Error(`${path} is in no room of the house`)
  return room
}
const ROOMS = [
  'domain',
  'inputs',
  'files',
  'worlds',
  'fixtures',
  'journal',
  'live',
  'explain',
  'store',
  'resolvers',
  'operations',
  'wire',
  'security',
  'http',
  'graphql',
  'rest',
  'openapi',
  'pages',
] as const

function outside(allowed: RegExp): SourceFile[] {
  return files.filter(({ path }) => !allowed.test(path))
}

function withoutImports(file: SourceFile): SourceFile {
  const names = /\b(?:import|export)\s+(?:type\s+)?(?:\{[^}]*\}|\*\s+as\s+\w+)(?:\s+from)?/g
  return { ...file, code: file.code.replaceAll(names, found => found.replaceAll(/[^\n]/g, ' ')) }
}

function linesWith(list: readonly SourceFile[], part: 'text' | 'code', pattern: RegExp): string[] {
  return list.flatMap(file =>
    file[part]
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${file.path}:${index + 1}: ${line.trim()}`] : [])),
  )
}
