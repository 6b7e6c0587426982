import type { BookingStatus } from '../domain/account-information.ts'
import { type Outcome, PSU_CONTEXTS } from '../domain/authorisations.ts'
import type { AuthorisationPurpose, AuthorisationStatus, PsuContext } from '../generated/client.ts'
import type { ConsentState } from '../resolvers/consents/state.ts'
import { enumOf } from './enum-of.ts'

export const PsuContextEnum = enumOf<PsuContext>(
  'PsuContext',
  'For whom a PSU acts ([I] PSU-Context).',
  {
    PRIVATE: 'For itself.',
    CORPORATE: 'For a corporation, under an agreement.',
  },
  PSU_CONTEXTS,
)

export const AuthorisationPurposeEnum = enumOf<AuthorisationPurpose>(
  'AuthorisationPurpose',
  'What an authorisation brings about once the PSU approves it (D33).',
  {
    CONSENT: 'A consent to account information.',
    PAYMENT: 'That a payment is carried out.',
    CANCELLATION: 'That an authorised payment is cancelled (D36).',
    BASKET: 'That the payments of a signing basket are carried out, each by itself (D39).',
  },
)

export const AuthorisationStatusEnum = enumOf<AuthorisationStatus>(
  'AuthorisationStatus',
  'How an authorisation stands (D33).',
  {
    RECEIVED: 'The PSU has not decided yet.',
    FINALISED: 'The PSU approved.',
    FAILED: 'The PSU rejected, or what it was for is gone.',
    EXPIRED: 'The PSU did not decide within 30 minutes.',
  },
)

export const ScaStatusEnum = enumOf<'received' | 'finalised' | 'failed'>(
  'ScaStatus',
  'How an authorisation stands, in the words of REST.',
  {
    received: 'The PSU has not decided yet.',
    finalised: 'The PSU approved.',
    failed: 'The PSU rejected, or its time was up.',
  },
)

export const OutcomeEnum = enumOf<Outcome>('Outcome', "What the PSU decides on the bank's page.", {
  APPROVED: 'It approves.',
  REJECTED: 'It rejects.',
})

export const ConsentStateEnum = enumOf<ConsentState>(
  'ConsentState',
  'How a consent stands: only a VALID one opens anything to its TPP (D32).',
  {
    VALID: 'It is the newest of its TPP, PSU, context and agreement, and not too old.',
    REPLACED: 'The PSU has given a newer one.',
    EXPIRED: 'It is older than 180 days ([I] Limits).',
    REVOKED: 'The PSU took it back.',
  },
)

enumOf<BookingStatus>('BookingStatus', 'Which part of a statement is asked for ([I] 1.11.7, D42).', {
  booked: 'What is booked.',
  pending: 'What authorised payments will book.',
  both: 'Both parts.',
  all: 'The same as both.',
})
