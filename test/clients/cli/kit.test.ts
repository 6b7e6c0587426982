import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { KIT_FILES } from '../../../src/clients/cli/kit.ts'
import { createCli } from '../../support/clients/cli.ts'

const cli = createCli()
afterAll(() => cli.remove())

describe('sandbank kit', () => {
  it.each(Object.entries(KIT_FILES))(
    'prints the file for %s as the package has it, and nothing else (D110)',
    async (language, file) => {
      const text = readFileSync(new URL(`../../../src/clients/testing/languages/${file}`, import.meta.url), 'utf8')
      expect(await cli.run(['kit', language])).toEqual({ exitCode: 0, stdout: text, stderr: '' })
    },
  )

  it('names the languages that it has where another one is meant', async () => {
    const { exitCode, stdout, stderr } = await cli.run(['kit', 'ruby'])
    expect([exitCode, stdout]).toEqual([2, ''])
    expect(stderr).toContain("'ruby' is invalid for argument 'language'. Allowed choices are python, java, go.")
  })
})
