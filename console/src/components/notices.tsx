import { lazy, Suspense, useEffect } from 'react'
import type { Undo } from './notices-shown.tsx'

/**
 * The library for notices is large, and a new page has none. It is loaded shortly after the page.
 */
const load = () => import('./notices-shown.tsx')
const LOAD_AFTER_MS = 3_000

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
      clearTimeout(timer)
      load().catch(() => {})
    }
    const timer = setTimeout(first, LOAD_AFTER_MS)
    for (const event of ['pointerdown', 'keydown'])
      addEventListener(event, first, { signal: done.signal })
    return () => {
      done.abort()
      clearTimeout(timer)
    }
  }, [])
  return (
    <Suspense fallback={null}>
      <NoticesPlace />
    </Suspense>
  )
}

/** A notice of success, with *Undo* if possible. */
export async function tellDone(message: string, undo?: Undo): Promise<void> {
  const { showDone } = await load()
  begin()
  showDone(message, undo)
}

/** A notice of an error, which stays until the person closes it. */
export async function tellFailed(error: unknown): Promise<void> {
  const { showFailed } = await load()
  begin()
  showFailed(error)
}
