import { afterAll, describe, expect } from 'vitest'
import { itListsScas } from '../support/authorisation-tests.ts'
import { startBank } from '../support/bank.ts'
import { describePaymentRefusals } from '../support/payment-refusals.ts'

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

describe('200', () => itListsScas(bank, 'cancellation-authorisations'))

describePaymentRefusals(bank, { method: 'GET', tail: '/cancellation-authorisations' })
