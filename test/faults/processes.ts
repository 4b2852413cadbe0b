import { readdirSync, readFileSync } from 'node:fs'

/** A process as `/proc` shows it. Linux only; elsewhere there are none. */
export interface ProcessEntry {
  readonly pid: number
  readonly parent: number
  readonly group: number
  /** `Z`: it has ended and nobody has asked how. */
  readonly state: string
  readonly command: string
}

export const processes = (): readonly ProcessEntry[] =>
  read(() => readdirSync('/proc'), [])
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const line = read(() => readFileSync(`/proc/${name}/stat`, 'latin1'), '')
      const command = read(() => readFileSync(`/proc/${name}/cmdline`, 'latin1'), '')
      const [state = '', parent, group] = line.slice(line.lastIndexOf(')') + 2).split(' ')
      if (line === '') return []
      const pid = Number(name)
      return [{ pid, parent: Number(parent), group: Number(group), state, command }]
    })

/** A process may end while it is looked at. */
function read<T>(work: () => T, otherwise: T): T {
  try {
    return work()
  } catch {
    return otherwise
  }
}

/** Sends a signal; false if the process has gone already. */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}
