import { useMutation } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { type Api, apiOf, call } from '../api/client.ts'
import { attemptOf, type Keys } from './attempt.ts'

type Run<T> = (api: Api) => Promise<T>

/**
 * Sends changes, one at a time, and ignores further ones meanwhile. A change whose answer got lost
 * keeps its `Idempotency-Key` when it is sent again.
 */
export function useSend() {
  const keys = useRef<Keys>(new Map())
  const isRunning = useRef(false)
  const [isBusy, setBusy] = useState(false)
  /** Undefined if it was ignored. Put code after a success into `run`. */
  const send = useCallback(async <T>(run: Run<T>): Promise<T | undefined> => {
    if (isRunning.current) return undefined
    isRunning.current = true
    setBusy(true)
    try {
      return await sendOnce(run, keys.current)
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }, [])
  return { send, isBusy }
}

/** For an action that is offered once, such as *Undo*. */
export async function sendOnce<T>(run: Run<T>, keys: Keys = new Map()): Promise<T> {
  const attempt = attemptOf(keys, call)
  const result = await run(apiOf(attempt.call))
  attempt.settle()
  return result
}

interface Change<T, V> {
  readonly run: (api: Api, values: V) => Promise<T>
  readonly onSuccess?: (result: T, values: V) => unknown
  readonly onError?: (error: Error) => unknown
  readonly onSettled?: () => unknown
}

/** The mutation of a form with its state. It is pending until `onSuccess` is done. */
export function useChange<T, V = void>({ run, onSuccess, onError, onSettled }: Change<T, V>) {
  const { send } = useSend()
  const mutation = useMutation({
    mutationFn: ({ api, values }: { readonly api: Api; readonly values: V }) => run(api, values),
    onSuccess: (result, { values }) => onSuccess?.(result, values),
    onError: (error) => onError?.(error),
    onSettled: () => onSettled?.(),
  })
  const { error, isPending, reset, mutateAsync } = mutation
  const mutate = (values: V) => {
    send((api) => mutateAsync({ api, values })).catch(() => {})
  }
  return { mutate, error, isPending, reset }
}
