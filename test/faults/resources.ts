import { readdirSync, readFileSync } from 'node:fs'
import type { Service } from './harness.ts'
import { type ProcessEntry, processes } from './processes.ts'

/** What a service holds at a moment. Linux only. */
export interface Resources {
  /** Mebibytes, where what several processes share is divided among them. */
  readonly serviceMb: number
  readonly browserMb: number
  /** Open files and sockets of the service. */
  readonly descriptors: number
  /** The service, its browsers and all of theirs. */
  readonly processes: number
}

export function resourcesOf({ pid }: Service): Resources {
  const below = descendantsOf(pid)
  return {
    serviceMb: proportionalMb(pid),
    browserMb: below.reduce((sum, it) => sum + proportionalMb(it.pid), 0),
    descriptors: read(() => readdirSync(`/proc/${pid}/fd`).length, 0),
    processes: 1 + below.length,
  }
}

function descendantsOf(ancestor: number): readonly ProcessEntry[] {
  const all = processes()
  const found: ProcessEntry[] = []
  for (let parents = new Set([ancestor]); parents.size > 0; ) {
    const children = all.filter(({ parent }) => parents.has(parent))
    found.push(...children)
    parents = new Set(children.map(({ pid }) => pid))
  }
  return found
}

function proportionalMb(pid: number): number {
  const rollup = read(() => readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1'), '')
  return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) / 1024
}

/** A process may end while it is looked at. */
function read<T>(work: () => T, otherwise: T): T {
  try {
    return work()
  } catch {
    return otherwise
  }
}
