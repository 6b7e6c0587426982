import { createPrivateKey, randomUUID, X509Certificate } from 'node:crypto'
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openCertificateAuthority } from '../../src/platform/security/authority/certificate-authority.ts'
import { keptKey } from '../support/builders/kept-keys.ts'
import { openClient } from '../support/clients/keep-alive-client.ts'
import { signRequest } from '../support/clients/sign-request.ts'
import { startServerProcess } from '../support/harness/server-process.ts'
import { fillHome } from '../support/harness/template.ts'

it('a further anchor counts from when it is in trust/ until it is taken out, while the bank runs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbank-trust-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [home, elsewhere] = [join(folder, 'home'), join(folder, 'elsewhere')]
  for (const one of [home, elsewhere]) mkdirSync(one)
  await fillHome(home)
  const other = openCertificateAuthority(elsewhere, new Date())
  const server = await startServerProcess({ SANDBANK_HOME: home })
  const client = openClient(server.url)
  const newTpp = (authority: typeof other) => {
    const issued = authority.issue({ name: 'acme', roles: ['PSP_AI'], now: new Date(), key: keptKey('tpp') })
    return { key: createPrivateKey(issued.keyPem), certificate: new X509Certificate(issued.certificatePem) }
  }
  const [own, foreign] = [newTpp(openCertificateAuthority(home, new Date())), newTpp(other)]
  const call = async (tpp = foreign) => {
    const requestId = randomUUID()
    const { status, text } = await client.send(
      signRequest({ ...tpp, method: 'GET', url: '/v1/sandbox/customers', requestId }),
    )
    const { tppMessages = [] }: { tppMessages?: { code: string; text: string }[] } = JSON.parse(text)
    return [status, tppMessages[0]?.code, tppMessages.map(one => one.text).join(' ')] as const
  }

  expect(await call()).toEqual([401, 'CERTIFICATE_INVALID', expect.stringContaining('another CA with the same name')])
  expect((await call(own))[0]).toBe(200)
  const anchor = join(home, 'trust', 'other.pem')
  mkdirSync(join(home, 'trust'))
  writeFileSync(anchor, '-----BEGIN CERTIFICATE-----\nMIIB')
  const [status, code, text] = await call()
  expect([status, code]).toEqual([401, 'CERTIFICATE_INVALID'])
  expect(text).toContain('A file in the folder trust cannot be read')
  expect(text).not.toContain(home)
  expect((await call(own))[0]).toBe(200)
  writeFileSync(anchor, other.certificate.toString())
  expect((await call())[0]).toBe(200)
  renameSync(anchor, join(home, 'other.pem'))
  // A certificate that was admitted before is refused too, within a second.
  const refused = [401, 'CERTIFICATE_INVALID', expect.any(String)]
  await expect.poll(() => call(), { timeout: 10_000, interval: 300 }).toEqual(refused)
  expect(await call(newTpp(other))).toEqual(refused)
  expect((await call(own))[0]).toBe(200)
  server.kill('SIGTERM')
  expect(await server.exited).toBe(0)
})
