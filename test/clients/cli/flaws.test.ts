import { createPublicKey, generateKeyPairSync, randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { composeRequest } from '../../../src/clients/cli/request.ts'
import { runTppList, runTppNew } from '../../../src/clients/cli/tpp.ts'
import { chooseTpp } from '../../../src/clients/cli/tpps.ts'
import { openCertificateAuthority } from '../../../src/platform/security/authority/certificate-authority.ts'
import { FLAW_NAMES, FLAWS } from '../../../src/platform/security/authority/flawed-certificates.ts'
import { expectRefusal, PATHS } from '../../support/builders/builders.ts'
import { fillAuthority, keptKey } from '../../support/builders/kept-keys.ts'
import { send, startBank } from '../../support/clients/bank.ts'
import { serve } from '../../support/clients/serve-store.ts'

const bank = await startBank()
const home = mkdtempSync(join(tmpdir(), 'sandbank-flaws-'))
const key = keptKey('tpp')
fillAuthority(home, 'another')
const server = await serve(bank.store, [openCertificateAuthority(home, new Date()).certificate])
afterAll(async () => {
  await server.stop()
  rmSync(home, { recursive: true, force: true })
})

/** What `sandbank call GET /v1/sandbox/customers --tpp NAME` sends. */
const call = (name: string) => {
  const url = new URL(`${server.url}${PATHS.customers}`)
  const tpp = chooseTpp(home, name)
  const request = composeRequest({
    method: 'GET',
    url,
    tpp,
    headerSet: 'sandboxRead',
    body: undefined,
    changes: [],
    now: new Date(),
    newId: randomUUID,
  })
  return send(server.url, { ...request, target: url.pathname })
}

describe('sandbank tpp new --flaw', () => {
  it('knows at least fifteen flaws', () => {
    expect(FLAW_NAMES.length).toBeGreaterThanOrEqual(15)
  })

  it.each(FLAW_NAMES)('%s: the bank refuses the certificate for it', async flaw => {
    const { code, words, what } = FLAWS[flaw]
    const said = runTppNew(home, `tpp-${flaw}`, { roles: 'PI,AI', flaw, key }, new Date())
    expect(said).toContain(what)
    expect(said).toContain(code)
    const texts = expectRefusal(await call(`tpp-${flaw}`), code === 'FORBIDDEN' ? 403 : 401, code)
    expect(texts.join(' ')).toContain(words)
  })

  it('same-name-ca: the key of that other CA is never the one of the bank, however many keys were made before', () => {
    const bits = (pem: string) => createPublicKey(pem).export({ type: 'spki', format: 'pem' })
    const own = bits(readFileSync(join(home, 'ca/cert.pem'), 'utf8'))
    const made = Array.from({ length: 50 }, () => generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey)
    expect(made.map(one => one.export({ type: 'spki', format: 'pem' }))).not.toContain(own)
  })

  it('leaves a TPP without a flaw as it was, and lists both', async () => {
    runTppNew(home, 'good', { roles: 'PI,AI', key }, new Date())
    expect((await call('good')).status).toBe(200)
    const list = runTppList(home, {}, new Date())
    expect(list).toMatch(/^good /m)
    for (const flaw of FLAW_NAMES) expect(list).toMatch(new RegExp(`^tpp-${flaw} .*flaw: ${flaw}$`, 'm'))
    expect(readFileSync(join(home, 'tpps', 'tpp-expired', 'flaw.txt'), 'utf8')).toBe('expired\n')
  })
})
