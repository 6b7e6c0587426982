/**
 * Keeps the key of a TPP that was just made in this browser, from which no page can read it again, so that the documentation signs as that TPP (D105). The bank
 * keeps none.
 */
export const TPP_SCRIPT = `'use strict'
const made = document.getElementById('made')
const pem = made.dataset.key.replace(/-----[^-]+-----/g, '').replace(/\\s/g, '')
const bytes = Uint8Array.from(atob(pem), letter => letter.charCodeAt(0))

async function keep() {
  if (!window.crypto.subtle) return
  const privateKey = await crypto.subtle.importKey('pkcs8', bytes, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign'])
  const { header, keyId, tppId } = made.dataset
  const opening = indexedDB.open('sandbank', 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore('keys')
  opening.onsuccess = () => {
    const writing = opening.result.transaction('keys', 'readwrite')
    writing.objectStore('keys').put({ privateKey, header, keyId, tppId }, 'tpp')
    writing.oncomplete = () => {
      opening.result.close()
      document.getElementById('kept').hidden = false
    }
  }
}
keep()
`
