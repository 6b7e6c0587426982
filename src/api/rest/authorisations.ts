import { z } from '@hono/zod-openapi'
import type { Operation } from '../../bank/operations/operation.ts'
import { scaStatus } from '../../domain/authorisations.ts'
import type { Authorisation } from '../../generated/client.ts'
import { scaState } from './consents.ts'
import { showStarted, startedAuthorisation } from './payments/shapes.ts'
import { serve } from './serve.ts'

const http = { headerSet: 'basket', success: 200 } as const
const authorisationIds = z.strictObject({ authorisationIds: z.array(z.string()) }).openapi('AuthorisationIds')
const scaStatusAnswer = z.strictObject({ scaStatus: scaState }).openapi('ScaStatusAnswer')

type Scas<Id extends string, Options extends z.ZodObject, Input extends z.ZodType, Name extends string> = {
  readonly start: Operation<Id, Options, Input, Authorisation, Name>
  readonly list: Operation<Id, Options, Input, readonly Authorisation[], Name>
  readonly read: Operation<Id | 'authorisationId', Options, Input, Authorisation, Name>
}

/** Starts and reads the SCAs of a payment, a cancellation or a basket; these differ only in their effect. `path` is where they are. */
export function authorisationRoutes<
  Id extends string,
  Options extends z.ZodObject,
  Input extends z.ZodType,
  Name extends string,
>(path: string, { start, list, read }: Scas<Id, Options, Input, Name>) {
  return [
    serve(start, {
      ...http,
      method: 'POST',
      path,
      success: 201,
      answer: startedAuthorisation,
      show: (ctx, started, { ids, origin }) => showStarted(ctx, started, pathWith(path, ids), origin),
    }),
    serve(list, {
      ...http,
      method: 'GET',
      path,
      answer: authorisationIds,
      show: (_, rows) => ({ body: { authorisationIds: rows.map(({ id }) => id) } }),
    }),
    serve(read, {
      ...http,
      method: 'GET',
      path: `${path}/{authorisationId}`,
      answer: scaStatusAnswer,
      show: (ctx, found) => ({ body: { scaStatus: scaStatus(found, ctx.now) } }),
    }),
  ]
}

function pathWith(path: string, ids: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '')
}
