import { builder } from './builder.ts'
import './parts.ts'

/** The schema as its parts come together. To sort it takes as long again: whoever loads both lets others in between (D74). */
export const built = builder.toSchema({ sortSchema: false })
