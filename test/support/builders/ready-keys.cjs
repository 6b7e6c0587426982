const crypto = require('node:crypto')
const { readFileSync } = require('node:fs')
const { syncBuiltinESMExports } = require('node:module')
const { promisify } = require('node:util')

const READY = Symbol.for('ready keys')

/** Lets `keyOf(modulusLength)` stand for each new plain RSA key; where it has none, or another key is asked for, one is made. */
function useReadyKeys(keyOf) {
  const { generateKeyPairSync: makeNow, generateKeyPair: makeLater } = crypto
  if (Reflect.has(makeNow, READY)) return
  const ready = (type, { modulusLength, publicKeyEncoding, privateKeyEncoding, ...others } = {}) => {
    if (type !== 'rsa' || modulusLength === undefined || Object.keys(others).length > 0) return undefined
    const privateKey = keyOf(modulusLength)
    return (
      privateKey && {
        publicKey: written(crypto.createPublicKey(privateKey), publicKeyEncoding),
        privateKey: written(privateKey, privateKeyEncoding),
      }
    )
  }
  const now = (type, options) => ready(type, options) ?? makeNow(type, options)
  const later = (...given) => makeLater(...given)
  const promised = async (type, options) => ready(type, options) ?? promisify(makeLater)(type, options)
  crypto.generateKeyPairSync = Object.assign(now, { [READY]: true })
  crypto.generateKeyPair = Object.assign(later, { [promisify.custom]: promised })
  syncBuiltinESMExports()
}

const written = (key, encoding) => (encoding === undefined ? key : key.export(encoding))

// A process of a test that was given keys (ready-keys.ts).
const given = process.env.SANDBANK_TEST_KEYS
if (given !== undefined) {
  const files = given.split(':')
  useReadyKeys(modulusLength => {
    const at = files.findIndex(file => file.endsWith(`-${modulusLength}.pem`))
    const [file] = at < 0 ? [] : files.splice(at, 1)
    if (file) files.push(file)
    return file && crypto.createPrivateKey(readFileSync(file))
  })
}

module.exports = { useReadyKeys }
