import { z } from '@hono/zod-openapi'
import { type Fixes, parseFixes } from '../domain/account-information.ts'
import type { Access } from '../resolvers/psus.ts'
import type { HeaderSet } from './headers.ts'

type Headers = (name: string) => string | undefined

const psuContext = z.enum(['PRIVATE', 'CORPORATE']).optional()

/** What the headers of a production call say about the TPP's PSU ([I] PSU headers). Their forms are already checked. */
export function readAccess(header: Headers, set?: HeaderSet): Access {
  return {
    psuId: header('PSU-ID'),
    // [I] Authentication 5: on payment creation the PSU may be named by its number.
    ...(set === 'periodicPayment' ? { customerNumber: header('X-PSU-IDENTITY') } : {}),
    sessionId: header('TPP-Session-ID'),
    context: psuContext.parse(header('PSU-Context')),
    corporateId: header('PSU-Corporate-ID'),
    psuPresent: header('PSU-IP-Address') !== undefined,
    redirectUri: header('TPP-Redirect-URI') ?? '',
    redirectPreferred: header('TPP-Redirect-Preferred') !== 'false',
  }
}

/** The changes that x-accept-fix activates early (D43). */
export function readFixes(header: Headers): Fixes {
  return parseFixes(header('x-accept-fix'))
}
