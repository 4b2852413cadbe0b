import { readdirSync, readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'

/*
 * The processes of a browser, read from `/proc`: they share the process group that the first one
 * leads. Without `/proc` none are visible, and signals go to the whole group.
 */

/** The private memory (bytes) of all processes of a browser; shared pages are not counted twice. */
export async function memoryOf(processGroup: number): Promise<number> {
  let bytes = 0
  for (const pid of await processesOf(processGroup)) {
    const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '')
    bytes += Number(/^RssAnon:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024
  }
  return bytes
}

/** The process ids of a group; none without `/proc`. */
export async function processesOf(processGroup: number): Promise<readonly number[]> {
  const pids: number[] = []
  for (const name of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(name)) continue
    const line = await readFile(`/proc/${name}/stat`, 'latin1').catch(() => '')
    const { state, group } = parsed(line)
    // A zombie does nothing; it only waits until its parent reaps it.
    if (group === processGroup && state !== 'Z') pids.push(Number(name))
  }
  return pids
}

/** The ids of all threads of a group's processes; none without `/proc`. */
export async function threadsOf(processGroup: number): Promise<readonly number[]> {
  const pids = await processesOf(processGroup)
  const names = await Promise.all(pids.map((it) => readdir(`/proc/${it}/task`).catch(() => [])))
  return names.flat().map(Number)
}

/**
 * When a process started, in ticks since boot, because process ids are reused. Null if it does not
 * exist; throws if that is unknown.
 */
export async function startOf(pid: string): Promise<string | null> {
  try {
    const line = await readFile(`/proc/${pid}/stat`, 'latin1')
    return line.slice(line.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch (error) {
    if (isGone(error)) return null
    throw error
  }
}

/** The command lines of all running processes. */
export async function commandLines(): Promise<readonly string[]> {
  const lines: string[] = []
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    lines.push(await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => ''))
  }
  return lines
}

/** `ESRCH`: it ended while it was read. */
const isGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOENT', 'ESRCH'].includes(String(error.code))

/** Ends every process of a group at once. */
export function killGroup(processGroup: number): void {
  signal(-processGroup, 'SIGKILL')
}

/**
 * Ends the first process of a namespace; the kernel then ends and reaps every other one. Its parent,
 * which leads the group, must live to reap the first one, so it is woken. If the leader has no child,
 * the whole group is ended.
 */
export function killNamespace(leader: number): void {
  const firsts = childrenOf(leader)
  if (firsts.length === 0) killGroup(leader)
  for (const pid of firsts) signal(pid, 'SIGKILL')
  signal(leader, 'SIGCONT')
}

/** Synchronous, because it runs while this process ends. */
function childrenOf(parent: number): readonly number[] {
  return read(() => readdirSync('/proc'), []).flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    const line = read(() => readFileSync(`/proc/${name}/stat`, 'latin1'), '')
    return parsed(line).parent === parent ? [Number(name)] : []
  })
}

/** After the command's name, which may contain spaces and brackets: proc_pid_stat(5). */
function parsed(line: string) {
  const [state, parent, group] = line.slice(line.lastIndexOf(')') + 2).split(' ')
  return { state, parent: Number(parent), group: Number(group) }
}

/** A process may end while it is read. */
function read<T>(work: () => T, otherwise: T): T {
  try {
    return work()
  } catch {
    return otherwise
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // None of its processes is left.
  }
}
