import { curlSample } from './curl.ts'
import { goSample } from './go.ts'
import { javaSample } from './java.ts'
import { javascriptSample, kitSample } from './javascript.ts'
import { pythonSample } from './python.ts'
import type { Sample } from './sample.ts'

/** The table of languages (D100): the name of each, the file of a sample, and how it is written. */
export const LANGUAGES = {
  CURL: { title: 'curl', file: 'sample.sh', write: curlSample },
  JAVASCRIPT: { title: 'JavaScript', file: 'sample.mjs', write: javascriptSample },
  KIT: { title: 'JavaScript with the kit', file: 'sample.mjs', write: kitSample },
  PYTHON: { title: 'Python', file: 'sample.py', write: pythonSample },
  JAVA: { title: 'Java', file: 'Sample.java', write: javaSample },
  GO: { title: 'Go', file: 'sample.go', write: goSample },
} as const satisfies Record<
  string,
  { readonly title: string; readonly file: string; readonly write: (sample: Sample) => string }
>

export type SampleLanguage = keyof typeof LANGUAGES
