import type { BasketStatus } from '../../src/domain/signing-baskets.ts'
import type { Transitions } from '../../src/domain/status.ts'

/**
 * How the status of a basket moves as its payments do (D39). No status of a basket is ever written, since it is read off the
 * payments: so this binds no code, the README draws it, and a test holds it to what payments can do.
 */
export const BASKET_MOVES = {
  RCVD: ['PATC', 'ACTC', 'RJCT'],
  PATC: ['ACTC', 'RJCT'],
  ACTC: ['RJCT'],
  RJCT: [],
} as const satisfies Transitions<BasketStatus>
