import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pause } from '../src/platform/clock.ts'

/** A memory limit that Linux enforces on the processes inside, like that of a container. */
export interface ControlGroup {
  /** The program and arguments that start a command inside. */
  enter(command: readonly string[]): readonly string[]
  /** The most that all processes used together, with the pages of files that they read. */
  peakMiB(): number
  /** Processes that Linux ended because memory ran out. */
  kills(): number
  /** Once its processes have ended. */
  remove(): Promise<void>
}

const ENDED_MS = 30_000
const MIB = 1024 * 1024
const FOLDER = `billwright-bench-${process.pid}`
const V1 = '/sys/fs/cgroup/memory'
const V2 = '/sys/fs/cgroup'

/** Needs root. Null where this system has no memory control groups that can be made. */
export function createControlGroup(limitMiB: number): ControlGroup | null {
  const isV1 = existsSync(join(V1, 'memory.limit_in_bytes'))
  const folder = join(isV1 ? V1 : V2, `${FOLDER}-${limitMiB}`)
  const names = isV1
    ? {
        limit: 'memory.limit_in_bytes',
        peak: 'memory.max_usage_in_bytes',
        events: 'memory.oom_control',
      }
    : { limit: 'memory.max', peak: 'memory.peak', events: 'memory.events' }
  const read = (name: string) => readFileSync(join(folder, name), 'latin1')
  try {
    mkdirSync(folder)
    writeFileSync(join(folder, names.limit), String(limitMiB * MIB))
    read(names.peak)
  } catch {
    return null
  }
  // Without this, what does not fit would go to the disk.
  if (!isV1) writeFileSync(join(folder, 'memory.swap.max'), '0')
  return {
    enter: (command) => [
      'sh',
      '-c',
      'echo $$ > "$0/cgroup.procs" && exec "$@"',
      folder,
      ...command,
    ],
    peakMiB: () => Number(read(names.peak)) / MIB,
    kills: () => Number(/^oom_kill (\d+)/m.exec(read(names.events))?.[1] ?? 0),
    async remove() {
      const endsAt = performance.now() + ENDED_MS
      while (read('cgroup.procs') !== '' && performance.now() < endsAt) await pause(100)
      rmdirSync(folder)
    },
  }
}
