import { createCssVariablesTheme, createHighlighter, type ThemedToken } from 'shiki'
import { documentedOperations } from '../api/openapi/api-reference.ts'
import { type AnswersByOperation, RECORDED_ON } from '../api/openapi/recorded.ts'
import { DEFAULT_WORLD } from '../domain/worlds.ts'
import { SAMPLE_COMMANDS } from '../workbench/explain/samples/operation-samples.ts'
import { GUIDES } from '../workbench/pages/docs/guides.tsx'
import { SAMPLES } from '../workbench/pages/docs/samples.tsx'
import { CODE_LANGUAGES, type CodeLanguage, type Highlights, shapeOf, VALUE } from '../workbench/pages/highlight.tsx'

type Program = { readonly language: CodeLanguage; readonly text: string }

/** The colours of all lines that the documentation shows, so that neither the server nor a browser reads a grammar (D108). */
export async function findHighlights(answers: AnswersByOperation): Promise<Highlights> {
  const programs = [...(await samples()), ...answersOf(answers), ...examples()]
  const theme = createCssVariablesTheme({ name: 'meanings' })
  const highlighter = await createHighlighter({ langs: [...CODE_LANGUAGES], themes: [theme] })
  const found = Object.fromEntries(CODE_LANGUAGES.map((language): [string, Record<string, string>] => [language, {}]))
  // A line has half a second by default; on a busy machine that is too little, and the build ended.
  const options = { theme, includeExplanation: true, tokenizeTimeLimit: 0 }
  for (const { language, text } of programs) {
    const shapes = found[language] ?? {}
    for (const tokens of highlighter.codeToTokensBase(text, { ...options, lang: language })) {
      const line = tokens.map(({ content }) => content).join('')
      const colours = tokens.map(one => colourOf(one).repeat(one.content.length)).join('')
      shapes[shapeOf(line).shape] ??= runsOf(line, colours)
    }
  }
  highlighter.dispose()
  return found
}

const PLAIN = '-'

/** The grammar of a shell takes each word of a command for a string: only those in quotation marks are shown so. */
function colourOf({ color = '', explanation = [] }: ThemedToken): string {
  const isBare = explanation.some(({ scopes }) =>
    scopes.some(one => one.scopeName.startsWith('string.unquoted.argument')),
  )
  return isBare ? PLAIN : (COLOURS.get(color) ?? PLAIN)
}

/** The token classes of a grammar, by their letters. */
const COLOURS = new Map(
  Object.entries({
    'token-comment': 'c',
    'token-string': 's',
    'token-string-expression': 's',
    'token-keyword': 'k',
    'token-function': 'f',
    'token-constant': 'n',
  }).map(([name, letter]) => [`var(--shiki-${name})`, letter]),
)

/** The colours of a sample's shape, in which one character stands for a value and gets the colour of its beginning. */
function runsOf(line: string, colours: string): string {
  const { shape, values } = shapeOf(line)
  let [letters, at, value] = ['', 0, 0]
  for (const character of shape) {
    letters += colours[at] ?? PLAIN
    at += character === VALUE ? (values[value++]?.length ?? 0) : character.length
  }
  return letters.replaceAll(/(.)\1*/g, run => `${run[0]}${run.length}`)
}

/** In lines of the command that starts the proxy, these are not values. */
const PLACES = [
  { world: DEFAULT_WORLD, base: undefined },
  { world: DEFAULT_WORLD, base: 'http://127.0.0.1:4001' },
] as const

async function samples(): Promise<Program[]> {
  const documented = [...(await documentedOperations('strict', RECORDED_ON, SAMPLE_COMMANDS)).values()]
  return PLACES.flatMap(place =>
    documented.flatMap(one =>
      [...SAMPLES.values()].map(({ code, write }) => ({ language: code, text: write(one, place) })),
    ),
  )
}

function answersOf(answers: AnswersByOperation): Program[] {
  return Object.values(answers).map(({ body }) => ({
    language: 'json',
    text: JSON.stringify(JSON.parse(body), null, 2),
  }))
}

const ENTITIES = { quot: '"', '#39': "'", lt: '<', gt: '>', amp: '&' } as const

/** The samples of the guides. */
function examples(): Program[] {
  const pages = Object.values(GUIDES).map(({ Page }) => String(<Page />))
  return pages.flatMap(page =>
    [...page.matchAll(/<code class="language-(\w+)">([\s\S]*?)<\/code>/g)].flatMap(([, name = '', code = '']) => {
      const text = Object.entries(ENTITIES).reduce(
        (sofar, [entity, letter]) => sofar.replaceAll(`&${entity};`, letter),
        code.replaceAll(/<[^<>]*>/g, ''),
      )
      const language = CODE_LANGUAGES.find(one => one === name)
      return language === undefined ? [] : [{ language, text }]
    }),
  )
}
