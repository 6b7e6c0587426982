import { describe, expect, it } from 'vitest'
import type { LocalTpp } from '../../../src/domain/tpps.ts'
import type { Signer } from '../../../src/workbench/explain/commands.ts'
import { chosenSigner } from '../../../src/workbench/explain/signers.ts'

describe('Who signs a call once more', () => {
  it.each([
    [[], undefined, 'acme', 'npx sandbank tpp new acme --roles PI,AI'],
    [['acme'], 'NO-FSA-1', 'acme-2', "npx sandbank tpp new acme-2 --roles PI,AI --id 'NO-FSA-1'"],
    [['acme', 'acme-2'], 'nobody', 'acme-3', 'npx sandbank tpp new acme-3 --roles PI,AI'],
    [['other'], 'xNO-FSA-1', 'acme', 'npx sandbank tpp new acme --roles PI,AI'],
    [['other'], "NO-FSA-$(it's)", 'acme', "npx sandbank tpp new acme --roles PI,AI --id 'NO-FSA-$(it'\\''s)'"],
  ])('is made beside the TPPs %j, with the id %s', (names, id, tpp, createdBy) => {
    const flawed = names.map(localName => ({ localName, id: 'NO-FSA-9', name: localName, flawed: true }))
    expect(chosenSigner(flawed, new Date(0), id)).toEqual({ tpp, createdBy })
  })

  it.each([
    ['reader', [], 'reader', "npx sandbank tpp new reader --roles PI,AI --id 'NO-FSA-1'"],
    ['reader', ['reader'], 'reader-2', "npx sandbank tpp new reader-2 --roles PI,AI --org 'reader' --id 'NO-FSA-1'"],
    ['acme AS', [], 'acme', "npx sandbank tpp new acme --roles PI,AI --org 'acme AS' --id 'NO-FSA-1'"],
    ['Øre as', [], 'acme', "npx sandbank tpp new acme --roles PI,AI --org 'Øre as' --id 'NO-FSA-1'"],
    ["Øre's AS", [], 'acme', "npx sandbank tpp new acme --roles PI,AI --org 'Øre'\\''s AS' --id 'NO-FSA-1'"],
  ])('keeps the name of its caller, since it is the same TPP: %s', (name, names, tpp, createdBy) => {
    const others = names.map(localName => ({ localName, id: 'NO-FSA-9', name: localName, flawed: true }))
    const known = [{ id: 'NO-FSA-1', name }]
    expect(chosenSigner(others, new Date(0), 'NO-FSA-1', known)).toEqual({ tpp, createdBy })
  })

  it.each([
    ['reader', 'reader', 'NO-FSA-71', 'reader-71', "--org 'reader' --id 'NO-FSA-71'"],
    ['acme AS', 'acme', 'NO-FSA-71', 'acme-71', "--org 'acme AS' --id 'NO-FSA-71'"],
    ['reader', 'reader', "NO-FSA-$(it's)", 'reader', "--id 'NO-FSA-$(it'\\''s)'"],
  ])('has a part of its id where another TPP has its name: %s, %s', (name, other, id, tpp, options) => {
    const known = [
      { id, name },
      { id: 'NO-FSA-2', name: other },
    ]
    const createdBy = `npx sandbank tpp new ${tpp} --roles PI,AI ${options}`
    expect(chosenSigner([], new Date(0), id, known)).toEqual({ tpp, createdBy })
  })

  it('is another TPP where no certificate can have the id of its caller: then without its organisation', () => {
    expect(chosenSigner([], new Date(0), 'somebody', [{ id: 'somebody', name: 'Øre AS' }]).createdBy).toBe(
      'npx sandbank tpp new acme --roles PI,AI',
    )
  })

  const now = new Date('2030-05-15T10:00:00Z')
  const local = (localName: string, id: string, more: Partial<LocalTpp> = {}): LocalTpp => ({
    localName,
    id,
    name: localName,
    ...more,
  })
  const ending = (notAfter: Date) => ({ certificate: { roles: undefined, notAfter } })
  const old = local('old', 'NO-FSA-1', ending(now))
  const flawed = local('flawed', 'NO-FSA-1', { flawed: true })
  const [fit, other] = [local('fit', 'NO-FSA-1', ending(new Date('2031-01-01'))), local('other', 'NO-FSA-2')]

  it.each<[what: string, all: readonly LocalTpp[], id: string | undefined, signer: Partial<Signer>]>([
    ['the only one, which needs no name', [fit], 'NO-FSA-1', { tpp: undefined, createdBy: undefined }],
    ['the one that called', [other, fit], 'NO-FSA-1', { tpp: 'fit', createdBy: undefined }],
    ['the first one where the caller is unknown', [other, fit], undefined, { tpp: 'other', createdBy: undefined }],
    ['one that is fit', [flawed, old, fit], 'NO-FSA-1', { tpp: 'fit' }],
    [
      'a new one where none is fit',
      [flawed, old],
      'NO-FSA-1',
      { tpp: 'acme', createdBy: expect.stringContaining('NO-FSA-1') },
    ],
    ['a new one beside another', [local('acme', 'NO-FSA-2')], 'NO-FSA-1', { tpp: 'acme-2' }],
  ])('is %s', (_, all, id, signer) => expect(chosenSigner(all, now, id)).toMatchObject(signer))
})
