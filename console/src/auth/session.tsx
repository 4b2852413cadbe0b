import { lazy, type ReactNode, Suspense, useRef } from 'react'
import { useSessionState } from '../api/signed-out.ts'

const SignedOut = lazy(async () => ({ default: (await import('./signed-out.tsx')).SignedOut }))

/** Keeps the pages while the same person signs in again, and reloads them for another person. */
export function Session({ children }: { readonly children: ReactNode }) {
  const state = useSessionState()
  const wasOut = useRef(false)
  if (state === 'out') wasOut.current = true
  if (state === 'left') return null
  return (
    <>
      {children}
      {wasOut.current && (
        <Suspense fallback={null}>
          <SignedOut isOpen={state === 'out'} />
        </Suspense>
      )}
    </>
  )
}
