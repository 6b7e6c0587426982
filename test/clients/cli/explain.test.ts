import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { runExplain } from '../../../src/clients/cli/explain.ts'
import { readConfig } from '../../../src/platform/config.ts'
import { startBank } from '../../support/clients/bank.ts'
import { type SigningInput, signedRequest, withHeaders } from '../../support/clients/signing-client.ts'

const bank = await startBank()
const folder = mkdtempSync(join(tmpdir(), 'sandbank-explain-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const sign = (changes: Partial<SigningInput> = {}) =>
  signedRequest({
    ...bank.tpp,
    method: 'GET',
    url: '/v1/accounts?withBalance=true',
    date: new Date(),
    requestId: 'R-1',
    ...changes,
  })
const explain = (text: string | Buffer) => {
  const file = join(folder, 'request.txt')
  writeFileSync(file, text)
  return runExplain(file, { base: bank.url }, readConfig({}))
}
const write = ({ method, target, headers }: ReturnType<typeof sign>) =>
  [`${method} ${target} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`), '', ''].join('\n')

describe('sandbank explain', () => {
  it('shows each step, and the string that is signed', async () => {
    const { text, exitCode } = await explain(write(sign()))
    expect(exitCode).toBe(0)
    expect(text).toMatch(
      /^certificate {2}passed {2}The certificate is trusted here\.\nsignature {4}passed .*\ndate {9}passed .*\ndigest {7}passed .*\n\nSigning string:\n {2}\(request-target\): get \/v1\/accounts\?withBalance=true\n/,
    )
  })

  it('names the mistake, and ends with 1', async () => {
    const { text, exitCode } = await explain(write(withHeaders(sign(), { 'X-Request-ID': 'r-1' })))
    expect(exitCode).toBe(1)
    expect(text).toMatch(
      /^signature {4}FAILED {2}The signature fits the signing string with an X-Request-ID in capitals/m,
    )
  })

  it('says what is tolerated', async () => {
    const { text, exitCode } = await explain(write(sign({ signedHeaders: ['date', 'digest', 'x-request-id'] })))
    expect(exitCode).toBe(0)
    expect(text).toMatch(/^warning {14}REQUEST_TARGET_UNSIGNED; /m)
  })

  it('refuses what is no request, and a file that there is not, with a sentence', async () => {
    await expect(explain('hello')).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(/The first line is "hello", which is no method and path\. Paste it as it is sent/),
    })
    await expect(runExplain(join(folder, 'none'), { base: bank.url }, readConfig({}))).rejects.toThrow(/none/)
  })

  it('reads what PowerShell saved, which is UTF-16', async () => {
    const { exitCode } = await explain(Buffer.from(`\ufeff${write(sign())}`, 'utf16le'))
    expect(exitCode).toBe(0)
  })

  it.each([
    [
      'binary',
      Buffer.from('GET / HTTP/1.1\n\n\xff', 'latin1'),
      /byte 17, in line 3, is none of it\. If the client sends this byte/,
    ],
    ['larger than any request', Buffer.alloc(5_000_000, 'x'), /has 5000000 bytes: give one request/],
  ])('says of a file that is %s that it must be another', async (_, content, reason) => {
    await expect(explain(content)).rejects.toMatchObject({ exitCode: 2, message: expect.stringMatching(reason) })
  })
})
