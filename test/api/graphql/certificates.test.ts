import { createPublicKey, generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { keptKey } from '../../support/builders/kept-keys.ts'
import { startBank } from '../../support/clients/bank.ts'

const bank = await startBank()
const ISSUE = `mutation ($input: IssueCertificateInput!) {
  issueCertificate(input: $input) { certificate { tpp { id name } certificatePem header keyId notAfter } }
}`

const rsa = { privateKey: keptKey('tpp'), publicKey: createPublicKey(keptKey('tpp')) }
const pem = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString()

async function issue(input: object) {
  const world = await bank.world()
  return { world, ...(await world.graphql(ISSUE, { input })).body }
}

describe('The operator gets a certificate for a key that stays with its owner', () => {
  it('which signs calls that the bank takes, in the name of the TPP', async () => {
    const { world, data } = await issue({
      name: 'Acme',
      authorityId: 'NO-FSA-123456789',
      publicKey: pem(rsa.publicKey),
    })
    const made = data.issueCertificate.certificate
    expect(made).toMatchObject({ tpp: { id: 'NO-FSA-123456789', name: 'Acme' } })
    const certificate = new X509Certificate(made.certificatePem)
    expect(certificate.raw.toString('base64')).toBe(made.header)
    expect(made.keyId).toContain(`SN=${certificate.serialNumber.toLowerCase().replace(/^0+/, '')},CA=`)
    expect(new Date(made.notAfter)).toEqual(new Date(certificate.validTo))
    const answer = await world.call('GET', '/v1/sandbox/customers', { tpp: { key: rsa.privateKey, certificate } })
    expect(answer.status).toBe(200)
  })

  it('and may then be acted for before it has called', async () => {
    const { world } = await issue({ name: 'Beta', authorityId: 'NO-FSA-223456789', publicKey: pem(rsa.publicKey) })
    const { body } = await world.graphql(
      'mutation { offerConsent(input: { tpp: "NO-FSA-223456789" }) { authorisation { tpp { name } } } }',
    )
    expect(body).toEqual({ data: { offerConsent: { authorisation: { tpp: { name: 'Beta' } } } } })
  })

  it('with the roles that were asked for, and with both when none were', async () => {
    const only = await issue({ name: 'Acme', roles: ['PSP_AI'], publicKey: pem(rsa.publicKey) })
    const tpp = {
      key: rsa.privateKey,
      certificate: new X509Certificate(only.data.issueCertificate.certificate.certificatePem),
    }
    const headers = { 'PSU-ID': '0190b6f0-0000-7000-8000-000000000000' }
    const path = '/v1/signing-baskets/0190b6f0-0000-7000-8000-000000000000'
    expect((await only.world.call('GET', path, { tpp, headers })).body.tppMessages[0].code).toBe('FORBIDDEN')
    const both = await issue({ name: 'Acme', publicKey: pem(rsa.publicKey) })
    const certificate = new X509Certificate(both.data.issueCertificate.certificate.certificatePem)
    const answer = await both.world.call('GET', path, { tpp: { key: rsa.privateKey, certificate }, headers })
    expect(answer.body.tppMessages[0].code).not.toBe('FORBIDDEN')
  })

  it('from Base64 of the DER form too, and on the curve P-256', async () => {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const der = publicKey.export({ type: 'spki', format: 'der' })
    const { data } = await issue({ name: 'Curve', publicKey: der.toString('base64') })
    const certified = new X509Certificate(data.issueCertificate.certificate.certificatePem).publicKey
    expect(certified.equals(createPublicKey({ key: der, format: 'der', type: 'spki' }))).toBe(true)
  })

  it.each([
    ['a word', 'hello', 'input.publicKey'],
    ['nothing', '', 'input.publicKey'],
    ['a private key', rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), 'input.publicKey'],
    ['an RSA key of 1024 bits', pem(createPublicKey(keptKey('weak', 1024))), 'input.publicKey'],
    ['an Ed25519 key', pem(generateKeyPairSync('ed25519').publicKey), 'input.publicKey'],
    ['an EC point at infinity', 'MBkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDAgAA', 'input.publicKey'],
  ])('but not for %s', async (_, publicKey, path) => {
    const { errors } = await issue({ name: 'Acme', publicKey })
    expect(errors[0].extensions).toMatchObject({ code: 'FORMAT_ERROR', tppMessages: [{ path }] })
  })

  it('but not under a name that no certificate can hold, or an id that is none', async () => {
    for (const wrong of [{ name: 'x'.repeat(65) }, { name: '' }, { name: 'Acme', authorityId: 'acme' }]) {
      const { errors } = await issue({ ...wrong, publicKey: pem(rsa.publicKey) })
      expect(errors[0].extensions.code).toBe('FORMAT_ERROR')
    }
    expect(bank.faults).toEqual([])
  })
})
