import { lazy, Suspense, useEffect } from 'react'
import type { Undo } from './notices-shown.tsx'

/** What shows notices is large, and a page that just opens has none: it is loaded with the first. */
const load = () => import('./notices-shown.tsx')

let begin: () => void = () => {}
const hasBegun = new Promise<void>((resolve) => {
  begin = resolve
})
const NoticesPlace = lazy(async () => {
  await hasBegun
  return { default: (await load()).NoticesPlace }
})

/** The place where notices appear, once there are any. */
export function Notices() {
  // Loaded early: without the service, the notice that it does not answer could not be loaded.
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

/** Says that something was done, with the way back where there is one. */
export async function tellDone(message: string, undo?: Undo): Promise<void> {
  begin()
  const { showDone } = await load()
  showDone(message, undo)
}

/** Says why something was not done; stays until it is closed. */
export async function tellFailed(error: unknown): Promise<void> {
  begin()
  const { showFailed } = await load()
  showFailed(error)
}
