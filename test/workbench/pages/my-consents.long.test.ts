import { describe, expect, it } from 'vitest'
import { MOST_WRONG_NUMBERS } from '../../../src/domain/authorisations.ts'
import { startBank } from '../../support/clients/bank.ts'
import { visitor } from './visits.ts'

const bank = await startBank()
const KARI = '13039319955'
const OLA = '12085592767'

/** How long an answer is held back. */
const HELD_MS = 2_000

describe('the page of my consents', () => {
  it.each(['one after the other', 'all at once'])(
    'answers wrong numbers %s at once up to the tenth of a minute, then each number after 2 s, and takes a right one (D75)',
    async how => {
      const world = await bank.world('STANDARD')
      const browser = visitor(bank, `${world.base}/my/consents`)
      await browser.open()
      const guess = async (customerNumber: string) => {
        const begun = performance.now()
        const { status } = await browser.submit({ customerNumber })
        return { status, isHeld: performance.now() - begun >= HELD_MS }
      }
      for (let n = 0; n < MOST_WRONG_NUMBERS + 1; n += 1)
        expect(await guess(KARI)).toEqual({ status: 200, isHeld: false })
      const numbers = Array.from({ length: MOST_WRONG_NUMBERS + 1 }, (_, n) => String(n))
      const answers = []
      if (how === 'all at once') answers.push(...(await Promise.all(numbers.map(guess))))
      else for (const number of numbers) answers.push(await guess(number))
      expect(answers.every(({ status }) => status === 401)).toBe(true)
      expect(answers.filter(({ isHeld }) => isHeld)).toHaveLength(1)
      for (const right of [KARI, OLA]) expect(await guess(right)).toEqual({ status: 200, isHeld: true })
      // Another world is another tester's.
      const elsewhere = visitor(bank, `${(await bank.world('STANDARD')).base}/my/consents`)
      await elsewhere.open()
      const begun = performance.now()
      expect((await elsewhere.submit({ customerNumber: '1' })).status).toBe(401)
      expect(performance.now() - begun).toBeLessThan(HELD_MS)
    },
  )
})
