import { describe, expect, it } from 'vitest'
import { ACTIONS } from '../../../src/workbench/pages/console/actions/actions.ts'
import { startBank } from '../../support/clients/bank.ts'
import { startBrowser } from './browser.ts'
import { follow, operatorAt, press, read } from './operator.ts'
import { textOf, visitor } from './visits.ts'

const bank = await startBank()
const TOKEN = 'a-token-of-the-operator'
const locked = await startBank({ token: TOKEN })
const browser = await startBrowser()

describe.each([true, false])('the console acts, with scripts: %s', javaScriptEnabled => {
  const { open, look } = operatorAt(bank, browser, javaScriptEnabled)

  it('makes a world, copies, resets and deletes it, and asks before what nothing brings back', async () => {
    const name = `made-${javaScriptEnabled}`
    const page = await open()
    await page.goto(`${bank.url}/console/worlds`)
    await follow(page, 'Make a world')
    await look(page)
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByLabel('Filled with').selectOption('EMPTY')
    await page.getByLabel('Its clock begins at').fill('2026-03-02T09:00:00Z')
    await page.getByLabel('Its clock stands still').check()
    await press(page, 'Make a world')
    expect(new URL(page.url()).pathname).toBe(`/worlds/${name}/`)
    const world = bank.at(name)
    expect(await read(world, '{ world { now frozen madeFrom { kind } } }')).toEqual({
      world: { now: '2026-03-02T09:00:00.000Z', frozen: true, madeFrom: { kind: 'EMPTY' } },
    })

    await page.goto(`${bank.url}/console/worlds?q=${name}`)
    await follow(page, `Copy ${name}`)
    await page.getByLabel('Name', { exact: true }).fill(`${name}-copy`)
    await press(page, 'Make a world')
    expect(await read(bank.at(`${name}-copy`), '{ world { madeFrom { kind world } } }')).toEqual({
      world: { madeFrom: { kind: 'COPY', world: name } },
    })

    await world.graphql('mutation { advanceClock(by: "P1D") { now } }')
    await page.goto(`${bank.url}/console/worlds?q=${name}`)
    await follow(page, `Reset ${name}`)
    expect(await page.locator('#question').textContent()).toContain('is lost')
    await follow(page, 'No')
    expect((await read(world, '{ clock { now } }')).clock.now).toBe('2026-03-03T09:00:00.000Z')
    await follow(page, `Reset ${name}`)
    await press(page, 'Yes: reset the world')
    expect((await read(world, '{ clock { now } }')).clock.now).toBe('2026-03-02T09:00:00.000Z')
    await page.goto(`${bank.url}${world.base}/`)
    expect(await page.locator('.did').textContent()).toBe('The world was reset.')

    await page.goto(`${bank.url}/console/worlds?q=${name}-copy`)
    await follow(page, `Delete ${name}-copy`)
    await look(page)
    await press(page, 'Yes: delete the world')
    expect(new URL(page.url()).pathname).toBe('/console/worlds')
    expect(await page.locator('.did').textContent()).toBe(`The world was deleted: ${name}-copy.`)
    expect((await bank.at(`${name}-copy`).graphql('{ world { name } }')).status).toBe(404)
  })

  it('takes, compares, restores and deletes snapshots', async () => {
    const world = await bank.world('STANDARD')
    const page = await open()
    await page.goto(`${bank.url}${world.base}/console/snapshots`)
    await follow(page, 'Take a snapshot')
    await page.getByLabel('Name', { exact: true }).fill('before')
    await press(page, 'Take a snapshot')
    expect(await page.locator('.did').textContent()).toBe('The snapshot was taken.')
    const { customers } = await read(world, '{ customers { nodes { id } } }')
    const id: string = customers.nodes[0].id
    const { createWorld } = await read(world, `mutation { createWorld(copyOf: "${world.name}") { name } }`)
    await world.graphql(
      'mutation { createCustomer(input: { name: "New", type: PRIVATE, customerNumber: "777" }) { id } }',
    )
    await follow(page, /^Compare with now/)
    const text = await page.locator('main').textContent()
    expect(text).toContain('1 new customer, 1 new agreement.')
    expect(text).toContain('diffWorlds(left: { snapshot: "before" }, right: {})')
    await look(page)
    // Against another world, here its copy from before.
    await page.getByLabel('Before').selectOption(`${createWorld.name}: now`)
    await press(page, 'Compare')
    const other = await page.locator('main').textContent()
    expect(other).toContain('1 new customer, 1 new agreement.')
    expect(other).toContain(`diffWorlds(left: { world: "${createWorld.name}" }, right: {})`)
    await page.getByLabel('After').selectOption('before')
    await press(page, 'Compare')
    expect(await page.locator('main').textContent()).toContain('There is no difference')
    // The latest first, each with the time to which it sets the clock of the world.
    const year = new Date().getUTCFullYear() + 5
    await world.graphql(`mutation { freezeClock(at: "${year}-03-01T11:00:00Z") { now } }`)
    await world.graphql('mutation { takeSnapshot(name: "after") { name } }')
    await page.goto(`${bank.url}${world.base}/console/snapshots`)
    const [first = '', ...others] = await page.locator('main table').first().locator('tbody tr').allTextContents()
    expect(first).toMatch(new RegExp(`^after.*\\(machine\\)1 Mar ${year}, 12:00`))
    expect(others.at(-1)).toMatch(/^before/)
    await world.graphql('mutation { deleteSnapshot(name: "after") { name } }')
    await page.goto(`${bank.url}${world.base}/requests`)
    expect(await page.locator('main').textContent()).toContain('Calls have the machine')
    await page.goto(`${bank.url}${world.base}/console/snapshots`)
    await press(page, 'Restore before')
    expect((await read(world, '{ customers(last: 1) { nodes { name } totalCount } }')).customers).toEqual({
      nodes: [{ name: expect.not.stringMatching('New') }],
      totalCount: customers.nodes.length,
    })
    expect((await read(world, `{ customer(id: "${id}") { id } }`)).customer.id).toBe(id)
    // What a restored snapshot has overwritten is one step back.
    await press(page, 'Undo')
    expect((await read(world, '{ customer(customerNumber: "777") { name } }')).customer.name).toBe('New')
    await page.goto(`${bank.url}${world.base}/console/snapshots`)
    await follow(page, 'Delete before')
    await press(page, 'Yes: delete the snapshot')
    expect((await read(world, '{ snapshots { nodes { name } } }')).snapshots.nodes).toEqual([])
    expect(await page.locator('main').textContent()).toContain('None yet')
  })

  it('goes back to before each move of the clock, one step at a time', async () => {
    const world = await bank.world('EMPTY')
    const page = await open()
    const clock = async () => (await read(world, '{ clock { now frozen } }')).clock
    await page.goto(`${bank.url}${world.base}/`)
    await press(page, 'Freeze')
    const first = await clock()
    for (const distance of ['+1 day', '+1 month']) {
      await page.getByText('Move', { exact: true }).click()
      await press(page, distance)
    }
    expect(new Date((await clock()).now).getTime()).toBeGreaterThan(new Date(first.now).getTime() + 28 * 86_400_000)
    await press(page, 'Undo')
    await press(page, 'Undo')
    expect(await clock()).toEqual(first)
    await press(page, 'Undo')
    expect((await clock()).frozen).toBe(false)
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0)
    await page.getByText('Move', { exact: true }).click()
    await follow(page, 'Move the clock')
    expect(await page.locator('pre').first().textContent()).toBe('mutation { advanceClock(by: "P1D") { now frozen } }')
    await look(page)
    await press(page, 'Move the clock')
    await press(page, 'Undo')
    // A move that is refused is no step.
    await page.getByText('Move', { exact: true }).click()
    await page.getByLabel('Or by an ISO 8601 duration').fill('nonsense')
    await press(page, 'Go')
    await page.getByRole('alert').waitFor()
    expect((await read(world, '{ snapshots { nodes { name } } }')).snapshots.nodes).toEqual([])
  })
})

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
    await world.graphql(`mutation { takeSnapshot(name: "${mine}") { name } }`)
    const query = '{ clock { now } snapshots { nodes { name beforeAction } } }'
    // Undo has nothing to undo: the latest snapshot is a tester's.
    await world.graphql('mutation { setScenario(scenario: "delay; ms=1") { id } }')
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
    expect(list.match(/for Undo/g)).toHaveLength(5)
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
        (await world.graphql(`mutation { takeSnapshot(name: "x", beforeAction: "${wrong}") { name } }`)).body,
      ).toMatchObject({
        errors: [{ message: expect.stringContaining('must be 1 to 63 letters'), extensions: { code: 'FORMAT_ERROR' } }],
      })
  })

  it('takes a double click on a move of the clock as one', async () => {
    const world = await bank.world('EMPTY')
    await world.graphql('mutation { freezeClock { now } }')
    const page = await operatorAt(bank, browser, true).open()
    for (const path of [`${world.base}/`, `/console/worlds?q=${world.name}`]) {
      await page.goto(bank.url + path)
      if (path.endsWith('/')) await page.locator('summary', { hasText: 'Move' }).click()
      const { clock } = await read(world, '{ clock { now } }')
      await page.getByRole('button', { name: '+1 day' }).first().dblclick()
      await page.locator('.did').waitFor()
      const moved = (await read(world, '{ clock { now } }')).clock.now
      expect([path, Math.round((Date.parse(moved) - Date.parse(clock.now)) / 3_600_000)]).toEqual([path, 24])
    }
  })

  it('shows the mutation and the command, which do the same, as long as nothing is missing', async () => {
    const world = await bank.world('EMPTY')
    const page = textOf(await visitor(bank, `${world.base}/console/do/takeSnapshot?name=as-said`).open()).replaceAll(
      '&quot;',
      '"',
    )
    const query = 'mutation { takeSnapshot(name: "as-said") { name takenAt } }'
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
    const graph = await world.graphql('mutation { createWorld(name: "No Such Name") { name } }')
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
      await world.graphql('mutation { freezeClock { now } }')
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
      const refused = await read(world, '{ requests(filter: { door: PAGE }) { nodes { by target status code } } }')
      const call = { by: 'OPERATOR', target: path, status: 403, code: 'FORBIDDEN' }
      expect(refused.requests.nodes).toEqual([call, call, call, call])

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
