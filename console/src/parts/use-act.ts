import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { defineWords, useWords } from '../words.tsx'
import { tellDone, tellFailed } from './notices.tsx'

const actWords = defineWords({
  en: { undo: 'Undo', undone: 'It is as it was before.' },
  de: { undo: 'Rückgängig', undone: 'Es ist wieder wie vorher.' },
  fr: { undo: 'Annuler', undone: 'Tout est comme avant.' },
})

interface Act {
  readonly run: () => Promise<unknown>
  /** What is said when it is done. */
  readonly done?: string
  /** Takes it back. */
  readonly undo?: () => Promise<unknown>
}

/** Does something, reads anew what `key` begins, and says what was done, or why not. */
export function useAct(key: readonly string[]) {
  const queries = useQueryClient()
  const words = useWords(actWords)
  const [isBusy, setBusy] = useState(false)
  const act = async ({ run, done, undo }: Act): Promise<boolean> => {
    setBusy(true)
    try {
      await run()
      const back = undo && {
        label: words.undo,
        run: () => act({ run: undo, done: words.undone }),
      }
      if (done !== undefined) tellDone(done, back)
      return true
    } catch (error) {
      tellFailed(error)
      return false
    } finally {
      await queries.invalidateQueries({ queryKey: key })
      setBusy(false)
    }
  }
  return { act, isBusy }
}
