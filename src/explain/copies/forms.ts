import type { Context } from '../../context.ts'
import { effectsOf } from '../../fixtures/effects.ts'
import type { JournaledCall } from '../../journal/calls.ts'
import { givenBody, givenHeader, printed, withoutBraces } from '../commands.ts'
import { askedOf } from '../graphql/asked.ts'
import { quote } from '../shell.ts'
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
  CURL: { title: 'curl that signs', make: curl },
  GRAPHQL: { title: 'GraphQL', make: twinOf },
  TEST: { title: 'A test with the kit', make: kitTest },
  FIXTURE: { title: 'Its effects as a fixture', make: async ({ call }, ctx) => effectsOf(ctx, call) },
}

/** A call of the journal in other forms: all of them unless some are named. */
export function copyCall(ctx: Context, call: JournaledCall, forms: readonly CopyForm[] = COPY_FORMS): Promise<Copy[]> {
  const sketch = sketchOf(ctx, call)
  return Promise.all(
    forms.map(async form => {
      const { title, make } = FORMS[form]
      const { text, note, link } = await make(sketch, ctx)
      const notes = [note, ...(text === undefined ? [] : sketch.notes)].filter(one => one !== undefined)
      return { form, title, text, link, note: notes.length === 0 ? undefined : notes.join(' ') }
    }),
  )
}

const PAGE = { note: 'A page of the bank is used with a browser: it has no such form.' }

function command(sketch: Sketch): CopyText {
  const { call, body } = sketch
  if (call.door === 'PAGE') return PAGE
  if (call.door === 'GRAPHQL') {
    const asked = askedOf(sketch.call)
    if (asked === undefined) return { note: 'The call said no document that could be run.' }
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

function curl(sketch: Sketch): CopyText {
  const { call, origin, target, headers, body } = sketch
  if (call.door === 'REST') return { text: signingScript(sketch), note: ofAnotherTpp(sketch) }
  if (call.door === 'PAGE' && call.method !== 'GET') return PAGE
  const options = [
    `curl -sS -i -X ${call.method} --globoff ${quote(`${origin}${target}`)}`,
    ...headers.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    // A byte of zero would end the word.
    ...(body === undefined ? [] : [body.includes('\0') ? '--data-binary @-' : `--data-raw ${quote(body)}`]),
  ]
  const before = body?.includes('\0') === true ? `${printed(body)} | ` : ''
  return { text: before + options.join(' \\\n  ') }
}

function ofAnotherTpp({ tpp, tppId }: Sketch): string | undefined {
  if (tpp !== undefined || tppId === undefined) return undefined
  return `The call was signed by ${tppId}, which is no TPP of the bank's machine: another one sees other consents and payments.`
}
