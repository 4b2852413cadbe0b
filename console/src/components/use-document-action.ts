import { useQueryClient } from '@tanstack/react-query'
import { type Api, fieldErrorsOf, isProblem, messageOf } from '../api/client.ts'
import { useWords } from '../words/language.ts'
import { tellDone, tellFailed } from './notices.tsx'
import { sendOnce, useSend } from './use-send.ts'

interface Action<T> {
  readonly run: (api: Api) => Promise<T>
  /** The notice after success; it may contain the result. */
  readonly done: string | ((result: T) => string)
  readonly undo?: (api: Api, result: T) => Promise<unknown>
}

/** Runs an action on documents, invalidates the queries, and shows the result with *Undo*. */
export function useDocumentAction(keys: readonly string[]) {
  const queries = useQueryClient()
  const words = useWords().actions
  const { send, isBusy } = useSend()
  const refresh = () =>
    Promise.all(keys.map((key) => queries.invalidateQueries({ queryKey: [key] })))

  const perform = async <T>(api: Api, { run, done, undo }: Action<T>): Promise<T> => {
    const result = await run(api)
    await refresh()
    const takeBack = undo && {
      run: (again: Api) => undo(again, result),
      done: words.undone,
    }
    const back = takeBack && {
      label: words.undo,
      run: () => sendOnce((again) => perform(again, takeBack)).catch(fail),
    }
    tellDone(typeof done === 'string' ? done : done(result), back)
    return result
  }
  const fail = async (error: unknown): Promise<undefined> => {
    const isOutdated = isProblem(error, 'precondition_failed')
    // The screen shows old data: read them again before the person decides.
    if (isOutdated) await refresh()
    tellFailed(isOutdated ? new Error(words.changedElsewhere) : withFaults(error))
  }
  /** Throws the error, for a form to show it. */
  const submit = <T>(action: Action<T>) => send((api) => perform(api, action))
  const act = <T>(action: Action<T>): Promise<T | undefined> => submit(action).catch(fail)
  return { act, submit, refresh, isBusy }
}

/**
 * No field here can show a fault, e.g. a missing field of an e-invoice, so the notice lists all.
 */
function withFaults(error: unknown): unknown {
  const faults = Object.entries(fieldErrorsOf(error))
  if (faults.length === 0) return error
  const told = faults.map(([place, message]) => `${place} ${message}`)
  return new Error([messageOf(error), ...told].join(' '))
}
