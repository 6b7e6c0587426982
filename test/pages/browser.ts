import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
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
  // The bars of its windows are pages of their own.
  '--disable-features=InitialWebUI,WebUIReloadButton,WebUIToolbar',
]

let started: Promise<Browser> | undefined

/** The same browser without what only windows need, which costs four times as much; and the whole one, where nobody has installed it. */
const PROGRAMS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** The system's own browser: one for all files of a worker, with which it ends. Each page has a context of its own. */
export function startBrowser(): Promise<Browser> {
  const executablePath = PROGRAMS.find(program => existsSync(program)) ?? '/usr/bin/chromium'
  started ??= chromium.launch({ executablePath, args: FLAGS })
  return started
}

/** A page whose every request must go to one of `origins`, and which must break no policy of ours. Checked when the test ends. */
export async function openPage(
  browser: Browser,
  origins: readonly string[],
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1024, height: 800 }, locale: 'en-GB', ...options })
  // Against what hangs, as the limits of tests are: a busy machine takes its time.
  context.setDefaultTimeout(170_000)
  const page = await context.newPage()
  const strays: string[] = []
  const complaints: string[] = []
  page.on('request', request => {
    const url = request.url()
    if (!url.startsWith('data:') && !url.startsWith('blob:') && !origins.includes(new URL(url).origin)) strays.push(url)
  })
  page.on('pageerror', error => complaints.push(String(error)))
  page.on('console', message => {
    // Refusals of calls and pages are told there, too; tests that expect one look at its status.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text())
  })
  onTestFinished(async () => {
    await context.close()
    expect(strays).toEqual([])
    expect(complaints).toEqual([])
  })
  return page
}

/** Where a TPP takes its PSUs back: tells which addresses they came to. */
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

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Fails the test for anything of ours on the page that a screen reader, a keyboard or weak eyes would stumble over. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(axe)
  const found = await page.evaluate(
    // Without a list of all that is right.
    `axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(node => id + ': ' + node.html + ' ' + node.failureSummary)))`,
  )
  expect(found).toEqual([])
}

/** Fails the test when the page is wider than its window. */
export async function expectNoSideways(page: Page): Promise<void> {
  // Between two pages there is none.
  await page.waitForFunction(() => document.documentElement !== null && document.readyState !== 'loading')
  const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
  expect(content).toBeLessThanOrEqual(window ?? 0)
}
