import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { importsOf, type SourceFile, sourceFiles } from '../support/harness/source-files.ts'

/** The wings of the house: a wing imports only those before it here. What stands directly below src/, and build/, puts them together and may know all. */
const WINGS = ['domain', 'platform', 'bank', 'sandbox', 'api', 'workbench', 'clients']

/** Packages that only some places may know. */
const PACKAGES: readonly { readonly name: RegExp; readonly places: RegExp }[] = [
  // The bank and its rules do not know what runs them.
  { name: /^(node:(?!crypto)|hono|@hono\/(?!zod-openapi))/, places: /^src\/(?!domain\/|bank\/(?!context\.ts))/ },
  {
    name: /^(@hono\/zod-openapi|zod)$/,
    places: /^src\/(?!domain\/|platform\/(?!config\.ts)|bank\/(resolvers|wire)\/)/,
  },
  { name: /^(@prisma\/|@photostructure\/)/, places: /^src\/(platform\/store|sandbox\/journal|generated)\// },
  {
    name: /^(graphql|@pothos\/|graphql-yoga)/,
    places:
      /^src\/([^/]+|(build|api\/graphql|workbench\/(explain|pages\/(graphiql|console\/sheets))|clients\/(testing|mcp)|sandbox\/fixtures\/inputs)\/.*)$/,
  },
  // It is loaded when the first assistant comes (D135): no other file may load it.
  { name: /^@modelcontextprotocol\//, places: /^src\/clients\/mcp\/sdk\.ts$/ },
  { name: /^@graphql-yoga\//, places: /^src\/([^/]+|(build|api\/graphql)\/.*)$/ },
]

const files = sourceFiles('src')

describe('Source files', () => {
  it('import nothing of a wing that stands on theirs', () => {
    expect(files.length).toBeGreaterThan(50)
    expect(files.flatMap(forbiddenImports)).toEqual([])
  })

  it('know of the generated client its types alone, but for the store and the context', () => {
    const values = files
      .filter(({ path }) => !/^src\/(platform\/store|generated)\//.test(path) && path !== 'src/bank/context.ts')
      .filter(({ text }) => importsOf(text).some(({ from, typesOnly }) => from.includes('/generated/') && !typesOnly))
    expect(values.map(({ path }) => path)).toEqual([])
  })

  it('import another file in one statement', () => {
    const twice = files.flatMap(({ path, text }) => {
      const froms = [...text.matchAll(/^import [^']*'(\.[^']+)'/gm)].map(([, from]) => from)
      return froms.filter((from, place) => froms.indexOf(from) !== place).map(from => `${path} → ${from}`)
    })
    expect(twice).toEqual([])
  })

  it('that all pages share know no single group of pages, but for the two that put the groups together', () => {
    const shared = files.filter(({ path }) => /^src\/workbench\/pages\/(?!app\.|assets\.)[^/]+$/.test(path))
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

  it('know only the packages of their place', () => {
    const found = files.flatMap(file =>
      importsOf(file.text)
        .filter(({ from }) => PACKAGES.some(({ name, places }) => name.test(from) && !places.test(file.path)))
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
    expect(
      linesWith(outside(/^src\/(platform\/config|main|cli|clients\/cli\/.*)\.ts$/), 'code', /\bprocess\.env\b/),
    ).toEqual([])
  })

  it('receives the time and its ids', () => {
    const rest = outside(/^src\/(main|bank\/context|cli|clients\/cli\/.*)\.ts$/)
    expect(linesWith(rest, 'code', /\bnew Date\(\)|\bDate\.now\(|\bDate\(\)|\brandomUUID\b|\bMath\.random\(/)).toEqual(
      [],
    )
  })

  // Node's own `recursive` never returns in a place such as /proc, and a mode that is left out lets others read keys.
  it('makes directories and private files in one place', () => {
    const rest = outside(/^src\/(platform\/files\/private-files|build\/.*)\.ts$/)
    expect(linesWith(rest, 'code', /\bmkdir(Sync)?\(/)).toEqual([])
  })

  it('finds out in one place what is no JSON', () => {
    const own = files.filter(({ text }) => /try \{\s+return JSON\.parse\(\w+\)\s+\} catch \{\s+return/.test(text))
    expect(own.map(({ path }) => path)).toEqual(['src/domain/texts.ts', 'src/sandbox/fixtures/inputs/files.ts'])
  })

  // Prisma joins lookups of one tick, and joins findUnique with findUniqueOrThrow only in a transaction, which the reader has not.
  it('looks single rows up with findUnique or findFirstOrThrow, never with findUniqueOrThrow', () => {
    const rest = files.filter(({ path }) => !path.startsWith('src/platform/store/queries/'))
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
  const wing = wingOf(path)
  return importsOf(text)
    .filter(({ from }) => from.startsWith('.'))
    .map(({ from }) => join(dirname(path), from))
    .filter(to => !to.startsWith('src/generated/') && wingOf(to) > wing)
    .map(to => `${path} → ${to}`)
}

/** The place of a file's wing in the line: the edge stands last. */
function wingOf(path: string): number {
  const [, folder = ''] = path.split('/')
  const place = WINGS.indexOf(folder)
  if (place === -1 && !/^src\/([^/]+|(build|generated)\/.*)$/.test(path))
    throw new Error(`${path} is in no wing of the house`)
  return place === -1 ? WINGS.length : place
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
