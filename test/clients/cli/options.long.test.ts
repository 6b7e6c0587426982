import { afterAll, beforeAll, it } from 'vitest'
import { EFFECTS_APART } from './option-effects/all.ts'
import { openTried, type Tried } from './option-effects/tried.ts'

let tried: Tried
beforeAll(async () => {
  tried = await openTried()
})
afterAll(async () => {
  await tried.bank.stop()
  tried.cli.remove()
})

it.each(EFFECTS_APART)('%s has its effect', async (_, effect) => effect(tried))
