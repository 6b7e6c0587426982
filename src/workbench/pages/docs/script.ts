import { SIGNING_SCRIPT } from '../signing-script.ts'

/**
 * Sends the request of an operation. The browser or the bank signs it, whichever has the key of the chosen TPP (D105). The operator's door issues the
 * certificate of a new TPP (D70).
 */
export const DOCS_SCRIPT = `${SIGNING_SCRIPT}
const form = document.getElementById('try')
const signer = document.getElementById('signer')

async function start(form, call) {
  recall(form)
  form.addEventListener('input', ({ target }) => {
    if (target.dataset.in === 'path') recalled(form).forEach(one => delete one.dataset.before)
    follow(form, call)
  })
  await drawSigningString(form, call)
  const send = document.querySelector('[form=try]')
  if (!window.crypto.subtle) throw new Error('The browser signs only over TLS or on this machine: open the page at 127.0.0.1.')
  await offerKeys(signer)
  signer.addEventListener('change', () => follow(form, call))
  if (localSigner() !== undefined) follow(form, call)
  send.disabled = signer.disabled = false
  form.addEventListener('submit', event => {
    event.preventDefault()
    send.disabled = true
    run(form, call)
      .catch(error => add(paragraph('error', error.message)))
      .finally(() => { send.disabled = false })
  })
}

/** The name of the chosen TPP at the bank, if its key is there. */
const localSigner = () => signer.selectedOptions[0]?.dataset.local

/** The signing string and the sample are updated as the form changes. */
const language = document.querySelector('#language select')
let latest = 0
async function follow(form, call) {
  drawSigningString(form, call)
  const mine = ++latest
  await new Promise(resolve => setTimeout(resolve, 150))
  if (mine !== latest) return
  const fields = new URLSearchParams([...form.querySelectorAll('[data-in], #body')].map(one => [one.name, one.value]))
  fields.set('language', language.value)
  if (localSigner() !== undefined) fields.set('signer', localSigner())
  const answer = await fetch(form.dataset.sample, { method: 'POST', body: fields })
  if (!answer.ok || mine !== latest) return
  document.getElementById('sample').innerHTML = await answer.text()
  document.dispatchEvent(new Event('copyable'))
}

/** Sends the preceding steps and the call itself, and shows the answer. */
async function run(form, call) {
  show([])
  const key = await openKey(form)
  const ids = { tppId: key.tppId }
  const given = new Set([...form.querySelectorAll('[data-in]')].filter(one => one.value).map(one => one.name))
  let sca
  for (const step of call.steps) {
    if (step.kind === 'consent') await consent(form, key)
    if (step.kind === 'approve' && sca) await approve(form, sca)
    if (step.kind !== 'call' || Object.keys(step.call.gives).some(name => given.has(name))) continue
    const answer = await send(form, key, fillCall(form, step.call, ids))
    if (answer.status >= 300) {
      await showAnswer(answer, step.call.summary + ' came first, and was refused:')
      return forget(form, call, answer.status)
    }
    sca = sca || scaOf(answer.body)
    Object.assign(ids, idsOf(step.call, answer.body))
    add(paragraph('done', step.call.summary + ': ' + answer.status))
  }
  const request = readForm(form, call)
  request.path = fill(request.path, ids)
  if (request.body) request.body = fill(request.body, ids)
  if (/[{}]/.test(request.path)) throw new Error('Fill in ' + /\\{(\\w+)\\}/.exec(request.path)[1] + ': it is a part of the path.')
  const answer = await send(form, key, request)
  if (answer.status < 300) remember(form, call, ids, idsOf(call, answer.body))
  markFaults(form, answer.body?.tppMessages ?? [])
  await showAnswer(answer, '')
  forget(form, call, answer.status)
}

/** Shows faults of the body at their places; faults of headers and parameters stand at their inputs. */
function markFaults(form, faults) {
  const field = form.elements.body
  if (field === undefined) return
  field.dataset.faults = JSON.stringify(faults.filter(({ path }) => path !== undefined && form.elements[path] === undefined))
  field.dispatchEvent(new Event('faults'))
}

/** The request in the form. Empty inputs are left out; unknown parts of the path stay in braces. */
function readForm(form, call) {
  const inputs = place => [...form.querySelectorAll('[data-in="' + place + '"]')].filter(one => one.value)
  const parts = Object.fromEntries(inputs('path').map(one => [one.name, encodeURIComponent(one.value)]))
  const query = new URLSearchParams(inputs('query').map(one => [one.name, one.value])).toString()
  const headers = Object.fromEntries(inputs('header').map(one => [one.name, one.value]))
  const path = fill(call.template, parts) + (query && '?' + query)
  return { method: call.method, path, headers, body: call.body === undefined ? undefined : form.elements.body.value }
}

/** The call of a step, with its own headers and those that all calls take from the form. */
function fillCall(form, call, ids) {
  const shared = readForm(form, { method: call.method, template: '' }).headers
  const standing = { 'x-accept-fix': 'none', 'TPP-Session-ID': crypto.randomUUID(), 'TPP-Redirect-URI': callbackOf(form), 'PSU-IP-Address': '127.0.0.1' }
  const body = call.body === undefined ? undefined : fill(call.body, ids)
  const parts = Object.fromEntries([...form.querySelectorAll('[data-in="path"]')].filter(one => one.value).map(one => [one.name, encodeURIComponent(one.value)]))
  return { method: call.method, path: fill(fill(call.template, ids), parts), headers: { ...standing, ...shared, ...call.headers }, body }
}

function fill(text, values) {
  return text.replaceAll(/\\{(\\w+)\\}/g, (whole, name) => values[name] ?? whole)
}

/** Signs a request and sends it. */
async function send(form, key, request) {
  const sent = await sendSigned(key, worldPath(form), request)
  const text = await sent.text()
  let body
  try { body = JSON.parse(text) } catch {}
  if (sent.status === 401 && /CERTIFICATE/.test(body?.tppMessages?.[0]?.code)) {
    await forgetKey(key)
    signer.value = ''
  }
  return { status: sent.status, reason: sent.statusText, headers: [...sent.headers], text, body }
}

async function drawSigningString(form, call) {
  const request = readForm(form, call)
  const headers = window.crypto.subtle ? await headersOf(request) : request.headers
  headers['X-Request-ID'] = '(new for each call)'
  document.getElementById('signing-string').textContent = signingString(request.method, worldPath(form) + request.path, headers).text
}

const worldPath = form => form.dataset.base

function callbackOf(form) {
  return location.origin + worldPath(form) + '/callback'
}

/** The key of the chosen TPP. For a new TPP it is created in this browser and certified. */
async function openKey(form) {
  if (signer.value !== '') return chosenKey(signer)
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' }
  const { privateKey, publicKey } = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])
  const spki = base64(await crypto.subtle.exportKey('spki', publicKey))
  const { issueCertificate } = await ask(form, 'mutation ($input: IssueCertificateInput!) { issueCertificate(input: $input) { certificate { header keyId tpp { id } } } }', { input: { name: 'Browser', publicKey: spki } })
  const { tpp, ...certified } = issueCertificate.certificate
  const key = { privateKey, name: 'Browser', tppId: tpp.id, ...certified }
  await keepKey(key)
  signer.prepend(optionOf(key))
  signer.value = key.tppId
  add(paragraph('done', 'A key was made in this browser, and certified for the TPP ' + key.tppId + '.'))
  return key
}

/** Calls the operator's door. */
async function ask(form, query, variables) {
  const token = form.elements.token?.value
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json', ...(token ? { Authorization: 'Bearer ' + token } : {}) }
  const answer = await fetch(worldPath(form) + '/graphql', { method: 'POST', headers, body: JSON.stringify({ query, variables }) })
  if (answer.status === 401) throw new Error("Enter the operator's token, which the bank printed at its start.")
  const { data, errors, tppMessages } = await answer.json()
  // A caller without access is refused before GraphQL, in the form of REST.
  const texts = (errors ?? []).map(one => one.message).concat((tppMessages ?? []).map(one => one.text))
  if (errors || !data) throw new Error("At the operator's door: " + texts.join(' '))
  return data
}

async function consent(form, { tppId }) {
  await ask(form, 'mutation ($number: String!, $tpp: String!) { grantConsent(input: { psu: $number, context: PRIVATE, tpp: $tpp }) { psuId } }', { number: form.dataset.customer, tpp: tppId })
  add(paragraph('done', 'The PSU opened its accounts to this TPP.'))
}

async function approve(form, href) {
  await ask(form, 'mutation ($id: ID!, $number: String!) { completeAuthorisation(input: { id: $id, psu: $number, outcome: APPROVED }) { redirectTo } }', { id: href.split('/').at(-1), number: form.dataset.customer })
  add(paragraph('done', 'The PSU approved the payment.'))
}

const scaOf = body => body?._links?.scaRedirect?.href

function idsOf(call, body) {
  const found = Object.entries(call.gives ?? {}).map(([name, pointer]) => [name, body?.[pointer.slice(1)]])
  return Object.fromEntries(found.filter(([, value]) => typeof value === 'string'))
}

// Ids in answers of this tab fill the inputs of other pages of the same world.
const stored = (form, operation, name) => 'id:' + worldPath(form) + ':' + operation + ':' + name
function remember(form, call, before, ids) {
  const inputs = [...form.querySelectorAll('[data-in="path"]')].map(one => [one.name, one.value])
  const parts = { paymentService: call.path.split('/')[2], ...Object.fromEntries(inputs), ...before }
  for (const [name, value] of Object.entries(ids))
    sessionStorage.setItem(stored(form, call.operation, name), JSON.stringify({ ...parts, [name]: value, at: Date.now() }))
}

function recall(form) {
  const empty = [...form.querySelectorAll('[data-from]')].filter(one => !one.value).toReversed()
  for (const input of empty) {
    const found = input.dataset.from.split(' ').map(from => JSON.parse(sessionStorage.getItem(stored(form, from, input.name))))
    const last = found.filter(one => one !== null).sort((one, other) => other.at - one.at)[0]
    // An input that has a value keeps it.
    if (last === undefined || input.value) continue
    for (const one of form.querySelectorAll('[data-in="path"]')) {
      one.dataset.before ??= one.value
      one.value = last[one.name] ?? one.value
    }
  }
}

/** The parts of the path that recall filled in, while the reader has changed none of them. */
const recalled = form => [...form.querySelectorAll('[data-before]')]

/** Forgets the ids of the form when the bank has ended their thing or no longer takes them. The form is then as it was without them, and Send creates what it needs. */
function forget(form, call, status) {
  const filled = recalled(form)
  if (status !== 204 && !(REFUSED.includes(status) && filled.length > 0)) return
  const ids = [...form.querySelectorAll('[data-from]')].filter(one => one.value)
  for (const name of Object.keys(sessionStorage).filter(one => one.startsWith('id:' + worldPath(form) + ':')))
    if (ids.some(one => sessionStorage.getItem(name).includes(JSON.stringify(one.value)))) sessionStorage.removeItem(name)
  if (filled.length === 0) return
  const names = ids.map(one => one.name).join(', ')
  for (const one of filled) {
    one.value = one.dataset.before
    delete one.dataset.before
  }
  add(paragraph('soft', 'Emptied, because it is of no more use: ' + names + '.' + (call.steps.length > 0 ? ' Send creates what it needs.' : '')))
  follow(form, call)
}
const REFUSED = [404, 405, 409]

function show(nodes) {
  document.getElementById('recorded')?.remove()
  document.getElementById('outcome').replaceChildren(...nodes)
}

function add(...nodes) {
  document.getElementById('outcome').append(...nodes)
}

async function showAnswer({ status, reason, headers, text, body }, words) {
  const title = (words && words + ' ') + 'Answer ' + status + ' ' + reason
  const heading = element('h2', { textContent: title, className: status < 300 ? 'good' : 'bad' })
  const lines = headers.map(([name, value]) => name + ': ' + value).join('\\n')
  const call = headers.find(([name]) => name === 'sandbank-request')
  const journal = call && linkTo(worldPath(form) + '/requests/' + call[1], 'The call in the journal')
  const links = Object.entries(body?._links ?? {}).filter(([, link]) => /\\/sca\\//.test(link?.href))
  const pages = links.map(([name, { href }]) => {
    const line = linkTo(href, 'open the page for the PSU')
    line.prepend(name + ': ')
    line.append(', or ', element('a', { href: worldPath(form) + '/', textContent: 'decide for it in the overview' }))
    return line
  })
  add(heading, ...(journal ? [journal] : []), ...pages, block(body === undefined ? text : JSON.stringify(body, null, 2)), block(lines))
  heading.scrollIntoView({ block: 'start' })
}

const paragraph = (className, textContent) => element('p', { className, textContent })
const block = textContent => element('pre', { tabIndex: 0, textContent })

function linkTo(href, textContent) {
  const line = element('p', {})
  line.append(element('a', { href, target: '_blank', rel: 'noopener', textContent }))
  return line
}

language.addEventListener('change', () => follow(form, JSON.parse(form.dataset.call)))

start(form, JSON.parse(form.dataset.call)).catch(error => show([paragraph('error', String(error.message))]))
`
