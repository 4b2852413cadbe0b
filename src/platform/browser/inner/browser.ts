import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { getPriority, setPriority } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as after } from 'node:timers/promises'
import { type Cdp, cdpOverPipes, cdpOverWebSocket } from './cdp.ts'
import { browserCommand, type LaunchOptions } from './command.ts'
import {
  type BrowserFolders,
  type BrowserUser,
  browserUser,
  createBrowserFolders,
  deleteBrowserFolders,
} from './folders.ts'
import { canEnclose } from './namespace.ts'
import { killGroup, killNamespace, processesOf, threadsOf } from './processes.ts'
import { remoteAddress } from './remote.ts'

/** A running browser, local or remote. */
export interface Browser {
  readonly cdp: Cdp
  /** Its file, or the address of a remote one without its path. */
  readonly engine: string
  readonly version: string
  /** Also false for a remote browser, because its sandbox is unknown. */
  readonly sandbox: boolean
  /**
   * Whether it is process 1 of a namespace, so that ending it ends everything; null for a remote
   * one.
   */
  readonly isEnclosed: boolean | null
  /** The process group of our browser; null for a remote one. */
  readonly processGroup: number | null
  /** Ends all its processes and deletes its files. Safe to call twice. */
  close(): Promise<void>
  /** Ends a browser that no longer answers, without asking it to end itself. */
  kill(): Promise<void>
}

const CLOSE_TIMEOUT_MS = 2_000
const STDERR_KEPT_CHARACTERS = 2_000
/** Below the service and its database: under load the browser gets a third of their time. */
const NICENESS = 5

/** Added to its share of the memory in thousandths: proc(5). */
const OOM_SCORE = 500

/** It runs but does not answer, so starting it in another way would not help. */
class BrowserSilent extends Error {}

/** It ended while starting: the system or the browser does not allow this way of running. */
export class BrowserRefused extends Error {}

/**
 * Starts a browser as a user without rights, with separate folders and an empty environment. It leads a
 * process group, so that we can end even orphaned processes. It ends when its pipes are closed.
 *
 * If permitted, it runs in a namespace, so that a kill leaves nothing behind; otherwise without one.
 * Throws `BrowserRefused` if that fails, too.
 */
export async function launchBrowser(options: LaunchOptions): Promise<Browser> {
  const user = browserUser()
  const endsAt = performance.now() + options.timeoutMs
  if (!(await canEnclose(user))) return await launch(options, { user, isEnclosed: false })
  try {
    return await launch(options, { user, isEnclosed: true })
  } catch (error) {
    if (error instanceof BrowserSilent) throw error
    const timeoutMs = endsAt - performance.now()
    return await launch({ ...options, timeoutMs }, { user, isEnclosed: false })
  }
}

interface Place {
  readonly user: BrowserUser | null
  readonly isEnclosed: boolean
}

async function launch(options: LaunchOptions, { user, isEnclosed }: Place): Promise<Browser> {
  const folders = await createBrowserFolders(user)
  try {
    const command = await browserCommand(options, { folders, user, isEnclosed })
    const child = spawn(command.path, command.args, {
      ...(user ?? {}),
      cwd: folders.home,
      env: command.environment,
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    })
    return await supervise({ child, isEnclosed, folders }, options)
  } catch (error) {
    await deleteBrowserFolders(folders)
    throw error
  }
}

interface Started {
  readonly child: ChildProcess
  readonly isEnclosed: boolean
  readonly folders: BrowserFolders
}

async function supervise(
  { child, isEnclosed, folders }: Started,
  { binary, sandbox, timeoutMs }: LaunchOptions,
): Promise<Browser> {
  const group = child.pid
  /** Ends every process of the group that `child` leads. */
  const killAll = isEnclosed ? killNamespace : killGroup
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
  // Node ends without warning on an uncaught error and runs only this listener.
  const atExit = () => {
    if (group !== undefined) killAll(group)
    rmSync(folders.root, { recursive: true, force: true })
  }
  process.once('exit', atExit)

  const cdp = cdpOverPipes(child.stdio[3] as Writable, child.stdio[4] as Readable)
  const killed = async () => {
    if (group !== undefined) killAll(group)
    cdp.close()
    await exited
    if (group !== undefined) await groupEnded(group)
    process.off('exit', atExit)
    await deleteBrowserFolders(folders)
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
  // Cleans up at once after a browser that crashed.
  void Promise.race([exited, cdp.closed]).then(kill)

  const gone = exited.then(() => {
    throw new Error(`The browser ended while starting. ${complaint.trim()}`)
  })
  gone.catch(() => {})
  try {
    const version = await withinMs(timeoutMs, Promise.race([gone, versionOf(cdp)]))
    const processGroup = group ?? null
    if (group !== undefined) {
      await lowerPriority(group)
      await offerToBeKilled(group)
    }
    return { cdp, engine: binary.path, version, sandbox, isEnclosed, processGroup, close, kill }
  } catch (error) {
    // The output of a killed browser explains nothing.
    const before = complaint.trim()
    await kill()
    if (error instanceof BrowserSilent)
      throw new BrowserSilent(`${error.message} ${before}`.trim(), { cause: error })
    const message = complaint.trim() || String(error)
    if (hasEndedItself(child)) throw new BrowserRefused(message, { cause: error })
    throw new Error(message, { cause: error })
  }
}

/**
 * After the start, which many requests may wait for. On Linux each thread has its own niceness,
 * and new threads inherit it; so threads are read again until none is new. Outside of containers
 * Linux compares sessions, not only threads: sched(7), autogroup.
 */
async function lowerPriority(group: number): Promise<void> {
  const lowered = new Set<number>()
  for (let threads = [group]; threads.length > 0; ) {
    for (const thread of threads) {
      lowered.add(thread)
      setNiceness(thread)
    }
    threads = (await threadsOf(group)).filter((it) => !lowered.has(it) && isAbove(it))
  }
  await writeFile(`/proc/${group}/autogroup`, String(NICENESS)).catch(() => {})
}

/** If memory runs out, the system ends the browser and not the service. New processes inherit it. */
async function offerToBeKilled(group: number): Promise<void> {
  for (const pid of await processesOf(group))
    await writeFile(`/proc/${pid}/oom_score_adj`, String(OOM_SCORE)).catch(() => {})
}

function setNiceness(thread: number): void {
  try {
    setPriority(thread, NICENESS)
  } catch {
    // It has ended.
  }
}

function isAbove(thread: number): boolean {
  try {
    return getPriority(thread) < NICENESS
  } catch {
    return false
  }
}

/**
 * Not a browser that never ran or was killed, by a system short of memory or by us when its pipes
 * closed. A browser without a sandbox exits with 1 or traps.
 */
const hasEndedItself = ({ pid, exitCode, signalCode }: ChildProcess): boolean =>
  pid !== undefined && (exitCode !== null || signalCode !== null) && signalCode !== 'SIGKILL'

/** Uses a browser that another program runs. Its fonts differ from ours, and so do the bytes of a PDF. */
export async function connectBrowser(remoteUrl: string, timeoutMs: number): Promise<Browser> {
  const cdp = await withinMs(timeoutMs, remoteAddress(remoteUrl).then(cdpOverWebSocket))
  const version = await withinMs(timeoutMs, versionOf(cdp))
  const close = async () => cdp.close()
  const engine = new URL(remoteUrl).origin
  const unknown = { sandbox: false, isEnclosed: null, processGroup: null }
  return { cdp, engine, version, ...unknown, close, kill: close }
}

const versionOf = async (cdp: Cdp): Promise<string> =>
  String((await cdp.send('Browser.getVersion')).product)

/** Helper processes outlive the browser by some milliseconds and may still write to its folders. */
async function groupEnded(group: number): Promise<void> {
  for (let waitedMs = 0; waitedMs < CLOSE_TIMEOUT_MS; waitedMs += 10) {
    if ((await processesOf(group)).length === 0) return
    await after(10)
  }
}

const timer = (timeoutMs: number): Promise<void> => after(timeoutMs, undefined, { ref: false })

async function withinMs<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  const late = timer(timeoutMs).then(() => {
    throw new BrowserSilent(`The browser did not answer within ${timeoutMs} ms.`)
  })
  return await Promise.race([work, late])
}
