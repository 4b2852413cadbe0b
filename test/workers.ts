import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { basename } from 'node:path'

/** The processes that are started from now on, each with its limit of the heap and the name of its module. */
export function startedWorkers(): { stop(): readonly string[][] } {
  const started: ChildProcess[] = []
  const onCreate = (message: unknown) =>
    void started.push((message as { process: ChildProcess }).process)
  subscribe('child_process', onCreate)
  return {
    stop() {
      unsubscribe('child_process', onCreate)
      return started.map(({ spawnargs }) => {
        const limit = spawnargs.findIndex((it) => it.startsWith('--max-old-space-size='))
        return spawnargs.slice(limit, limit + 2).map((each) => basename(each))
      })
    },
  }
}
