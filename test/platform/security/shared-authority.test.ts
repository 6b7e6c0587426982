import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  listStoredTpps,
  openSharedAuthority,
  sharedAuthority,
  storedTpps,
  storeTpp,
} from '../../../src/platform/security/authority/shared-authority.ts'
import { markOf, openVault, type Shelf, type Vault } from '../../../src/platform/security/authority/vault.ts'
import { headerForm, issueTo, makeAuthority, NOW } from '../../support/builders/certificates.ts'
import { keptKey } from '../../support/builders/kept-keys.ts'

const SECRET = 'a secret of thirty-two bytes, no less'

/** What is sealed, as the database keeps it. */
function newShelf() {
  const texts = new Map<string, string>()
  const shelf: Shelf = {
    list: async () => [...texts].map(([name, sealed]) => ({ name, sealed })),
    store: async ({ name, sealed }, replace) => {
      if (texts.has(name) && !replace) return false
      texts.set(name, sealed)
      return true
    },
  }
  return { texts, shelf, vault: openVault(SECRET, shelf) }
}

const refusalOf = (name: string) =>
  `SANDBANK_SECRET does not open what the database keeps as "${name}": set the one that it was sealed with.`

describe('what a database keeps sealed (D122)', () => {
  it('is read again by its name, under the kind that it begins with', async () => {
    const { vault } = newShelf()
    expect(await vault.store('tpp/alfa', 'Åse')).toBe(true)
    expect(await vault.store('tpp/beta', '')).toBe(true)
    expect(await vault.store('authority', 'x')).toBe(true)
    expect([...(await vault.list('tpp/'))]).toEqual([
      ['alfa', 'Åse'],
      ['beta', ''],
    ])
    expect([...(await vault.list('authority'))]).toEqual([['', 'x']])
  })

  it('stays unless it is replaced', async () => {
    const { vault } = newShelf()
    await vault.store('a', '1')
    expect([await vault.store('a', '2'), [...(await vault.list('a')).values()]]).toEqual([false, ['1']])
    expect([await vault.store('a', '3', true), [...(await vault.list('a')).values()]]).toEqual([true, ['3']])
  })

  it('is other bytes each time, which no one reads without the secret', async () => {
    const { vault, texts, shelf } = newShelf()
    const seal = async () => {
      await vault.store('a', 'the text', true)
      return Buffer.from(texts.get('a') ?? '', 'base64')
    }
    const [one, other] = [await seal(), await seal()]
    expect([one.length, other.length]).toEqual([36, 36])
    expect(one.equals(other)).toBe(false)
    expect(one.includes('the text')).toBe(false)
    const refused = expect(openVault(`${SECRET}!`, shelf).list('a')).rejects
    await refused.toMatchObject({ message: refusalOf('a'), cause: expect.any(Error) })
    expect([...(await openVault(SECRET, shelf).list('a'))]).toEqual([['', 'the text']])
  })

  it('is opened by servers of every version', async () => {
    const { texts, vault } = newShelf()
    texts.set('a', 'jV/oIJQc8aQv3mt+kXn8CrRSAXZKxm94AbfIcL81H7I6+BhZ')
    expect([...(await vault.list('a'))]).toEqual([['', 'the text']])
  })

  it('is not opened once a byte of it is another, or its name is', async () => {
    const { vault, texts } = newShelf()
    await vault.store('a', 'the text')
    const bytes = Buffer.from(texts.get('a') ?? '', 'base64')
    for (const place of bytes.keys()) {
      const changed = Buffer.from(bytes)
      changed[place] = (bytes[place] ?? 0) ^ 1
      texts.set('a', changed.toString('base64'))
      await expect(vault.list('a')).rejects.toThrow(refusalOf('a'))
    }
    // Of an empty text too, whose shorter seal is found sooner.
    await vault.store('a', '', true)
    const empty = Buffer.from(texts.get('a') ?? '', 'base64')
    for (let length = 0; length < empty.length; length += 1) {
      texts.set('a', empty.subarray(0, length).toString('base64'))
      await expect(vault.list('a')).rejects.toThrow(refusalOf('a'))
    }
    texts.clear()
    texts.set('b', bytes.toString('base64'))
    await expect(vault.list('')).rejects.toThrow(refusalOf('b'))
  })
})

it('servers with the same secret compare their tokens by a mark that reveals neither (D122)', () => {
  const mark = markOf(SECRET, 'token')
  expect(mark).toMatch(/^[0-9a-f]{16}$/)
  expect(markOf(SECRET, 'token')).toBe(mark)
  expect(markOf(SECRET)).toBe(markOf(SECRET, ''))
  const others = [markOf(SECRET), markOf(SECRET, 'tokens'), markOf(`${SECRET}!`, 'token')]
  expect(new Set([mark, ...others]).size).toBe(4)
  expect(markOf(undefined, 'token')).toBeUndefined()
})

describe('the CA of all servers on a database (D122)', () => {
  it('is made once, and of two that are made at once the first is that of both', async () => {
    const { vault, texts } = newShelf()
    const [one, other] = await Promise.all([openSharedAuthority(vault, NOW), openSharedAuthority(vault, NOW)])
    expect(other.certificate.raw).toEqual(one.certificate.raw)
    expect((await openSharedAuthority(vault, NOW)).certificate.raw).toEqual(one.certificate.raw)
    expect([...texts.keys()]).toEqual(['authority'])

    const later = new Date(new Date(one.certificate.validTo).getTime() + 1)
    await expect(openSharedAuthority(vault, later)).rejects.toThrow(
      `The sandbox's CA in the database expired at ${one.certificate.validTo}: DELETE FROM "Secret" to get a new one`,
    )
    await expect(openSharedAuthority(vault, new Date(later.getTime() - 1))).resolves.toBeDefined()
  })

  it('is not made again by a server that finds it', async () => {
    const { vault } = newShelf()
    const made: string[] = []
    const counting: Vault = {
      ...vault,
      store: (name, text, replace) => {
        made.push(name)
        return vault.store(name, text, replace)
      },
    }
    for (let server = 0; server < 3; server += 1) await openSharedAuthority(counting, NOW)
    expect(made).toEqual(['authority'])
  })

  it('is trusted by a server, with those of its home', async () => {
    const { vault } = newShelf()
    const home = mkdtempSync(join(tmpdir(), 'sandbank-'))
    onTestFinished(() => rmSync(home, { recursive: true }))
    mkdirSync(join(home, 'trust'))
    const trusted = makeAuthority()
    writeFileSync(join(home, 'trust', 'other.pem'), trusted.certificate.toString())
    const { open, make, certificates, close } = await sharedAuthority(vault, home, NOW)
    expect([await make(), close()]).toEqual([undefined, undefined])
    for (const issuer of [await open(), trusted])
      expect(certificates.read(headerForm(issueTo(issuer).certificate), NOW).tppName).toBe('Fjord Pay AS')
  })

  it('has the TPPs that were kept, flawed ones among them, and one of a name until it is replaced', async () => {
    const { vault } = newShelf()
    const authority = await openSharedAuthority(vault, NOW)
    const issue = (name: string) =>
      authority.issue({ name, roles: ['PSP_AI'], authorityId: 'NO-FSA-123456789', key: keptKey('tpp'), now: NOW })
    const [acme, other] = [issue('Acme AS'), issue('Other AS')]
    expect(await storeTpp(vault, 'acme', acme, false)).toBe(true)
    expect(await storeTpp(vault, 'acme', other, false)).toBe(false)
    expect(await storeTpp(vault, 'odd', { ...other, flaw: 'expired' }, false)).toBe(true)
    expect([...(await storedTpps(vault))]).toEqual([
      ['acme', acme],
      ['odd', { ...other, flaw: 'expired' }],
    ])
    const certificate = { roles: ['PSP_AI'], notAfter: new Date('2027-03-02T09:30:00.000Z') }
    const common = { id: 'NO-FSA-123456789', certificate }
    expect(await listStoredTpps(vault)).toEqual([
      { ...common, name: 'Acme AS', localName: 'acme', flawed: false },
      { ...common, name: 'Other AS', localName: 'odd', flawed: true },
    ])
    expect(await storeTpp(vault, 'acme', other, true)).toBe(true)
    expect((await listStoredTpps(vault)).map(({ name }) => name)).toEqual(['Other AS', 'Other AS'])
  })
})
