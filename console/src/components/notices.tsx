import { lazy, Suspense, useEffect } from 'react'
import type { Undo } from './notices-shown.tsx'

/**
 * The library for notices is large, and a new page has none. It is loaded with the first notice.
 */
const load = () => import('./notices-shown.tsx')

let begin: () => void = () => {}
const hasBegun = new Promise<void>((resolve) => {
  begin = resolve
})
const NoticesPlace = lazy(async () => {
  await hasBegun
  return { default: (await load()).NoticesPlace }
})

/** Renders notices, once there are any. */
export function Notices() {
  // Loaded in advance: if the service is down, the notice about it could not be loaded.
  useEffect(() => {
    const done = new AbortController()
    const first = () => {
      done.abort()
      void load()
    }
    for (const event of ['pointerdown', 'keydown'])
      addEventListener(event, first, { signal: done.signal })
    return () => done.abort()
  }, [])
  return (
    <Suspense fallback={null}>
      <NoticesPlace />
    </Suspense>
  )
}

/** A notice of success, with *Undo* if possible. */
export async function tellDone(message: string, undo?: Undo): Promise<void> {
  begin()
  const { showDone } = await load()
  showDone(message, undo)
}

/** A notice of an error, which stays until the person closes it. */
export async function tellFailed(error: unknown): Promise<void> {
  begin()
  const { showFailed } = await load()
  showFailed(error)
}
