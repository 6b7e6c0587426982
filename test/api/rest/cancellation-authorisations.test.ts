import { afterAll, describe, expect } from 'vitest'
import { startBank } from '../../support/clients/bank.ts'
import { itListsScas } from './shared/authorisation-tests.ts'
import { describePaymentRefusals } from './shared/payment-refusals.ts'

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

describe('200', () => itListsScas(bank, 'cancellation-authorisations'))

describePaymentRefusals(bank, { method: 'GET', tail: '/cancellation-authorisations' })
