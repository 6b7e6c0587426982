import type { Context } from '../../context.ts'
import { DEFAULT_WORLD } from '../../domain/worlds.ts'
import { effectsOf } from '../../fixtures/effects.ts'
import type { JournaledCall } from '../../journal/calls.ts'
import { at, givenBody, givenHeader, placeOf, withoutBraces } from '../commands.ts'
import { askedOf } from '../graphql/asked.ts'
import { LANGUAGES, type SampleLanguage } from '../samples/languages.ts'
import type { SampleCall } from '../samples/sample.ts'
import { quote, wordOf } from '../shell.ts'
import { COPY_FORMS, type Copy, type CopyForm } from './copies.ts'
import { graphqlCommand, placeOptions } from './graphql-command.ts'
import { kitTest } from './kit-test.ts'
import { listRequired } from './required-headers.ts'
import { signingScript } from './signing-script.ts'
import { type Sketch, sketchOf } from './sketch.ts'
import { twinOf } from './twin.ts'

type CopyText = Pick<Copy, 'text' | 'note' | 'link'>

/** THE table of forms: what each is called, and how a call becomes one. */
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

/** A call of the journal in other forms: all of them unless some are named. */
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

const NO_DOCUMENT = 'The call said no document that could be run.'
const PAGE = { note: 'A page of the bank is used with a browser: it has no such form.' }

function command(sketch: Sketch): CopyText {
  const { call, body } = sketch
  if (call.door === 'PAGE') return PAGE
  if (call.door === 'GRAPHQL') {
    const asked = askedOf(sketch.call)
    if (asked === undefined) return { note: NO_DOCUMENT }
    return { text: graphqlCommand(sketch, asked.query, asked.variables) }
  }
  const given = body === undefined ? undefined : givenBody(body)
  const options = [
    placeOptions(sketch),
    ...(sketch.tpp === undefined ? [] : [`--tpp ${quote(sketch.tpp)}`]),
    ...headerOptions(sketch),
    ...(given === undefined ? [] : [given.data]),
  ]
  const line = [
    `npx sandbank call ${call.method === 'HEAD' ? 'GET' : call.method} ${quote(withoutBraces(sketch.path))}`,
    ...options,
  ]
  return { text: (given?.before ?? '') + line.join(' \\\n  '), note: ofAnotherTpp(sketch) }
}

/** Headers as --header takes them: those that the caller chose, and without those that it left out. */
function headerOptions({ headers, header, route, body }: Sketch): string[] {
  const added = [
    'Accept',
    ...(body === undefined ? [] : ['Content-Type']),
    'Date',
    'X-Request-ID',
    'Digest',
    'TPP-Signature-Certificate',
    'Signature',
    ...listRequired(route?.headerSet),
  ]
  const left = [...new Set(added)].filter(name => header(name) === undefined)
  return [...headers.map(givenHeader), ...left.map(name => `--header ${quote(`${name}:`)}`)]
}

function openssl(sketch: Sketch): CopyText {
  if (sketch.call.door !== 'REST') return { note: 'Only a call of REST is signed.' }
  return { text: signingScript(sketch), note: ofAnotherTpp(sketch) }
}

const OF_FETCH: ReadonlySet<SampleLanguage> = new Set(['JAVASCRIPT', 'KIT', 'PYTHON'])

/** What these languages' own clients do not send; the others send it as it was. */
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
    const { call, origin, target, header, body, route, tpp } = sketch
    if (call.door === 'PAGE' && (call.method !== 'GET' || language === 'KIT')) return PAGE
    const isSigned = call.door === 'REST'
    const asked = language === 'KIT' && !isSigned ? askedOf(call) : undefined
    if (language === 'KIT' && !isSigned && asked === undefined) return { note: NO_DOCUMENT }
    const proxy = `npx sandbank proxy${at(placeOf(DEFAULT_WORLD, origin))}${tpp === undefined ? '' : ` --tpp ${wordOf(tpp)}`}`
    const sent: SampleCall = {
      by: isSigned ? 'TPP' : 'OPERATOR',
      method: call.method === 'HEAD' ? 'GET' : call.method,
      path: target,
      headers: sketch.headers,
      body: asked === undefined ? body : JSON.stringify({ query: asked.query, variables: asked.variables }),
      gives: {},
    }
    const left = ['Accept', ...(body === undefined ? [] : ['Content-Type']), ...listRequired(route?.headerSet)]
    const lacking = isSigned ? left.filter(name => header(name) === undefined && !PROOFS.has(name)) : []
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

// A new signature has its own, and a copy says nothing of it.
const PROOFS = new Set(['TPP-Signature-Certificate', 'Signature', 'Digest', 'X-Request-ID'])

function ofAnotherTpp({ tpp, tppId }: Sketch): string | undefined {
  if (tpp !== undefined || tppId === undefined) return undefined
  return `The call was signed by ${tppId}, which is no TPP of the bank's machine: another one sees other consents and payments.`
}
