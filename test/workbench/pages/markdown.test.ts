import { describe, expect, it } from 'vitest'
import { OPERATIONS } from '../../../src/bank/operations/list.ts'
import { ERROR_CODES } from '../../../src/domain/errors.ts'
import { CONTENTS } from '../../../src/workbench/pages/docs/contents.ts'
import { toMarkdown } from '../../../src/workbench/pages/docs/markdown.ts'
import { startBank } from '../../support/clients/bank.ts'

const bank = await startBank()

const get = (path: string) => fetch(`${bank.url}${path}`)

describe('D135: pages for programs', () => {
  it('/llms.txt lists all pages, and each of them is Markdown', async () => {
    const answer = await get('/llms.txt')
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'text/plain;charset=UTF-8'])
    const text = await answer.text()
    expect(text).toMatch(/^# Sandbank\n\n> A whole PSD2 bank/)
    const listed = [...text.matchAll(/\]\((\/docs[^)]*\.md)\)/g)].map(([, path = '']) => path)
    const all = [
      ...Object.values(CONTENTS).flat(),
      ...OPERATIONS.map(({ name }) => ({ address: `/operations/${name}` })),
    ]
    expect(new Set(listed)).toEqual(new Set(['/docs.md', ...all.map(({ address }) => `/docs${address}.md`)]))
    for (const path of [...listed, ...ERROR_CODES.map(code => `/docs/errors/${code}.md`)]) {
      const page = await get(path)
      expect([page.status, page.headers.get('Content-Type')], path).toEqual([200, 'text/markdown; charset=utf-8'])
      const markdown = await page.text()
      expect(markdown, path).toMatch(/^# \S/m)
      expect(markdown.replaceAll(/```[\s\S]*?```|`[^`]*`/g, ''), path).not.toMatch(
        /<\/?(?:div|span|p|code|a|li|td)\b|&(?:amp|lt|gt|quot|#\d+);/,
      )
    }
  })

  it('lead from Markdown to Markdown, in the world of the address too', async () => {
    expect(await (await get('/docs/operations/createPayment.md')).text()).toContain('](/docs/errors.md)')
    expect((await get('/docs/operations/nothing.md')).status).toBe(404)
    expect((await get('/docs/nothing.md')).status).toBe(404)
  })

  it('have what the page has: fields, examples, tables; and nothing to press', async () => {
    const markdown = await (await get('/docs/operations/createPayment.md')).text()
    expect(markdown).toContain('`instructedAmount.amount`')
    expect(markdown).toContain('| Status | Code | Meaning |\n| --- | --- | --- |')
    expect(markdown).toMatch(/```\n\{\n {2}"/)
    expect(markdown).not.toContain('as a new TPP')
    expect(await (await get('/docs.md?q=consent')).text()).toContain('](/docs/')
  })
})

it.each([
  [
    '<h2>A &amp; B</h2><p>x <code>a&lt;b</code> <a href="/docs/errors#X">y</a> <strong>z</strong></p>',
    '## A & B\n\nx `a<b` [y](/docs/errors.md#X) **z**\n',
  ],
  ['<ul><li>one</li><li>two <em>three</em><ul><li>four</li></ul></li></ul>', '- one\n- two three\n  - four\n'],
  ['<pre><code><span>a\n  b</span></code></pre>', '```\na\n  b\n```\n'],
  [
    '<table><thead><tr><th>A</th></tr></thead><tbody><tr><td>b | c</td></tr></tbody></table>',
    '| A |\n| --- |\n| b \\| c |\n',
  ],
  ['<details><summary>More</summary><p>text</p></details>', '**More**\n\ntext\n'],
  [
    '<form><select><option>no</option></select><label>Body</label><textarea>{"a":1}</textarea><button>Send</button></form>',
    'Body\n\n```\n{"a":1}\n```\n',
  ],
  ['<dl><dt>a</dt><dd>b</dd></dl><br/>c</p></div>', '- a\n   b\n\nc\n'],
])('D135: %s as Markdown', (html, markdown) => expect(toMarkdown(html)).toBe(markdown))
