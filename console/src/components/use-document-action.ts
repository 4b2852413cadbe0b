import { useQueryClient } from '@tanstack/react-query'
import { type Api, fieldErrorsOf, isProblem, messageOf } from '../api.ts'
import { useWords } from '../language.ts'
import { tellDone, tellFailed } from './notices.tsx'
import { sendOnce, useSend } from './use-send.ts'

interface Action<T> {
  readonly run: (api: Api) => Promise<T>
  /** What is said when it is done; the result may be named in it. */
  readonly done: string | ((result: T) => string)
  readonly undo?: (api: Api, result: T) => Promise<unknown>
}

/** Runs an action on documents, reads the queries below the keys again, and shows the result with *Undo*. */
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
    // What the screen shows is old: read it again before anybody decides.
    if (isOutdated) await refresh()
    tellFailed(isOutdated ? new Error(words.changedElsewhere) : withFaults(error))
  }
  /** Throws why it was not done, for a form to show it. */
  const submit = <T>(action: Action<T>) => send((api) => perform(api, action))
  const act = <T>(action: Action<T>): Promise<T | undefined> => submit(action).catch(fail)
  return { act, submit, refresh, isBusy }
}

/** There is no field here to show a fault at, e.g. a missing field of an e-invoice: all are listed at once. */
function withFaults(error: unknown): unknown {
  const faults = Object.entries(fieldErrorsOf(error))
  if (faults.length === 0) return error
  const told = faults.map(([place, message]) => `${place} ${message}`)
  return new Error([messageOf(error), ...told].join(' '))
}
