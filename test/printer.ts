import { join } from 'node:path'
import { createPdfRenderer, type ScreenRenderer } from '../src/platform/browser/pdf/renderer.ts'
import type { Config } from '../src/platform/config.ts'
import { WAIT } from './patience.ts'
import { ROOT } from './source-files.ts'

/** By its browser. Each ends with the process. */
const printers = new Map<string, ScreenRenderer>()

function printerOf({ path, remoteUrl }: Config['browser']): ScreenRenderer {
  const key = `${path} ${remoteUrl}`
  const known = printers.get(key)
  if (known) return known
  const printer = createPdfRenderer({
    chromiumPath: path,
    remoteUrl,
    concurrency: 1,
    cacheDir: join(ROOT, 'data', 'browser'),
    log: () => {},
  })
  printers.set(key, printer)
  return printer
}

/** For a script, which would wait for them. */
export async function closePrinters(): Promise<void> {
  for (const printer of printers.values()) await printer.close()
}

/**
 * The renderer of one app. All apps of a process print with the same browser, because starting one takes
 * longer than most tests. As in a new service, none is started before the first print.
 */
export function openRenderer(browser: Config['browser']): ScreenRenderer {
  const printer = printerOf(browser)
  let isStarted = false
  const started = (): ScreenRenderer => {
    isStarted = true
    return printer
  }
  return {
    // The limit counts the work of the browser, which a busy machine does slowly.
    print: (html, options) => started().print(html, { timeoutMs: WAIT.timeout, ...options }),
    screenshot: (html, size) => started().screenshot(html, size),
    check: () => started().check(),
    checkStarted: async () => (isStarted ? printer.checkStarted() : null),
    // Publishing starts no browser where nothing is printed.
    warm: async () => {},
    close: async () => {},
  }
}
