import { SIGNING_SCRIPT } from '../signing-script.ts'

/**
 * Stores the key of a new TPP in this browser, so that the pages can sign as that TPP (D105). No page can read the key again, and the bank keeps no
 * copy.
 */
export const TPP_SCRIPT = `${SIGNING_SCRIPT}
const made = document.getElementById('made')
const pem = made.dataset.key.replace(/-----[^-]+-----/g, '').replace(/\\s/g, '')
const bytes = Uint8Array.from(atob(pem), letter => letter.charCodeAt(0))

async function keep() {
  if (!window.crypto.subtle) return
  const privateKey = await crypto.subtle.importKey('pkcs8', bytes, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign'])
  const { header, keyId, tppId } = made.dataset
  await keepKey({ privateKey, header, keyId, tppId })
  document.getElementById('kept').hidden = false
}
keep()
`
