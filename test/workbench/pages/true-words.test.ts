import { expect, it } from 'vitest'
import { startBank } from '../../support/clients/bank.ts'
import { ask, textOf, visitor } from './visits.ts'

// What pages say of a world is so.

const bank = await startBank()

it('a comparison says when the clock moved, by a minute or a day, and else that nothing differs (D98)', async () => {
  const world = await bank.world()
  const compared = async () => textOf(await visitor(bank, `${world.base}/console/compare?left=before&right=`).open())
  const move = (by: string) => world.graphql(`mutation { advanceClock(input: { by: "${by}" }) { clock { now } } }`)
  await world.graphql('mutation { takeSnapshot(name: "before") { snapshot { name } } }')
  expect(await compared()).toContain('There is no difference.')
  for (const by of ['PT2M', 'P1D']) {
    await move(by)
    expect(await compared()).toMatch(/The clock moved from .+ to .+\. Nothing else differs\./)
    expect(await compared()).not.toContain('no difference')
  }
  await world.graphql('mutation { freezeClock { clock { now } } }')
  expect(await compared()).toContain('The clock moved')
  await world.graphql('mutation { takeSnapshot(name: "frozen") { snapshot { name } } }')
  const frozen = textOf(await visitor(bank, `${world.base}/console/compare?left=frozen&right=`).open())
  expect(frozen).toContain('There is no difference.')
})

it('a world without customers is to be filled first, and offers nothing of a person who is not there', async () => {
  const { base } = await bank.world('EMPTY')
  const page = textOf(await visitor(bank, `${base}/`).open())
  expect(page).toContain('Fill with the standard set This world is empty.')
  expect(page).not.toContain('ready to be sent')
  expect(page).not.toContain('Send a payment')
})

it('a page of a PSU that is only opened is in no list of calls that is not asked for it (D109)', async () => {
  const world = await bank.world()
  const { path } = await ask(bank, world)
  for (const address of [path, `${world.base}/my/consents`])
    expect((await visitor(bank, address).open()).status).toBe(200)
  const { text } = await visitor(bank, `${world.base}/requests`).open()
  expect(text).toContain('No call yet')
  expect(text).not.toContain('/sca/')
})
