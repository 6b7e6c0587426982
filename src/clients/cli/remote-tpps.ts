import { generateKeyPairSync } from 'node:crypto'
import { z } from 'zod'
import type { Config } from '../../platform/config.ts'
import type { IssuedCertificate } from '../../platform/security/authority/certificate-authority.ts'
import { addressOf, bankHome } from './banks.ts'
import { Failure } from './failure.ts'
import { askFor } from './operator.ts'
import { describeNewTpp, describeTppThere, keptOfHome, type NewTppOptions, parseRoles, tppAsAsked } from './tpp.ts'
import { assertTppName, chooseTpp, writeTpp } from './tpps.ts'

const ISSUE =
  'mutation Issue($input: IssueCertificateInput!) { issueCertificate(input: $input) { certificate { certificatePem } } }'
const issued = z.object({ issueCertificate: z.object({ certificate: z.object({ certificatePem: z.string() }) }) })

/** `tpp new --base`: a TPP of another bank (D111). Its key is created here, and stays; the bank certifies it at the operator's door. */
export async function makeRemoteTpp(
  config: Config,
  name: string,
  { base, ...given }: NewTppOptions & { readonly base: string },
  now: Date,
): Promise<string> {
  assertTppName(name)
  if (given.flaw !== undefined)
    throw new Failure(
      'usage',
      'A bank elsewhere certifies no flaw: leave out --flaw, or leave out --base and SANDBANK_URL.',
    )
  const address = addressOf(base)
  const home = bankHome(config.home, address)
  const there = tppAsAsked(home, name, given, now)
  if (there !== undefined) return describeTppThere(there, address)
  const options = { ...keptOfHome(home, name, given), ...given }
  writeTpp(home, name, await certifiedBy(address, config, name, options), options.force === true)
  return describeNewTpp(chooseTpp(home, name), address)
}

/** A new key, with the certificate that a bank gives it at the operator's door. */
export async function certifiedBy(
  base: string,
  config: Config,
  name: string,
  { roles, org, id }: NewTppOptions,
): Promise<IssuedCertificate> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const input = { name, publicKey, roles: parseRoles(roles), organization: org, authorityId: id }
  const { issueCertificate } = await askFor({ base }, config, ISSUE, { input }, issued)
  return { keyPem: privateKey, ...issueCertificate.certificate }
}
