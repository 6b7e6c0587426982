import { COPY_FORMS, type Copy, type CopyForm } from '../../../api/graphql/workbench.ts'
import type { Context } from '../../../bank/context.ts'
import type { JournaledCall } from '../../../domain/calls.ts'
import { DEFAULT_WORLD } from '../../../domain/worlds.ts'
import { wordOf } from '../../../platform/shell.ts'
import { effectsOf } from '../../../sandbox/fixtures/export/effects.ts'
import { at, callCommand, placeOf, withoutBraces } from '../commands.ts'
import { readDocument } from '../graphql/documents.ts'
import { LANGUAGES, type SampleLanguage } from '../samples/languages.ts'
import type { SampleCall } from '../samples/sample.ts'
import { kitTest, PAGE } from './kit-test.ts'
import { isGuessed } from './required-headers.ts'
import { signingScript } from './signing-script.ts'
import { leftOut, type Sketch, sketchOf } from './sketch.ts'
import { NO_DOCUMENT, ownDocument, twinOf } from './twin.ts'

type CopyText = Pick<Copy, 'text' | 'note' | 'link'>

const FORMS: Readonly<
  Record<
    CopyForm,
    { readonly title: string; readonly make: (sketch: Sketch, ctx: Context) => CopyText | Promise<CopyText> }
  >
> = {
  CALL: { title: 'sandbank call', make: command },
  CURL: inLanguage('CURL'),
  JAVASCRIPT: inLanguage('JAVASCRIPT'),
  KIT: inLanguage('KIT'),
  PYTHON: inLanguage('PYTHON'),
  JAVA: inLanguage('JAVA'),
  GO: inLanguage('GO'),
  OPENSSL: { title: 'bash with openssl, which shows each step of the signature', make: openssl },
  GRAPHQL: { title: 'GraphQL', make: twinOf },
  TEST: { title: 'A test with the kit', make: kitTest },
  FIXTURE: { title: 'Its effects as a fixture', make: async ({ call }, ctx) => effectsOf(ctx, call) },
}

/** A call of the journal in other forms: in all, or in the named ones. */
export async function copyCall(
  ctx: Context,
  call: JournaledCall,
  forms: readonly CopyForm[] = COPY_FORMS,
): Promise<Copy[]> {
  const sketch = await sketchOf(ctx, call)
  return Promise.all(
    forms.map(async form => {
      const { title, make } = FORMS[form]
      const { text, note, link } = await make(sketch, ctx)
      const notes = [note, ...(text === undefined ? [] : sketch.notes)].filter(one => one !== undefined)
      return { form, title, text, link, note: notes.length === 0 ? undefined : notes.join(' ') }
    }),
  )
}

function command(sketch: Sketch): CopyText {
  const { call, path } = sketch
  if (call.door === 'PAGE') return PAGE
  if (call.door === 'GRAPHQL') {
    const { text } = ownDocument(sketch)
    return text === undefined ? NO_DOCUMENT : { text }
  }
  const parts = { ...sketch, path: withoutBraces(path), psu: undefined }
  return { text: callCommand(parts, leftOut(sketch), ' \\\n  '), note: ofAnotherTpp(sketch) }
}

function openssl(sketch: Sketch): CopyText {
  if (sketch.call.door !== 'REST') return { note: 'Only a call of REST is signed.' }
  return { text: signingScript(sketch), note: ofAnotherTpp(sketch) }
}

const OF_FETCH: ReadonlySet<SampleLanguage> = new Set(['JAVASCRIPT', 'KIT', 'PYTHON'])

/** What the HTTP clients of these languages cannot send; the others send it unchanged. */
function lostByFetch({ method, headers, body }: SampleCall): string | undefined {
  const names = headers.map(([name]) => name.toLowerCase())
  const twice = names.find((name, place) => names.indexOf(name) !== place)
  if (twice !== undefined) return `The call has ${twice} twice, which this language does not send: curl does.`
  return method === 'GET' && body !== undefined
    ? 'The call is a GET with a body, which this language does not send: curl does.'
    : undefined
}

function inLanguage(language: SampleLanguage) {
  const { title, write } = LANGUAGES[language]
  const make = (sketch: Sketch): CopyText => {
    const { call, origin, target, body, tpp } = sketch
    if (call.door === 'PAGE' && (call.method !== 'GET' || language === 'KIT')) return PAGE
    const isSigned = call.door === 'REST'
    const document = language === 'KIT' && !isSigned ? readDocument(call) : undefined
    if (language === 'KIT' && !isSigned && document === undefined) return NO_DOCUMENT
    const proxy = `npx sandbank proxy${at(placeOf(DEFAULT_WORLD, origin))}${tpp === undefined ? '' : ` --tpp ${wordOf(tpp)}`}`
    const sent: SampleCall = {
      by: isSigned ? 'TPP' : 'OPERATOR',
      method: sketch.method,
      path: target,
      headers: sketch.headers,
      body: document === undefined ? body : JSON.stringify({ query: document.query, variables: document.variables }),
      gives: {},
    }
    const lacking = isSigned ? leftOut(sketch).filter(isAdded) : []
    const notes = [
      isSigned ? ofAnotherTpp(sketch) : undefined,
      lacking.length === 0 ? undefined : `The copy has ${lacking.join(', ')}, which the call lacked.`,
    ].filter(one => one !== undefined)
    const lost = OF_FETCH.has(language) ? lostByFetch(sent) : undefined
    if (lost !== undefined) return { note: lost }
    const text = write({ calls: [sent], origin, proxy })
    return { text, note: notes.length === 0 ? undefined : notes.join(' ') }
  }
  return { title, make }
}

/** Whether the signer or the HTTP client itself adds a header that a call lacked. */
function isAdded(name: string): boolean {
  return isGuessed(name) || name === 'Accept' || name === 'Content-Type'
}

function ofAnotherTpp({ tpp, tppId }: Sketch): string | undefined {
  if (tpp !== undefined || tppId === undefined) return undefined
  return `The call was signed by ${tppId}, which is no TPP of the bank's machine: another one sees other consents and payments.`
}
