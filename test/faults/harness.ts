import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { entryOf } from '../entry.ts'
import { freePort } from '../service-process.ts'
import { ROOT } from '../source-files.ts'
import { API_KEY, call } from './request.ts'

/*
 * What every script of this folder is made of. A script is a program: it calls `fault` once, and
 * `run.ts` runs it in a separate process. Beside this file: `postgres.ts` starts a PostgreSQL,
 * `clients.ts` writes through the API and appends to a history (`history.ts`), `final-state.ts`
 * reads what is there at the end, `judge.ts` compares the two.
 */

/** Exit code of a script that cannot run here. */
export const EXIT_SKIPPED = 75

/** Thrown by a script that cannot run here, with the sentence that says why. */
export class Skipped extends Error {}

export interface Fault {
  /** Something that was promised and did not hold; the script goes on, and fails at its end. */
  finding(sentence: string): void
  findings(sentences: readonly string[]): void
  /** Runs at the end, last first, whatever happened. */
  after(work: () => Promise<unknown> | unknown): void
  /** An empty folder that is deleted at the end. */
  folder(): string
  /** `startService`, and its end at the end. */
  service(options?: ServiceOptions): Promise<Service>
}

const FINDINGS_SHOWN_MAX = 20

/**
 * The whole of a script: `body` resolves to its figures, one line. Sets the exit code: 0 passed, 1
 * something was found, 75 skipped.
 */
export async function fault(body: (fault: Fault) => Promise<string>): Promise<void> {
  const found: string[] = []
  const endings: (() => Promise<unknown> | unknown)[] = []
  const after: Fault['after'] = (work) => void endings.push(work)
  const self: Fault = {
    finding: (sentence) => void found.push(sentence),
    findings: (sentences) => void found.push(...sentences),
    after,
    folder() {
      const folder = mkdtempSync(join(tmpdir(), 'billwright-fault-'))
      after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
      return folder
    },
    async service(options = {}) {
      const service = await startService({ ...options, dataDir: options.dataDir ?? self.folder() })
      after(() => service.kill())
      return service
    },
  }
  const end = async () => {
    for (const work of endings.splice(0).reverse()) await work()
  }
  process.once('SIGTERM', () => void end().finally(() => process.exit(1)))
  let line = ''
  try {
    line = await body(self)
    process.exitCode = found.length === 0 ? 0 : 1
  } catch (error) {
    process.exitCode = error instanceof Skipped ? EXIT_SKIPPED : 1
    line = error instanceof Skipped ? error.message : String((error as Error).stack ?? error)
  }
  for (const sentence of found.slice(0, FINDINGS_SHOWN_MAX)) say(`  found: ${sentence}`)
  if (found.length > FINDINGS_SHOWN_MAX) say(`  and ${found.length - FINDINGS_SHOWN_MAX} more`)
  await end()
  say(line)
  // Sockets that a fault left open must not keep the script.
  process.exit()
}

export const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** How many rounds a script makes: `FAULT_ROUNDS`, or what fits a short run. */
export const rounds = (usual: number): number => Number(process.env.FAULT_ROUNDS ?? usual)

/** How long a script goes on that is about time: the usual seconds, `FAULT_SECONDS_FACTOR` times. */
export const seconds = (usual: number): number =>
  usual * Number(process.env.FAULT_SECONDS_FACTOR ?? 1)

interface ServiceOptions {
  /** Where it keeps everything, SQLite's file among it. Two services may share one. */
  readonly dataDir?: string
  readonly port?: number
  /** Over `SERVICE_ENV`; `DATABASE_URL` for PostgreSQL. */
  readonly env?: Readonly<Record<string, string>>
  /** Before `src/main.ts`, e.g. `--max-old-space-size=128`. */
  readonly nodeArgs?: readonly string[]
  /** A program and its arguments that node and the rest are appended to, e.g. strace. */
  readonly wrapper?: readonly string[]
  /** Whether it prints PDFs; otherwise no browser is started, which costs more than the service. */
  readonly withBrowser?: boolean
}

export interface Service {
  /** Of Node itself unless there is a wrapper. */
  readonly pid: number
  readonly port: number
  readonly url: string
  readonly dataDir: string
  readonly child: ChildProcess
  /** Waits until it takes requests; how many milliseconds after its start. Throws what it printed. */
  ready(timeoutMs?: number): Promise<number>
  /** SIGKILL, and waits until it is gone. Safe to call twice. */
  kill(): Promise<void>
  /** SIGTERM, and its exit code. */
  stop(): Promise<number | null>
  output(): string
}

const SERVICE_ENV = {
  API_KEY,
  HOST: '127.0.0.1',
  LOG_LEVEL: 'warn',
  RATE_LIMIT_PER_MINUTE: '0',
}
/** As bin/runtime.js starts it. */
const FLAGS = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=8', '--expose-gc']
export const COMPILE_CACHE = join(ROOT, 'node_modules/.cache/compiled')
/** Of `/proc`, on every Linux that Node runs on. */
const TICK_MS = 10
const READY_MS = 60_000
const OUTPUT_KEPT_CHARACTERS = 20_000

/** Starts the service with the Node that runs the test. Does not wait until it is ready. */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'billwright-fault-'))
  const port = options.port ?? (await freePort())
  const [command = process.execPath, ...args] = [
    ...(options.wrapper ?? []),
    process.execPath,
    ...(options.nodeArgs ?? []),
    ...FLAGS,
    entryOf('main'),
  ]
  const startedMs = performance.now()
  const child = spawn(command, args, {
    cwd: dataDir,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? dataDir,
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      ...SERVICE_ENV,
      ...(options.withBrowser ? {} : { CHROMIUM_PATH: '/nonexistent' }),
      PORT: String(port),
      DATA_DIR: dataDir,
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit')
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed = (printed + text).slice(-OUTPUT_KEPT_CHARACTERS)
    })
  const isGone = () => child.exitCode !== null || child.signalCode !== null
  const end = async (signal: NodeJS.Signals) => {
    if (!isGone()) child.kill(signal)
    await exited
    return child.exitCode
  }
  const url = `http://127.0.0.1:${port}`
  return {
    pid: child.pid ?? 0,
    port,
    url,
    dataDir,
    child,
    async ready(timeoutMs = READY_MS) {
      for (;;) {
        const isAnswered = await isReady(url)
        // Another process may answer on its port.
        if (isGone() || performance.now() - startedMs > timeoutMs)
          throw new Error(`The service is not ready. It printed:\n${printed}`)
        if (isAnswered) {
          const readyMs = performance.now() - startedMs
          await nameCompany(url)
          return readyMs
        }
        await sleep(10)
      }
    },
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
    output: () => printed,
  }
}

/** Nothing is issued without a name. Set once: a service that cannot write now has it already. */
async function nameCompany(url: string): Promise<void> {
  const { json } = await call(url, 'GET', '/settings')
  if (json.companyName !== '') return
  await call(url, 'PATCH', '/settings', { body: { companyName: 'Atelier Nord' } })
}

/** Whether it takes requests and its database works; `/readyz` also waits for a browser. */
const isReady = (url: string): Promise<boolean> =>
  call(url, 'GET', '/settings', { timeoutMs: 5_000 }).then(
    ({ status }) => status === 200,
    () => false,
  )

/** Asks until the answer is true; how many milliseconds that took. Throws after `timeoutMs`. */
export async function until(
  what: string,
  isSo: () => Promise<boolean> | boolean,
  timeoutMs = 30_000,
): Promise<number> {
  const startedMs = performance.now()
  while (!(await isSo())) {
    if (performance.now() - startedMs > timeoutMs)
      throw new Error(`${what}: not within ${timeoutMs} ms`)
    await sleep(10)
  }
  return performance.now() - startedMs
}

export const randomBetween = (min: number, max: number): number => min + Math.random() * (max - min)

/** What a process has used so far, waiting not counted. Linux only; else 0. */
export function cpuTimeMs(pid: number): number {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS
  } catch {
    return 0
  }
}

/** The value below which a share (0 to 1) of the values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

export const ms = (value: number): string => `${Math.round(value)} ms`

export { sleep }
