import { afterAll, describe, expect } from 'vitest'
import { UNKNOWN_ID } from '../../support/builders/builders.ts'
import { startBank } from '../../support/clients/bank.ts'
import { itReadsAnSca } from './shared/authorisation-tests.ts'
import { describePaymentRefusals } from './shared/payment-refusals.ts'

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

describe('200 and 404', () => itReadsAnSca(bank, 'cancellation-authorisations'))

describePaymentRefusals(bank, { method: 'GET', tail: `/cancellation-authorisations/${UNKNOWN_ID}` })
