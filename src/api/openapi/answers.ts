import { ERRORS, type ErrorStatus, wireCode } from '../../bank/wire/errors.ts'
import { ERROR_CODES, type ErrorCode } from '../../domain/errors.ts'
import { readsStatement } from '../../domain/habits.ts'
import type { Route } from '../rest/serve.ts'

/** The refusals that every operation may give (D12), besides its own. */
const ANYWHERE = [
  'FORMAT_ERROR',
  'BAD_REQUEST',
  'HTTP_HEADER_REQUIRED',
  'CERTIFICATE_MISSING',
  'CERTIFICATE_INVALID',
  'CERTIFICATE_EXPIRED',
  'SIGNATURE_MISSING',
  'SIGNATURE_INVALID',
  'FORBIDDEN',
  'RESOURCE_UNKNOWN',
  'METHOD_NOT_ALLOWED',
  'NOT_ACCEPTABLE',
  'CONTENT_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'HEADERS_TOO_LARGE',
  'SYSTEM_ERROR',
  'UNAVAILABLE',
] as const satisfies readonly ErrorCode[]
/** Further ones of operations that write. */
const WRITING = ['CONFLICT'] as const satisfies readonly ErrorCode[]

/** Headers of answers, once each. */
export const ANSWER_HEADERS = {
  XRequestId: header('X-Request-ID', 'The X-Request-ID of the call, as sent (D11).', false),
  SandbankRequest: header('Sandbank-Request', "The id of the call in the bank's journal (D95).", false),
  Location: header('Location', 'Where the new resource is (D19).', true),
  SandbankReplayed: header(
    'Sandbank-Replayed',
    'true: the answer to the first call with this X-Request-ID (D15).',
    false,
    'boolean',
  ),
  SandbankWarning: header(
    'Sandbank-Warning',
    'What was tolerated although a bank may refuse it, as code; text, one header for each (D73).',
    false,
  ),
  SandbankScenario: header('Sandbank-Scenario', 'The scenario that acted on the call, as asked for (D88).', false),
  SandbankHabit: header(
    'Sandbank-Habit',
    'The habits by which a statement was shown: without this header it shows the books (D133).',
    false,
  ),
  Deprecation: header('Deprecation', 'true: use the operation that its description names.', true),
  Allow: header('Allow', 'The methods that this path takes.', true),
  RetryAfter: header('Retry-After', 'How many seconds to wait before the next try.', true, 'integer'),
  ForcedAllow: header('Allow', 'With 405: the methods that this path takes.', false),
  ForcedRetryAfter: header('Retry-After', 'With 503: how many seconds to wait before the next try.', false, 'integer'),
} as const

type AnswerHeader = keyof typeof ANSWER_HEADERS

/** The headers of a success. */
export function headersOf(one: Route, status: number) {
  return refer(
    'XRequestId',
    'SandbankWarning',
    'SandbankRequest',
    'SandbankScenario',
    ...(readsStatement(one.operation) ? (['SandbankHabit'] as const) : []),
    ...(status === 201 ? (['Location'] as const) : []),
    ...(one.method === 'GET' ? [] : (['SandbankReplayed'] as const)),
    ...(one.deprecated === true ? (['Deprecation'] as const) : []),
  )
}

/** One answer for each status of the table of errors, with an example for each of its codes. */
export function refusalComponents() {
  return Object.entries(STATUS_NAMES).map(([status, name]) => {
    const codes = codesOf(Number(status))
    const examples = codes.map(code => [
      code,
      { value: { tppMessages: [{ category: 'ERROR', code: wireCode(code), text: ERRORS[code].meaning }] } },
    ])
    const component = {
      description: wordsOf(usualCodes(Number(status))),
      headers: refer(
        'XRequestId',
        'SandbankRequest',
        'SandbankWarning',
        'SandbankScenario',
        ...(FURTHER[status] ?? []),
      ),
      content: {
        'application/json': { schema: { $ref: '#/components/schemas/Error' }, examples: Object.fromEntries(examples) },
      },
    }
    return [name, component] as const
  })
}

/** The answers that a scenario may give instead of any operation (D88): each status of the table of errors. */
export const FORCED_REFUSAL = { default: { $ref: '#/components/responses/Forced' } } as const

export function forcedComponent() {
  return {
    description: 'Any code of the table of errors with its status, where the scenario error asks for it (D88).',
    headers: refer(
      'XRequestId',
      'SandbankRequest',
      'SandbankWarning',
      'SandbankScenario',
      'SandbankReplayed',
      'ForcedAllow',
      'ForcedRetryAfter',
    ),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  }
}

/** The refusals of an operation: for each status its codes. */
export function refusalsOf(one: Route) {
  const own = new Set<ErrorCode>([...ANYWHERE, ...(one.method === 'GET' ? [] : WRITING), ...one.refusals])
  const statuses = [...new Set([...own].map(code => ERRORS[code].status))].sort((a, b) => a - b)
  return Object.fromEntries(
    statuses.map(status => {
      const words = wordsOf(codesOf(status).filter(code => own.has(code)))
      const $ref = `#/components/responses/${STATUS_NAMES[status]}`
      return [status, words === wordsOf(usualCodes(status)) ? { $ref } : { $ref, description: words }]
    }),
  )
}

const STATUS_NAMES = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  406: 'NotAcceptable',
  409: 'Conflict',
  413: 'ContentTooLarge',
  415: 'UnsupportedMediaType',
  429: 'TooManyRequests',
  431: 'HeadersTooLarge',
  500: 'ServerError',
  503: 'Unavailable',
} as const satisfies Record<ErrorStatus, string>

// A refusal that would be the same each time is stored for repeated calls, too (D15).
const REPLAYED = ['SandbankReplayed'] as const
const FURTHER: Readonly<Record<string, readonly AnswerHeader[]>> = {
  400: REPLAYED,
  404: REPLAYED,
  405: ['Allow', ...REPLAYED],
  406: REPLAYED,
  409: REPLAYED,
  415: REPLAYED,
  503: ['RetryAfter'],
}

/** For one status, the refusals that every operation may give; all of them if there are none. */
function usualCodes(status: number): ErrorCode[] {
  const usual = [...ANYWHERE, ...WRITING].filter(code => ERRORS[code].status === status)
  return usual.length > 0 ? usual : codesOf(status)
}

function codesOf(status: number): ErrorCode[] {
  return ERROR_CODES.filter(code => ERRORS[code].status === status)
}

function wordsOf(codes: readonly ErrorCode[]): string {
  return [...new Set(codes.map(wireCode))].join(', ')
}

function refer(...names: readonly AnswerHeader[]) {
  return Object.fromEntries(names.map(name => [ANSWER_HEADERS[name].name, { $ref: `#/components/headers/${name}` }]))
}

function header(
  name: string,
  description: string,
  required: boolean,
  type: 'string' | 'integer' | 'boolean' = 'string',
) {
  return { name, component: { description, required, schema: { type } } }
}
