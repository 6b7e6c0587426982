import { SIGNING_SCRIPT } from '../signing-script.ts'

/** Sends a call again with a key of this browser (D105). When the bank has the key, the form itself is sent. */
export const AGAIN_SCRIPT = `${SIGNING_SCRIPT}
const form = document.getElementById('again')
const ANEW = /^(?:x-request-id|digest|tpp-signature-certificate|signature)$/i

async function start() {
  const signer = form.elements.tpp
  const disable = off => { for (const button of form.querySelectorAll('button')) button.disabled = off }
  await offerKeys(signer)
  disable(signer.selectedOptions[0]?.disabled !== false)
  signer.addEventListener('change', () => disable(false))
  form.addEventListener('submit', event => {
    const key = keys.get(signer.value)
    if (key === undefined) return
    event.preventDefault()
    // The script for all forms must not count this form as sent.
    event.stopPropagation()
    disable(true)
    send(key, event.submitter?.name ? '?use=' + event.submitter.value : '')
      .catch(error => form.append(element('p', { className: 'error', textContent: error.message })))
      .finally(() => disable(false))
  })
}

async function send(key, use) {
  const { method, target, headers, body } = await (await fetch(form.action + use)).json()
  const own = Object.fromEntries(Object.entries(headers).filter(([name]) => !ANEW.test(name)))
  const answer = await sendSigned(key, '', { method, path: target, headers: own, body })
  const id = answer.headers.get('sandbank-request')
  if (id === null) throw new Error('The bank did not take it: load this page again.')
  // Its address ends in the id of the call, and in 'again'.
  const places = form.action.split('/')
  location.assign([...places.slice(0, -2), id].join('/') + '?again=' + places.at(-2))
}
if (form !== null && window.crypto.subtle) start()
`
