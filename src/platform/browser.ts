import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as after } from 'node:timers/promises'
import type { BrowserBinary } from './browser-binary.ts'
import { type Cdp, cdpOverPipes, cdpOverWebSocket } from './browser-cdp.ts'
import {
  type BrowserFolders,
  browserUser,
  createBrowserFolders,
  reachableFiles,
  removeBrowserFolders,
} from './browser-folders.ts'
import { remoteAddress } from './browser-remote.ts'
import { fontConfiguration, fontFiles } from './fonts.ts'

/** A browser that runs, here or elsewhere. */
export interface Browser {
  readonly cdp: Cdp
  /** The file it was started from, or the address of a remote one without its path. */
  readonly engine: string
  readonly version: string
  /** False, too, for a remote browser: how it runs is not known. */
  readonly sandbox: boolean
  /** The process group of a browser of ours; null for a remote one. */
  readonly processGroup: number | null
  /** Ends it and every process of it, and removes what it wrote. Safe to call twice. */
  close(): Promise<void>
  /** The same for one that does not answer any more, without asking it to end itself. */
  kill(): Promise<void>
}

export interface LaunchOptions {
  readonly binary: BrowserBinary
  readonly sandbox: boolean
  /** Whether it draws frames as for a screen, which screenshots need and printing does not. */
  readonly drawsFrames: boolean
  readonly timeoutMs: number
}

const CLOSE_TIMEOUT_MS = 2_000
const STDERR_KEPT_CHARACTERS = 2_000

/**
 * Every request ends at a name that does not exist, or at a closed port: the first rule alone already
 * stopped all probes, the second stands in for it should the first ever change its meaning.
 */
const FLAGS = [
  '--headless',
  '--remote-debugging-pipe',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--disable-background-networking',
  '--disable-breakpad',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-dev-shm-usage',
  '--disable-extensions',
  '--disable-gpu',
  '--disable-sync',
  '--font-render-hinting=none',
  '--force-color-profile=srgb',
  '--hide-scrollbars',
  '--lang=en-US',
  '--mute-audio',
  '--no-default-browser-check',
  '--no-first-run',
  '--no-startup-window',
]

/**
 * Starts a browser as a user that owns nothing, with folders of its own and none of our environment.
 * It leads a process group, so that even a stopped or orphaned process of it can be ended, and it
 * listens on pipes: when this process dies in whatever way, they close and the browser ends itself.
 */
export async function launchBrowser(options: LaunchOptions): Promise<Browser> {
  const user = browserUser()
  const folders = await createBrowserFolders(user)
  try {
    const [path = options.binary.path] = await reachableFiles(
      [options.binary.path],
      join(folders.root, 'bin'),
      user,
    )
    const environment = await browserEnvironment(options.binary, folders)
    const child = spawn(path, flagsFor(folders, options), {
      ...(user ?? {}),
      cwd: folders.home,
      env: environment,
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    })
    return await supervise(child, folders, options)
  } catch (error) {
    await removeBrowserFolders(folders)
    throw error
  }
}

const flagsFor = (
  { profile }: BrowserFolders,
  { sandbox, drawsFrames }: LaunchOptions,
): readonly string[] => [
  ...FLAGS,
  `--user-data-dir=${profile}`,
  // Without frames that nobody sees, a printed page takes two thirds of the time.
  ...(drawsFrames ? [] : ['--disable-threaded-compositing']),
  ...(sandbox ? [] : ['--no-sandbox']),
]

async function browserEnvironment(
  { libraryDir }: BrowserBinary,
  folders: BrowserFolders,
): Promise<Record<string, string>> {
  const user = browserUser()
  const fonts = await reachableFiles(fontFiles(), join(folders.root, 'fonts'), user)
  const configuration = join(folders.root, 'fonts.conf')
  await writeFile(configuration, fontConfiguration(fonts, join(folders.home, 'fontconfig')))
  await chmod(configuration, 0o644)
  const libraries =
    libraryDir === null ? [] : (await readdir(libraryDir)).map((it) => join(libraryDir, it))
  const reachable = await reachableFiles(libraries, join(folders.root, 'lib'), user)
  const isMoved = reachable[0] !== libraries[0]
  return {
    PATH: '/usr/bin:/bin',
    HOME: folders.home,
    TMPDIR: folders.temporary,
    XDG_CONFIG_HOME: folders.home,
    XDG_CACHE_HOME: folders.home,
    FONTCONFIG_FILE: configuration,
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    ...(libraryDir === null
      ? {}
      : { LD_LIBRARY_PATH: isMoved ? join(folders.root, 'lib') : libraryDir }),
  }
}

async function supervise(
  child: ChildProcess,
  folders: BrowserFolders,
  { binary, sandbox, timeoutMs }: LaunchOptions,
): Promise<Browser> {
  const group = child.pid
  let complaint = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-STDERR_KEPT_CHARACTERS)
  })
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', (error) => {
      complaint += error.message
      resolve()
    })
  })
  // Node ends without warning on an uncaught error; nothing but this runs then.
  const atExit = () => {
    killGroup(group)
    rmSync(folders.root, { recursive: true, force: true })
  }
  process.once('exit', atExit)

  const cdp = cdpOverPipes(child.stdio[3] as Writable, child.stdio[4] as Readable)
  const killed = async () => {
    killGroup(group)
    cdp.close()
    await exited
    if (group !== undefined) await groupEnded(group)
    process.off('exit', atExit)
    await removeBrowserFolders(folders)
  }
  const ended = async () => {
    await Promise.race([cdp.send('Browser.close').catch(() => {}), timer(CLOSE_TIMEOUT_MS)])
    await Promise.race([exited, timer(CLOSE_TIMEOUT_MS)])
    await kill()
  }
  let killing: Promise<void> | null = null
  let closing: Promise<void> | null = null
  const kill = () => {
    killing ??= killed()
    return killing
  }
  const close = () => {
    closing ??= ended()
    return closing
  }
  // A browser that fell is cleared away at once, with whatever of it is left.
  void Promise.race([exited, cdp.closed]).then(kill)

  const gone = exited.then(() => {
    throw new Error(`The browser ended while starting. ${complaint.trim()}`)
  })
  gone.catch(() => {})
  try {
    const version = await withinMs(timeoutMs, Promise.race([gone, versionOf(cdp)]))
    return { cdp, engine: binary.path, version, sandbox, processGroup: group ?? null, close, kill }
  } catch (error) {
    await kill()
    throw new Error(complaint.trim() || String(error), { cause: error })
  }
}

/** Uses a browser that somebody else runs. Its fonts, and with them the bytes, are its own. */
export async function connectBrowser(remoteUrl: string, timeoutMs: number): Promise<Browser> {
  const cdp = await withinMs(timeoutMs, remoteAddress(remoteUrl).then(cdpOverWebSocket))
  const version = await withinMs(timeoutMs, versionOf(cdp))
  const close = async () => cdp.close()
  const engine = new URL(remoteUrl).origin
  return { cdp, engine, version, sandbox: false, processGroup: null, close, kill: close }
}

const versionOf = async (cdp: Cdp): Promise<string> =>
  String((await cdp.send('Browser.getVersion')).product)

/** The anonymous memory (bytes) of all processes of a browser; shared pages are not counted twice. */
export async function memoryOf(processGroup: number): Promise<number> {
  let bytes = 0
  for (const pid of await processesOf(processGroup)) {
    const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '')
    bytes += Number(/^RssAnon:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024
  }
  return bytes
}

/** The process ids of a group; none where there is no `/proc`. */
export async function processesOf(processGroup: number): Promise<readonly number[]> {
  const pids: number[] = []
  for (const name of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(name)) continue
    const line = await readFile(`/proc/${name}/stat`, 'latin1').catch(() => '')
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
    // A zombie does nothing more; it only waits for its parent to ask how it ended.
    if (Number(fields[2]) === processGroup && fields[0] !== 'Z') pids.push(Number(name))
  }
  return pids
}

function killGroup(group: number | undefined): void {
  if (group === undefined) return
  try {
    process.kill(-group, 'SIGKILL')
  } catch {
    // Nothing of it is left.
  }
}

/** The helpers of a browser outlive it by some milliseconds, and may still write to its folders. */
async function groupEnded(group: number): Promise<void> {
  for (let waitedMs = 0; waitedMs < CLOSE_TIMEOUT_MS; waitedMs += 10) {
    if ((await processesOf(group)).length === 0) return
    await after(10)
  }
}

const timer = (timeoutMs: number): Promise<void> => after(timeoutMs, undefined, { ref: false })

async function withinMs<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  const late = timer(timeoutMs).then(() => {
    throw new Error(`The browser did not answer within ${timeoutMs} ms.`)
  })
  return await Promise.race([work, late])
}
