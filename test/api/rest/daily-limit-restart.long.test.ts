import { createPrivateKey, X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createContext } from '../../../src/bank/context.ts'
import { completeAuthorisation } from '../../../src/bank/resolvers/authorisations/complete.ts'
import { openCertificateAuthority } from '../../../src/platform/security/authority/certificate-authority.ts'
import { openStore } from '../../../src/platform/store/db.ts'
import { systemDeps } from '../../../src/sandbox/hooks.ts'
import { freezeClock } from '../../../src/sandbox/worlds/clock.ts'
import { getWorld } from '../../../src/sandbox/worlds/doors.ts'
import { keptKey } from '../../support/builders/kept-keys.ts'
import { send } from '../../support/clients/bank.ts'
import { PSU_PRESENT, UNATTENDED } from '../../support/clients/psu.ts'
import { signedRequest } from '../../support/clients/signing-client.ts'
import { startServerProcess } from '../../support/harness/server-process.ts'
import { urlOf } from '../../support/harness/stores.ts'
import { fillHome } from '../../support/harness/template.ts'

const home = mkdtempSync(join(tmpdir(), 'sandbank-restart-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

it('The 4 calls of a day are counted across a server that is killed and started again (D41)', async () => {
  await fillHome(home)
  let server = await startServerProcess({ SANDBANK_HOME: home })
  const { keyPem, certificatePem } = openCertificateAuthority(home, new Date()).issue({
    name: 'acme',
    roles: ['PSP_AI'],
    now: new Date(),
    key: keptKey('tpp'),
  })
  const tpp = { key: createPrivateKey(keyPem), certificate: new X509Certificate(certificatePem) }
  const call = (method: string, url: string, headers: Readonly<Record<string, string>>) =>
    send(server.url, signedRequest({ ...tpp, method, url, headers: Object.entries(headers), body: '' }))

  const { body: offer } = await call('POST', '/v1/bank-offered-consents', PSU_PRESENT)
  const psu = { 'PSU-ID': await approve(offer.authorisationId) }
  const { body: list } = await call('GET', '/v1/accounts', { ...PSU_PRESENT, ...psu })
  const balances = () => call('GET', `/v1/accounts/${list.accounts[0].resourceId}/balances`, { ...UNATTENDED, ...psu })

  for (let made = 1; made <= 3; made += 1) expect((await balances()).status).toBe(200)
  server.kill('SIGKILL')
  await server.exited
  server = await startServerProcess({ SANDBANK_HOME: home })
  expect((await balances()).status).toBe(200)
  expect((await balances()).body.tppMessages[0].code).toBe('ACCESS_EXCEEDED')
  server.kill('SIGTERM')
  await server.exited
})

/** The PSU decides through another process of the same bank. */
async function approve(authorisationId: string): Promise<string> {
  const store = await openStore(urlOf(join(home, 'sandbank.db')))
  const deps = { store, running: new Set<string>(), ...systemDeps }
  const operator = createContext(deps, await getWorld(deps, 'default'), { kind: 'operator' })
  // A frozen clock, so that no midnight of Oslo comes in between.
  await freezeClock(operator)
  const decision = { customerNumber: '13039319955', context: 'PRIVATE', outcome: 'APPROVED' } as const
  const { redirectTo } = await completeAuthorisation(operator, authorisationId, decision)
  await store.close()
  return new URL(redirectTo).searchParams.get('psu-id') ?? ''
}
