import { Alert, VisuallyHidden } from '@mantine/core'
import { useEffect, useState } from 'react'
import { isProblem, messageOf } from '../api/client.ts'
import { useWords } from '../words/language.ts'

const SECOND_MS = 1000

interface Props {
  readonly error: unknown
  /** From `useWait`. */
  readonly secondsLeft: number
}

/**
 * Why the sign-in failed. A countdown shows the seconds to wait; a screen reader reads them only
 * once.
 */
export function EntryFailure({ error, secondsLeft }: Props) {
  const words = useWords().auth
  const { unreachable } = useWords().shell
  const seconds = secondsOf(error)
  if (!error || (seconds > 0 && secondsLeft === 0)) return null
  const faults: Readonly<Record<string, string>> = words.faults
  const say = isProblem(error, 'passwords_busy') ? words.busy : words.wait
  return (
    <Alert color="red" role="alert">
      {seconds > 0 ? (
        <>
          <VisuallyHidden>{say(seconds)}</VisuallyHidden>
          <span aria-hidden>{say(secondsLeft)}</span>
        </>
      ) : isProblem(error, 'no_answer') ? (
        unreachable
      ) : (
        (isProblem(error) && faults[error.code]) || messageOf(error)
      )}
    </Alert>
  )
}

/** Seconds until the next attempt is allowed; counts down to 0. */
export function useWait(error: unknown): number {
  const seconds = secondsOf(error)
  const [left, setLeft] = useState({ error, seconds })
  if (left.error !== error) setLeft({ error, seconds })
  const isWaiting = left.seconds > 0
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setInterval(
      () => setLeft((before) => ({ ...before, seconds: Math.max(0, before.seconds - 1) })),
      SECOND_MS,
    )
    return () => clearInterval(timer)
  }, [isWaiting])
  return left.seconds
}

const secondsOf = (error: unknown): number => (isProblem(error) && error.retryAfterSeconds) || 0
