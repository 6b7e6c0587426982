import { DEFAULT_WORLD } from '../../domain/worlds.ts'
import type { Copy } from './copies.ts'
import { listRequired } from './required-headers.ts'
import type { Sketch } from './sketch.ts'

/** The call as a file for vitest, with the package's own kit (D90). It calls the bank that was called. */
export function kitTest(sketch: Sketch): Pick<Copy, 'text' | 'note'> {
  const { call, origin, world, body, tppId } = sketch
  if (call.door === 'PAGE') return { note: 'A page of the bank is used with a browser: it has no such form.' }
  const place = world === DEFAULT_WORLD ? 'bank.world' : `await bank.openWorld(${js(world)})`
  const name = `${call.method} ${call.target.split('?', 1)[0]} answers ${call.status}${call.code === undefined ? '' : ` ${call.code}`}`
  const lines =
    call.door === 'GRAPHQL'
      ? [
          `  const answer = await fetch(world.url('/graphql'), {`,
          `    method: 'POST',`,
          `    headers: { 'Content-Type': 'application/json', Authorization: \`Bearer \${token}\` },`,
          `    body: ${js(body ?? '{}')},`,
          `  })`,
        ]
      : [
          `  const tpp = bank.tpp('copied'${idOf(tppId)})`,
          `  const answer = await tpp.fetch(world.url(${js(sketch.path)}), {`,
          `    method: ${js(call.method === 'HEAD' ? 'GET' : call.method)},`,
          `    headers: ${indent(JSON.stringify(headersOf(sketch), null, 2))},`,
          ...(body === undefined ? [] : [`    body: ${js(body)},`]),
          `  })`,
        ]
  return {
    ...(call.door === 'REST' && call.status === 201 ? { note: MADE_ALREADY } : {}),
    text: `import { connectSandbank } from 'sandbank/testing'
import { expect, it } from 'vitest'

it(${js(name)}, async () => {
  const token = process.env.SANDBANK_TOKEN
  const bank = await connectSandbank(process.env.SANDBANK_URL ?? ${js(origin)}, token === undefined ? {} : { token })
  const world = ${place}
${lines.join('\n')}
  expect(answer.status).toBe(${call.status})
  await bank.close()
})
`,
  }
}

const MADE_ALREADY =
  'What the call made is in this world now, so that the same again may be a CONFLICT: delete it or reset the world before the test.'

/** What is sent; null for what the kit would add by itself, and the caller left out. */
function headersOf({ headers, header, route, body }: Sketch): Readonly<Record<string, string | null>> {
  const added = ['Accept', ...(body === undefined ? [] : ['Content-Type']), ...listRequired(route?.headerSet)]
  const left = [...added, 'Date', 'Digest', 'X-Request-ID', 'TPP-Signature-Certificate', 'Signature'].filter(
    name => header(name) === undefined,
  )
  return { ...Object.fromEntries(headers), ...Object.fromEntries(left.map(name => [name, null])) }
}

// The same TPP, so that its consents and payments are the same; only ids of this form can be asked for (D20).
function idOf(tppId: string | undefined): string {
  return tppId !== undefined && /^[A-Z]{2}-[A-Z]{2,8}-.+$/.test(tppId) ? `, { id: ${js(tppId)} }` : ''
}

function js(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}

function indent(text: string): string {
  return text.replaceAll('\n', '\n    ')
}
