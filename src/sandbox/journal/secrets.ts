/** What must never be in the journal: the server's token, private keys, cookies. */

/** Removes the secrets from a text. */
export type Hide = (text: string) => string

/** Hides secrets in texts; `mayHoldSecret` examines many at once, since very few contain any. */
export type Secrets = { readonly hide: Hide; readonly mayHoldSecret: (text: string) => boolean }

export function secretsOf(token: string | undefined): Secrets {
  const tokens = spellingsOf(token)
  const encoded = [...ENCODED_SCHEMES, ...inBase64(token ?? '')]
  const marks = [...KEY_MARKS, ...FORM_MARKS, ...SCHEME_MARKS, ...encoded, ...tokens]
  // Searched in one text, since a search in each would cost seven times as much; long texts apart from short ones, since a joined text can only be
  // skipped as a whole.
  const lengths = [marks.filter(isLong), marks.filter(mark => !isLong(mark))]
  const patterns = [
    ...lengths.filter(some => some.length > 0).map(some => new RegExp(some.map(literally).join('|'))),
    ESCAPED,
  ]
  return { hide: hider(tokens, encoded), mayHoldSecret: text => patterns.some(pattern => pattern.test(text)) }
}

const isLong = (mark: string) => mark.length >= 10
const literally = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)

/** The ends of secrets' names in headers, queries and forms: Authorization, X-Api-Key, access_token, client_secret, Ocp-Apim-Subscription-Key. */
const SECRET_ENDS =
  'token|secret|password|passwd|passphrase|credentials?|(?:api|access|auth|subscription|functions)[-_]?key'
const SECRET_HEADER = new RegExp(`(?:authorization|cookie|x-auth|x-key|${SECRET_ENDS})$`, 'i')
export const HIDDEN = '[hidden]'

// Clients use few names, so each spelling is examined once.
const MOST_SPELLINGS = 1_000
const spellings = new Map<string, boolean>()

/** Whether the value of a header is never stored. */
export function isSecret(name: string): boolean {
  const known = spellings.get(name)
  if (known !== undefined) return known
  const secret = SECRET_HEADER.test(name)
  if (spellings.size < MOST_SPELLINGS) spellings.set(name, secret)
  return secret
}

/**
 * The forms of a private key: PEM, also in a form or an address; the Base64 of such a PEM; the Base64 of its DER, in each form that tools write; a
 * JSON Web Key.
 */
const PRIVATE_KEYS: readonly { readonly marks: readonly string[]; readonly key: RegExp }[] = [
  {
    marks: ['PRIVATE KEY-', 'PRIVATE KEY BLOCK', 'PRIVATE%20KEY', 'PRIVATE+KEY', 'PRIVATE KEY%2D'],
    key: /(?:-|%2D){5}BEGIN(?: |%20|\+)(?:[A-Z]{1,12}(?: |%20|\+)){0,3}PRIVATE(?: |%20|\+)KEY[\s\S]*?(?:END(?: |%20|\+)(?:[A-Z]{1,12}(?: |%20|\+)){0,3}PRIVATE(?: |%20|\+)KEY(?:(?: |%20|\+)BLOCK)?(?:-|%2D){5}|$)/g,
  },
  {
    marks: ['QUklWQVRFIEtFW', 'UFJJVkFURSBLRV', 'BSSVZBVEUgS0VZ'],
    key: /LS0tLS1CRUdJTi[\w+/]{0,40}(?:QUklWQVRFIEtFW|UFJJVkFURSBLRV|BSSVZBVEUgS0VZ)[\w+/=%-]*/g,
  },
  {
    marks: ['IBADANBgkqhkiG9w0BAQ', 'IBADALBgkqhkiG9w0BAQ', 'AgEAMBMGByqGSM49', 'AgEAMBAGByqGSM49', 'IBAAK'],
    key: /MI(?:%2[BF]|[\w+/-]){2,4}(?:IBADA[NL]BgkqhkiG9w0BAQ|IBAAK[BC]|AgEAMB[MA]GByqGSM49AgEG)[\w+/=%-]*/g,
  },
  // SEC 1 of the usual curves, also with explicit parameters; and PKCS #8 of Ed25519, X25519 and Ed448.
  {
    marks: ['CAQAwBQYDK2V', 'CAQEEI', 'AgEBB', 'AIBAQQ'],
    key: /M[A-Z][\w+/]CAQEEI[\w+/=%-]*|MI[\w+/]{2}AgEBB[DE][\w+/=%-]*|MI[\w+/]{3}AIBAQQ[\w+/=%-]*|M[\w+/]{2}CAQAwBQYDK2V[\w+/=%-]*/g,
  },
  // OpenSSH without its armour, an encrypted key of PKCS #8, and a file of PKCS #12.
  {
    marks: ['b3BlbnNzaC1rZXktdjE', 'BgkqhkiG9w0BBQ', 'GCSqGSIb3DQEFD', 'YJKoZIhvcNAQUN', 'IBAzCC'],
    key: /b3BlbnNzaC1rZXktdjE[\w+/=%-]*|M[IC](?:%2[BF]|[\w+/-]){2,40}?(?:BgkqhkiG9w0BBQ|GCSqGSIb3DQEFD|YJKoZIhvcNAQUN)[\w+/=%-]*|MI(?:%2[BF]|[\w+/-]){2,4}IBAzCC[\w+/=%-]*/g,
  },
  // Three letters alone occur by chance in a quarter of all batches, somewhere in a signature.
  { marks: ['kty"', "kty'", 'kty\\'], key: /(?<=["'](?:d|p|q|dp|dq|qi)\\?["']\s{0,4}:\s{0,4}\\?["'])[\w-]{20,}/g },
]
const KEY_MARKS = PRIVATE_KEYS.flatMap(({ marks }) => marks)
/** Parts of a query or form: at the beginning of a text or line, or after another part. */
const FORM_SECRET = new RegExp(`((?:^|[?&;])[\\w.%-]{0,40}?(?:${SECRET_ENDS})=)[^&;\\s"]*`, 'gim')
// The ends of names in each style of clients: a case-insensitive search costs several times as much.
const FORM_MARKS = [
  'oken=',
  'ecret=',
  'assword=',
  'asswd=',
  'assphrase=',
  'redential=',
  'redentials=',
  'key=',
  'Key=',
].flatMap(mark => [mark, mark.toUpperCase()])

/** The forms of a token within a text: unchanged, as its bytes, and within JSON. */
function spellingsOf(token: string | undefined): readonly string[] {
  if (token === undefined) return []
  const encoded = encodeURIComponent(token)
  const small = encoded.replaceAll(/%../g, digits => digits.toLowerCase())
  const forms = [token, JSON.stringify(token).slice(1, -1), encoded, small]
  return [...new Set([...forms, ...forms.map(form => Buffer.from(form).toString('latin1'))])]
}

/** Letters, digits and other characters that no client needs to write as `%74` or as \u0074, but that readers decode. */
const ESCAPED = /(?:%|\\{1,4}u00)(?:2[dDeE]|3[0-9]|4[1-9a-fA-F]|5[0-9aAfF]|6[1-9a-fA-F]|7[0-9aAeE])/
const EACH_ESCAPED = new RegExp(`(?:${ESCAPED.source})+`, 'g')
/** All visible characters: a token may contain any of them. */
const EACH_VISIBLE = /(?:%|\\{1,4}u00)(?:2[1-9a-fA-F]|[3-6][\da-fA-F]|7[\da-eA-E])/g

const unescaped = (pattern: RegExp) => (text: string) =>
  text.replaceAll(pattern, run =>
    run.replaceAll(/(?:%|\\{1,4}u00)(..)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
  )
const READINGS = [unescaped(EACH_ESCAPED), unescaped(EACH_VISIBLE)]

function hider(tokens: readonly string[], encoded: readonly string[]): Hide {
  const hide = plainHider(tokens, encoded)
  return text => {
    if (!ESCAPED.test(text)) return hide(text)
    // A text that shows a secret only after decoding is stored decoded. Hiding in the raw text first could leave the start of a longer secret.
    let shown = text
    for (const read of READINGS) {
      const decoded = read(shown)
      const hidden = hide(decoded)
      if (hidden !== decoded) shown = hidden
    }
    return hide(shown)
  }
}

function plainHider(tokens: readonly string[], encoded: readonly string[]): Hide {
  return text => {
    let shown = text
    for (const { marks, key } of PRIVATE_KEYS)
      if (marks.some(mark => shown.includes(mark))) shown = shown.replaceAll(key, HIDDEN)
    if (FORM_MARKS.some(mark => shown.includes(mark))) shown = shown.replaceAll(FORM_SECRET, `$1${HIDDEN}`)
    if (SCHEME_MARKS.some(mark => shown.includes(mark))) shown = shown.replaceAll(CREDENTIALS, hiddenCredentials)
    for (const token of tokens) if (shown.includes(token)) shown = shown.replaceAll(token, HIDDEN)
    for (const mark of encoded) if (shown.includes(mark)) shown = withoutWords(shown, mark)
    return shown
  }
}

/** The credentials of a header that stands in a body, a text or a header of another name. A word of a sentence is shorter, or no Base64 of a pair. */
const CREDENTIALS = /\b(Basic|Bearer)( +|%20|\+)([\w.~+/=-]{8,})/gi
const SCHEME_MARKS = ['Basic', 'Bearer', 'basic', 'bearer', 'BASIC', 'BEARER']
const LEAST_TOKEN = 16

function hiddenCredentials(found: string, scheme: string, between: string, credentials: string): string {
  const isSecret =
    scheme.toLowerCase() === 'basic'
      ? Buffer.from(credentials, 'base64').includes(':')
      : credentials.length >= LEAST_TOKEN && /\d/.test(credentials)
  return isSecret ? `${scheme}${between}${HIDDEN}` : found
}

/** What the Base64 of a text has in common wherever the text stands in what is encoded: a third of its places each. */
function inBase64(text: string): string[] {
  const bytes = Buffer.from(text)
  const cores = [0, 1, 2].map(before => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replaceAll('=', '')
    // The first and last letter may have bits of what stands beside the text.
    const bits = (before + bytes.length) * 8
    return whole.slice(Math.ceil((before * 8) / 6), Math.floor(bits / 6))
  })
  const spelled = cores.flatMap(core => [
    core,
    core.replaceAll('+', '-').replaceAll('/', '_'),
    encodeURIComponent(core),
  ])
  return [...new Set(spelled)].filter(core => core.length >= LEAST_CORE)
}
/** A shorter one is found by chance. */
const LEAST_CORE = 7

/** Headers with credentials, encoded as a whole. */
const ENCODED_SCHEMES = ['Bearer ', 'Basic ', 'bearer ', 'basic '].flatMap(inBase64)

/** The text without the words of Base64 in which the mark stands. */
function withoutWords(text: string, mark: string): string {
  let [shown, from] = ['', 0]
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, from)) {
    let [start, end] = [at, at + mark.length]
    while (start > from && OF_BASE64.test(text[start - 1] ?? '')) start -= 1
    while (end < text.length && (OF_BASE64.test(text[end] ?? '') || text[end] === '=')) end += 1
    shown += text.slice(from, start) + HIDDEN
    from = end
  }
  return shown + text.slice(from)
}
const OF_BASE64 = /[\w+/%-]/
