/**
 * Signs requests in the browser. The browser stores private keys and only signs with them; no page can read one. For a TPP whose key the bank has, the
 * bank signs, if the reader may use the console (D105).
 */
export const SIGNING_SCRIPT = `'use strict'
const COVERED = ['digest', 'x-request-id', 'psu-id', 'psu-corporate-id', 'tpp-redirect-uri']
const encoder = new TextEncoder()
const element = (name, properties) => Object.assign(document.createElement(name), properties)

/** Signs a request to a world, and sends it. */
async function sendSigned(key, base, request) {
  const target = base + request.path
  const headers = await headersOf(request)
  if (key.privateKey) {
    headers['TPP-Signature-Certificate'] = key.header
    headers.Signature = await sign(key, request.method, target, headers)
  } else Object.assign(headers, await signedByBank(key, base, request.method, target, headers))
  return fetch(target, { method: request.method, headers, body: request.body })
}

async function headersOf({ headers: given = {}, body }) {
  const lower = new Set(Object.keys(given).map(name => name.toLowerCase()))
  return {
    ...(lower.has('accept') ? {} : { Accept: 'application/json' }),
    ...(body === undefined || lower.has('content-type') ? {} : { 'Content-Type': 'application/json' }),
    'X-Request-ID': crypto.randomUUID(),
    ...given,
    Digest: 'SHA-256=' + base64(await crypto.subtle.digest('SHA-256', encoder.encode(body ?? ''))),
  }
}

/** draft-cavage-http-signatures-10, 2.3: one line for each name, the request's own line first. */
function signingString(method, target, headers) {
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  const names = ['(request-target)', ...COVERED.filter(name => lower[name] !== undefined)]
  return { names, text: names.map(name => name + ': ' + (name === '(request-target)' ? method.toLowerCase() + ' ' + target : lower[name])).join('\\n') }
}

async function sign(key, method, target, headers) {
  const { names, text } = signingString(method, target, headers)
  const isEcdsa = key.privateKey.algorithm.name === 'ECDSA'
  const made = await crypto.subtle.sign(isEcdsa ? { name: 'ECDSA', hash: 'SHA-256' } : 'RSASSA-PKCS1-v1_5', key.privateKey, encoder.encode(text))
  const signature = base64(isEcdsa ? der(new Uint8Array(made)) : made)
  const keyId = key.keyId.replace(/["\\\\]/g, '\\\\$&')
  const value = 'keyId="' + keyId + '",algorithm="' + (isEcdsa ? 'ecdsa' : 'rsa') + '-sha256",headers="' + names.join(' ') + '",signature="' + signature + '"'
  // A header is ASCII; other text is encoded by RFC 2047.
  return /^[ -~]*$/.test(value) ? value : '=?utf-8?B?' + base64(encoder.encode(value)) + '?='
}

async function signedByBank({ tppId }, base, method, target, headers) {
  const fields = new URLSearchParams({ token: document.querySelector('input[type=hidden][name=token]').value, tpp: tppId, method, target })
  for (const [name, value] of Object.entries(headers)) fields.append('header', name + ': ' + value)
  const answer = await fetch(base + '/requests/signature', { method: 'POST', body: fields })
  if (!answer.ok) throw new Error('The bank did not sign it: load this page again.')
  return answer.json()
}

/** Two numbers of 32 bytes as ASN.1, the form of ECDSA signatures outside of browsers. */
function der(made) {
  const number = bytes => {
    const start = bytes.findIndex((byte, place) => byte !== 0 || place === 31)
    const rest = [...bytes.slice(start)]
    const whole = rest[0] > 127 ? [0, ...rest] : rest
    return [2, whole.length, ...whole]
  }
  const both = [...number(made.slice(0, 32)), ...number(made.slice(32))]
  return new Uint8Array([48, both.length, ...both])
}

function base64(bytes) {
  return btoa(Array.from(new Uint8Array(bytes), byte => String.fromCharCode(byte)).join(''))
}

function inStore(mode, use) {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('sandbank', 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore('keys')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const request = use(opening.result.transaction('keys', mode).objectStore('keys'))
      request.onsuccess = () => { opening.result.close(); resolve(request.result) }
      request.onerror = () => reject(request.error)
    }
  })
}

// The keys of this browser by the ids of their TPPs, and the TPP that signed last.
let keys = new Map()
const LAST = 'signer'

async function keepKey(key) {
  await inStore('readwrite', store => store.put(key, key.tppId))
  keys.set(key.tppId, key)
  localStorage.setItem(LAST, key.tppId)
}

/** Deletes the key of a TPP that this bank does not know: it belongs to an earlier bank at this address. */
async function forgetKey({ tppId }) {
  if (!keys.delete(tppId)) return
  await inStore('readwrite', store => store.delete(tppId))
}

function optionOf({ tppId, name = tppId }) {
  const isShared = [...keys.values()].some(other => other.name === name && other.tppId !== tppId)
  return element('option', { value: tppId, textContent: 'as ' + name + (isShared ? ' (' + tppId + ')' : '') })
}

/** Adds the TPPs whose keys this browser has to those of the bank, and chooses the one of the page, or the last one. */
async function offerKeys(signer) {
  for (const key of await inStore('readonly', store => store.getAll())) keys.set(key.tppId, key)
  const options = [...signer.options]
  for (const option of options.filter(({ value }) => keys.has(value))) {
    option.disabled = false
    option.textContent = 'as ' + option.dataset.name
  }
  // The list is empty when the reader may not see the bank's TPPs.
  if (signer.dataset.all === undefined) signer.prepend(...[...keys.values()].map(optionOf))
  const { wanted, strict } = signer.dataset
  const isHere = id => [...signer.options].some(({ value, disabled }) => value === id && !disabled)
  const found = [wanted, ...(strict === undefined ? [localStorage.getItem(LAST), ...keys.keys()] : [])].find(isHere)
  if (found !== undefined) signer.value = found
}

function chosenKey(signer) {
  const [option] = signer.selectedOptions
  if (option === undefined || option.disabled) throw new Error('This key is not here: choose another TPP.')
  localStorage.setItem(LAST, option.value)
  return keys.get(option.value) ?? { tppId: option.value }
}
`
