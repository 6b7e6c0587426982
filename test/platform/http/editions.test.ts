import { describe, expect, it } from 'vitest'
import { documentedOperations } from '../../../src/api/openapi/api-reference.ts'
import { createFile, keepLatest } from '../../../src/platform/http/files.ts'
import { SAMPLE_COMMANDS } from '../../../src/workbench/explain/samples/operation-samples.ts'

describe('What takes long to make', () => {
  it('is made once for all who ask while it is made, and for who asks later', async () => {
    const [keep, makes] = [keepLatest<number>(), { count: 0 }]
    const make = async () => {
      makes.count += 1
      await new Promise(resolve => setImmediate(resolve))
      return makes.count
    }
    const asked = await Promise.all([keep('Monday', make), keep('Monday', make), keep('Monday', make)])
    expect([...asked, await keep('Monday', make)]).toEqual([1, 1, 1, 1])
    expect(await Promise.all([keep('Tuesday', make), keep('Tuesday', make)])).toEqual([2, 2])
  })

  it('is made again for the next who asks when it failed, and only the one that failed is forgotten', async () => {
    const keep = keepLatest<string>()
    const fail = () => Promise.reject(new Error('no memory'))
    const [first, second] = [keep('Monday', fail), keep('Monday', async () => 'made')]
    const later = keep('Tuesday', async () => 'of Tuesday')
    await expect(first).rejects.toThrow('no memory')
    await expect(second).rejects.toThrow('no memory')
    expect(await later).toBe('of Tuesday')
    expect(await keep('Tuesday', async () => 'again')).toBe('of Tuesday')
    await expect(keep('Wednesday', fail)).rejects.toThrow('no memory')
    expect(await keep('Wednesday', async () => 'made')).toBe('made')
  })

  it('is read once by all who ask a file first', async () => {
    const reads: number[] = []
    const file = createFile('text/plain', () => {
      reads.push(reads.length)
      return 'x'.repeat(100_000)
    })
    const answers = await Promise.all(Array.from({ length: 20 }, () => file.answer(() => undefined, 'no-cache')))
    expect(reads).toEqual([0])
    // The same bytes, not as many copies of them.
    expect(new Set(answers.map(answer => answer.body)).size).toBe(1)
  })

  it('is the same for all who read the documentation first', async () => {
    const [one, other] = await Promise.all([
      documentedOperations('lenient', '2031-04-02', SAMPLE_COMMANDS),
      documentedOperations('lenient', '2031-04-02', SAMPLE_COMMANDS),
    ])
    expect(other).toBe(one)
    expect(await documentedOperations('lenient', '2031-04-03', SAMPLE_COMMANDS)).not.toBe(one)
  })
})
