import { expect, it } from 'vitest'
import { startBank } from '../../support/clients/bank.ts'
import { visitor } from './visits.ts'

const bank = await startBank({ isNew: true })

it('the first steps stand on the page without scripts, too, each with what to do (D103)', async () => {
  const world = await bank.world('STANDARD')
  const { text } = await visitor(bank, `${world.base}/`).open()
  for (const what of ['Make the TPP acme', 'Send a payment', 'Approve the payment as its customer'])
    expect(text).toContain(what)
})
