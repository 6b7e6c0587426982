import { type KeyObject, X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, isAbsolute, join, relative } from 'node:path'
import { normaliseTppId } from '../../domain/tpps.ts'
import {
  type CertificateAuthority,
  type CertificateRequest,
  checkRequest,
  openCertificateAuthority,
} from '../../platform/security/authority/certificate-authority.ts'
import { FLAW_NAMES, FLAWS, type FlawName } from '../../platform/security/authority/flawed-certificates.ts'
import type { StoredTpp } from '../../platform/security/authority/shared-authority.ts'
import { type CertificateSummary, describeCertificate } from '../../platform/security/certificates/certificates.ts'
import { formatKeyId } from '../../platform/security/signature/key-id.ts'
import { addressOf, bankHome, listBanks } from './banks.ts'
import { Failure, orUsage } from './failure.ts'
import { type Columns, formatFields, formatList } from './output.ts'
import { assertTppName, chooseTpp, filesOf, listTpps, type Tpp, tppExists, tppTaken, writeTpp } from './tpps.ts'

export type NewTppOptions = {
  readonly roles?: string
  readonly org?: string
  readonly id?: string
  readonly force?: true
  /** one of FLAW_NAMES: what shall be wrong with it */
  readonly flaw?: string
  /** the key to certify: by default a new one */
  readonly key?: KeyObject
  /** the other bank that certifies it */
  readonly base?: string
}

/** `tpp new`: issues a certificate by the sandbox's CA, which is created if there is none; returns the text to print. */
export function runTppNew(home: string, name: string, options: NewTppOptions, now: Date): string {
  assertTppName(name)
  const there = tppAsAsked(home, name, options, now)
  if (there !== undefined) return describeTppThere(there)
  const order = certificateOrder(name, { ...keptOfHome(home, name, options), ...options }, now)
  const authority = orUsage(() => openCertificateAuthority(home, now))
  const issued = issueTpp(authority, order)
  writeTpp(home, name, issued, options.force === true)
  return describeNewTpp(chooseTpp(home, name))
}

const BOTH_ROLES = 'PI,AI'

/** The TPP of this name, where it is all that the options ask for: a command that states the id of a TPP may run twice. */
export function tppAsAsked(home: string, name: string, options: NewTppOptions, now: Date): Tpp | undefined {
  if (options.id === undefined || options.force === true || !tppExists(home, name)) return undefined
  const tpp = chooseTpp(home, name)
  return tpp.flaw === options.flaw && isAsAsked(tpp.certificate, options, now) ? tpp : undefined
}

function isAsAsked(
  { tppId, tppName, roles = [], notAfter }: CertificateSummary,
  { id = '', org, roles: asked }: NewTppOptions,
  now: Date,
): boolean {
  const wanted = asked === undefined ? undefined : parseRoles(asked)
  return (
    tppId === normaliseTppId(id) &&
    notAfter > now &&
    (org === undefined || org === tppName) &&
    (wanted === undefined || (wanted.length === roles.length && wanted.every(role => roles.includes(role))))
  )
}

/** What a TPP of a home keeps when it is replaced. Refuses to replace one without --force. */
export function keptOfHome(home: string, name: string, { force }: NewTppOptions): NewTppOptions {
  if (!tppExists(home, name)) return {}
  if (force !== true) throw tppTaken(name)
  const { certificateFile } = filesOf(home, name)
  return keptOf(existsSync(certificateFile) ? readFileSync(certificateFile, 'utf8') : '')
}

/** Id, roles and legal name of a certificate: consents belong to the id. Nothing of one that cannot be read; of a flawed one what may be issued. */
export function keptOf(certificatePem: string): NewTppOptions {
  const read = readCertificate(certificatePem)
  if (read === undefined) return {}
  const { tppId, tppName, roles = [] } = read
  const own = roles.filter(role => role === ROLES.PI || role === ROLES.AI)
  return {
    org: tppName,
    ...(OFFICIAL_ID.test(tppId) ? { id: tppId } : {}),
    ...(own.length === 0 ? {} : { roles: own.join(',') }),
  }
}

const OFFICIAL_ID = /^[A-Z]{2}-[A-Z]{2,8}-/

function readCertificate(pem: string) {
  try {
    return describeCertificate(new X509Certificate(pem))
  } catch {
    return undefined
  }
}

type CertificateOrder = { readonly request: CertificateRequest; readonly flaw: FlawName | undefined }

/** What the options ask for. A wrong option is refused here, before a CA is made. */
export function certificateOrder(name: string, options: NewTppOptions, now: Date): CertificateOrder {
  const roles = parseRoles(options.roles)
  const flaw = parseFlaw(options.flaw)
  const request = {
    name,
    roles,
    now,
    ...(options.org === undefined ? {} : { organization: options.org }),
    ...(options.id === undefined ? {} : { authorityId: options.id }),
    ...(options.key === undefined ? {} : { key: options.key }),
  }
  orUsage(() => checkRequest(request))
  return { request, flaw }
}

/** Its key and certificate, and their deliberate flaws. */
export function issueTpp(authority: CertificateAuthority, { request, flaw }: CertificateOrder): StoredTpp {
  return { ...orUsage(() => authority.issue(request, flaw)), flaw }
}

/** `tpp list`: a table, or JSON for scripts. */
export function runTppList(home: string, options: { readonly json?: true; readonly base?: string }, now: Date): string {
  const { base } = options
  const banks = base === undefined ? [undefined, ...listBanks(home)] : [addressOf(base)]
  const tpps = banks.flatMap(bank =>
    listTpps(bank === undefined ? home : bankHome(home, bank)).map(tpp => ({ ...tpp, bank })),
  )
  if (tpps.length === 0 && options.json !== true)
    return base === undefined
      ? `There is no TPP in ${showPath(join(home, 'tpps'))} yet. Make one with \`npx sandbank tpp new NAME\`.`
      : `There is no TPP of ${base} here yet. Make one with \`npx sandbank tpp new NAME --base ${base}\`.`
  const columns = {
    NAME: ({ name }) => name,
    'TPP ID': ({ tppId }) => tppId,
    ROLES: ({ roles }) => roles?.join(' ') ?? 'any',
    'VALID UNTIL': ({ notAfter }) => `${notAfter.slice(0, 10)}${notAfter < now.toISOString() ? ' (expired)' : ''}`,
    ...(tpps.some(({ bank }) => bank !== undefined) ? { BANK: ({ bank = '' }) => bank } : {}),
    ORGANISATION: ({ organization, flaw }) => `${organization}${flaw === undefined ? '' : `  flaw: ${flaw}`}`,
  } satisfies Columns<ReturnType<typeof showTpp>>
  return formatList(tpps.map(showTpp), columns, options)
}

/** The flaws with their descriptions, for `--help`. */
export const FLAWS_HELP = `Flaws:\n${FLAW_NAMES.map(flaw => `  ${flaw.padEnd(20)}${FLAWS[flaw].what} (${FLAWS[flaw].code})`).join('\n')}`

function parseFlaw(written: string | undefined): FlawName | undefined {
  const flaw = FLAW_NAMES.find(name => name === written)
  if (written === undefined || flaw !== undefined) return flaw
  throw new Failure(
    'usage',
    `${JSON.stringify(written)} is not a flaw: use --flaw with one of ${FLAW_NAMES.join(', ')}.`,
  )
}

const ROLES = { PI: 'PSP_PI', AI: 'PSP_AI' } as const

export function parseRoles(list = BOTH_ROLES): ('PSP_PI' | 'PSP_AI')[] {
  const names = list.split(',').map(role => role.trim().toUpperCase().replace(/^PSP_/, ''))
  return [...new Set(names)].map(name => {
    if (name === 'PI' || name === 'AI') return ROLES[name]
    throw new Failure(
      'usage',
      `${JSON.stringify(name)} is not a role of a TPP here: use --roles PI (payments), AI (account information) or PI,AI.`,
    )
  })
}

export function describeNewTpp(tpp: Tpp, base?: string): string {
  const { name, flaw } = tpp
  return describeTpp(
    tpp,
    flaw === undefined
      ? `Made the TPP ${name}.`
      : `Made the TPP ${name}, wrong on purpose: ${FLAWS[flaw].what} The bank answers ${FLAWS[flaw].code}.`,
    base,
  )
}

export function describeTppThere(tpp: Tpp, base?: string): string {
  return describeTpp(tpp, `There is the TPP ${tpp.name} already, with this id: it stays as it is.`, base)
}

function describeTpp({ name, keyFile, certificateFile, certificate }: Tpp, made: string, base: string | undefined) {
  const { tppId, roles = [], notBefore, notAfter } = certificate
  const fields = formatFields([
    ['tppId', tppId],
    ['roles', roles.join(', ')],
    ['valid', `${showDay(notBefore)} to ${showDay(notAfter)}`],
    ['folder', showPath(dirname(keyFile))],
    ['key', showPath(keyFile)],
    ['certificate', showPath(certificateFile)],
    ['keyId', formatKeyId(certificate)],
  ])
  const place = base === undefined ? '' : ` --base ${base}`
  return `${made}\n\n${fields}\n\nTry it against ${base ?? 'a running server (npm start)'}:\n\n  npx sandbank call GET /v1/sandbox/customers --tpp ${name}${place}`
}

function showTpp({
  name,
  keyFile,
  certificateFile,
  certificate,
  flaw,
  bank,
}: Tpp & { readonly bank: string | undefined }) {
  const { tppId, tppName, roles, notBefore, notAfter } = certificate
  return {
    name,
    ...(bank === undefined ? {} : { bank }),
    tppId,
    organization: tppName,
    ...(flaw === undefined ? {} : { flaw }),
    ...(roles === undefined ? {} : { roles }),
    notBefore: notBefore.toISOString(),
    notAfter: notAfter.toISOString(),
    keyId: formatKeyId(certificate),
    key: keyFile,
    certificate: certificateFile,
  }
}

/** As a user would type it here: relative when it lies below the working directory. */
function showPath(path: string): string {
  const short = relative('', path)
  return short.startsWith('..') || isAbsolute(short) ? path : short
}

function showDay(time: Date): string {
  return time.toISOString().slice(0, 10)
}
