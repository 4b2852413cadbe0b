import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Request,
} from 'playwright-core'
import { onTestFinished, TestRunner } from 'vitest'
import { ensureFirstRun } from '../../src/company/access/set-up/first-run.ts'
import { findBrowser } from '../chromium.ts'
import { startTestApp, type TestApp } from '../harness.ts'
import { WAIT } from '../patience.ts'
import { ROOT } from '../source-files.ts'

export const OWNER = { email: 'ada@example.org', password: 'nine quiet lighthouses' }

/** Drawing what moves takes an eighth of a browser's time, and what fades away is in the way of axe. */
const STILL = { locale: 'en-GB', reducedMotion: 'reduce' } as const
const VIEWPORT = { width: 1280, height: 720 }
/** For `open`: as most people see the console. */
export const MOVING = { reducedMotion: 'no-preference' } as const

const binary = await findBrowser()
export const isBuilt = existsSync(join(ROOT, 'console/dist/index.html'))

/** Why the console cannot be tested in a browser here, in words for the title; empty: it can. */
export const skipped =
  binary === null
    ? ' (skipped: no Chromium; name one in CHROMIUM_PATH)'
    : isBuilt
      ? ''
      : ' (skipped: the console is not built; `npm test` builds it)'

export interface Opened {
  readonly page: Page
  /** What must not happen: requests to other hosts, broken policies, errors nobody caught. */
  readonly bad: readonly string[]
  /** Requests that are under way. */
  readonly pending: ReadonlySet<Request>
}

/** The real service with the built console, and a real browser in front of it. */
export interface ConsoleSite {
  readonly app: TestApp
  readonly origin: string
  /**
   * A page of another person: it shares nothing with the pages opened before. One opened in a test ends with
   * the test. A test that changes the page's clock or permissions closes its context itself.
   */
  open(options?: BrowserContextOptions): Promise<Opened>
  close(): Promise<void>
}

/** A console that nobody has set up yet. */
export interface NewConsoleSite extends ConsoleSite {
  /** The secret of the set-up link. */
  readonly setupToken: string
}

type AppOptions =
  Parameters<typeof startTestApp> extends readonly [unknown, ...infer Rest] ? Rest : never

/** With an owner, who can sign in. */
export async function startConsole(env: Record<string, string> = {}): Promise<ConsoleSite> {
  const site = await startNewConsole(env)
  await givenOwner(site)
  return site
}

export async function startNewConsole(...[env, shared, more]: AppOptions): Promise<NewConsoleSite> {
  const app = await startTestApp('sqlite', env, shared, more)
  // The tests' own API key would do instead of an owner.
  const withoutKey = { ...app, config: { ...app.config, apiKey: null } }
  const { setupToken } = await ensureFirstRun(withoutKey)
  if (setupToken === null) throw new Error('The service is set up already.')
  const origin = await app.server.listen({ port: 0, host: '127.0.0.1' })
  const contexts: BrowserContext[] = []
  const idle = new Map<string, Page[]>()

  async function newPage(options: BrowserContextOptions): Promise<Page> {
    const browser = await openBrowser()
    const context = await browser.newContext({ baseURL: origin, ...options })
    contexts.push(context)
    context.setDefaultTimeout(WAIT.timeout)
    return context.newPage()
  }
  return {
    app,
    origin,
    setupToken,
    async open(options = {}) {
      const { viewport = VIEWPORT, colorScheme = 'light', ...fixed } = { ...STILL, ...options }
      const kind = JSON.stringify(fixed)
      const pages = idle.get(kind) ?? []
      idle.set(kind, pages)
      const page = pages.pop() ?? (await newPage(fixed))
      if (viewport !== null) await page.setViewportSize(viewport)
      await page.emulateMedia({ media: null, colorScheme })
      whenTestEnds(async (isPassed) => {
        if (page.isClosed()) return
        if (isPassed && (await clear(page, origin))) pages.push(page)
        else await page.context().close()
      })
      return { page, bad: watch(page, origin), pending: requestsOf(page) }
    },
    async close() {
      for (const context of contexts) await context.close()
      await app.close()
    },
  }
}

/** Does nothing in a hook: what is made there serves several tests. */
function whenTestEnds(run: (isPassed: boolean) => Promise<void>): void {
  if (TestRunner.getCurrentTest() === undefined) return
  onTestFinished(({ task }) => run(task.result?.state !== 'fail'))
}

/**
 * Resets a page for the next test, but keeps its process, which has compiled the console: the next test
 * opens it in half the time. Resolves to whether that succeeded.
 */
async function clear(page: Page, origin: string): Promise<boolean> {
  const context = page.context()
  try {
    for (const event of ['dialog', ...WATCHED] as const) page.removeAllListeners(event)
    for (const other of context.pages()) if (other !== page) await other.close()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.setOffline(false)
    await page.goto('/healthz')
    await page.evaluate('sessionStorage.clear()')
    const devtools = await context.newCDPSession(page)
    await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
    await devtools.send('Page.resetNavigationHistory')
    await devtools.detach()
    return true
  } catch {
    return false
  }
}

/** A page of a test is gone before optimized code pays off: without it, a tenth of the time is saved. */
const UNOPTIMIZED = ['--js-flags=--no-maglev,--no-turbofan']

let browser: Promise<Browser> | undefined

/** One for all files of a process; it ends with a process of tests. */
const openBrowser = (): Promise<Browser> => {
  browser ??= chromium.launch({
    executablePath: binary?.path ?? '',
    args: UNOPTIMIZED,
    env: { ...process.env, LD_LIBRARY_PATH: binary?.libraryDir ?? '' },
  })
  return browser
}

/** For a script, which would wait for it. */
export const closeBrowser = async (): Promise<void> => (await browser)?.close()

/** What is listened to here and in tests. */
const WATCHED = ['request', 'requestfinished', 'requestfailed', 'pageerror', 'console'] as const

function watch(page: Page, origin: string): readonly string[] {
  const bad: string[] = []
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(`${origin}/`) && !/^(data|blob|about):/.test(url)) bad.push(url)
  })
  page.on('pageerror', (error) => bad.push(error.message))
  page.on('console', (message) => {
    if (/Content.Security.Policy/i.test(message.text())) bad.push(message.text())
  })
  return bad
}

function requestsOf(page: Page): ReadonlySet<Request> {
  const pending = new Set<Request>()
  page.on('request', (request) => pending.add(request))
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => pending.delete(request))
  return pending
}

/** Waits until nothing is read any more; `networkidle` waits half a second longer each time. */
export async function settled({ page, pending }: Pick<Opened, 'page' | 'pending'>): Promise<void> {
  await page.waitForLoadState()
  const twoFrames =
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))'
  for (let quiet = 0; quiet < 3; quiet += 1) {
    await page.evaluate(twoFrames)
    if (pending.size > 0) quiet = -1
  }
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
}

/** Whether nothing of a page is beside the screen. */
export const fitsWidth = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth')

/** Makes the owner with the set-up link's secret, as the page does. */
export async function givenOwner({ app, setupToken }: NewConsoleSite): Promise<void> {
  const payload = { token: setupToken, ...OWNER, name: 'Ada Example', company_name: 'Ada & Sons' }
  const answer = await app.send({ method: 'POST', url: '/api/v1/setup', payload })
  if (answer.statusCode !== 201) throw new Error(`Setting up answered ${answer.body}`)
}

/** The place in the console that an address leads to, without its company. */
export const placeOf = (url: string | URL): string =>
  new URL(url).pathname.replace(/^\/c\/[a-z2-7]{8}(?=\/|$)/, '') || '/'

/** Without the page, which takes seconds on a busy machine: the next address is opened signed in. */
export async function signIn(page: Page, { email, password } = OWNER): Promise<void> {
  const answer = await page.context().request.post('/api/v1/session', {
    data: { email, password },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  if (!answer.ok()) throw new Error(`Signing in answered ${await answer.text()}`)
}

/** By the page, as people do; it stays on the first screen. */
export async function signInByPage(page: Page, person = OWNER): Promise<void> {
  await page.goto('/sign-in')
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  // A phone shows the account in the menu.
  await page.getByRole('button', { name: /^(Account|Menu)/ }).waitFor()
}

/** A phone shows the menu on demand. */
export const openMenu = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Menu' }).click()

/** Runs in this page before the scripts of each address that it opens. */
export async function runFirst(page: Page, script: string): Promise<void> {
  const added = await page.addInitScript(script)
  whenTestEnds(() => added.dispose())
}

/** The language of the console in this page, from the next address on. */
export const speak = (page: Page, language: string): Promise<void> =>
  runFirst(page, `localStorage.setItem('billwright.language', '${language}')`)

/** Pastes into the focused field, as a browser does. */
export const paste = (page: Page, text: string): Promise<void> =>
  page.evaluate(`{
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', ${JSON.stringify(text)})
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement.dispatchEvent(event)
  }`)

/** Waits until the page has the file, also if it came before: a page does not repeat its responses. */
export const loaded = (page: Page, file: string): Promise<unknown> =>
  page.waitForFunction(
    (part) => performance.getEntriesByType('resource').some(({ name }) => name.includes(part)),
    file,
  )

/** A box that only grows to the left counts as a tiny shift. */
const SHIFT_MAX = 0.01
/** For `runFirst`: what moves by itself, in `shifts`. */
export const MEASURE_SHIFTS = `
  globalThis.shifts = []
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries())
      if (value > ${SHIFT_MAX}) shifts.push([value, ...sources.map(({ node }) => node?.textContent)])
  }).observe({ type: 'layout-shift', buffered: true })`

/** A slow line: every request to the service takes this much longer. */
export const slowDown = (page: Page, ms = 300): Promise<unknown> =>
  page.route('**/api/v1/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, ms))
    // The page may be gone by now.
    await route.fallback().catch(() => {})
  })
