import { AppError } from '../../../kernel/errors.ts'
import { after } from '../../clock.ts'
import { createFairQueue, QueueFull } from '../../fair-queue.ts'
import { printable } from '../font-coverage.ts'
import { missingFontFamilies } from '../fonts.ts'
import { deleteAbandonedFolders } from '../inner/leftovers.ts'
import { type Engine, type Log, startEngine, type Work } from './engine.ts'
import { countPages, normalisePdf } from './inner/bytes.ts'
import { withDeadline } from './inner/deadline.ts'
import { documentTooLarge, rendererBusy, rendererUnavailable } from './inner/errors.ts'
import { PAGES_MAX, type PrintPage, type ScreenshotSize } from './inner/page.ts'

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

export interface PdfRendererOptions {
  readonly chromiumPath: string | null
  readonly remoteUrl: string | null
  /** Documents printed at once; one per core is enough. */
  readonly concurrency: number
  readonly cacheDir: string
  readonly log: Log
  /** The browser ends after this time without a print; default: five minutes. */
  readonly idleMs?: number
}

type Job<T> = (page: PrintPage) => Promise<Work<T>>

export const HTML_MAX_BYTES = 4 * 1024 * 1024
export const PRINT_TIMEOUT_MS = 15_000
/** Limit of one company. */
const WAITING_MAX = 20
const SLOTS_OF_A_COMPANY = 2
const CHECK_TIMEOUT_MS = 5_000
const IDLE_MS = 5 * 60_000
const LARGE_DOCUMENT_PAGES = 20

export function createPdfRenderer(options: PdfRendererOptions): ScreenRenderer {
  const queue = createFairQueue({
    slots: options.concurrency,
    slotsPerKey: Math.max(SLOTS_OF_A_COMPANY, Math.ceil(options.concurrency / 2)),
    waitingMax: WAITING_MAX,
  })
  const background = new Set<Promise<void>>()
  let current: Promise<Engine> | null = null
  let isClosing = false
  let stayUp = () => {}

  /** No document waits for it, but closing the renderer does. */
  const inBackground = (work: Promise<void>) => {
    const end = work.finally(() => background.delete(end))
    background.add(end)
  }

  const start = (): Promise<Engine> => {
    inBackground(
      deleteAbandonedFolders().catch((error: unknown) => {
        options.log('warn', 'Old browser folders could not be removed.', { error: String(error) })
      }),
    )
    return startEngine(options, 'print')
  }

  const replace = (old: Engine | null): Promise<Engine> => {
    if (old) inBackground(old.retire())
    current = start()
    return current
  }

  /** Ends the browser after a while; the next document starts another one. */
  const endWhenIdle = () => {
    stayUp()
    stayUp = after(options.idleMs ?? IDLE_MS, () => {
      const idle = current
      current = null
      if (idle)
        inBackground(
          idle.then(
            (it) => it.retire(),
            () => {},
          ),
        )
    })
  }

  /** The running browser; a new one if it ended or is worn out. Concurrent callers share one. */
  const engine = async (): Promise<Engine> => {
    const existing = current
    const ready = (await existing?.catch(() => null)) ?? null
    if (ready?.isAlive() && !ready.isWorn()) return ready
    return current === null || current === existing ? await replace(ready) : await current
  }

  /** The time limit is that of the document: starting the browser has limits of its own. */
  const attempt = async <T>(job: Job<T>, timeoutMs: number) =>
    (await engine()).withPage(job, timeoutMs)

  /** If a page or browser dies, it is replaced and the job tried once more. */
  const run = async <T>(job: Job<T>, timeoutMs: number) => {
    try {
      return await attempt(job, timeoutMs)
    } catch (error) {
      if (error instanceof AppError) throw error
      options.log('warn', 'Printing failed; the service tries once more.', { error: String(error) })
    }
    try {
      return await attempt(job, timeoutMs)
    } catch (error) {
      if (error instanceof AppError) throw error
      options.log('error', 'Printing failed.', { error: String(error) })
      throw error
    }
  }

  /** Applied to every document: the size limit, and a turn in the queue. */
  const limited = async <T>(
    html: string,
    { timeoutMs = PRINT_TIMEOUT_MS, company }: PrintOptions,
    job: (timeoutMs: number) => Promise<T>,
  ) => {
    if (Buffer.byteLength(html) > HTML_MAX_BYTES)
      throw documentTooLarge({ bytesMax: HTML_MAX_BYTES })
    if (isClosing) throw rendererUnavailable(new Error('The renderer is closed.'))
    try {
      return await queue.run(() => job(timeoutMs), timeoutMs, company)
    } catch (error) {
      if (error instanceof AppError) throw error
      throw error instanceof QueueFull ? rendererBusy(error) : rendererUnavailable(error)
    } finally {
      endWhenIdle()
    }
  }

  const check = async (): Promise<RendererCheck> => {
    try {
      if (isClosing) throw new Error('The renderer is closed.')
      const { browser } = await engine()
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

  return {
    print: (html, options = {}) =>
      limited(html, options, (timeoutMs) => run((page) => printOn(page, html), timeoutMs)),

    screenshot: (html, size) =>
      limited(html, {}, async () => {
        // A separate browser: the printing one renders no frames, and previews are rare.
        const screen = await startEngine(options, 'screen')
        try {
          return await screen.withPage(async (page) => {
            return { result: await page.screenshot(html, size), isLarge: true }
          }, PRINT_TIMEOUT_MS)
        } finally {
          await screen.close()
        }
      }),

    check,
    checkStarted: async () => (current === null ? null : check()),

    warm: async () => {
      if (isClosing) return
      try {
        await engine()
      } catch (error) {
        options.log('warn', 'PDFs are not available.', { error: String(error) })
      }
      endWhenIdle()
    },

    close: async () => {
      isClosing = true
      await queue.drained()
      stayUp()
      const last = await current?.catch(() => null)
      await Promise.all([...background, last?.close()])
    },
  }
}

async function printOn(page: PrintPage, html: string): Promise<Work<Uint8Array>> {
  const pdf = await page.print(printable(html))
  const pages = countPages(pdf)
  if (pages > PAGES_MAX) throw documentTooLarge({ pagesMax: PAGES_MAX })
  return { result: normalisePdf(pdf), isLarge: pages > LARGE_DOCUMENT_PAGES }
}
