import { describe, expect, it } from 'vitest'
import { CONSOLE_STYLE } from '../../src/workbench/pages/console/style.ts'
import { DOCS_STYLE } from '../../src/workbench/pages/docs/style.ts'
import { aroundGraphiql } from '../../src/workbench/pages/graphiql/style.ts'
import { STYLE } from '../../src/workbench/pages/style.ts'
import { DESK, PHONE, TABLET, TOKENS } from '../../src/workbench/pages/tokens.ts'
import { sourceFiles } from '../support/harness/source-files.ts'

const OWN = aroundGraphiql('').replace(TOKENS, '')
const ALL = [STYLE, CONSOLE_STYLE, DOCS_STYLE, OWN].join('\n').replace(/\/\*.*?\*\//gs, '')

/** Each declaration of the styles: its property and its value. */
const DECLARATIONS = [...ALL.matchAll(/(?<=[{;]\s*)([\w-]+): ([^;{}]+)(?=[;}])/g)].map(
  ([, property = '', value = '']) => [property, value] as const,
)
const tokens = [...new Set([...TOKENS.matchAll(/(--[\w-]+):/g)].map(([, name = '']) => name))]

describe('The styles of the pages', () => {
  it('take every length from the scale, except lines of 1 to 3 pixels, and change at three widths', () => {
    const lengths = DECLARATIONS.flatMap(([property, value]) =>
      [...value.matchAll(/(?<![\w.-])-?\d*\.?\d+(?:px|r?em|ch|pt)\b/g)].map(([length]) => `${property}: ${length}`),
    )
    expect(lengths.filter(one => !/: -?[1-3]px$/.test(one))).toEqual([])
    expect(DECLARATIONS.length).toBeGreaterThan(400)
    const widths = [...ALL.matchAll(/@media[^{]*?(\d[\w.]+)\)/g)].map(([, width]) => width)
    expect([...new Set(widths)].sort()).toEqual([PHONE, TABLET, DESK].sort())
  })

  it('have the types, weights, radii, line heights and colours of the scale, and no others', () => {
    const allowed: Readonly<Record<string, RegExp>> = {
      'font-size': /^(?:var\(--type-\d+\)|inherit)$/,
      'font-weight': /^(?:var\(--(?:normal|strong)\)|inherit)$/,
      'border-radius': /^(?:var\(--(?:corner|round)\)|0|50%)$/,
      'line-height': /^(?:var\(--(?:dense|open)\)|var\(--space-\d+\)|calc\(var\(--button\) - \dpx\)|normal)$/,
    }
    const strange = DECLARATIONS.filter(([property, value]) => allowed[property]?.test(value) === false)
    expect(strange).toEqual([])
    const own = DECLARATIONS.filter(([property]) => !property.startsWith('--'))
    expect(own.filter(([, value]) => /#[\da-f]{3,8}\b|\brgba?\(|\bhsla?\(/i.test(value))).toEqual([])
  })

  it('use each token, and name none that is not there', () => {
    const used = new Set([...ALL.matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => name))
    expect(tokens.filter(name => !used.has(name))).toEqual([])
    expect([...used].filter(name => !tokens.includes(name))).toEqual([])
    expect(tokens.filter(name => name.startsWith('--space-')).length).toBe(7)
    expect(tokens.filter(name => name.startsWith('--type-')).length).toBe(5)
  })

  it('style no class that no page has', () => {
    const pages = sourceFiles('src/workbench')
      .filter(({ path }) => !/\/style\.ts$/.test(path))
      .map(({ text }) => text)
      .join('\n')
    const classes = new Set(
      [...[STYLE, CONSOLE_STYLE, DOCS_STYLE].join('').matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name),
    )
    // Those of coloured code are put together from its letters.
    expect([...classes].filter(name => !name.startsWith('code-') && !new RegExp(`\\b${name}\\b`).test(pages))).toEqual(
      [],
    )
  })

  it('have each count of things written by one function, in groups of digits', () => {
    const others = sourceFiles('src/workbench/pages')
      .filter(({ path }) => !path.endsWith('/language.ts'))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/=== 1 \? ['"`](?:1|one) .*/g)].map(([line]) => `${path}: ${line}`),
      )
    expect(others).toEqual([])
  })
})
