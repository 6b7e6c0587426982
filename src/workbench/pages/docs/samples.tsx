import type { DocumentedOperation } from '../../../api/openapi/documented.ts'
import { DEFAULT_WORLD } from '../../../domain/worlds.ts'
import { wordOf } from '../../../platform/shell.ts'
import { addressOf, at, DEFAULT_ORIGIN, type Place } from '../../explain/commands.ts'
import { LANGUAGES, type SampleLanguage } from '../../explain/samples/languages.ts'
import { formatSample, sampleCalls } from '../../explain/samples/operation-samples.ts'
import type { CodeLanguage } from '../highlight.tsx'
import { Program } from '../parts.tsx'

/** The example of an operation, or the reader's own request. */
export function Sample(props: {
  readonly documented: DocumentedOperation
  readonly place: Place
  readonly language: string
  /** The chosen TPP, if the bank has its key: its name there. */
  readonly signer: string | undefined
}) {
  const { documented, place, language, signer } = props
  const signed = `${at(place)}${signer === undefined ? '' : ` --tpp ${wordOf(signer)}`}`
  const sample = SAMPLES.get(language)
  return sample === undefined ? null : <Program language={sample.code} text={sample.write(documented, place, signed)} />
}

type Writer = {
  readonly title: string
  readonly code: CodeLanguage
  /** `signed`: the options of a command that signs. */
  readonly write: (documented: DocumentedOperation, place: Place, signed?: string) => string
}

const CODE = {
  CURL: 'bash',
  KIT: 'javascript',
  JAVASCRIPT: 'javascript',
  PYTHON: 'python',
  JAVA: 'java',
  GO: 'go',
} as const satisfies Record<SampleLanguage, CodeLanguage>

function writerIn(language: SampleLanguage): Writer {
  const { title, write } = LANGUAGES[language]
  return {
    title,
    code: CODE[language],
    write: (documented, place, signed = at(place)) => {
      const proxy = `npx sandbank proxy${signed}`
      const calls = sampleCalls(documented)
      if (language !== 'KIT' || place.world === DEFAULT_WORLD) return write({ calls, origin: addressOf(place), proxy })
      // The kit takes the name of the world from the path.
      const within = calls.map(call => ({ ...call, path: `/worlds/${place.world}${call.path}` }))
      return write({ calls: within, origin: place.base ?? DEFAULT_ORIGIN, proxy })
    },
  }
}

/** The languages of samples (D100), by the names that browsers remember. */
export const SAMPLES: ReadonlyMap<string, Writer> = new Map([
  [
    'sandbank',
    {
      title: 'sandbank',
      code: 'bash',
      write: (documented, place, signed) => formatSample(documented, at(place), signed),
    },
  ],
  ['curl', writerIn('CURL')],
  ['kit', writerIn('KIT')],
  ['javascript', writerIn('JAVASCRIPT')],
  ['python', writerIn('PYTHON')],
  ['java', writerIn('JAVA')],
  ['go', writerIn('GO')],
] satisfies [string, Writer][])
