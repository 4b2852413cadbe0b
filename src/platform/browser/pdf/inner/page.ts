import type { Cdp, CdpEvent, CdpParams } from '../../inner/cdp.ts'

/** The maximum number of printed pages. */
export const PAGES_MAX = 200

export interface ScreenshotSize {
  /** CSS pixels. */
  readonly width: number
  readonly height?: number
  /** Prints the whole document, at any height. */
  readonly fullPage: boolean
}

/** One page (tab) of a browser, used for one document after another. */
export interface PrintPage {
  /** One page more than `PAGES_MAX` is printed if the document is longer. */
  print(html: string): Promise<Uint8Array>
  screenshot(html: string, size: ScreenshotSize): Promise<Uint8Array>
  /** Whether the last document left the page unchanged. */
  isClean(): boolean
  /** Resolves when its process answers; a stopped or hung one never does. */
  answers(): Promise<void>
  /** Ends it and its process, even a hung or stopped one. */
  close(): Promise<void>
}

/** The process of a page died while it worked. */
export class PageCrashed extends Error {}

/**
 * After any of these events the page is not blank anymore, and every document needs a blank one.
 */
const TRACES = new Set([
  'Page.frameAttached',
  'Page.frameNavigated',
  'Page.frameScheduledNavigation',
  'Page.frameRequestedNavigation',
])

const SCREENSHOT_HEIGHT_MAX = 8_000

/**
 * Opens a blank page. Throws `PageCrashed` if its process dies meanwhile: a browser may return a
 * process before it notices its death.
 */
export async function openPage(cdp: Cdp, browserContextId: string): Promise<PrintPage> {
  const target = await cdp.send('Target.createTarget', { url: 'about:blank', browserContextId })
  const targetId = String(target.targetId)
  const attached = await cdp.send('Target.attachToTarget', { targetId, flatten: true })
  const sessionId = String(attached.sessionId)
  const send = (method: string, params?: CdpParams) => cdp.send(method, params, sessionId)

  let isClean = true
  const crashed = Promise.withResolvers<never>()
  crashed.promise.catch(() => {})
  let loaded = Promise.withResolvers<void>()
  const stopListening = cdp.listen((event: CdpEvent) => {
    if (event.sessionId !== sessionId) return
    if (event.method === 'Page.loadEventFired') loaded.resolve()
    if (TRACES.has(event.method)) isClean = false
    if (event.method === 'Inspector.targetCrashed' || event.method === 'Inspector.detached') {
      isClean = false
      crashed.reject(new PageCrashed('The page crashed.'))
    }
  })
  // A dead page never answers, so each command also waits for the report of its death.
  const ask = (method: string, params?: CdpParams) =>
    Promise.race([send(method, params), crashed.promise])
  const close = async () => {
    stopListening()
    await cdp.send('Target.closeTarget', { targetId })
  }

  try {
    // Also reports a crash that happened before this command.
    const inspector = ask('Inspector.enable')
    const script = ask('Emulation.setScriptExecutionDisabled', { value: true })
    await Promise.all([inspector, ask('Page.enable'), script])
  } catch (error) {
    close().catch(() => {})
    throw error
  }

  const show = async (html: string) => {
    loaded = Promise.withResolvers()
    await ask('Page.setDocumentContent', { frameId: targetId, html })
    await Promise.race([loaded.promise, crashed.promise])
  }

  return {
    print: async (html) => {
      await show(html)
      const { data } = await ask('Page.printToPDF', {
        preferCSSPageSize: true,
        printBackground: true,
        generateTaggedPDF: true,
        displayHeaderFooter: false,
        pageRanges: `1-${PAGES_MAX + 1}`,
      })
      return bytesOf(data)
    },
    screenshot: async (html, { width, height = 800, fullPage }) => {
      isClean = false
      const metrics = { width, height, deviceScaleFactor: 1, mobile: false }
      await ask('Emulation.setDeviceMetricsOverride', metrics)
      await show(html)
      const { cssContentSize } = await ask('Page.getLayoutMetrics')
      const tall = fullPage ? Math.max(height, heightOf(cssContentSize)) : height
      const { data } = await ask('Page.captureScreenshot', {
        format: 'png',
        captureBeyondViewport: true,
        clip: { x: 0, y: 0, width, height: Math.min(tall, SCREENSHOT_HEIGHT_MAX), scale: 1 },
      })
      return bytesOf(data)
    },
    isClean: () => isClean,
    answers: async () => {
      await ask('Page.getLayoutMetrics')
    },
    close,
  }
}

const bytesOf = (base64: unknown): Uint8Array => Buffer.from(String(base64), 'base64')

function heightOf(size: unknown): number {
  const height = typeof size === 'object' && size !== null && 'height' in size ? size.height : 0
  return Math.ceil(Number(height))
}
