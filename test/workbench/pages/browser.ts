import { AsyncLocalStorage } from 'node:async_hooks'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Disposable,
  type Page,
  type ViewportSize,
} from 'playwright-core'
import { afterAll, expect, onTestFinished } from 'vitest'

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page lives for a second: to make its code fast costs more than it brings. Sparkplug, one process for all sites, one thread that draws and another
  // size of the young generation changed nothing: two thirds of what the browser takes is what its pages do.
  '--js-flags=--no-opt,--no-maglev',
  // The bars of its windows are pages of their own.
  '--disable-features=InitialWebUI,WebUIReloadButton,WebUIToolbar',
]

let started: Promise<Browser> | undefined

/** The same browser without what only windows need, which costs four times as much; and the whole one, where that is not installed. */
const PROGRAMS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** The system's own browser: one for all files of a worker, with which it ends. Each test has pages as of a new visitor. A file calls it before its tests: a hook that a test adds is ignored. */
export function startBrowser(): Promise<Browser> {
  afterAll(() => {
    for (const one of following) one.disable()
  })
  const executablePath = PROGRAMS.find(program => existsSync(program)) ?? '/usr/bin/chromium'
  started ??= chromium.launch({ executablePath, args: FLAGS })
  return started
}

/**
 * What Playwright follows its calls through promises with. It makes each promise of the process cost three times as much from its first use on, so it is put off after
 * each file, until it is used again.
 */
const following = new Set<AsyncLocalStorage<unknown>>()
const { run } = AsyncLocalStorage.prototype
Reflect.set(AsyncLocalStorage.prototype, 'run', function (this: AsyncLocalStorage<unknown>, ...given: unknown[]) {
  following.add(this)
  return Reflect.apply(run, this, given)
})

/** What a page looks like, which can change while it is shown. */
type Form = { readonly colorScheme: 'light' | 'dark'; readonly viewport: ViewportSize }

const DESK = { width: 1024, height: 800 }

/** Pages that no test uses now, by what only a new one can have otherwise. To make a page costs as much as to load several. */
const idle = new Map<string, Page[]>()

/** A page whose every request must go to one of `origins`, and which must break no policy of ours. Checked when the test ends. */
export async function openPage(
  browser: Browser,
  origins: readonly string[],
  {
    viewport = DESK,
    colorScheme = 'light',
    ...options
  }: Partial<Form> &
    Pick<BrowserContextOptions, 'javaScriptEnabled' | 'locale' | 'permissions' | 'ignoreHTTPSErrors'> = {},
): Promise<Page> {
  const kind = JSON.stringify(options)
  const page = idle.get(kind)?.pop() ?? (await newPage(browser, options))
  await show(page, { viewport, colorScheme })
  const strays: string[] = []
  const complaints: string[] = []
  page.on('request', request => {
    const url = request.url()
    if (!url.startsWith('data:') && !url.startsWith('blob:') && !origins.includes(new URL(url).origin)) strays.push(url)
  })
  page.on('pageerror', error => complaints.push(String(error)))
  page.on('console', message => {
    // Refusals of calls and pages are reported there, too; tests that expect one look at its status.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text())
  })
  onTestFinished(async () => {
    if (await forget(page, origins)) idle.set(kind, [...(idle.get(kind) ?? []), page])
    expect(strays).toEqual([])
    expect(complaints).toEqual([])
  })
  return page
}

async function newPage(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', ...options })
  // Against what hangs, as the limits of tests are: a busy machine takes its time.
  context.setDefaultTimeout(170_000)
  return context.newPage()
}

/** Makes a page and its cookies and stores as if they were new; false where that is impossible, and then the page is closed. */
async function forget(page: Page, origins: readonly string[]): Promise<boolean> {
  const context = page.context()
  const isAlone = context.pages().length === 1 && !page.isClosed()
  for (const event of ['request', 'response', 'pageerror', 'console'] as const) page.removeAllListeners(event)
  await withAxe.get(page)?.dispose()
  withAxe.delete(page)
  if (isAlone) {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.goto('about:blank')
    const session = await context.newCDPSession(page)
    for (const origin of origins) await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
    await session.detach()
    await context.clearCookies()
  } else {
    shown.delete(page)
    await context.close()
  }
  return isAlone
}

/** How each page is shown. To set it again costs as much as to change it: the page is drawn anew. */
const shown = new Map<Page, Form>()

export async function show(page: Page, form: Form): Promise<void> {
  const before = shown.get(page)
  const { width, height } = form.viewport
  if (before?.viewport.width !== width || before.viewport.height !== height) await page.setViewportSize(form.viewport)
  if (before?.colorScheme !== form.colorScheme)
    await page.emulateMedia({ colorScheme: form.colorScheme, reducedMotion: 'reduce' })
  shown.set(page, form)
}

/** Where a TPP takes its PSUs back: shows which addresses they came to. */
export async function startTpp() {
  const visits: URL[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://tpp')
    if (url.pathname === '/callback') visits.push(url)
    // An application that leads on to another host of its own, as many do after a login.
    const onward = url.searchParams.get('onward')
    if (onward !== null) {
      response.writeHead(302, { Location: onward }).end()
      return
    }
    response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Back at the TPP</title>')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The TPP has no port')
  const origin = `http://127.0.0.1:${address.port}`
  return { origin, callback: `${origin}/callback?state=s1`, visits }
}

// Without other letters than ASCII, which would make the browser keep each of them in two bytes.
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8').replace(
  /[^\0-\x7f]/g,
  letter => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
)

/**
 * Fails the test for anything of ours on the page that a screen reader, a keyboard or weak eyes would stumble over.
 * @param foreign rules that a program on it breaks, which is not ours
 */
export async function expectAccessible(page: Page, foreign: readonly string[] = []): Promise<void> {
  await bringAxe(page)
  const found = await violations(page)
  expect(found.filter(one => !foreign.some(rule => one.startsWith(`${rule}:`)))).toEqual([])
}

/** To send it to a page costs ten times what it costs to find it there: the pages after this one have it from their start. */
async function bringAxe(page: Page): Promise<void> {
  if (await page.evaluate<boolean>("'axe' in globalThis")) return
  await page.evaluate(axe)
  withAxe.set(page, await page.addInitScript(axe))
}

const withAxe = new Map<Page, Disposable>()

/** The same on a narrow, dark window as on the present one, and that neither is too narrow for the page. */
export async function expectAccessibleAnywhere(page: Page, width = 390): Promise<void> {
  const viewport = page.viewportSize() ?? DESK
  await expectNoSideways(page)
  await expectAccessible(page)
  await show(page, { colorScheme: 'dark', viewport: { width, height: 800 } })
  await expectNoSideways(page)
  await expectWellShown(page)
  await show(page, { colorScheme: 'light', viewport })
}

/** Fails the test for what weak eyes or a keyboard would stumble over in the present form of a page that is accessible in another. */
export async function expectWellShown(page: Page): Promise<void> {
  await bringAxe(page)
  expect(await violations(page, LOOKS)).toEqual([])
}

/** What depends on how a page is shown. All else that axe looks at is the same however it is. */
const LOOKS = [
  'color-contrast',
  'empty-table-header',
  'link-in-text-block',
  'scrollable-region-focusable',
  'td-headers-attr',
  'th-has-data-cells',
]

/** Of a long list its first entries: the others are made as they are. */
const CONTEXT = { include: ['html'], exclude: ['tr:nth-child(n+6)', 'li:nth-child(n+6)'] }

// Without a list of all that is right; and without a second reading of the style, which only the rule that no page is locked to one way of holding
// the window needs: no style of ours asks for that.
const violations = (page: Page, runOnly?: readonly string[]) =>
  page.evaluate<string[]>(
    `axe.run(${JSON.stringify(CONTEXT)}, ${JSON.stringify({ resultTypes: ['violations'], preload: false, runOnly })}).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(node => id + ': ' + node.html + ' ' + node.failureSummary)))`,
  )

/** Fails the test when the page is wider than its window, or a card is narrower than what stands on it. */
export async function expectNoSideways(page: Page): Promise<void> {
  // Between two pages there is none, and its scripts, styles and pictures make it what it is.
  await page.waitForLoadState('load')
  // What a script puts off to the next picture is drawn by the second one.
  const { content, window, narrow } = await page.evaluate(async () => {
    for (const _ of [1, 2]) await new Promise(resolve => requestAnimationFrame(resolve))
    const cards = [...document.querySelectorAll('main .card')].filter(card => card.scrollWidth > card.clientWidth + 1)
    return { content: document.documentElement.scrollWidth, window: innerWidth, narrow: cards.map(({ id }) => id) }
  })
  expect(content).toBeLessThanOrEqual(window)
  expect(narrow).toEqual([])
}
