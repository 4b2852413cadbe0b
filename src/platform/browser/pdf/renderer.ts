import { AppError } from '../../../kernel/errors.ts'
import { after } from '../../clock.ts'
import { createFairQueue, type FairQueue, QueueFull } from '../../fair-queue.ts'
import { printable } from '../font-coverage.ts'
import { missingFontFamilies } from '../fonts.ts'
import { deleteAbandonedFolders } from '../inner/leftovers.ts'
import { type Engine, type Log, startEngine, type Work } from './engine.ts'
import { countPages, normalisePdf } from './inner/bytes.ts'
import { withDeadline } from './inner/deadline.ts'
import { documentTooLarge, rendererBusy, rendererUnavailable } from './inner/errors.ts'
import { PAGES_MAX, type PrintPage, type ScreenshotSize } from './inner/page.ts'
import { printOnly } from './inner/print-only.ts'

export interface PrintOptions {
  readonly timeoutMs?: number
  /** The company; each has a separate queue, and the queues are served in turn. */
  readonly company?: bigint
}

export interface RendererCheck {
  readonly ok: boolean
  /** The browser's file, or the address of a remote one. */
  readonly engine: string | null
  readonly version: string | null
  readonly sandbox: boolean
  /** Whether a kill leaves nothing behind; null for a remote browser. */
  readonly isEnclosed: boolean | null
  readonly detail: string | null
}

export interface PdfRenderer {
  /**
   * Prints one self-contained HTML document: no script runs and nothing is fetched. The same document
   * gives the same bytes. Throws `document_too_large`, `render_timeout`, `renderer_busy` and
   * `renderer_unavailable`.
   */
  print(html: string, options?: PrintOptions): Promise<Uint8Array>
  /** A small self-test: the browser answers, and no font is missing. Never throws. */
  check(): Promise<RendererCheck>
  /** Checks a browser that already runs; null if none runs. */
  checkStarted(): Promise<RendererCheck | null>
  /** Starts the browser ahead of a likely print. Never throws. */
  warm(): Promise<void>
  /** Finishes accepted jobs, then ends the browser and deletes its files. */
  close(): Promise<void>
}

/** A renderer that also draws for screens. */
export interface ScreenRenderer extends PdfRenderer {
  /** A PNG of a document as a screen shows it; same limits and errors as `print`. */
  screenshot(html: string, size: ScreenshotSize): Promise<Uint8Array>
}

interface PdfRendererOptions {
  readonly chromiumPath: string | null
  readonly remoteUrl: string | null
  /** Documents printed at once; one per core is enough. */
  readonly concurrency: number
  readonly cacheDir: string
  readonly log: Log
  /** The browser ends after this time without a print; default: 50 seconds. */
  readonly idleMs?: number
  /** See `startEngine`. */
  readonly startTimeoutMs?: number
  /** The longest that a request waits for a document; default: 50 seconds. */
  readonly answerMs?: number
}

type Job<T> = (page: PrintPage) => Promise<Work<T>>

export const HTML_MAX_BYTES = 4 * 1024 * 1024
export const PRINT_TIMEOUT_MS = 15_000
/** Limit of one company. */
const WAITING_MAX = 20
const SLOTS_OF_A_COMPANY = 2
const CHECK_TIMEOUT_MS = 5_000
const IDLE_MS = 50_000
/** The service closes a connection on which it sends nothing for 60 seconds. */
const ANSWER_MS = 50_000
const LARGE_DOCUMENT_PAGES = 20

interface State extends PdfRendererOptions {
  readonly queue: FairQueue
  /** No document waits for these, but closing the renderer does. */
  readonly background: Set<Promise<void>>
  current: Promise<Engine> | null
  isClosing: boolean
  stayUp: () => void
}

export function createPdfRenderer(options: PdfRendererOptions): ScreenRenderer {
  const state: State = {
    ...options,
    queue: createFairQueue({
      slots: options.concurrency,
      slotsPerKey: Math.max(SLOTS_OF_A_COMPANY, Math.ceil(options.concurrency / 2)),
      waitingMax: WAITING_MAX,
    }),
    background: new Set(),
    current: null,
    isClosing: false,
    stayUp: () => {},
  }
  return {
    print: (html, options = {}) =>
      limited(state, { html, ...options }, (timeoutMs) =>
        run(state, (page) => printOn(page, html), timeoutMs),
      ),
    screenshot: (html, size) => limited(state, { html }, () => screenshot(state, html, size)),
    check: () => check(state),
    checkStarted: async () => (state.current === null ? null : check(state)),
    warm: () => warm(state),
    close: () => close(state),
  }
}

/** Applied to every document: the size limit, a turn in the queue, and the time that people wait. */
async function limited<T>(
  state: State,
  { html, timeoutMs = PRINT_TIMEOUT_MS, company }: PrintOptions & { readonly html: string },
  job: (timeoutMs: number) => Promise<T>,
): Promise<T> {
  if (Buffer.byteLength(html) > HTML_MAX_BYTES) throw documentTooLarge({ bytesMax: HTML_MAX_BYTES })
  if (state.isClosing) throw rendererUnavailable(new Error('The renderer is closed.'))
  try {
    const done = state.queue.run(() => job(timeoutMs), timeoutMs, company)
    return await withDeadline(done, state.answerMs ?? ANSWER_MS, () =>
      rendererUnavailable(new Error('The browser could not be started in time.')),
    )
  } catch (error) {
    if (error instanceof AppError) throw error
    throw error instanceof QueueFull ? rendererBusy(error) : rendererUnavailable(error)
  } finally {
    endWhenIdle(state)
  }
}

/** If a page or browser dies, it is replaced and the job tried once more. */
async function run<T>(state: State, job: Job<T>, timeoutMs: number): Promise<T> {
  try {
    return await attempt(state, job, timeoutMs)
  } catch (error) {
    if (error instanceof AppError) throw error
    state.log('warn', 'Printing failed; the service tries once more.', { error: String(error) })
  }
  try {
    return await attempt(state, job, timeoutMs)
  } catch (error) {
    if (error instanceof AppError) throw error
    state.log('error', 'Printing failed.', { error: String(error) })
    throw error
  }
}

/** The time limit is that of the document: starting the browser has limits of its own. */
const attempt = async <T>(state: State, job: Job<T>, timeoutMs: number): Promise<T> =>
  (await engineOf(state)).withPage(job, timeoutMs)

/** The running browser; a new one if it ended or is worn out. Concurrent callers share one. */
async function engineOf(state: State): Promise<Engine> {
  const existing = state.current
  const ready = (await existing?.catch(() => null)) ?? null
  if (ready?.isAlive() && !ready.isWorn()) return ready
  const { current } = state
  return current === null || current === existing ? await replace(state, ready) : await current
}

function replace(state: State, old: Engine | null): Promise<Engine> {
  if (old) inBackground(state, old.retire())
  state.current = start(state)
  return state.current
}

function start(state: State): Promise<Engine> {
  inBackground(
    state,
    deleteAbandonedFolders().catch((error: unknown) => {
      state.log('warn', 'Old browser folders could not be removed.', { error: String(error) })
    }),
  )
  return startEngine(state, 'print')
}

function inBackground({ background }: State, work: Promise<void>): void {
  const end = work.finally(() => background.delete(end))
  background.add(end)
}

/** Ends the browser after a while; the next document starts another one. */
function endWhenIdle(state: State): void {
  state.stayUp()
  state.stayUp = after(state.idleMs ?? IDLE_MS, () => {
    const idle = state.current
    state.current = null
    const retire = (it: Engine) => it.retire()
    if (idle)
      inBackground(
        state,
        idle.then(retire, () => {}),
      )
  })
}

/** A separate browser: the printing one renders no frames, and previews are rare. */
async function screenshot(state: State, html: string, size: ScreenshotSize): Promise<Uint8Array> {
  const screen = await startEngine(state, 'screen')
  try {
    return await screen.withPage(async (page) => {
      return { result: await page.screenshot(html, size), isLarge: true }
    }, PRINT_TIMEOUT_MS)
  } finally {
    await screen.close()
  }
}

async function check(state: State): Promise<RendererCheck> {
  try {
    if (state.isClosing) throw new Error('The renderer is closed.')
    const { browser } = await engineOf(state)
    await withDeadline(browser.cdp.send('Browser.getVersion'), CHECK_TIMEOUT_MS)
    const missing = missingFontFamilies()
    const detail = missing.length === 0 ? null : `Fonts missing: ${missing.join(', ')}.`
    const { engine: path, version, sandbox, isEnclosed } = browser
    return { ok: detail === null, engine: path, version, sandbox, isEnclosed, detail }
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    return { ok: false, engine: null, version: null, sandbox: false, isEnclosed: null, detail }
  }
}

async function warm(state: State): Promise<void> {
  if (state.isClosing) return
  try {
    await engineOf(state)
  } catch (error) {
    state.log('warn', 'PDFs are not available.', { error: String(error) })
  }
  endWhenIdle(state)
}

async function close(state: State): Promise<void> {
  state.isClosing = true
  await state.queue.drained()
  state.stayUp()
  const last = await state.current?.catch(() => null)
  await Promise.all([...state.background, last?.close()])
}

async function printOn(page: PrintPage, html: string): Promise<Work<Uint8Array>> {
  const pdf = await page.print(printOnly(printable(html)))
  const pages = countPages(pdf)
  if (pages > PAGES_MAX) throw documentTooLarge({ pagesMax: PAGES_MAX })
  return { result: normalisePdf(pdf), isLarge: pages > LARGE_DOCUMENT_PAGES }
}
