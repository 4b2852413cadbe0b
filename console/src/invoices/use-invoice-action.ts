import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldErrorsOf, isProblem, messageOf } from '../api.ts'
import { tellDone, tellFailed } from '../parts/notices.tsx'
import { useWords } from '../words.tsx'
import { actionWords } from './action-words.ts'
import { INVOICES_KEY } from './queries.ts'

interface Action<T> {
  readonly run: () => Promise<T>
  /** What is said when it is done; the result may be named in it. */
  readonly done?: string | ((result: T) => string)
  readonly undo?: (result: T) => Promise<unknown>
}

/** Does something to invoices, reads them anew, and says what was done, with the way back. */
export function useInvoiceAction() {
  const queries = useQueryClient()
  const words = useWords(actionWords)
  const [isBusy, setBusy] = useState(false)
  const refresh = () => queries.invalidateQueries({ queryKey: [INVOICES_KEY] })

  const act = async <T>({ run, done, undo }: Action<T>): Promise<T | undefined> => {
    setBusy(true)
    try {
      const result = await run()
      await refresh()
      const back = undo && {
        label: words.undo,
        run: () => act({ run: () => undo(result), done: words.undone }),
      }
      if (done !== undefined) tellDone(typeof done === 'string' ? done : done(result), back)
      return result
    } catch (error) {
      // What the screen shows is old: read it again before anybody decides.
      if (isProblem(error, 'precondition_failed')) await refresh()
      tellFailed(
        isProblem(error, 'precondition_failed')
          ? new Error(words.changedElsewhere)
          : withFaults(error),
      )
      return undefined
    } finally {
      setBusy(false)
    }
  }
  return { act, isBusy }
}

/** Here is no field that a fault could stand at, e.g. what an e-invoice lacks: all are told at once. */
function withFaults(error: unknown): unknown {
  const faults = Object.entries(fieldErrorsOf(error))
  if (faults.length === 0) return error
  const told = faults.map(([place, message]) => `${place} ${message}`)
  return new Error([messageOf(error), ...told].join(' '))
}
