import { type BrowserContext, chromium, type Page } from 'playwright-core'
import type { BrowserBinary } from '../src/platform/browser/inner/binary.ts'

/** A page as a customer's browser receives it. */
export interface PrintedPage {
  readonly id: string
  readonly html: string
}

export interface Probe {
  /** What runs, loads, leaves or stays that should not, as `id: what`. */
  findingsIn(pages: readonly PrintedPage[]): Promise<readonly string[]>
  close(): Promise<void>
}

const ADDRESS = 'http://printed.invalid/invoice'
const ASSETS = 'http://printed.invalid/_template-assets/'

/** One browser with scripts switched on and no network: every request is written down and fails. */
export async function openProbe({ path, libraryDir }: BrowserBinary): Promise<Probe> {
  const browser = await chromium.launch({
    executablePath: path,
    chromiumSandbox: false,
    env: { ...process.env, ...(libraryDir ? { LD_LIBRARY_PATH: libraryDir } : {}) },
  })
  const context = await browser.newContext()
  let look = await openPage(context)
  return {
    async findingsIn(pages) {
      const all: string[] = []
      for (const { id, html } of pages) {
        const found = await look(html)
        // What it began may go on and disturb the next one.
        if (found.length > 0) look = await openPage(context)
        all.push(...found.map((what) => `${id}: ${what}`))
      }
      return all
    },
    close: () => browser.close(),
  }
}

async function openPage(context: BrowserContext) {
  let html = ''
  let found: string[] = []
  const page = await context.newPage()
  await page.route('**/*', async (route) => {
    const request = route.request()
    if (request.url() === ADDRESS && html !== '') {
      const body = html
      // A page asks for itself once; whatever it asks for later is a request.
      html = ''
      await route.fulfill({ body, contentType: 'text/html; charset=utf-8' })
      return
    }
    // A template may load what it brought along.
    if (!request.url().startsWith(ASSETS)) found.push(`a request to ${request.url().slice(0, 100)}`)
    await route.abort()
  })
  page.on('popup', () => found.push('another window'))
  page.on('dialog', (dialog) => {
    found.push('a dialog')
    void dialog.dismiss()
  })
  const debug = await context.newCDPSession(page)
  await debug.send('Debugger.enable')
  debug.on('Debugger.scriptParsed', ({ url }) => {
    // Playwright's own scripts have no address.
    if (url !== '') found.push('a script')
  })
  return async (printed: string): Promise<readonly string[]> => {
    html = printed
    found = []
    // A page that leads elsewhere at once ends its own loading.
    await page.goto(ADDRESS).catch(() => found.push('a page that does not load'))
    found.push(...(await lookedAt(page)))
    const all = [...new Set(found)]
    if (all.length > 0) await page.close()
    return all
  }
}

/** Waits for what begins by itself, follows the links, has the page parsed anew, and looks at it. */
async function lookedAt(page: Page): Promise<readonly string[]> {
  try {
    return await page.evaluate<readonly string[]>(LOOK)
  } catch {
    return ['a page that goes elsewhere']
  }
}

/** A text, for it runs in another world. It shares no list with the sanitizer. */
const LOOK = `(async () => {
  const moment = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  const schemeOf = (address) => URL.parse(address, 'http://printed.invalid/')?.protocol ?? 'none'
  const found = []
  const look = (root) => {
    for (const element of root.querySelectorAll('*')) {
      const name = element.localName
      if (element.namespaceURI !== 'http://www.w3.org/1999/xhtml') found.push('<' + name + '> of another kind')
      if (/^(script|i?frame|frameset|object|embed|applet|img|picture|source|video|audio|track|link|base|form|input|button|select|textarea|template|noscript|map|area|portal|canvas|dialog|slot|xmp|plaintext|noembed|noframes|marquee)$/.test(name) || name.includes('-')) found.push('<' + name + '>')
      if (name === 'meta' && element.httpEquiv) found.push('a header of the page')
      for (const { name, value } of element.attributes) {
        if (/^on|^(src|srcset|srcdoc|action|formaction|ping|background|poster|data|xlink:href|manifest|is|nonce|autofocus|popover|target)$/.test(name)) found.push('the attribute ' + name)
        if (name === 'href' && !/^(https?:|mailto:|tel:)$/.test(schemeOf(value))) found.push('a link to ' + value.slice(0, 100))
      }
    }
  }
  await moment()
  look(document)
  for (const link of document.querySelectorAll('a[href^="#"], a[href^="javascript" i], summary, [onclick], [onmouseover]')) {
    link.click()
    link.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }))
  }
  // An editor or a mail program parses once more what it was given.
  for (let times = 0; times < 2; times += 1) {
    const again = document.implementation.createHTMLDocument('').createElement('div')
    again.innerHTML = document.documentElement.innerHTML
    look(again)
    document.body.innerHTML = again.innerHTML
  }
  await moment()
  return found
})()`
