import { describe, expect, it } from 'vitest'
import { startBank } from '../../support/clients/bank.ts'
import { startBrowser } from './browser.ts'
import { follow, openActions, openClock, operatorAt, press, read, undo } from './operator.ts'

const bank = await startBank()
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
    await openActions(page, name)
    await follow(page, `Copy ${name}`)
    await page.getByLabel('Name', { exact: true }).fill(`${name}-copy`)
    await press(page, 'Make a world')
    expect(await read(bank.at(`${name}-copy`), '{ world { madeFrom { kind world } } }')).toEqual({
      world: { madeFrom: { kind: 'COPY', world: name } },
    })

    await world.graphql('mutation { advanceClock(input: { by: "P1D" }) { clock { now } } }')
    await page.goto(`${bank.url}/console/worlds?q=${name}`)
    await openActions(page, name)
    await follow(page, `Reset ${name}`)
    expect(await page.locator('#question').textContent()).toContain('is lost')
    await follow(page, 'No')
    expect((await read(world, '{ clock { now } }')).clock.now).toBe('2026-03-03T09:00:00.000Z')
    await page.goto(`${bank.url}/console/worlds?q=${name}`)
    await openActions(page, name)
    await follow(page, `Reset ${name}`)
    await press(page, 'Yes: reset the world')
    expect((await read(world, '{ clock { now } }')).clock.now).toBe('2026-03-02T09:00:00.000Z')
    await page.goto(`${bank.url}${world.base}/`)
    expect(await page.locator('.did').textContent()).toBe('The world was reset.')

    await page.goto(`${bank.url}/console/worlds?q=${name}-copy`)
    await openActions(page, `${name}-copy`)
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
    const { createWorld } = await read(
      world,
      `mutation { createWorld(input: { source: { copyOf: "${world.name}" } }) { world { name } } }`,
    )
    await world.graphql(
      'mutation { createCustomer(input: { name: "New", type: PRIVATE, customerNumber: "777" }) { customer { id } } }',
    )
    await openActions(page, 'before')
    await follow(page, /^Compare with now/)
    const text = await page.locator('main').textContent()
    expect(text).toContain('1 new customer, 1 new agreement.')
    expect(text).toContain('diffWorlds(left: { snapshot: "before" }, right: {})')
    await look(page)
    // Against another world, here its copy from before.
    await page.getByLabel('Before').selectOption(`${createWorld.world.name}: now`)
    await press(page, 'Compare')
    const other = await page.locator('main').textContent()
    expect(other).toContain('1 new customer, 1 new agreement.')
    expect(other).toContain(`diffWorlds(left: { world: "${createWorld.world.name}" }, right: {})`)
    await page.getByLabel('After').selectOption('before')
    await press(page, 'Compare')
    expect(await page.locator('main').textContent()).toContain('There is no difference')
    // The latest first, each with the time to which it sets the clock of the world.
    const year = new Date().getUTCFullYear() + 5
    await world.graphql(`mutation { freezeClock(at: "${year}-03-01T11:00:00Z") { clock { now } } }`)
    await world.graphql('mutation { takeSnapshot(name: "after") { snapshot { name } } }')
    await page.goto(`${bank.url}${world.base}/console/snapshots`)
    const [first = '', ...others] = await page.locator('main .list tbody tr').allTextContents()
    expect(first).toMatch(new RegExp(`^afternamed.*1 Mar ${year}, 12:00`))
    expect(await page.locator('thead').first().textContent()).toContain('Taken (real time)')
    expect(others.at(-1)).toMatch(/^before/)
    await world.graphql('mutation { deleteSnapshot(name: "after") { snapshot { name } } }')
    await page.goto(`${bank.url}${world.base}/requests`)
    expect(await page.locator('main').textContent()).toContain('Real time')
    await page.goto(`${bank.url}${world.base}/console/snapshots`)
    await openActions(page, 'before')
    await press(page, 'Restore before')
    expect((await read(world, '{ customers(last: 1) { nodes { name } totalCount } }')).customers).toEqual({
      nodes: [{ name: expect.not.stringMatching('New') }],
      totalCount: customers.nodes.length,
    })
    expect((await read(world, `{ customer(by: { id: "${id}" }) { id } }`)).customer.id).toBe(id)
    // What a restored snapshot has overwritten is one step back.
    await undo(page)
    expect((await read(world, '{ customer(by: { customerNumber: "777" }) { name } }')).customer.name).toBe('New')
    await page.goto(`${bank.url}${world.base}/console/snapshots`)
    await openActions(page, 'before')
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
    await openClock(page)
    await press(page, 'Freeze')
    const first = await clock()
    for (const distance of ['+1 day', '+1 month']) {
      await openClock(page)
      await press(page, distance)
    }
    expect(new Date((await clock()).now).getTime()).toBeGreaterThan(new Date(first.now).getTime() + 28 * 86_400_000)
    await undo(page)
    await undo(page)
    expect(await clock()).toEqual(first)
    await undo(page)
    expect((await clock()).frozen).toBe(false)
    expect(await page.locator('.clock button', { hasText: 'Undo' }).count()).toBe(0)
    await openClock(page)
    await follow(page, 'Move the clock …')
    expect(await page.locator('pre').first().textContent()).toBe(
      'mutation { advanceClock(input: { by: "P1D" }) { clock { now frozen } } }',
    )
    await look(page)
    await press(page, 'Move the clock')
    await undo(page)
    // A move that is refused is no step.
    await openClock(page)
    await page.getByLabel('Or by an ISO 8601 duration').fill('nonsense')
    await press(page, 'Go')
    await page.getByRole('alert').waitFor()
    expect((await read(world, '{ snapshots { nodes { name } } }')).snapshots.nodes).toEqual([])
  })
})

describe('an action of the console', () => {
  it('takes a double click on a move of the clock as one', async () => {
    const world = await bank.world('EMPTY')
    await world.graphql('mutation { freezeClock { clock { now } } }')
    const page = await operatorAt(bank, browser, true).open()
    for (const path of [`${world.base}/`, `/console/worlds?q=${world.name}`]) {
      await page.goto(bank.url + path)
      if (path.endsWith('/')) await openClock(page)
      else await openActions(page, world.name)
      const { clock } = await read(world, '{ clock { now } }')
      await page.getByRole('button', { name: '+1 day' }).first().dblclick()
      await page.locator('.did').waitFor()
      const moved = (await read(world, '{ clock { now } }')).clock.now
      expect([path, Math.round((Date.parse(moved) - Date.parse(clock.now)) / 3_600_000)]).toEqual([path, 24])
    }
  })
})
