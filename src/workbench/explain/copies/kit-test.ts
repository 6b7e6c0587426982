import type { Copy } from '../../../api/graphql/workbench.ts'
import { DEFAULT_WORLD } from '../../../domain/worlds.ts'
import { js, optionsOf } from '../samples/javascript.ts'
import { leftOut, type Sketch } from './sketch.ts'

export const PAGE = { note: 'A page of the bank is used with a browser: it has no such form.' }

/** The call as a file for vitest, with the package's own kit (D90). It calls the same bank. */
export function kitTest(sketch: Sketch): Pick<Copy, 'text' | 'note'> {
  const { call, origin, method, headers, place, body, tppId } = sketch
  if (call.door === 'PAGE') return PAGE
  const world = place.world === DEFAULT_WORLD ? 'bank.world' : `await bank.openWorld(${js(place.world)})`
  const name = `${call.method} ${call.target.split('?', 1)[0]} answers ${call.status}${call.code === undefined ? '' : ` ${call.code}`}`
  const sent = body === undefined ? [] : [`body: ${js(body)}`]
  const typed = [['Content-Type', 'application/json'] as const]
  // Null removes a header that the kit would add and the caller left out.
  const missing = leftOut(sketch).map(left => `${js(left)}: null`)
  const fetched =
    call.door === 'GRAPHQL'
      ? `fetch(world.url('/graphql'), ${optionsOf({ method: 'POST', headers: typed }, ["Authorization: 'Bearer ' + token"], sent)})`
      : `bank.tpp('copied'${idOf(tppId)}).fetch(world.url(${js(sketch.path)}), ${optionsOf({ method, headers }, missing, sent)})`
  return {
    ...(call.door === 'REST' && call.status === 201 ? { note: MADE_ALREADY } : {}),
    text: `import { connectSandbank } from 'sandbank/testing'
import { expect, it } from 'vitest'

it(${js(name)}, async () => {
  const token = process.env.SANDBANK_TOKEN
  const bank = await connectSandbank(process.env.SANDBANK_URL ?? ${js(origin)}, token === undefined ? {} : { token })
  const world = ${world}
  const answer = await ${fetched.replaceAll('\n', '\n  ')}
  expect(answer.status).toBe(${call.status})
  await bank.close()
})
`,
  }
}

const MADE_ALREADY =
  'What the call made is in this world now, so that the same again may be a CONFLICT: delete it or reset the world before the test.'

// The same TPP, since consents and payments belong to it; only ids of this form can be requested (D20).
function idOf(tppId: string | undefined): string {
  return tppId !== undefined && /^[A-Z]{2}-[A-Z]{2,8}-.+$/.test(tppId) ? `, { id: ${js(tppId)} }` : ''
}
