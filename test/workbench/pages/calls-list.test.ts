import { afterAll, expect, it } from 'vitest'
import { KARI, PAYMENTS, serveCalls } from './listed-calls.ts'
import { textOf, visitor } from './visits.ts'

const { cli, served, kit, calls, close } = await serveCalls()
afterAll(close)

it('a story is shown and downloaded without scripts, of the calls that the filter leaves where none is ticked (D104)', async () => {
  const shown = await visitor(served, '/requests/story?form=MERMAID&answer=refused').open()
  expect(textOf(shown)).toContain('1 call as Mermaid')
  expect(shown.text).toContain('400 FORMAT_ERROR')
  const file = await visitor(served, `/requests/story?form=CURL&id=${calls.made}&download=yes`).open()
  expect(file.headers['content-disposition']).toBe('attachment; filename="story.sh"')
  expect(file.text).toMatch(/^#!\/usr\/bin\/env bash\n/)
  expect(textOf(await visitor(served, '/requests/story?answer=503').open())).toContain(
    'The journal has no call of a TPP',
  )
})

it('the calls per minute of the last hour are drawn, with their figures in the name of the picture (D106)', async () => {
  const { text } = await visitor(served, '/requests').open()
  const [, name = ''] = /<svg[^>]+role="img"><title>(Calls per minute[^<]+)/.exec(text) ?? []
  expect(name).toMatch(/^Calls per minute of the last hour: 2 accepted, 1 refused; the most, [123], at \d\d:\d\d$/)
  expect((await visitor(served, '/requests?answer=refused').open()).text).toContain('0 accepted, 1 refused')
})

it('a list that nothing fits says which filter did it, and leads on without it', async () => {
  const { text } = await visitor(served, '/requests?answer=418&operation=createPayment').open()
  expect(text).toMatch(/No call fits all filters\./)
  expect(text).toMatch(/<a href="\/requests\?operation=createPayment">Without Answer: 2 calls<\/a>/)
  expect(text).not.toContain('Without Operation')
})

it('a call is sent again as it was, signed by a TPP whose key the bank has; others cannot be chosen (D105)', async () => {
  const form = visitor(served, `/requests/${calls.made}`)
  const { text } = await form.open()
  const [, local = ''] = /<option value="(NO-FSA-\d+)"[^>]* selected="">as local<\/option>/.exec(text) ?? []
  const [, acme = ''] = /<option value="(NO-FSA-\d+)"[^>]* disabled="">acme \(no key here\)<\/option>/.exec(text) ?? []
  const again = visitor(served, `/requests/${calls.made}/again`, { Cookie: form.cookie ?? '' })
  const sent = await again.submit({ token: form.token ?? '', tpp: local })
  expect(sent.status, textOf(sent)).toBe(303)
  const [, id] = /\/([^/]+)\?again=/.exec(String(sent.headers['location'])) ?? []
  const [first, second] = await Promise.all([calls.made, id].map(one => detailsOf(one ?? '')))
  expect(second).toMatchObject({ method: 'POST', target: PAYMENTS, status: 201, operation: 'createPayment' })
  expect(second.tpp.id).not.toBe(first.tpp.id)
  expect(second.xRequestId).not.toBe(first.xRequestId)
  expect(second.request.body).toBe(first.request.body)
  for (const tpp of [acme, 'acme', '../ca', ''])
    expect((await again.submit({ token: form.token ?? '', tpp })).text).toContain('is not here')
  expect((await visitor(served, `/requests/${calls.made}/again`).submit({ tpp: local })).status).toBe(403)
})

it('a story that its form cannot hold leads to the calls of each TPP, and to the other forms (D104)', async () => {
  const others = await kit.tpp('other').fetch(kit.world.url('/v1/sandbox/customers'))
  const ids = [calls.made, others.headers.get('sandbank-request')]
  const refused = await visitor(served, `/requests/story?form=CURL${ids.map(id => `&id=${id}`).join('')}`).open()
  expect([refused.status, textOf(refused)]).toEqual([400, expect.stringContaining('These calls are of 2 TPPs')])
  expect(refused.text).toContain('<option value="VITEST">')
  const links = [...refused.text.matchAll(/<a href="(\/requests\/story[^"]+)">The call of (?:acme|other) alone/g)]
  expect(links).toHaveLength(2)
  for (const [, path = ''] of links)
    expect((await visitor(served, path.replaceAll('&amp;', '&')).open()).text).toContain('1 call as curl in bash')
})

async function detailsOf(id: string) {
  const { data } = await kit.world.graphql(
    'query ($id: ID!) { call(by: { id: $id }) { method target status operation tpp { id } xRequestId request { body } } }',
    { id },
  )
  return data.call
}

it('what led to a call is drawn on its page and on that of its TPP, readable as text (D106)', async () => {
  const call = await visitor(served, `/requests/${calls.status}`).open()
  const words =
    'acme createPayment: 400 FORMAT_ERROR; acme createPayment: 201; PSU approves as 13039319955: done; acme paymentStatus: 200'
  expect(call.text).toContain(`<title>4 steps, 1 refused. ${words}</title>`)
  const { text } = await visitor(served, `/report?tpp=${await kit.tpp('acme').id()}`).open()
  expect(text).toContain(words)
})

it('the facts of a refused call are those of its instant: a consent that was given after it is none of them (D97)', async () => {
  const { world } = kit
  const reader = kit.tpp('reader')
  const refused = await reader.fetch(world.url('/v1/accounts'), { psu: KARI, context: 'PRIVATE' })
  expect(refused.status).toBe(401)
  const id = refused.headers.get('Sandbank-Request') ?? ''
  const why = async (requestId: string) => {
    const query = 'query ($id: ID!) { why(of: { call: $id }) { rows { noun values { name value } } change } }'
    return (await world.graphql(query, { id: requestId })).data.why
  }
  const before = (await why(id)).rows
  await world.approve(refused, KARI)
  expect((await why(id)).rows).toEqual(before)
  expect(before.map(({ noun }: { noun: string }) => noun)).toEqual(['Customer', 'Authorisation'])
  // And what would pass keeps the name of its caller.
  expect((await why(id)).change).toContain(`tpp new reader --roles PI,AI --id '${await reader.id()}'`)
})

it('the name of a TPP that was made elsewhere is enough for pages, log and story; an unknown one is refused, with those that exist', async () => {
  const acme = await kit.tpp('acme').id()
  for (const path of ['/requests?caller=acme', '/console/payments?tpp=acme']) {
    const { status, text } = await visitor(served, path).open()
    expect([path, status]).toEqual([path, 200])
    expect(text).toContain(`<option value="${acme}" selected`)
    expect(text).toContain('createPayment'.slice(path.includes('caller') ? 0 : 6))
  }
  const log = (...args: string[]) => cli.run(['log', ...args, '--base', served.url])
  expect((await log('--tpp', 'acme')).stdout).toContain(calls.made)
  const story = await log('--as', 'vitest', '--tpp', 'acme')
  expect([story.exitCode, story.stderr]).toEqual([0, ''])
  expect(story.stdout).toContain('12,50')
  const unknown = await log('--tpp', 'acmee')
  expect([unknown.exitCode, unknown.stdout]).toEqual([1, ''])
  expect(unknown.stderr).toContain('There is no TPP "acmee". Known are ')
  expect(unknown.stderr).toContain(`acme (${acme})`)
  const refused = await visitor(served, '/requests?caller=acmee').open()
  expect(refused.status).toBe(404)
  expect(textOf(refused)).toContain(`acme (${acme})`)
})
