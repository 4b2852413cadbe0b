import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { Agent, request as send } from 'node:http'
import { join } from 'node:path'
import { freePort } from '../test/service-process.ts'
import { ROOT } from '../test/source-files.ts'

export const API_KEY = 'bench-key-0123456789abcdef'
export const API = '/api/v1'
/** As bin/runtime.js starts it. */
const FLAGS = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=8', '--expose-gc']
const COMPILE_CACHE = join(ROOT, 'node_modules/.cache/compiled')
const START_MAX_MS = 60_000

export interface Answer {
  readonly status: number
  readonly body: Buffer
}

/** A process that answers HTTP: the service as people run it, or a bare server to compare it with. */
export interface Served {
  readonly url: string
  /** From its start until `/readyz` answered 200. */
  readonly startMs: number
  /** With the key of the environment, or another. */
  call(method: string, path: string, body?: unknown, key?: string): Promise<Answer>
  json(method: string, path: string, body?: unknown, key?: string): Promise<Json>
  /** CPU time it used so far, without the processes it started. */
  cpuMs(): number
  /** Memory of the process, and of those it started: each shared page once (PSS). */
  memoryMiB(): { readonly own: number; readonly children: number }
  stop(): Promise<void>
}

// biome-ignore lint/suspicious/noExplicitAny: answers are read by name.
export type Json = any

interface ServeOptions {
  readonly env?: Readonly<Record<string, string>>
  /** The program and arguments that start a command elsewhere, such as in a control group. */
  readonly enter?: (command: readonly string[]) => readonly string[]
}

/** The service with a company, without which nothing is issued; from these sources or another commit's. */
export async function startService(
  databaseUrl: string,
  dataDir: string,
  root = ROOT,
  { env = {}, enter }: ServeOptions = {},
): Promise<Served> {
  const variables = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    API_KEY,
    RATE_LIMIT_PER_MINUTE: '0',
    LOG_LEVEL: 'error',
    SHUTDOWN_GRACE_SECONDS: '0',
    OUTBOUND_ALLOW: '127.0.0.1',
    ...(process.env.CHROMIUM_PATH ? { CHROMIUM_PATH: process.env.CHROMIUM_PATH } : {}),
    ...env,
  }
  const service = await serve(entryIn(root, 'main'), variables, enter)
  await service.json('PATCH', `${API}/settings`, { companyName: 'Atelier Nord' })
  return service
}

/** The file that `npm start` runs in that tree: the built one, or the source where the tree has no build. */
export function entryIn(root: string, name: 'main' | 'cli/main'): string {
  if (!existsSync(join(root, 'scripts/build.ts'))) return join(root, 'src', `${name}.ts`)
  if (!builtRoots.has(root))
    execFileSync(process.execPath, [join(root, 'bin/generate.js'), '--service'], {
      stdio: 'inherit',
    })
  builtRoots.add(root)
  return join(root, 'dist/service', `${name.replace('/', '-')}.js`)
}
const builtRoots = new Set<string>()

export async function serve(
  script: string,
  env: Readonly<Record<string, string>>,
  enter: NonNullable<ServeOptions['enter']> = (command) => command,
): Promise<Served> {
  const port = await freePort()
  const { PATH = '', HOME = '' } = process.env
  const begin = performance.now()
  const args = [...(process.env.BENCH_NODE_ARGS?.split(' ') ?? []), script]
  const [program = '', ...rest] = enter([process.execPath, ...FLAGS, ...args])
  const child = spawn(program, rest, {
    env: { PATH, HOME, PORT: String(port), NODE_COMPILE_CACHE: COMPILE_CACHE, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const call = (method: string, path: string, body?: unknown, key = API_KEY) =>
    exchange({ agent, port, method, path, body, key })
  await answered(child, () => call('GET', '/readyz'))
  const startMs = performance.now() - begin
  const pid = child.pid ?? 0
  return {
    url: `http://127.0.0.1:${port}`,
    startMs,
    call,
    async json(method, path, body, key) {
      let answer = await call(method, path, body, key)
      // On a busy machine the service refuses for a moment what is too much.
      for (let tries = 0; answer.status === 503 && tries < 50; tries += 1) {
        await new Promise((resolve) => setTimeout(resolve, 100))
        answer = await call(method, path, body, key)
      }
      if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.body}`)
      return JSON.parse(answer.body.toString())
    },
    cpuMs: () => cpuMsOf(pid),
    memoryMiB: () => ({ own: pssMiB(pid), children: childrenOf(pid).reduce(sumMiB, 0) }),
    async stop() {
      agent.destroy()
      child.kill('SIGTERM')
      if (child.exitCode === null) await new Promise((resolve) => child.once('exit', resolve))
    },
  }
}

const sumMiB = (sum: number, pid: number): number => sum + pssMiB(pid)

async function answered(child: ChildProcess, ask: () => Promise<Answer>): Promise<void> {
  const untilMs = performance.now() + START_MAX_MS
  for (;;) {
    const answer = await ask().catch(() => null)
    if (answer?.status === 200) return
    if (child.exitCode !== null || performance.now() > untilMs)
      throw new Error('The server does not answer.')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

interface Exchange {
  readonly agent: Agent
  readonly port: number
  readonly method: string
  readonly path: string
  readonly body: unknown
  readonly key: string
}

function exchange({ agent, port, method, path, body, key }: Exchange): Promise<Answer> {
  const text = body === undefined ? null : JSON.stringify(body)
  const headers = {
    authorization: `Bearer ${key}`,
    ...(text === null
      ? {}
      : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
  }
  return new Promise((resolve, reject) => {
    const options = { agent, port, host: '127.0.0.1', method, path, headers }
    const sent = send(options, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks) }),
      )
      answer.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(text ?? undefined)
  })
}

const statOf = (pid: number): readonly string[] => {
  const line = readFileSync(`/proc/${pid}/stat`, 'latin1')
  return line.slice(line.lastIndexOf(')') + 2).split(' ')
}

/** CPU time of a process, to the nanosecond: the sum of what its threads ran. */
function cpuMsOf(pid: number): number {
  let ns = 0
  try {
    for (const thread of readdirSync(`/proc/${pid}/task`))
      ns += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1').split(' ')[0])
  } catch {
    // A thread or the process has ended meanwhile.
  }
  return ns / 1e6
}

/** Of this process and all that it started, but not of itself: the service, the database, the browser. */
export const startedCpuMs = (): number =>
  childrenOf(process.pid).reduce((sum, pid) => sum + cpuMsOf(pid), 0)

const TICK_MS = 10

/** Of the processes that this one started and that have ended. */
export function endedCpuMs(): number {
  const [user = 0, system = 0] = statOf(process.pid).slice(13, 15).map(Number)
  return (user + system) * TICK_MS
}

function pssMiB(pid: number): number {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1')
    return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

/** All below a process, at whatever depth. */
function childrenOf(pid: number): readonly number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((it) => /^\d+$/.test(it))) {
    try {
      parents.set(Number(name), Number(statOf(Number(name))[1]))
    } catch {}
  }
  const isBelow = (it: number): boolean => {
    const parent = parents.get(it)
    return parent === pid || (parent !== undefined && parent > 1 && isBelow(parent))
  }
  return [...parents.keys()].filter(isBelow)
}
