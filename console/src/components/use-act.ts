import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { type Api, fieldErrorsOf, isProblem, messageOf } from '../api/client.ts'
import { useWords } from '../words/language.ts'
import { tellDone, tellFailed } from './notices.tsx'
import { sendOnce, useSend } from './use-send.ts'

interface Act<T> {
  readonly run: (api: Api) => Promise<T>
  /** The notice after success; it may contain the result. */
  readonly done: string | ((result: T) => string)
  /** Undoes the action. */
  readonly undo?: (api: Api, result: T) => Promise<unknown>
}

/**
 * Runs an action of a button, invalidates the queries below `keys`, and shows the result with
 * *Undo*, or the error. A form that shows its own error has `useChange`.
 */
export function useAct(...keys: readonly QueryKey[]) {
  const queries = useQueryClient()
  const words = useWords().act
  const { send, isBusy } = useSend()
  const refresh = () => Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })))

  const perform = async <T>(api: Api, { run, done, undo }: Act<T>): Promise<T> => {
    const result = await run(api)
    await refresh()
    const takeBack = undo && { run: (again: Api) => undo(again, result), done: words.undone }
    const back = takeBack && {
      label: words.undo,
      run: () => sendOnce((again) => perform(again, takeBack)).catch(fail),
    }
    tellDone(typeof done === 'string' ? done : done(result), back)
    return result
  }
  const fail = async (error: unknown): Promise<undefined> => {
    const read = refresh()
    const isOutdated = isProblem(error, 'precondition_failed')
    // The screen shows old data: the person sees the new ones before deciding again.
    if (isOutdated) await read
    tellFailed(isOutdated ? new Error(words.changedElsewhere) : withFaults(error))
  }
  /** Throws the error, for a form to show it. */
  const submit = <T>(action: Act<T>) => send((api) => perform(api, action))
  /** Resolves to the result; undefined if it failed. */
  const act = <T>(action: Act<T>): Promise<T | undefined> => submit(action).catch(fail)
  return { act, submit, refresh, isBusy }
}

/** No field shows a fault, e.g. a missing field of an e-invoice, so the notice lists all. */
function withFaults(error: unknown): unknown {
  const faults = Object.entries(fieldErrorsOf(error))
  if (faults.length === 0) return error
  const told = faults.map(([place, message]) => `${place} ${message}`)
  return new Error([messageOf(error), ...told].join(' '))
}
