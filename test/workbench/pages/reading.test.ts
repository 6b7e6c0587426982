import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { ROUTES } from '../../../src/api/rest/routes.ts'
import { ERRORS, wireCode } from '../../../src/bank/wire/errors.ts'
import { DECISIONS } from '../../../src/workbench/pages/docs/decisions.ts'
import { GUIDES } from '../../../src/workbench/pages/docs/guides.tsx'
import { startBank } from '../../support/clients/bank.ts'
import { sourceFiles } from '../../support/harness/source-files.ts'
import { ask, textOf, visitor } from './visits.ts'

const bank = await startBank()
const document = await (await fetch(`${bank.url}/openapi.json`)).json()
const open = (path: string, language = 'en') =>
  visitor(bank, path, { Accept: 'text/html', 'Accept-Language': language }).open()

/** A rule that a refusal, an explanation or the report card states. */
const RULE = /(?:\brule: |\b(?:byRule|ruleText)\(\s*)['"`]([^'"`]+)/g
const HEADING = /^\[I\] (?:Authentication|Endpoints|Errors|Header sets|Limits|Versioning|1\.\d+\.\d+)(?: \d+)?$/

/** A page with its commands as one text each. */
const commandsIn = ({ text }: { readonly text: string }) => text.replace(/<\/?span[^>]*>/g, '')

describe('the frame', () => {
  it('has the world that one looks at in the address and in the head of every page, and leads to no other (D109)', async () => {
    const { base, name } = await bank.world('STANDARD')
    for (const path of [
      '/',
      '/requests',
      '/console/tpps',
      '/docs',
      '/docs/errors',
      '/docs/operations/createPayment',
      '/nowhere',
    ]) {
      const page = await open(base + path)
      expect([path, page.status]).toEqual([path, path === '/nowhere' ? 404 : 200])
      expect(textOf(page)).toContain(`World ${name}`)
      expect(textOf(page)).toMatch(/Next batch \w+,? \d\d:\d\d/)
      const leads = [...page.text.matchAll(/(?:href|action)="(\/[^"]*)"/g)].map(([, to = '']) => to)
      const elsewhere = leads.filter(
        to => !to.startsWith(`${base}/`) && !/^\/($|assets\/|openapi|fixture\.schema)/.test(to),
      )
      expect([path, elsewhere]).toEqual([path, []])
    }
  })

  it('of another world that was seen leads there, and one that there is not is said in English (D19)', async () => {
    const [one, other] = [await bank.world('EMPTY'), await bank.world('EMPTY')]
    const seen = visitor(bank, `${other.base}/`, { Cookie: `sandbank-worlds=${one.name}` })
    expect((await seen.open()).text).toContain(`<a href="${one.base}/">`)
    const nowhere = await open('/worlds/nowhere', 'nb')
    expect(nowhere.status).toBe(404)
    expect(textOf(nowhere)).toContain('This server has no world named nowhere.')
    expect(nowhere.text).toContain('<a href="/console/worlds">All worlds</a>')
  })

  it('is none of a PSU, whose pages speak its language (D19)', async () => {
    const text = textOf(await open('/my/consents', 'nb'))
    expect(text).toContain('Kundenummer')
    expect(text).not.toMatch(/Next batch|Overview/)
  })
})

describe('the documentation', () => {
  it('lists every code that a client can meet, with its status and meaning', async () => {
    const page = await open('/docs/errors')
    for (const [code, { status, meaning }] of Object.entries(ERRORS)) {
      if (!isCode(code)) throw new Error(code)
      expect(textOf(page)).toContain(`${status} ${wireCode(code)} ${meaning}`)
    }
  })

  it('lists every decision that code or messages cite, each with its source and an anchor', async () => {
    const page = await open('/docs/decisions')
    const ids = DECISIONS.map(one => Number(one.id.slice(1)))
    expect(ids).toEqual([...new Set(ids)].toSorted((one, other) => one - other))
    const squeezed = (text: string) => text.replaceAll(/\s/g, '')
    const shown = squeezed(textOf(page))
    for (const { id, title, sentences } of DECISIONS) {
      expect([id, title]).toEqual([id, expect.stringMatching(/^\S.{1,40}[^.]$/)])
      expect(page.text).toContain(`<section class="decision" id="${id}">`)
      // Each sentence has its mark (D52).
      expect(shown).toContain(squeezed(id + title + sentences.map(([source, text]) => text + source).join('')))
      for (const [, text] of sentences) expect(text).toMatch(/^\S.*\.$/)
    }
    expect(new Set(DECISIONS.map(one => one.text)).size).toBe(DECISIONS.length)
    // What departs from the interface is a choice of the bank, and says so.
    const departing = DECISIONS.flatMap(({ id, sentences }) =>
      sentences.map(([source, text]) => ({ id, source, text })),
    )
      .filter(({ text }) => /\bdeparts from the interface|It never becomes the default/.test(text))
      .map(({ id, source }) => [id, source])
    expect(departing).toEqual([
      ['D22', 'D'],
      ['D38', 'D'],
      ['D43', 'D'],
    ])
  })

  it('has an anchor for each number that README, schema, texts or sources cite, as rules of refusals are (D97)', async () => {
    const files = [
      ...sourceFiles('src'),
      ...['README.md', 'schema.graphql'].map(path => ({ text: readFileSync(path, 'utf8') })),
    ]
    const cited = new Set(files.flatMap(({ text: found }) => found.match(/\bD\d+\b/g) ?? []))
    expect([...cited]).toEqual(expect.arrayContaining(['D24', 'D77', 'D79', 'D102', 'D104', 'D122']))
    const { text } = await open('/docs/decisions')
    expect([...cited].filter(id => !text.includes(` id="${id}"`))).toEqual([])
  })

  it('has each rule of an explanation or a report, unless it is a heading or a version of the interface, or an RFC (D97)', () => {
    const rules = sourceFiles('src').flatMap(({ path, text }) =>
      [...text.matchAll(RULE)].map(([, rule = '']) => ({ path, rule })),
    )
    expect(rules.length).toBeGreaterThan(60)
    const ids = new Set(DECISIONS.map(({ id }) => id))
    const isKnown = (rule: string) =>
      rule.startsWith('RFC ') || rule.split(', ').every(part => ids.has(part) || HEADING.test(part))
    expect(rules.filter(({ path, rule }) => path !== 'src/bank/resolvers/audit.ts' && !isKnown(rule))).toEqual([])
  })

  it('explains signing and every header set, and leads to a page for each operation', async () => {
    const { text } = await open('/docs')
    for (const set of ['sandboxRead', 'sandboxWrite', 'consent', 'transactionDetails', 'basket', 'periodicPayment'])
      expect(text).toContain(`<code>${set}</code>`)
    const links = [...text.matchAll(/href="\/docs\/operations\/(\w+)"/g)].map(([, name]) => name)
    expect([...new Set(links)].toSorted()).toEqual(ROUTES.map(({ operation }) => operation).toSorted())
  })

  it.each(ROUTES)('shows $operation as the OpenAPI document does: each field, header and error once', async route => {
    const { text, status } = await open(`/docs/operations/${route.operation}`)
    expect(status).toBe(200)
    expect(text).toContain(`<h1>${route.summary}</h1>`)
    const described = document.paths[route.path][route.method.toLowerCase()]
    const rows = [...text.matchAll(/<a class="address" [^>]*><code>([^<]+)<\/code>/g)].map(([, name]) => name)
    for (const { $ref, name } of described.parameters)
      expect(rows).toContain(name ?? document.components.parameters[$ref.split('/').at(-1)].name)
    const body = described.requestBody?.content['application/json'].schema
    const fields = Object.keys(document.components.schemas[body?.$ref?.split('/').at(-1)]?.properties ?? {})
    expect(rows).toEqual(expect.arrayContaining(fields))
    const errors = text.slice(text.indexOf('id="errors"'))
    for (const code of route.refusals)
      expect(errors).toMatch(
        new RegExp(
          `<td>${ERRORS[code].status}</td><th scope="row"><a [^>]*><code>${wireCode(code)}</code></a></th><td>[A-Z]`,
        ),
      )
    const listed = [...errors.matchAll(/<td>(\d+)<\/td><th scope="row"><a [^>]*><code>(\w+)/g)].map(
      ([, at, code]) => `${at} ${code}`,
    )
    expect(new Set(listed).size).toBe(listed.length)
  })

  it('has no page for what is no operation', async () => {
    expect((await open('/docs/operations/nothing')).status).toBe(404)
  })
})

describe('what pages load', () => {
  it('comes from this server alone, with the right type, and may be kept for ever', async () => {
    const { path } = await ask(bank, bank.at('default'))
    const pages = [
      '/',
      '/docs',
      '/docs/operations/createCustomer',
      '/docs/errors',
      '/docs/decisions',
      '/my/consents',
      path,
      '/sca/none',
    ]
    const assets = new Set<string>()
    for (const page of pages) {
      const { text } = await open(page)
      for (const url of assetsOf(text)) {
        expect(url).toMatch(/^\/assets\/[a-z.-]+\?v=[\w-]{12}$/)
        assets.add(url)
      }
    }
    // The style, the icon and four scripts.
    expect([...assets]).toHaveLength(7)
    for (const url of assets) {
      const asset = await open(url)
      expect(asset.status).toBe(200)
      expect(asset.headers['content-type']).toMatch(/^(text\/css|text\/javascript|image\/svg\+xml)/)
      expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable')
      expect(asset.text).not.toMatch(/@import|url\(|https?:(?!\/\/www\.w3\.org\/2000\/svg)/)
    }
    expect((await open('/assets/pages.css')).headers['cache-control']).toBe('no-cache')
    expect((await open('/assets/package.json')).status).toBe(404)
  })

  it('weighs at most 30 kB on the wire for each page that a reader opens first', async () => {
    const { base } = await bank.world('STANDARD')
    const lists = [
      'payments',
      'consents',
      'customers',
      'tpps',
      'scenarios',
      'fixtures',
      'snapshots',
      'worlds',
      'compare',
    ]
    const docs = ['errors', 'states', 'decisions', 'words', 'operations/createPayment', ...Object.keys(GUIDES)]
    const pages = ['', '/requests', '/console/do/createWorld', '/docs', '/my/consents']
      .concat(lists.map(one => `/console/${one}`))
      .concat(['customer', 'account', 'consent', 'bulk-payment', 'world'].map(one => `/console/customers?new=${one}`))
      .concat(docs.map(one => `/docs/${one}`))
    for (const page of pages) {
      const { text, status } = await open(base + page || '/')
      const loaded = await Promise.all(assetsOf(text).map(async url => (await open(url)).text))
      const weight = [text, ...loaded].reduce((sum, one) => sum + gzipSync(one).length, 0)
      expect([page, status, weight < 30_000 ? 'light' : weight]).toEqual([page, 200, 'light'])
    }
  })

  it('says where a PSU comes back to which command goes on, in the world that it was in', async () => {
    const world = await bank.world()
    const page = await open(`${world.base}/callback?psu-id=p-1&tpp-session-id=s-1`)
    expect(commandsIn(page)).toContain(
      `npx sandbank call GET /v1/accounts --world ${world.name} --base ${bank.url} --header`,
    )
    expect(page.text).toContain(`href="${world.base}/requests"`)
    expect((await open('/callback')).text).not.toContain('<dl')
  })

  it('is framed, titled and in one language on every page', async () => {
    for (const page of [
      '/',
      '/docs',
      '/docs/operations/createPayment',
      '/callback',
      '/docs/errors',
      '/docs/decisions',
      '/my/consents',
      '/sca/none',
    ]) {
      const { text, headers } = await open(page)
      expect(text).toMatch(/^<!doctype html>\n<html lang="en">/)
      expect(text.match(/<h1>/g)).toHaveLength(1)
      expect(text).toContain('Sandbank: a test bank, no real money')
      expect(headers['content-security-policy']).toContain("default-src 'none'")
      expect(headers['content-security-policy']).not.toContain('unsafe')
    }
  })
})

function assetsOf(text: string): string[] {
  return [...text.matchAll(/<(?:link|script|img)[^>]*\s(?:href|src)="([^"]+)"/g)].map(([, url = '']) => url)
}

function isCode(code: string): code is keyof typeof ERRORS {
  return code in ERRORS
}
