import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { MOST_WRONG_NUMBERS } from '../../../src/domain/authorisations.ts'
import { ConfigError, readConfig } from '../../../src/platform/config.ts'
import { readCallers } from '../../../src/platform/http/addresses.ts'
import { startBank } from '../../support/clients/bank.ts'
import { visitor } from '../../workbench/pages/visits.ts'

const direct = await startBank()
const behind = await startBank({ proxies: ['127.0.0.1', '10.0.0.0/8'] })

describe('Behind a proxy that SANDBANK_PROXY names, each caller has its own address (D75)', () => {
  /** Whether the eleventh wrong number of these callers is answered late, each with what it and the proxies have said. */
  async function eleventh(bank: typeof behind, of: (turn: number) => string): Promise<'LATE' | 'AT_ONCE'> {
    const world = await bank.world('STANDARD')
    let tookMs = 0
    for (let turn = 0; turn <= MOST_WRONG_NUMBERS; turn += 1) {
      const browser = visitor(bank, `${world.base}/my/consents`, { 'X-Forwarded-For': of(turn) })
      await browser.open()
      const start = performance.now()
      expect((await browser.submit({ customerNumber: '1' })).status).toBe(401)
      tookMs = performance.now() - start
    }
    return tookMs >= 1_990 ? 'LATE' : 'AT_ONCE'
  }

  it('so that the wrong numbers of one are not those of another', async () => {
    expect(await eleventh(behind, () => '192.0.2.1')).toBe('LATE')
    expect(await eleventh(behind, turn => `192.0.2.${turn + 1}`)).toBe('AT_ONCE')
  })

  it('by the last entry, which the proxy has added: invented entries before it change nothing', async () => {
    expect(await eleventh(behind, turn => `192.0.2.${turn + 1}, 192.0.2.200`)).toBe('LATE')
    expect(await eleventh(behind, turn => `198.51.100.7, 192.0.2.${turn + 1}`)).toBe('AT_ONCE')
  })

  it('and without the setting what a caller says of its address counts for nothing', async () => {
    expect(await eleventh(direct, turn => `192.0.2.${turn + 1}`)).toBe('LATE')
  })
})

/** A call from an address, with this X-Forwarded-For. */
function messageFrom(address: string, forwarded: string | undefined): IncomingMessage {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: address })
  const message = new IncomingMessage(socket)
  if (forwarded !== undefined) message.headers['x-forwarded-for'] = forwarded
  return message
}

it.each([
  ['10.1.2.3', '192.0.2.1', '192.0.2.1'],
  ['10.1.2.3', ' 203.0.113.9 ,192.0.2.1 ', '192.0.2.1'],
  ['::ffff:10.1.2.3', '192.0.2.1', '192.0.2.1'],
  ['2001:db8::7', '2001:DB8:1::1', '2001:db8:1::1'],
  ['10.1.2.3', '192.0.2.1:4711', '192.0.2.1'],
  ['10.1.2.3', '[2001:db8:1::1]:4711', '2001:db8:1::1'],
  ['10.1.2.3', undefined, '10.1.2.3'],
  ['10.1.2.3', 'unknown', '10.1.2.3'],
  ['10.1.2.3', '192.0.2.1,', '10.1.2.3'],
  ['192.0.2.9', '192.0.2.1', '192.0.2.9'],
  ['2001:db9::7', '192.0.2.1', '2001:db9::7'],
])('a call from %s with X-Forwarded-For %s is one of %s (D75)', (address, forwarded, caller) => {
  expect(readCallers(['10.0.0.0/8', '2001:db8::/64']).addressOf(messageFrom(address, forwarded))).toBe(caller)
})

it('takes addresses and networks, and stops the start at anything else', () => {
  expect(readConfig({ SANDBANK_PROXY: '10.0.0.7, 10.0.0.0/8,::1 2001:db8::/32' }).proxies).toEqual([
    '10.0.0.7',
    '10.0.0.0/8',
    '::1',
    '2001:db8::/32',
  ])
  expect(readConfig({}).proxies).toEqual([])
  for (const wrong of ['proxy.example', '10.0.0.0/33', '10.0.0', '::1/129', '10.0.0.1/8/8', '10.0.0.1/-1'])
    expect(() => readConfig({ SANDBANK_PROXY: wrong }), wrong).toThrow(ConfigError)
})
