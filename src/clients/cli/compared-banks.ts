import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { withoutEnd } from '../../domain/texts.ts'
import type { Config } from '../../platform/config.ts'
import { CERTIFICATE_HEADER, decodeCertificateHeader } from '../../platform/security/certificates/header.ts'
import { OF_THE_CONNECTION } from '../../workbench/explain/copies/sketch.ts'
import type { RecordedCall } from '../../workbench/explain/drift/recorded-calls.ts'
import type { OpenOwnBank } from '../own-bank.ts'
import { addressOf, chooseSigner } from './banks.ts'
import { EXIT, Failure, messageOf } from './failure.ts'
import { askFor, findPsuId } from './operator.ts'
import { inOwnBank } from './own-bank.ts'
import { type PlaceOptions, worldUrl } from './place.ts'
import { HOP_BY_HOP } from './proxy.ts'
import { certifiedBy } from './remote-tpps.ts'
import { headerIn, type Side, type Signer } from './replay.ts'
import { keptOf } from './tpp.ts'
import { readTppKey } from './tpps.ts'
import { sourceOf } from './worlds.ts'

/** The bank that a command has found or started. */
export type FoundBank = { readonly base: string; readonly config: Config; readonly isOwn: boolean }

/** Uses the bank that --base or SANDBANK_URL names, else the one of this home if it runs, else one that is started for the command. */
export async function inBank<Result>(
  base: string | undefined,
  config: Config,
  openBank: OpenOwnBank,
  use: (bank: FoundBank) => Promise<Result>,
): Promise<Result> {
  if (base !== undefined) return use({ base: addressOf(base), config, isOwn: false })
  if (await isRunning(config)) return use({ base: addressOf(worldUrl({}, config)), config, isOwn: false })
  return inOwnBank(openBank, 'EMPTY', bank => use({ base: bank.url, config: bank.config, isOwn: true }))
}

async function isRunning(config: Config): Promise<boolean> {
  if (config.port === 0) return false
  try {
    await askFor({}, config, '{ world { name } }', {}, z.object({}))
    return true
  } catch (error) {
    if (error instanceof Failure && error.exitCode === EXIT.unreachable) return false
    throw error
  }
}

/** What the world of a comparison holds, and who acts in it. */
export type WorldOptions = Pick<PlaceOptions, 'world'> &
  Parameters<typeof sourceOf>[0] & {
    readonly tpp?: string
    readonly psu?: string
    readonly context?: string
  }

const CREATE = 'mutation ($input: CreateWorldInput) { made: createWorld(input: $input) { world { name } } }'
const created = z.object({ made: z.object({ world: z.object({ name: z.string() }) }) })
const DELETE = 'mutation ($name: String!) { deleteWorld(name: $name) { world { name } } }'

/** A new world for the calls, which is deleted afterwards. */
export async function inNewWorld<Result>(
  { base, config }: FoundBank,
  options: WorldOptions,
  /** Where its clock begins. */
  now: string | undefined,
  use: (place: { readonly base: string; readonly world: string }) => Promise<Result>,
): Promise<Result> {
  const source = sourceOf(options)
  const input = {
    expiresAfter: 'PT1H',
    ...(Object.keys(source).length === 0 ? {} : { source }),
    // A copy keeps its clock.
    ...(now === undefined || options.copyOf !== undefined ? {} : { clock: { now } }),
  }
  const { made } = await askFor({ base }, config, CREATE, { input }, created)
  const place = { base, world: made.world.name }
  try {
    return await use(place)
  } finally {
    await askFor({ base }, config, DELETE, { name: place.world }, z.object({}))
  }
}

const GRANT = 'mutation ($input: GrantConsentInput!) { grantConsent(input: $input) { consent { id } } }'

/** The world of this bank as one of the two banks to which the calls are sent. */
export async function sideHere(
  bank: FoundBank,
  place: { readonly base: string; readonly world: string },
  calls: readonly RecordedCall[],
  options: WorldOptions,
): Promise<Side> {
  const ids = new Map<string, string>()
  const { config } = bank
  const signers = await signersHere(bank, calls, options, ids)
  const base = worldUrl(place, config)
  const { psu, context } = options
  const psuId = psu === undefined ? undefined : await findPsuId(base, psu, config.token)
  const asksConsent = calls.some(({ door }) => typeof door === 'object' && door.service === 'accountInformation')
  if (psu !== undefined && asksConsent)
    for (const tpp of signers.tppIds) await askFor(place, config, GRANT, { input: { tpp, psu, context } }, z.object({}))
  // What is secret between the caller and another bank is no matter of this one.
  return { base, ids, psuId, signerOf: signers.signerOf, keeps: name => !OF_THE_CONNECTION.test(name) }
}

/** Signers with the ids and roles of the recorded certificates. */
async function signersHere(
  { base, config }: FoundBank,
  calls: readonly RecordedCall[],
  { tpp: named }: WorldOptions,
  ids: Map<string, string>,
) {
  const signers = new Map<string, Signer>()
  const tppIds = new Set<string>()
  const chosen = named === undefined ? undefined : chooseSigner(config.home, { base, tpp: named })
  for (const header of new Set(calls.map(certificateOf))) {
    const kept = keptOf(pemOf(header))
    const own = chosen === undefined ? await issued(base, config, kept) : { x509: chosen.x509, key: readTppKey(chosen) }
    const { id } = keptOf(own.x509.toString())
    signers.set(header, own)
    if (id !== undefined) tppIds.add(id)
    if (id !== undefined && kept.id !== undefined) ids.set(kept.id, id)
  }
  return { tppIds, signerOf: (call: RecordedCall) => signers.get(certificateOf(call)) }
}

async function issued(base: string, config: Config, kept: ReturnType<typeof keptOf>): Promise<Signer> {
  const { certificatePem, keyPem } = await certifiedBy(base, config, 'compare', kept)
  return { x509: new X509Certificate(certificatePem), key: createPrivateKey(keyPem) }
}

function certificateOf({ headers }: RecordedCall): string {
  return headerIn(headers, CERTIFICATE_HEADER) ?? ''
}

/** Empty for a header that holds no certificate: its call is signed by any TPP. */
function pemOf(header: string): string {
  try {
    return new X509Certificate(decodeCertificateHeader(header)).toString()
  } catch {
    return ''
  }
}

export type BankOptions = { readonly bank?: string; readonly cert?: string; readonly key?: string }

/** The bank that --bank names, as one of the two banks to which the calls are sent; undefined without the option. */
export function sideThere({ bank, cert, key }: BankOptions): Side | undefined {
  if ((cert === undefined) !== (key === undefined))
    throw new Failure('usage', '--cert and --key belong together: give the certificate and its private key, in PEM.')
  if (bank === undefined) {
    if (cert === undefined) return undefined
    throw new Failure('usage', '--cert and --key are for the bank that --bank names: add it, or leave them out.')
  }
  const base = baseOf(bank)
  // Compressed bodies would have to be unpacked.
  const keeps = (name: string) => !HOP_BY_HOP.has(name) && name !== 'accept-encoding' && !name.startsWith(':')
  if (cert === undefined || key === undefined) return { base, ids: new Map(), signerOf: () => undefined, keeps }
  const [certPem, keyPem] = [readPem('--cert', cert), readPem('--key', key)]
  const x509 = parsed('--cert', cert, () => new X509Certificate(certPem))
  const signer = { x509, key: parsed('--key', key, () => createPrivateKey(keyPem)) }
  if (!x509.checkPrivateKey(signer.key))
    throw new Failure('usage', `${key} is not the key of ${cert}: give the one with which its request was made.`)
  return { base, ids: new Map(), signerOf: () => signer, keeps, tls: { cert: certPem, key: keyPem } }
}

function baseOf(bank: string): string {
  const right = '--bank takes one like https://bank.example/psd2, without a name, password, query or #.'
  const url = /^https?:\/\//i.test(bank) && URL.canParse(bank) ? new URL(bank) : undefined
  if (url !== undefined && url.username + url.password + url.search + url.hash === '')
    return withoutEnd(`${url.origin}${url.pathname}`, '/').replace(/\/v1$/, '')
  // A password in it is not repeated.
  throw new Failure('usage', `--bank names no base URL of a bank: ${right}`)
}

function readPem(option: string, file: string): string {
  return parsed(option, file, () => readFileSync(file, 'utf8'))
}

function parsed<T>(option: string, file: string, parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    throw new Failure('usage', `${option} ${file} cannot be read (${messageOf(error)}): give a file in PEM.`, error)
  }
}
