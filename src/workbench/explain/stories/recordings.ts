import { headerText, type JournaledCall, type Message } from '../../../domain/calls.ts'
import { parseJson } from '../../../domain/texts.ts'
import { addressOf, placeOf } from '../commands.ts'
import type { Story } from './story.ts'

/** An HTTP Archive 1.2: each call with its request and its answer. */
export function harStory({ steps, origin, notes }: Story): string {
  const made = steps.filter(step => step.kind === 'CALL' || step.isAdded === undefined)
  const entries = made.map(({ call }) => entryOf(call, addressOf(placeOf('default', origin))))
  const comment = notes.length === 0 ? {} : { comment: notes.join('\n') }
  const log = { version: '1.2', creator: { name: 'Sandbank', version: '1' }, entries, ...comment }
  return `${JSON.stringify({ log }, null, 2)}\n`
}

function entryOf(call: JournaledCall, base: string) {
  const url = new URL(`${base}${call.target}`)
  const { request, answer, durationMs } = call
  const type = typeOf(request)
  return {
    startedDateTime: call.at.toISOString(),
    time: durationMs,
    request: {
      method: call.method,
      url: String(url),
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: headersOf(request),
      queryString: [...url.searchParams].map(([name, value]) => ({ name, value })),
      ...(request.body === undefined ? {} : { postData: { mimeType: type, text: request.body } }),
      headersSize: -1,
      bodySize: request.bytes,
    },
    response: {
      status: call.status,
      statusText: call.code ?? '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: headersOf(answer),
      content: { size: answer.bytes, mimeType: typeOf(answer), text: answer.body ?? '' },
      redirectURL: answer.headers.find(([name]) => /^location$/i.test(name))?.[1] ?? '',
      headersSize: -1,
      bodySize: answer.bytes,
    },
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
    comment: call.operation ?? '',
  }
}

function headersOf({ headers }: Message) {
  return headers.map(([name, value]) => ({ name, value: headerText(value) }))
}

function typeOf({ headers, body }: Message): string {
  const given = headers.find(([name]) => /^content-type$/i.test(name))?.[1]
  return given ?? (body !== undefined && parseJson(body) !== undefined ? 'application/json' : 'text/plain')
}
