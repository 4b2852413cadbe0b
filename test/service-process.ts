import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { WAIT } from './patience.ts'
import { SCRATCH } from './scratch.ts'
import { ROOT } from './source-files.ts'

/** The service as people start it: a separate process, with its own folder and port. */
export interface ServiceProcess {
  readonly port: number
  readonly url: string
  /** What it has printed so far, both streams. */
  output(): string
  /** Waits until it answers, or fails with what it printed. */
  ready(): Promise<void>
  /** Its exit code; ends it by `signal` first when one is given. */
  exit(signal?: NodeJS.Signals): Promise<number | null>
  /** Ends it whatever its state, and deletes its folder. */
  dispose(): Promise<void>
}

const POLL_MS = 50

export async function startProcess(
  env: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
): Promise<ServiceProcess> {
  const folder = mkdtempSync(join(SCRATCH, 'billwright-start-'))
  const port = Number(env.PORT ?? (await freePort()))
  const { PATH = '', HOME = folder } = process.env
  const child = spawn('sh', [join(ROOT, 'bin', 'start'), ...args], {
    cwd: folder,
    env: {
      PATH,
      HOME,
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      SHUTDOWN_GRACE_SECONDS: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const closed = once(child, 'close')
  const printed = collect(child)
  const url = `http://127.0.0.1:${port}`

  async function exit(signal?: NodeJS.Signals): Promise<number | null> {
    if (signal && child.exitCode === null) child.kill(signal)
    await closed
    return child.exitCode
  }
  return {
    port,
    url,
    output: printed,
    exit,
    async ready() {
      const untilMs = Date.now() + WAIT.timeout
      while (!(await answers(url))) {
        if (child.exitCode !== null || Date.now() > untilMs)
          throw new Error(`The service does not answer. It printed:\n${printed()}`)
        await new Promise((resolve) => setTimeout(resolve, POLL_MS))
      }
    },
    async dispose() {
      await exit('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

function collect({ stdout, stderr }: ChildProcess): () => string {
  let printed = ''
  for (const stream of [stdout, stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      printed += chunk
    })
  return () => printed
}

const answers = (url: string): Promise<boolean> =>
  fetch(`${url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )
