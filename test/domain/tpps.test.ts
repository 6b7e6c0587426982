import { describe, expect, it } from 'vitest'
import { normaliseTppId, OPERATOR_TPP_ID } from '../../src/domain/tpps.ts'

describe('the id of a TPP', () => {
  it.each([
    ['PSDNO-FSA-987654321', 'NO-FSA-987654321'],
    ['NO-FSA-987654321', 'NO-FSA-987654321'],
    ['PSDPSDNO-FSA-1', 'PSDPSDNO-FSA-1'],
    ['xPSDNO-FSA-1', 'xPSDNO-FSA-1'],
    ['PSD-987', 'PSD-987'],
    ['PSDN-FSA-1', 'PSDN-FSA-1'],
    ['PSDno-FSA-1', 'PSDno-FSA-1'],
    ['PSD12-FSA-1', 'PSD12-FSA-1'],
    ['VATNO-987654321', 'VATNO-987654321'],
  ])('%s is %s, with or without its prefix (D20)', (id, normal) => expect(normaliseTppId(id)).toBe(normal))

  it('of the operator is none that a certificate can have', () => {
    expect(OPERATOR_TPP_ID).toBe('SANDBANK')
    expect(normaliseTppId(OPERATOR_TPP_ID)).toBe(OPERATOR_TPP_ID)
  })
})
