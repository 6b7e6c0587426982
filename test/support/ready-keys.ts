import crypto, { createPublicKey, type KeyObject } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { promisify } from 'node:util'
import { keptKey } from './kept-keys.ts'

const READY = Symbol.for('ready keys')

/** More than one test asks for, so that those of a test differ. */
const KEYS = 24

const makeNow = crypto.generateKeyPairSync
const makeLater = crypto.generateKeyPair

type Options = {
  readonly modulusLength?: number
  readonly publicKeyEncoding?: object
  readonly privateKeyEncoding?: object
}

let next = 0

/** What is asked for, when it is a plain RSA key, and undefined for any other. */
function readyPair(type: unknown, options: Options = {}) {
  const { modulusLength, publicKeyEncoding, privateKeyEncoding, ...others } = options
  if (type !== 'rsa' || modulusLength === undefined || Object.keys(others).length > 0) return undefined
  next = (next + 1) % KEYS
  const privateKey = keptKey(`new-${next}`, modulusLength)
  return {
    publicKey: written(createPublicKey(privateKey), publicKeyEncoding),
    privateKey: written(privateKey, privateKeyEncoding),
  }
}

const written = (key: KeyObject, encoding: object | undefined) =>
  encoding === undefined ? key : Reflect.apply(key.export, key, [encoding])

/**
 * To make an RSA key takes longer than most tests. Those that the bank and its commands make in a process of tests come from a store of ready ones; in a process of
 * their own they make them.
 */
function useReadyKeys(): void {
  if (Reflect.has(crypto.generateKeyPairSync, READY)) return
  const now = (type: unknown, options: Options) =>
    readyPair(type, options) ?? Reflect.apply(makeNow, crypto, [type, options])
  const later = (...given: unknown[]) => Reflect.apply(makeLater, crypto, given)
  const promised = async (type: unknown, options: Options) =>
    readyPair(type, options) ?? Reflect.apply(promisify(makeLater), crypto, [type, options])
  Reflect.set(crypto, 'generateKeyPairSync', Object.assign(now, { [READY]: true }))
  Reflect.set(crypto, 'generateKeyPair', Object.assign(later, { [promisify.custom]: promised }))
  syncBuiltinESMExports()
}

useReadyKeys()
