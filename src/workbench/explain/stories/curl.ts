import { type HeaderLine, headerText } from '../../../domain/calls.ts'
import { DomainError } from '../../../domain/errors.ts'
import { headerWord, quote, wordOf as shellWord } from '../../../platform/shell.ts'
import { type Spelling, spell } from '../samples/sample.ts'
import type { CallStep, GivenValue, OperationStep, Story } from './story.ts'
import { commented, namesIn } from './wording.ts'
import { wordOf } from './words.ts'

/**
 * A script of bash and curl: `npx sandbank exec -- bash FILE`. The signer of `exec` signs its calls. FORMAT_ERROR when more than one TPP calls, because
 * a signer signs for one.
 */
export function curlStory(story: Story): string {
  const { source, tpps, steps, origin } = story
  const [tpp, another] = tpps
  if (another !== undefined)
    throw new DomainError(
      'FORMAT_ERROR',
      `These calls are of ${tpps.length} TPPs, and the signer of a script is one: choose the calls of one, or another form.`,
      'ids',
    )
  if (tpp !== undefined && tpp.roles.length < 2)
    throw new DomainError(
      'FORMAT_ERROR',
      'One of these calls was refused for the roles of its TPP, and the signer of a script has both: choose another form.',
      'form',
    )
  const names = [...namesIn(story), 'certificate']
  const world = { input: { ...inputOf(source.options), expiresAfter: 'PT1H' } }
  const query = 'mutation ($input: CreateWorldInput) { createWorld(input: $input) { world { name } } }'
  const lines = [
    `operate '' ${quote(JSON.stringify({ query, variables: world }))}`,
    'WORLD=$(pick name 1)',
    'BASE=/worlds/$WORLD',
    ...source.moves.map(move => `operate '' ${quote(JSON.stringify({ query: move }))}`),
    ...steps.flatMap(step => ['', ...(step.kind === 'CALL' ? callLines(step, names) : operationLines(step, names))]),
  ]
  return `#!/usr/bin/env bash
${commented(story)}
# npx sandbank exec -- bash FILE
set -euo pipefail
SIGNER=\${SANDBANK_SIGNER:-http://127.0.0.1:4001}
BANK=\${SANDBANK_URL:-${shellWord(origin)}}
TOKEN=\${SANDBANK_TOKEN:-}
${steps.some(isSignedWrongly) ? CERTIFICATE_LINE : ''}BASE=
${FUNCTIONS}
${lines.join('\n')}
`
}

const isSignedWrongly = (step: Story['steps'][number]) => step.kind === 'CALL' && step.forged === 'SIGNATURE'
const CERTIFICATE_LINE = `CERTIFICATE=$(grep -v -- ----- "$SANDBANK_CERTIFICATE" | tr -d '\\n')
`

const FUNCTIONS = `
# call STATUS CODE what curl is given: ANSWER is the body.
call() {
  local status=$1 code=$2
  shift 2
  ANSWER=$(curl -sS --globoff -w '\\n%{http_code}' "$@")
  local got=\${ANSWER##*$'\\n'}
  ANSWER=\${ANSWER%$'\\n'*}
  if [[ $got != "$status" || ( -n $code && $ANSWER != *"\\"code\\":\\"$code\\""* ) ]]; then
    echo "Expected $status $code, got $got: $ANSWER" >&2
    exit 1
  fi
}
# operate CODE JSON: a document of the operator's graph in the world.
operate() {
  call 200 "$1" "$BANK$BASE/graphql" -H 'Content-Type: application/json' -H "Authorization: Bearer $TOKEN" --data-raw "$2"
  if [[ -z $1 && $ANSWER == '{"errors"'* ]]; then
    echo "Refused: $ANSWER" >&2
    exit 1
  fi
}
# pick KEY N: the Nth text of this name in ANSWER; of an address its last part.
pick() {
  local found
  found=$(grep -oE "\\"$1\\": ?\\"[^\\"]*\\"" <<< "$ANSWER" | sed -n "$2p")
  found=\${found%\\"}
  found=\${found##*\\"}
  echo "\${found##*/}"
}
# stands NAME STATUS: what came of the calls.
stands() {
  local found
  found=$(pick status 1)
  if [[ $found != "$2" ]]; then
    echo "Expected the $1 to be $2, got $found" >&2
    exit 1
  fi
}
`

/** The options of a new world as the input of createWorld. */
function inputOf({ from, snapshotOf, clock, ...rest }: Story['source']['options']) {
  const source =
    from === 'EMPTY'
      ? { empty: true }
      : from !== undefined
        ? { standard: true }
        : snapshotOf === undefined
          ? rest
          : { snapshot: snapshotOf }
  return { source, ...(clock === undefined ? {} : { clock }) }
}

function callLines(step: CallStep, names: readonly string[]): string[] {
  const { method, path, isOfWorld, psu, lacks, body, forged, isLost, call } = step
  const headers = forged === undefined ? step.headers : forgedHeaders(step)
  const address = `"$${forged === undefined ? 'SIGNER' : 'BANK'}${isOfWorld ? '$BASE' : ''}"${spell(path, names, SPELLING)}`
  const isTyped = body === undefined || headers.some(([name]) => /^content-type$/i.test(name))
  const given = [
    // The signer does not add a header that is there, even an empty one.
    ...(forged === undefined ? lacks.map(name => `-H ${quote(headerWord(name, ''))}`) : []),
    ...(psu === undefined || forged !== undefined ? [] : [`-H ${spell(`PSU-ID: ${psu}`, names, SPELLING)}`]),
    ...headers.map(([name, value]) => `-H ${spell(headerWord(name, value), names, SPELLING)}`),
    ...(isTyped || lacks.some(name => /^content-type$/i.test(name)) ? [] : ["-H 'Content-Type: application/json'"]),
    ...(body === undefined ? [] : [`--data-raw ${spell(body, names, SPELLING)}`]),
  ]
  const curl = [`-X ${shellWord(method)} ${address}`, ...given].join(' \\\n  ')
  // The signer answers 502 when the bank has not answered.
  if (isLost) return [`call 502 '' ${curl}`]
  const code = call.code === undefined || call.answer.body === undefined ? "''" : call.code
  return [`call ${call.status} ${code} ${curl}`, ...taken(step.gives)]
}

/**
 * All headers of a call whose proof was refused: it goes to the bank itself, because the signer would make a right proof. A certificate that was right
 * is replaced by that of the signer's TPP.
 */
function forgedHeaders({ call, forged }: CallStep): HeaderLine[] {
  if (forged === 'DIGEST')
    throw new DomainError(
      'FORMAT_ERROR',
      'One of these calls was refused for its digest, and the signer of a script makes a right one: choose another form.',
      'form',
    )
  return call.request.headers
    .filter(([name]) => !OF_CURL.test(name))
    .map(([name, value]) => [
      name,
      forged === 'SIGNATURE' && CERTIFICATE.test(name) ? '{certificate}' : headerText(value),
    ])
}

const OF_CURL = /^(?:host|connection|content-length|user-agent|accept-encoding|accept-language|sec-.*)$/i
const CERTIFICATE = /^tpp-signature-certificate$/i

function operationLines({ query, variables, call, gives, wanted }: OperationStep, names: readonly string[]): string[] {
  const body = `{"query":${JSON.stringify(query)},"variables":${variables}}`
  const check = wanted === undefined ? [] : [`stands ${wanted.field} ${shellWord(wanted.value)}`]
  return [`operate ${call.code ?? "''"} ${spell(body, names, SPELLING)}`, ...check, ...taken(gives)]
}

function taken(gives: readonly GivenValue[]): string[] {
  return gives.map(
    ({ name, keys, before }) => `${variable(name)}=$(pick ${shellWord(String(keys.at(-1)))} ${before + 1})`,
  )
}

// In small letters: a shell has its own variables in capitals, such as PATH and IFS.
const variable = (name: string) => OWN.get(name) ?? wordOf(name)
const OWN: ReadonlyMap<string, string> = new Map([
  ['world', 'WORLD'],
  ['certificate', 'CERTIFICATE'],
])
const SPELLING: Spelling = { text: quote, value: name => `"$${variable(name)}"`, plus: '' }
