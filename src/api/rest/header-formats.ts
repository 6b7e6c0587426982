import { byRule, type Words } from '../../domain/errors.ts'
import { LONGEST_HABITS, readHabits } from '../../domain/habits.ts'
import { isUuid } from '../../domain/ids.ts'
import { isRedirectUri } from '../../domain/tpps.ts'
import { isRequestId } from '../../platform/http/headers.ts'
import { scenario } from '../../sandbox/worlds/scenarios/inputs.ts'

/** A form in words, in code, and in the OpenAPI document. */
export type Format = {
  readonly right: string
  readonly fits: (value: string) => boolean
  /** What exactly is wrong, if the form has a grammar of its own. */
  readonly fault?: (value: string) => string | Words
  readonly schema: HeaderSchema
}
/** The keywords of JSON Schema that describe a header. */
export type HeaderSchema = {
  readonly type?: 'string' | 'integer' | 'boolean'
  readonly format?: string
  readonly pattern?: string
  readonly enum?: string[]
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly anyOf?: HeaderSchema[]
}

export const UUID: Format = {
  right: 'a UUID',
  fits: isUuid,
  schema: { type: 'string', format: 'uuid' },
}

/** A UUID. Many clients send the number here that the PSU enters on the bank's page. */
export const PSU_UUID: Format = {
  ...UUID,
  fault: value => {
    const text = `must be ${UUID.right}; it is ${JSON.stringify(value.slice(0, 120))}.`
    const hint =
      'That is a customerNumber, which is for the page of the SCA and X-PSU-IDENTITY: send the psu-id that the bank adds to TPP-Redirect-URI, psuId in GraphQL.'
    return /^\d{4,35}$/.test(value) ? byRule.D20`${text} ${hint}` : text
  },
}

export const REQUEST_ID: Format = {
  right: '1 to 128 visible ASCII characters',
  fits: isRequestId,
  schema: { type: 'string', minLength: 1, maxLength: 128, pattern: '^[\\x21-\\x7E]*$' },
}

export const REDIRECT_URI: Format = {
  right:
    'an absolute URI without fragment: http, https, or a private-use scheme that is a domain name in reverse, such as com.example.app',
  fits: isRedirectUri,
  fault: value => {
    const text = `must be ${REDIRECT_URI.right}; it is ${JSON.stringify(value.slice(0, 120))}.`
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what is beyond ASCII is looked for.
    return /[^\x00-\x7f]/.test(value)
      ? `${text} Write what is not ASCII percent-encoded, in UTF-8: %C3%B8 for ø.`
      : text
  },
  schema: { type: 'string', format: 'uri', pattern: '^[A-Za-z][A-Za-z0-9+.-]*:[^#\\x00-\\x1F\\x7F-\\x9F]+$' },
}

export const words = (...list: string[]): Format => ({
  right: `one of ${list.join(', ')}`,
  fits: value => list.includes(value),
  schema: { type: 'string', enum: list },
})
export const BOOLEAN: Format = { ...words('true', 'false'), schema: { type: 'boolean' } }

export const SCENARIO: Format = {
  right: 'a scenario (D88): name; key=value; …',
  fits: value => scenario.safeParse(value).success,
  fault: value => scenario.safeParse(value).error?.issues[0]?.message ?? '',
  // Without the pattern, from which importers would generate outcomes that do not exist.
  schema: { type: 'string', maxLength: 200 },
}

/** D133. */
export const HABIT: Format = {
  right: 'habits (D133): name=value; …',
  fits: value => typeof readHabits(value) !== 'string',
  fault: value => String(readHabits(value)),
  schema: { type: 'string', maxLength: LONGEST_HABITS },
}

/** Examples of the OpenAPI document that stand for a value of each call or caller. `sandbank proxy` replaces them (D100). */
export const EXAMPLE_REQUEST_ID = '5b1f5e0e-0f0a-4c52-9d0c-3f3c1f6f6a10'
export const EXAMPLE_TPP_ID = 'NO-FSA-987654321'

/** Placeholders that importers write where there is no example, `<string>` or `string`, and unset variables. */
export function isPlaceholder(value: string): boolean {
  return /^(?:<[\w ]+>|string|\{\{[^{}]+\}\})$/.test(value)
}
