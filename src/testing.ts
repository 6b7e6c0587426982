import { openBank } from './bank.ts'
import { startWith } from './clients/testing/sandbank.ts'

/** The kit (D90): what `sandbank/testing` exports. */
export const startSandbank = startWith(openBank)
export { SandbankError } from './clients/testing/failure.ts'
export { connectSandbank } from './clients/testing/sandbank.ts'
