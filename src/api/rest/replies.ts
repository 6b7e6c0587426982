import { z } from '@hono/zod-openapi'
import type { Context } from '../../bank/context.ts'
import { parseInput, parseOptions, reportTogether } from '../../bank/inputs/parse.ts'
import { type Call, NO_PSU } from '../../bank/operations/operation.ts'
import type { Access } from '../../bank/resolvers/psus.ts'
import { parseFixes } from '../../domain/account-information.ts'
import { checkTogether, DomainError } from '../../domain/errors.ts'
import { readId } from '../../domain/ids.ts'
import type { HeaderSet } from './headers.ts'
import type { RawRequest, Reply, Route } from './serve.ts'

/** What an operation runs on. */
export type Inputs = Call<string, Readonly<Record<string, unknown>>, unknown>

/** Reads ids, query and body by the operation's schemas. A refusal of either includes all faults that the rules find in the body (D78). */
export async function readInputs(ctx: Context, route: Route, raw: RawRequest): Promise<Inputs> {
  const ids = idsOf(route.runs.ids, raw.params)
  try {
    const [options, input] = parseTogether(
      () => parseOptions(route.query, raw.query),
      () => parseInput(route.body, raw.body),
      raw.assertBody,
    )
    const access = route.service === 'sandbox' ? NO_PSU : readAccess(raw.header, route.headerSet)
    return {
      ids,
      options,
      input,
      access,
      fixes: parseFixes(raw.header('x-accept-fix')),
      view: route.view,
      habits: raw.habits,
    }
  } catch (error) {
    throw await withRules(ctx, route, ids, raw, error)
  }
}

/** Runs the operation, and forms its answer. */
export async function replyTo(ctx: Context, route: Route, inputs: Inputs, raw: RawRequest): Promise<Reply> {
  const { ids, options, fixes } = inputs
  const result = await route.runs.run(ctx, inputs).catch(async error => {
    throw await withRules(ctx, route, ids, raw, error)
  })
  return route.show(ctx, result, { ids, options, fixes, header: raw.header, origin: raw.origin })
}

/** A refusal with what the operation's rules find in the body besides (D78). */
async function withRules(
  ctx: Context,
  { runs: { judge } }: Route,
  ids: Inputs['ids'],
  { body }: RawRequest,
  error: unknown,
): Promise<unknown> {
  return error instanceof DomainError && judge !== undefined
    ? reportTogether(error, () => judge(body, { ids, ctx }))
    : error
}

// Faults of the query and of the body are reported together (D16).
function parseTogether<Options, Input>(
  query: () => Options,
  body: () => Input,
  assertBody: () => void = () => undefined,
): [Options, Input] {
  try {
    const read: [Options, Input] = [query(), body()]
    assertBody()
    return read
  } catch (error) {
    checkTogether(query, body, assertBody)
    throw error
  }
}

function idsOf(
  named: Readonly<Record<string, unknown>>,
  params: RawRequest['params'],
): Readonly<Record<string, string>> {
  const ids: Record<string, string> = {}
  for (const name in named) ids[name] = readId(params[name] ?? '')
  return ids
}

type Headers = (name: string) => string | undefined

const psuContext = z.enum(['PRIVATE', 'CORPORATE']).optional()

/** What the headers of a production call say about the TPP's PSU ([I] PSU headers). Their forms are already checked. */
export function readAccess(header: Headers, set?: HeaderSet): Access {
  const idIn = (name: string) => {
    const value = header(name)
    return value === undefined ? undefined : readId(value)
  }
  return {
    psuId: idIn('PSU-ID'),
    // [I] Authentication 5: on payment creation the PSU may be named by its customer number.
    ...(set === 'periodicPayment' ? { customerNumber: header('X-PSU-IDENTITY') } : {}),
    sessionId: idIn('TPP-Session-ID'),
    context: psuContext.parse(header('PSU-Context')),
    corporateId: idIn('PSU-Corporate-ID'),
    psuPresent: header('PSU-IP-Address') !== undefined,
    redirectUri: header('TPP-Redirect-URI') ?? '',
    redirectPreferred: header('TPP-Redirect-Preferred') !== 'false',
  }
}
