import { AppError } from '../../../kernel/errors.ts'
import { withinMemory } from '../../memory.ts'
import { browserBinaries } from '../inner/binary.ts'
import { type Browser, BrowserRefused, connectBrowser, launchBrowser } from '../inner/browser.ts'
import type { CdpParams } from '../inner/cdp.ts'
import type { LaunchOptions } from '../inner/command.ts'
import { memoryOf } from '../inner/processes.ts'
import { withDeadline } from './inner/deadline.ts'
import { openPage, PageCrashed, type PrintPage } from './inner/page.ts'

export type Log = (
  level: 'info' | 'warn' | 'error',
  message: string,
  details?: Record<string, unknown>,
) => void

interface EngineOptions {
  readonly chromiumPath: string | null
  readonly remoteUrl: string | null
  readonly cacheDir: string
  readonly log: Log
  /** Time for one browser to answer, default 20 s; all attempts together have three times that. */
  readonly startTimeoutMs?: number
}

/** A running browser with the pages it keeps ready. */
export interface Engine {
  readonly browser: Browser
  /**
   * Lends a blank page for one job. Afterwards the page is blank again, or closed if the job failed
   * or changed it. The time limit begins when the page is there. Throws `render_timeout`.
   */
  withPage<T>(job: (page: PrintPage) => Promise<Work<T>>, timeoutMs: number): Promise<T>
  /** Whether it has done enough jobs, or grew too large, and must be replaced. */
  isWorn(): boolean
  isAlive(): boolean
  /** Ends it once its jobs are done; resolves then. */
  retire(): Promise<void>
  close(): Promise<void>
}

interface IdlePage {
  readonly page: PrintPage
  readonly jobs: number
}

export interface Work<T> {
  readonly result: T
  /** A large document leaves a large heap, so its page is not used again. */
  readonly isLarge: boolean
}

const START_TIMEOUT_MS = 20_000
const OPEN_TIMEOUT_MS = 10_000
const STARTS_MAX = 3
const END_PAGE_TIMEOUT_MS = 1_000
/** A waiting page may have hung, and the next document must not wait for it. */
const IDLE_ANSWER_MS = 1_000
const PAGE_JOBS_MAX = 200
const ENGINE_JOBS_MAX = 3_000
const MEMORY_CHECK_JOBS = 50
const MEMORY_MAX_BYTES = withinMemory(700 * 1024 * 1024, 0.5)

/** Starts the first installed browser that works. */
export async function startEngine(
  options: EngineOptions,
  purpose: 'print' | 'screen',
): Promise<Engine> {
  const browser = await (options.remoteUrl === null
    ? startLocal(options, purpose === 'screen')
    : connectBrowser(options.remoteUrl, START_TIMEOUT_MS))
  try {
    const engine = await withDeadline(engineOf(browser), START_TIMEOUT_MS, tooSlow)
    const { engine: path, version, sandbox } = browser
    options.log('info', 'The print browser is running.', { engine: path, version, sandbox })
    return engine
  } catch (error) {
    await browser.close()
    throw error
  }
}

async function startLocal(
  { chromiumPath, cacheDir, log, startTimeoutMs = START_TIMEOUT_MS }: EngineOptions,
  drawsFrames: boolean,
): Promise<Browser> {
  const endsAt = performance.now() + STARTS_MAX * startTimeoutMs
  const failures: string[] = []
  for await (const binary of browserBinaries(chromiumPath, cacheDir)) {
    const leftMs = endsAt - performance.now()
    if (leftMs <= 0) break
    try {
      const timeoutMs = Math.min(startTimeoutMs, leftMs)
      return await startWilling({ binary, drawsFrames, timeoutMs }, log)
    } catch (error) {
      failures.push(`${binary.path}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  if (failures.length === 0)
    throw new Error('No browser is installed. Install Chromium or set CHROMIUM_PATH.')
  throw new Error(`No browser could be started. ${failures.join(' | ')}`)
}

/**
 * Starts a browser without its sandbox only if it ended by itself with it. A browser that is
 * silent on a busy machine, or lacks memory or files, keeps its sandbox.
 */
async function startWilling(options: Omit<LaunchOptions, 'sandbox'>, log: Log): Promise<Browser> {
  const endsAt = performance.now() + options.timeoutMs
  try {
    return await launchBrowser({ ...options, sandbox: true })
  } catch (error) {
    if (!(error instanceof BrowserRefused)) throw error
    const timeoutMs = endsAt - performance.now()
    const browser = await launchBrowser({ ...options, sandbox: false, timeoutMs })
    log('warn', 'The browser runs without its sandbox: this system refuses it.', {
      reason: error.message,
    })
    return browser
  }
}

async function engineOf(browser: Browser): Promise<Engine> {
  const browserContextId = await blankContext(browser)
  const idle: IdlePage[] = []
  let active = 0
  let started = 0
  let isAlive = true
  let retired: PromiseWithResolvers<void> | null = null
  let isLarge = false
  void browser.cdp.closed.then(() => {
    isAlive = false
  })

  const close = async () => {
    isAlive = false
    await browser.close()
  }
  const kill = async () => {
    isAlive = false
    await browser.kill()
  }
  const measure = async () => {
    if (browser.processGroup === null || started % MEMORY_CHECK_JOBS !== 0) return
    isLarge = (await memoryOf(browser.processGroup)) > MEMORY_MAX_BYTES
  }

  const blankPage = async (): Promise<IdlePage> => {
    for (let it = idle.pop(); it; it = idle.pop()) {
      if (it.page.isClean() && (await hasAnswered(it.page))) return it
      endPage(it.page)
    }
    try {
      const opened = openPage(browser.cdp, browserContextId)
      const page = await withDeadline(opened, OPEN_TIMEOUT_MS, tooSlow)
      return { page, jobs: 0 }
    } catch (error) {
      // A browser that cannot open even a blank page in time hangs as a whole.
      if (isAlive && !(error instanceof PageCrashed)) void kill()
      throw error
    }
  }

  /** The caller does not wait for it. A browser that does not close a page is ended. */
  const endPage = (page: PrintPage): void => {
    withDeadline(page.close(), END_PAGE_TIMEOUT_MS).catch((error: unknown) => {
      if (error instanceof AppError && isAlive) void kill()
    })
  }

  const work = async <T>(job: (page: PrintPage) => Promise<Work<T>>, timeoutMs: number) => {
    const { page, jobs } = await blankPage()
    let isReusable = false
    try {
      const { result, isLarge: isSpent } = await withDeadline(job(page), timeoutMs)
      isReusable = page.isClean() && !isSpent && jobs + 1 < PAGE_JOBS_MAX
      return result
    } finally {
      if (isReusable) idle.push({ page, jobs: jobs + 1 })
      else endPage(page)
    }
  }

  return {
    browser,
    withPage: async (job, timeoutMs) => {
      active += 1
      started += 1
      void measure()
      try {
        return await work(job, timeoutMs)
      } finally {
        active -= 1
        if (retired && active === 0) void close().then(retired.resolve)
      }
    },
    isWorn: () => isLarge || started >= ENGINE_JOBS_MAX,
    isAlive: () => isAlive,
    retire: () => {
      retired ??= Promise.withResolvers()
      if (active === 0) void close().then(retired.resolve)
      return retired.promise
    },
    close,
  }
}

/** A fault of the browser or of a busy machine, not of the document. */
const tooSlow = () => new Error('The browser did not answer in time.')

const hasAnswered = (page: PrintPage): Promise<boolean> =>
  withDeadline(page.answers(), IDLE_ANSWER_MS).then(
    () => true,
    () => false,
  )

/**
 * A separate context whose requests go to a closed port. Our browser's flags already do that. A
 * remote browser has other flags, so this alone keeps documents off the network.
 */
async function blankContext({ cdp }: Browser): Promise<string> {
  const params: CdpParams = {
    proxyServer: 'http://127.0.0.1:9',
    proxyBypassList: '<-loopback>',
    disposeOnDetach: true,
  }
  const { browserContextId } = await cdp.send('Target.createBrowserContext', params)
  return String(browserContextId)
}
