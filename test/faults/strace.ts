import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Skipped } from './harness.ts'

/** Throws `Skipped` where strace is not installed or may not look at other processes. */
export function requireStrace(): void {
  try {
    execFileSync('strace', ['-qq', '-o', '/dev/null', 'true'], { stdio: 'ignore' })
  } catch {
    throw new Skipped('This needs strace, and the right to use it: apt-get install strace.')
  }
}

/** Attaches strace to a process and all its threads; resolves once it looks. */
export async function attach(pid: number, args: readonly string[]): Promise<ChildProcess> {
  const child = spawn('strace', ['-f', ...args, '-p', `${pid}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const attached = new Promise<void>((resolve, reject) => {
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text
      if (/attached/.test(said)) resolve()
    })
    child.once('exit', () => reject(new Error(`strace ended: ${said}`)))
  })
  await attached
  return child
}

/** Lets the process go on alone. */
export async function detach(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGINT')
  await exited
}
