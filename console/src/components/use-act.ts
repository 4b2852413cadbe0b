import { useQueryClient } from '@tanstack/react-query'
import type { Api } from '../api/client.ts'
import { useWords } from '../words/language.ts'
import { tellDone, tellFailed } from './notices.tsx'
import { sendOnce, useSend } from './use-send.ts'

interface Act {
  readonly run: (api: Api) => Promise<unknown>
  /** The notice after success. */
  readonly done: string
  /** Undoes the action. */
  readonly undo?: (api: Api) => Promise<unknown>
}

/** Runs an action, invalidates the queries below `key`, and shows the result or the error. */
export function useAct(key: readonly string[]) {
  const queries = useQueryClient()
  const words = useWords().act
  const { send, isBusy } = useSend()

  const perform = async (api: Api, { run, done, undo }: Act): Promise<true> => {
    try {
      await run(api)
    } finally {
      await queries.invalidateQueries({ queryKey: key })
    }
    const back = undo && {
      label: words.undo,
      run: () =>
        sendOnce((again) => perform(again, { run: undo, done: words.undone })).catch(tellFailed),
    }
    tellDone(done, back)
    return true
  }
  /** Resolves to whether the action succeeded. */
  const act = async (given: Act): Promise<boolean> => {
    try {
      return (await send((api) => perform(api, given))) ?? false
    } catch (error) {
      tellFailed(error)
      return false
    }
  }
  return { act, isBusy }
}
