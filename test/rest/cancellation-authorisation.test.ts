import { afterAll, describe, expect } from 'vitest'
import { itReadsAnSca } from '../support/authorisation-tests.ts'
import { startBank } from '../support/bank.ts'
import { UNKNOWN_ID } from '../support/builders.ts'
import { describePaymentRefusals } from '../support/payment-refusals.ts'

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

describe('200 and 404', () => itReadsAnSca(bank, 'cancellation-authorisations'))

describePaymentRefusals(bank, { method: 'GET', tail: `/cancellation-authorisations/${UNKNOWN_ID}` })
