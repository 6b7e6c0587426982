import { isIP } from 'node:net'
import { DomainError, type Fault, inWords } from '../../domain/errors.ts'
import { describeOtherName, inSmallLetters } from '../../platform/security/signature/header-values.ts'
import {
  BOOLEAN,
  type Format,
  HABIT,
  PSU_UUID,
  REDIRECT_URI,
  REQUEST_ID,
  SCENARIO,
  UUID,
  words,
} from './header-formats.ts'

/** The columns of the interface's header tables (D10), and one for offering a consent, which differs from the column of baskets. */
export const HEADER_SETS = [
  'basket',
  'transactionDetails',
  'periodicPayment',
  'sandboxWrite',
  'sandboxRead',
  'consent',
] as const
export type HeaderSet = (typeof HEADER_SETS)[number]

type Presence = 'required' | 'optional'
export type HeaderRow = {
  readonly name: string
  readonly description: string
  readonly sets: Readonly<Partial<Record<HeaderSet, Presence>>>
  readonly format?: Format
  /** The sets for which the interface does not fix the value. */
  readonly freeIn?: readonly HeaderSet[]
  /** A header without a value counts as sent: it then names nothing (D11). */
  readonly mayBeEmpty?: boolean
  /** Newer documentation of the interface no longer requires it: SANDBANK_HEADERS=lenient (D10). */
  readonly dispensable?: boolean
  /** Another header of the same set that may replace a required one. */
  readonly alternative?: string
}

const PRODUCTION = {
  basket: 'required',
  transactionDetails: 'required',
  periodicPayment: 'required',
  consent: 'required',
} as const
const EVERY = { ...PRODUCTION, sandboxWrite: 'required', sandboxRead: 'required' } as const
const PRODUCTION_OPTIONAL = {
  basket: 'optional',
  transactionDetails: 'optional',
  periodicPayment: 'optional',
  consent: 'optional',
} as const
const ALL_OPTIONAL = { ...PRODUCTION_OPTIONAL, sandboxWrite: 'optional', sandboxRead: 'optional' } as const

/** The table of headers ([I] Header sets, D10, D11): the checks and the OpenAPI document are both built from it. */
export const HEADERS: readonly HeaderRow[] = [
  {
    name: 'X-Request-ID',
    description: 'Identifier of the call, unique per call, chosen by the TPP; echoed on the answer (D15).',
    sets: EVERY,
    format: REQUEST_ID,
  },
  { name: 'TPP-Signature-Certificate', description: 'The signing certificate, Base64 of its DER form.', sets: EVERY },
  {
    name: 'Signature',
    description:
      'HTTP signature (draft-cavage-http-signatures-10) over date, digest, x-request-id, psu-id, psu-corporate-id and tpp-redirect-uri, as far as the request has them.',
    sets: EVERY,
  },
  {
    name: 'Digest',
    description: 'SHA-256 or SHA-512 of the body, Base64 (RFC 3230). Checked wherever it is sent.',
    sets: { ...ALL_OPTIONAL, periodicPayment: 'required', sandboxWrite: 'required' },
  },
  {
    name: 'Date',
    description: "When present it must be signed, and be within 300 s of the machine's clock (D13).",
    sets: ALL_OPTIONAL,
  },
  {
    name: 'x-accept-fix',
    description: 'Comma-separated names of announced changes to activate early; unknown names are ignored (D43).',
    sets: PRODUCTION,
    dispensable: true,
    mayBeEmpty: true,
  },
  {
    name: 'TPP-Session-ID',
    description: 'TPP session identifier.',
    sets: { ...PRODUCTION, consent: 'optional' },
    dispensable: true,
  },
  { name: 'TPP-Redirect-URI', description: 'Where the PSU is sent after SCA.', sets: PRODUCTION, format: REDIRECT_URI },
  {
    name: 'TPP-Redirect-Preferred',
    description:
      'false: the SCA page approves by itself, two seconds after the PSU has entered its number there (D33). Default true.',
    sets: PRODUCTION_OPTIONAL,
    format: BOOLEAN,
  },
  {
    name: 'PSU-ID',
    // [I] Authentication 5: on payment creation X-PSU-IDENTITY is an alternative, although the table says required.
    alternative: 'X-PSU-IDENTITY',
    description:
      'The psuId of the PSU (D20). A TPP gets the psuId by an SCA. Before the first SCA, the page of the customer in the console shows the psuId, and `--psu` of the command line takes the customerNumber.',
    sets: { ...PRODUCTION, transactionDetails: 'optional', consent: 'optional' },
    format: PSU_UUID,
  },
  {
    name: 'X-PSU-IDENTITY',
    description: 'The PSU, by its national identification number (here the customerNumber).',
    sets: { periodicPayment: 'optional' },
  },
  {
    name: 'PSU-Corporate-ID',
    description: 'The corporate agreement that the PSU acts under (D34).',
    sets: PRODUCTION_OPTIONAL,
  },
  {
    name: 'PSU-Context',
    description: 'The context the PSU acts in.',
    sets: { transactionDetails: 'optional', periodicPayment: 'optional', consent: 'optional' },
    format: words('PRIVATE', 'CORPORATE'),
  },
  {
    name: 'PSU-IP-Address',
    description: "The PSU's address. Absent means that the PSU is not present ([I] Limits).",
    sets: { ...PRODUCTION, transactionDetails: 'optional' },
    format: {
      right: 'an IPv4 or IPv6 address',
      fits: value => isIP(value) !== 0,
      fault: value =>
        `must be an IPv4 or IPv6 address; it is ${JSON.stringify(value.slice(0, 120))}.${
          isIP(value.replace(/^\[(.*)\](?::\d+)?$|:\d+$/, '$1')) === 0 ? '' : ' Leave its port and brackets out.'
        }`,
      schema: {
        anyOf: [
          { type: 'string', format: 'ipv4' },
          { type: 'string', format: 'ipv6' },
        ],
      },
    },
  },
  {
    name: 'PSU-IP-Port',
    description: "The PSU's port.",
    sets: PRODUCTION_OPTIONAL,
    format: {
      right: 'a port from 1 to 65535',
      fits: value => /^[1-9]\d{0,4}$/.test(value) && Number(value) <= 65_535,
      schema: { type: 'integer', minimum: 1, maximum: 65_535 },
    },
  },
  { name: 'PSU-User-Agent', description: "The PSU's user agent.", sets: PRODUCTION_OPTIONAL },
  { name: 'PSU-Accept', description: "The PSU's Accept header.", sets: PRODUCTION_OPTIONAL },
  { name: 'PSU-Accept-Charset', description: "The PSU's Accept-Charset header.", sets: PRODUCTION_OPTIONAL },
  { name: 'PSU-Accept-Encoding', description: "The PSU's Accept-Encoding header.", sets: PRODUCTION_OPTIONAL },
  { name: 'PSU-Accept-Language', description: "The PSU's Accept-Language header.", sets: PRODUCTION_OPTIONAL },
  {
    name: 'PSU-HTTP-Method',
    description: "The method of the PSU's request to the TPP.",
    sets: PRODUCTION_OPTIONAL,
    format: words('GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
    // [I] PSU headers: the values are those of baskets and periodic payments.
    freeIn: ['transactionDetails'],
  },
  { name: 'PSU-Device-ID', description: "The PSU's device.", sets: PRODUCTION_OPTIONAL, format: UUID },
  { name: 'PSU-Geo-Location', description: "The PSU's place.", sets: PRODUCTION_OPTIONAL },
  {
    name: 'Accept-Language',
    description: 'Language of texts for the PSU: nb or en (default) (D19).',
    sets: ALL_OPTIONAL,
  },
  {
    name: 'Sandbank-Scenario',
    description:
      'An outcome to force on this call, for tests (D88): error, delay, hang, lose-answer, sca, execution, status or consent-revoked, with its values. The call is otherwise checked as always; an answer that it made says so.',
    sets: ALL_OPTIONAL,
    format: SCENARIO,
  },
  {
    name: 'Sandbank-Habit',
    description:
      'How this call is shown a statement, for tests (D133): late, missing, page-shift, pending-id, renumber, repeat or value-date, with its value, as real banks do. It is for calls that read transactions; the answer says by which habits it was shown.',
    sets: { transactionDetails: 'optional' },
    format: HABIT,
  },
]

export type HeaderPolicy = 'strict' | 'lenient'

export type HeaderChecks = ReturnType<typeof headerChecks>

/** The headers of one set, prepared once for the checks of its routes. */
export function headerChecks(set: HeaderSet, policy: HeaderPolicy) {
  const used = HEADERS.filter(row => row.sets[set] !== undefined)
  const names = new Set(used.map(row => row.name))
  const required = used
    .filter(row => isRequired(row, set, policy))
    .map(({ name, alternative, mayBeEmpty = false }) => ({
      name,
      mayBeEmpty,
      alternative: alternative !== undefined && names.has(alternative) ? alternative : undefined,
    }))
  const formats = used.flatMap(row => {
    const format = row.freeIn?.includes(set) === true ? undefined : row.format
    return format === undefined ? [] : [{ name: row.name, ...format }]
  })
  const unused = new Set(HEADERS.filter(row => !names.has(row.name)).map(row => row.name.toLowerCase()))
  return {
    /** The headers that an operation sees: one that its column does not use is treated as absent ([I] Header sets). */
    used(header: (name: string) => string | undefined): (name: string) => string | undefined {
      return name => (unused.has(inSmallLetters(name)) ? undefined : header(name))
    },
    /** HTTP_HEADER_REQUIRED, naming every missing header. An empty one counts as missing, unless it may be empty. */
    assertPresent(header: (name: string) => string | undefined): undefined {
      const missing = required.filter(
        ({ name, alternative, mayBeEmpty }) =>
          !header(name) &&
          !(mayBeEmpty && header(name) !== undefined) &&
          !(alternative !== undefined && header(alternative)),
      )
      if (missing.length === 0) return
      throw new DomainError(
        'HTTP_HEADER_REQUIRED',
        missing.map(({ name, alternative }): Fault => {
          const other = describeOtherName(name, header)
          const names = alternative === undefined ? name : `${name} or ${alternative}`
          const text = `The header ${names} is required for this operation.${other === undefined ? '' : ` ${other}`}`
          return { path: name, text }
        }),
      )
    },
    /** FORMAT_ERROR, naming every header that has the wrong form (D11). */
    assertFormats(header: (name: string) => string | undefined): undefined {
      const faults: Fault[] = []
      for (const { name, right, fits, fault } of formats) {
        const value = header(name)
        if (value === undefined || fits(value)) continue
        const words = fault?.(value) ?? `must be ${right}; it is ${JSON.stringify(value.slice(0, 120))}.`
        const { text, rule } = inWords(words)
        faults.push({ path: name, text: `The header ${name} ${text}`, rule })
      }
      if (faults.length > 0) throw new DomainError('FORMAT_ERROR', faults)
    },
  }
}

export function isRequired(row: HeaderRow, set: HeaderSet, policy: HeaderPolicy): boolean {
  return row.sets[set] === 'required' && !(policy === 'lenient' && row.dispensable === true)
}
