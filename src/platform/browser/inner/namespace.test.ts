import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { LIMIT_MS } from '../../../../test/patience.ts'
import { type BrowserBinary, browserBinaries, unpackBrowser } from './binary.ts'
import { type Browser, launchBrowser } from './browser.ts'
import { browserUser } from './folders.ts'
import { canEnclose } from './namespace.ts'
import { installedPackage } from './packages.ts'
import { memoryOf, processesOf, threadsOf } from './processes.ts'

const cacheDir = mkdtempSync(join(tmpdir(), 'billwright-test-'))
const opened: Browser[] = []
const isPermitted = await canEnclose(browserUser())

async function launched(binary: BrowserBinary): Promise<Browser> {
  const options = { binary, sandbox: true, drawsFrames: false, timeoutMs: LIMIT_MS }
  const browser = await launchBrowser(options)
  opened.push(browser)
  return browser
}

async function installedBrowser(): Promise<BrowserBinary> {
  for await (const binary of browserBinaries(null, cacheDir)) return binary
  throw new Error('No browser is installed.')
}

const groupOf = ({ processGroup }: Browser): number => processGroup ?? 0

async function mainOf(browser: Browser): Promise<number> {
  for (const pid of await processesOf(groupOf(browser))) {
    const command = read(`/proc/${pid}/cmdline`)
    if (/^(?!unshare\0).*--headless/s.test(command) && !command.includes('--type=')) return pid
  }
  throw new Error('Expected a main process.')
}

/** Every process of a group that is still in the table, also an ended one, with its state. */
function entriesOf(group: number): readonly string[] {
  return readdirSync('/proc').flatMap((name) => {
    const line = /^\d+$/.test(name) ? read(`/proc/${name}/stat`) : ''
    const [state, , itsGroup] = line.slice(line.lastIndexOf(')') + 2).split(' ')
    return Number(itsGroup) === group ? [`${name} ${state}`] : []
  })
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}

afterEach(async () => {
  await Promise.all(opened.splice(0).map((it) => it.close()))
})
afterAll(() => rmSync(cacheDir, { recursive: true, force: true }))

const WITHOUT_NAMESPACES = isPermitted
  ? ''
  : ' (skipped: processes may not be started in a namespace of their own here)'

describe.skipIf(!isPermitted)(`a browser in a separate namespace${WITHOUT_NAMESPACES}`, () => {
  test('a killed main process leaves no process and no zombie', async () => {
    const browser = await launched(await installedBrowser())
    const group = groupOf(browser)
    expect(entriesOf(group).length).toBeGreaterThan(3)
    process.kill(await mainOf(browser), 'SIGKILL')
    await browser.cdp.closed
    await browser.close()
    expect(entriesOf(group)).toEqual([])
  })

  test.each([
    'close',
    'kill',
  ] as const)('%s: neither does one that was stopped as a whole', async (way) => {
    const browser = await launched(await installedBrowser())
    const group = groupOf(browser)
    for (const pid of await processesOf(group)) process.kill(pid, 'SIGSTOP')
    await browser[way]()
    expect(entriesOf(group)).toEqual([])
  })

  test('no process survives when the namespace is killed', async () => {
    const browser = await launched(await installedBrowser())
    process.kill(groupOf(browser), 'SIGKILL')
    await browser.close()
    expect(await processesOf(groupOf(browser))).toEqual([])
  })

  test('its processes and their memory are visible from outside, and its sandbox works', async () => {
    const browser = await launched(await installedBrowser())
    expect(browser.sandbox).toBe(true)
    expect(await memoryOf(groupOf(browser))).toBeGreaterThan(10 * 1024 * 1024)
    // The sandbox makes a namespace within ours: its processes have an id in each of the three.
    const depths = (await processesOf(groupOf(browser))).map(
      (pid) =>
        (/^NSpid:(.*)$/m.exec(read(`/proc/${pid}/status`))?.[1] ?? '').trim().split(/\s+/).length,
    )
    const own =
      /^NSpid:(.*)$/m.exec(read('/proc/self/status'))?.[1]?.trim().split(/\s+/).length ?? 1
    expect(Math.max(...depths)).toBe(own + 2)
  })

  const archive = join(installedPackage('@sparticuz/chromium') ?? cacheDir, 'bin')

  test.skipIf(!existsSync(archive))('the same for the packaged browser, if installed', async () => {
    const browser = await launched(await unpackBrowser(archive, cacheDir))
    const group = groupOf(browser)
    process.kill(await mainOf(browser), 'SIGKILL')
    await browser.close()
    expect(entriesOf(group)).toEqual([])
  })
})

test('lets the service and its database go first', async () => {
  const browser = await launched(await installedBrowser())
  const threads = await threadsOf(groupOf(browser))
  expect(threads.length).toBeGreaterThan(10)
  expect(threads.filter((it) => getPriority(it) < 5)).toEqual([])
  const session = `/proc/${groupOf(browser)}/autogroup`
  if (existsSync(session)) expect(read(session)).toMatch(/ nice 5\n$/)
  const processes = await processesOf(groupOf(browser))
  const scores = processes.map((it) => Number(read(`/proc/${it}/oom_score_adj`)))
  expect(scores.length).toBeGreaterThan(1)
  expect(Math.min(...scores)).toBeGreaterThanOrEqual(500)
})

test('a browser that does not start in a namespace reports the reason if it does not start at all', async () => {
  const binary = { path: join(cacheDir, 'no-such-browser'), libraryDir: null }
  await expect(launched(binary)).rejects.toThrow('no-such-browser')
})
