import { COVERED_HEADERS } from '../../../domain/tpps.ts'
import { headerWord, quote } from '../../../platform/shell.ts'
import { printed } from '../commands.ts'
import type { Sketch } from './sketch.ts'

/**
 * A whole program for bash that signs the same call with openssl and sends it with curl: for readers who want to see each step of the signature, or
 * do not have Node ([I] Authentication 3, D72).
 */
export function signingScript(sketch: Sketch): string {
  const { origin, method, target, headers, header, body, tpp } = sketch
  const folder = `\${SANDBANK_HOME:-.sandbank}/tpps/${tpp ?? 'NAME'}`
  const made = MADE.filter(({ name }) => header(name) !== undefined)
  const signed = COVERED_HEADERS.filter(name => header(name) !== undefined)
  const lines = ['(request-target)', ...signed].map(name => `${name}: ${valueFor(name, sketch)}`)
  const chosen = headers.map(([name, value]) => `  -H ${quote(headerWord(name, value))}`)
  const left = ['Accept', ...(body === undefined ? [] : ['Content-Type'])]
    .filter(name => header(name) === undefined)
    .map(name => `  -H '${name}:'`)
  return `#!/usr/bin/env bash
set -euo pipefail
BANK=\${SANDBANK_URL:-${quote(origin)}}
# The key and certificate of the TPP: \`npx sandbank tpp list\` shows them.
KEY=\${SANDBANK_KEY:-"${folder}/key.pem"}
CERTIFICATE=\${SANDBANK_CERTIFICATE:-"${folder}/cert.pem"}

BODY=$(mktemp); trap 'rm -f "$BODY"' EXIT
${printed(body ?? '')} > "$BODY"
${made.map(({ script }) => script).join('\n')}

# The signing string: a line for each header, and no line feed at its end.
SIGNED='${['(request-target)', ...signed].join(' ')}'
STRING=$(cat <<STRING
${lines.join('\n')}
STRING
)
SIGNATURE=$(printf %s "$STRING" | openssl dgst -sha256 -sign "$KEY" | openssl base64 -A)

# The certificate is named by serial number and issuer; a header that is not ASCII is wrapped (RFC 2047).
SERIAL=$(openssl x509 -in "$CERTIFICATE" -noout -serial | sed 's/^serial=0*//' | tr A-F a-f)
ISSUER=$(openssl x509 -in "$CERTIFICATE" -noout -issuer -nameopt RFC2253,-esc_msb,utf8 | sed 's/^issuer=//; s/[\\\\"]/\\\\&/g')
HEADER="keyId=\\"SN=$SERIAL,CA=$ISSUER\\",algorithm=\\"rsa-sha256\\",headers=\\"$SIGNED\\",signature=\\"$SIGNATURE\\""
if LC_ALL=C grep -q '[^ -~]' <<< "$HEADER"; then HEADER="=?utf-8?B?$(printf %s "$HEADER" | openssl base64 -A)?="; fi

curl -sS -i -X ${method} --globoff "\${BANK%/}"${quote(target)} \\
${[...made.map(({ name, variable }) => `  -H "${name}: $${variable}"`), ...chosen, ...left].map(one => `${one} \\`).join('\n')}
  -H "TPP-Signature-Certificate: $(openssl x509 -in "$CERTIFICATE" -outform DER | openssl base64 -A)" \\
  -H "Signature: $HEADER"${body === undefined ? '' : ' \\\n  --data-binary "@$BODY"'}`
}

const MADE = [
  {
    name: 'Date',
    variable: 'DATE',
    script: `DATE=$(LC_ALL=C date -u '+%a, %d %b %Y %H:%M:%S GMT')`,
  },
  {
    name: 'Digest',
    variable: 'DIGEST',
    script: 'DIGEST="SHA-256=$(openssl dgst -sha256 -binary "$BODY" | openssl base64 -A)"',
  },
  {
    name: 'X-Request-ID',
    variable: 'ID',
    script: `ID=$(openssl rand -hex 16 | sed -E 's/(.{8})(.{4})(.{4})(.{4})(.{12})/\\1-\\2-\\3-\\4-\\5/')`,
  },
] as const

function valueFor(name: string, { call, target, header }: Sketch): string {
  if (name === '(request-target)') return inHeredoc(`${call.method.toLowerCase()} ${target}`)
  const made = MADE.find(one => one.name.toLowerCase() === name)
  return made === undefined ? inHeredoc(header(name) ?? '') : `$${made.variable}`
}

// In a here-document that bash expands, characters that it would expand are escaped.
function inHeredoc(text: string): string {
  return text.replace(/[\\$`]/g, '\\$&')
}
