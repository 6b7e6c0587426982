import { describe, expect, it } from 'vitest'
import { ACTIONS } from '../../../src/workbench/pages/console/actions/actions.ts'
import { startBank } from '../../support/clients/bank.ts'
import { read } from './operator.ts'
import { textOf, visitor } from './visits.ts'

const bank = await startBank()
const TOKEN = 'a-token-of-the-operator'
const locked = await startBank({ token: TOKEN })
const STATE =
  '{ clock { now frozen } snapshots { totalCount } scenarios { totalCount } customers { totalCount } worlds { nodes { name } } }'
const ENTERED = { name: 'stolen', by: 'P1D', scenario: 'error; code=ACCESS_EXCEEDED', fixture: '{"customers": []}' }

describe('an action of the console', () => {
  it('knows the snapshots for Undo by what they were taken for, not by a name that a tester may give (D98)', async () => {
    const world = await bank.world('EMPTY')
    const mine = 'back-20300101120000000-advance-clock'
    const forms = visitor(bank, `${world.base}/`)
    const act = async (path: string, fields: Readonly<Record<string, string>>) => {
      await forms.open()
      const form = visitor(bank, `${world.base}/console/${path}`, { Cookie: forms.cookie ?? '' })
      expect((await form.submit({ token: forms.token ?? '', ...fields })).status).toBe(303)
    }
    await world.graphql(`mutation { takeSnapshot(name: "${mine}") { snapshot { name } } }`)
    const query = '{ clock { now } snapshots { nodes { name beforeAction } } }'
    // Undo has nothing to undo: the latest snapshot is a tester's.
    await world.graphql('mutation { setScenario(input: { scenario: "delay; ms=1" }) { scenario { id } } }')
    await act('back', {})
    expect((await read(world, '{ scenarios { totalCount } }')).scenarios.totalCount).toBe(1)
    for (let move = 0; move < 6; move += 1) await act('do/advanceClock', { by: 'P1D' })
    const moved = await read(world, query)
    // Five steps are kept, and the snapshot of the tester stays.
    expect(moved.snapshots.nodes).toEqual([
      ...Array.from({ length: 5 }, () => ({ name: expect.stringMatching(/^back-/), beforeAction: 'advanceClock' })),
      { name: mine, beforeAction: null },
    ])
    const list = textOf(await visitor(bank, `${world.base}/console/snapshots`).open())
    expect(list).toMatch(/6 in all 1 named 5 for Undo/)
    expect(list.match(/before “Move the clock”, /g)?.length).toBeGreaterThanOrEqual(5)
    expect(list).toContain(mine)
    await act('back', {})
    const back = await read(world, query)
    const day = (text: string) => Math.round(new Date(text).getTime() / 86_400_000)
    expect(day(moved.clock.now) - day(back.clock.now)).toBe(1)
    expect(back.snapshots.nodes).toHaveLength(5)
    const long = `a${'b'.repeat(63)}`
    for (const wrong of ['', 'advance-clock', long])
      expect(
        (await world.graphql(`mutation { takeSnapshot(name: "x", beforeAction: "${wrong}") { snapshot { name } } }`))
          .body,
      ).toMatchObject({
        errors: [{ message: expect.stringContaining('must be 1 to 63 letters'), extensions: { code: 'FORMAT_ERROR' } }],
      })
  })

  it('shows the mutation and the command, which do the same, as long as nothing is missing', async () => {
    const world = await bank.world('EMPTY')
    const page = textOf(await visitor(bank, `${world.base}/console/do/takeSnapshot?name=as-said`).open()).replaceAll(
      '&quot;',
      '"',
    )
    const query = 'mutation { takeSnapshot(name: "as-said") { snapshot { name takenAt } } }'
    expect(page).toContain(query)
    expect(page).toContain(`npx sandbank graphql --world ${world.name} --base ${bank.url} '${query}'`)
    expect((await world.graphql(query)).body.errors).toBeUndefined()
  })

  it('says what was wrong in the words of the graph, with its place, and keeps what was entered', async () => {
    const world = await bank.world('EMPTY')
    const form = visitor(bank, `${world.base}/console/do/createWorld`)
    await form.open()
    const refused = await form.submit({ name: 'No Such Name', from: 'STANDARD' })
    expect(refused.status).toBe(400)
    const graph = await world.graphql('mutation { createWorld(input: { name: "No Such Name" }) { world { name } } }')
    expect(textOf(refused).replaceAll('&quot;', '"')).toContain(graph.body.errors[0].extensions.tppMessages[0].text)
    expect(refused.text).toContain('value="No Such Name"')
    const odd = await form.submit({ from: 'STANDARD") { name } }', name: 'x' })
    expect(odd.status).toBe(400)
    expect((await bank.at('x').graphql('{ clock { now } }')).status).toBe(404)
  })

  it('takes a long document in JSON alone, since YAML of that length would hold others up (D74)', async () => {
    const world = await bank.world('EMPTY')
    const form = visitor(bank, `${world.base}/console/do/applyFixture`)
    await form.open()
    const small = await form.submit({ fixture: 'customers: [{ name: Without }]' })
    expect(small.text).toContain(
      '&#39;{&quot;fixture&quot;:{&quot;customers&quot;:[{&quot;name&quot;:&quot;Without&quot;}]}}&#39;',
    )
    const refused = await form.submit({ fixture: 'x'.repeat(45_000) })
    expect(refused.text).toContain('@variables.json')
    expect([refused.status, textOf(refused).includes('must be JSON here')]).toEqual([400, true])
    const done = await form.submit({ fixture: JSON.stringify({ $schema: 'x'.repeat(45_000), customers: [] }) })
    expect(done.status).toBe(303)
  })

  it.each([...Object.keys(ACTIONS).map(name => `do/${name}`), 'back'])(
    'console/%s is none of another site, of a form without its token, or of one that has not entered the operator’s (D70)',
    async action => {
      const world = await bank.world('EMPTY')
      await world.graphql('mutation { freezeClock { clock { now } } }')
      const state = () => read(world, STATE)
      const before = await state()
      const path = `${world.base}/console/${action}`
      const form = visitor(bank, path, { Cookie: `sandbank-form=${'x'.repeat(43)}` })
      const proof = { token: 'x'.repeat(43) }
      for (const changed of [{ Origin: 'https://elsewhere.example' }, { 'Sec-Fetch-Site': 'cross-site' }])
        expect((await form.submit({ ...ENTERED, ...proof }, changed)).status).toBe(403)
      expect((await visitor(bank, path).submit({ ...ENTERED, ...proof })).status).toBe(403)
      const without = visitor(bank, path, { Cookie: `sandbank-form=${'x'.repeat(43)}` })
      expect((await without.submit(ENTERED)).status).toBe(403)
      expect(await state()).toEqual(before)
      const refused = await read(world, '{ calls(filter: { door: PAGE }) { nodes { by target status code } } }')
      const call = { by: 'OPERATOR', target: path, status: 403, code: 'FORBIDDEN' }
      expect(refused.calls.nodes).toEqual([call, call, call, call])

      const stranger = visitor(locked, `/console/${action}`, { Cookie: `sandbank-form=${'x'.repeat(43)}` })
      expect((await stranger.submit({ ...ENTERED, ...proof })).status).toBe(401)
    },
  )

  it('is one of those that there are', async () => {
    expect((await visitor(bank, '/console/do/nothing').open()).status).toBe(404)
  })

  it('leads to no other site when it is done', async () => {
    const world = await bank.world('EMPTY')
    const form = visitor(bank, `${world.base}/console/do/takeSnapshot`)
    await form.open()
    for (const [number, back] of [
      'https://elsewhere.example/',
      '//elsewhere.example',
      '/\\elsewhere.example',
    ].entries()) {
      const done = await form.submit({ name: `kept-${number}`, back })
      expect([done.status, done.headers['location']]).toEqual([303, `${world.base}/`])
    }
  })
})
