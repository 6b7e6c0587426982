import type { AnyOperation } from './operation.ts'
import * as signingBaskets from './signing-baskets.ts'

/** Every operation of the bank: all that the files of this room export. */
export const OPERATIONS: readonly AnyOperation[] = [signingBaskets].flatMap(noun => Object.values(noun))
