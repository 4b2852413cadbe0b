import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { afterAll, afterEach, expect, test } from 'vitest'
import { LIMIT_MS } from '../../../../../test/patience.ts'
import { browserBinaries } from '../../inner/binary.ts'
import { type Browser, launchBrowser } from '../../inner/browser.ts'
import type { Cdp } from '../../inner/cdp.ts'
import { processesOf } from '../../inner/processes.ts'
import { openPage, PageCrashed } from './page.ts'

const cacheDir = mkdtempSync(join(tmpdir(), 'billwright-test-'))
const opened: Browser[] = []

async function launched(): Promise<Browser> {
  for await (const binary of browserBinaries(null, cacheDir)) {
    const options = { binary, sandbox: true, drawsFrames: false, timeoutMs: LIMIT_MS }
    const browser = await launchBrowser(options)
    opened.push(browser)
    return browser
  }
  throw new Error('No browser is installed.')
}

async function contextOf({ cdp }: Browser): Promise<string> {
  return String((await cdp.send('Target.createBrowserContext')).browserContextId)
}

/** Kills the processes of all pages repeatedly, because another may just be starting. */
async function killPages({ processGroup }: Browser, until: Promise<unknown>): Promise<void> {
  let isOver = false
  const over = () => {
    isOver = true
  }
  until.then(over, over)
  while (!isOver) {
    for (const pid of await processesOf(processGroup ?? 0)) if (isPage(pid)) kill(pid)
    await after(10)
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended by itself.
  }
}

function isPage(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('--type=renderer')
  } catch {
    return false
  }
}

/** Opens a page and checks repeatedly that it answers. */
async function used(cdp: Cdp, browserContextId: string): Promise<never> {
  const page = await openPage(cdp, browserContextId)
  for (;;) await page.answers()
}

afterEach(async () => {
  await Promise.all(opened.splice(0).map((it) => it.close()))
})
afterAll(() => rmSync(cacheDir, { recursive: true, force: true }))

test.each([
  'Target.createTarget',
  'Target.attachToTarget',
  'Inspector.enable',
])('a page whose process dies after %s is said to have crashed', async (command) => {
  const browser = await launched()
  const reached = Promise.withResolvers<void>()
  const cdp: Cdp = {
    ...browser.cdp,
    send: async (method, ...rest) => {
      const result = await browser.cdp.send(method, ...rest)
      if (method === command) reached.resolve()
      return result
    },
  }
  const use = used(cdp, await contextOf(browser))
  await reached.promise
  await Promise.all([killPages(browser, use), expect(use).rejects.toBeInstanceOf(PageCrashed)])
})
