import { useState } from 'react'
import type { Api } from '../api/client.ts'
import { useChange } from '../components/use-send.ts'
import {
  type Choice,
  checkLater,
  commitLater,
  type ImportRecord,
  type LaterImport,
  NOT_BEGUN,
  type Upload,
  undoLater,
} from './later.ts'

/** `undoOthers`: keep what changed or is in use. */
export type Step = 'check' | 'import' | 'undo' | 'undoOthers'

export interface Result {
  readonly it: LaterImport
  /** Whether it was imported. */
  readonly isSaved: boolean
  /** The first records with faults. */
  readonly records: readonly ImportRecord[]
  /** Of the columns in the file. */
  readonly titles: readonly string[]
  /** The first records that may repeat others. */
  readonly twins: readonly ImportRecord[]
}

/** A check first, then the import of the same file, then undoing it. */
export function useImport(upload: () => Upload, onSaved: () => unknown) {
  const [result, setResult] = useState<Result | null>(null)
  const [step, setStep] = useState<Step>('check')
  const [progress, setProgress] = useState(NOT_BEGUN)
  const [choice, setChoice] = useState<Choice | null>(null)
  const { mutate, error, isPending, reset } = useChange({
    run: async (api: Api, step: Step): Promise<Result> => {
      setStep(step)
      setProgress(NOT_BEGUN)
      if (step === 'check' || result === null) {
        const given = upload()
        const { done: it, records, twins } = await checkLater(api, given, setProgress)
        const titles = Object.keys(given.columns ?? {})
        return { it, records, titles, twins, isSaved: it.status === 'done' }
      }
      const { done: it, records } =
        step === 'import'
          ? await commitLater(api, result.it, choice, setProgress)
          : await undoLater(api, result.it, { keepsUsed: step === 'undoOthers' }, setProgress)
      return { ...result, it, records, twins: [], isSaved: true }
    },
    onSuccess: async (found) => {
      setResult(found)
      if (found.isSaved) await onSaved()
    },
  })
  return {
    mutate,
    error,
    isPending,
    result,
    step,
    progress,
    choice,
    setChoice,
    reset: () => {
      setChoice(null)
      setResult(null)
      reset()
    },
  }
}
