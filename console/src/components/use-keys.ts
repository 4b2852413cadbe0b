import { useEffect, useRef } from 'react'

export const IS_MAC = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** `j`, `?`, `mod+Enter`: `mod` is Ctrl, or Cmd on a Mac. */
type Keys = Readonly<Record<string, (event: KeyboardEvent) => unknown>>

/** The palette opens above a dialog, too. */
const PALETTE = 'mod+k'

/** Keys for the whole page. In fields only those with `mod` work, below a dialog none. */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const name = nameOf(event)
      const run = latest.current[name]
      if (run === undefined || event.defaultPrevented || event.isComposing || event.altKey) return
      const isPlain = !event.ctrlKey && !event.metaKey
      if (isPlain && isTyping(event.target)) return
      if (isCovered() && name !== PALETTE) return
      event.preventDefault()
      run(event)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

const nameOf = ({ key, ctrlKey, metaKey }: KeyboardEvent): string =>
  `${ctrlKey || metaKey ? 'mod+' : ''}${key.length === 1 ? key.toLowerCase() : key}`

/** A checkbox takes no letters. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input:not([type=checkbox]):not([type=radio]), textarea, select, [role=menu]') !==
    null

const isCovered = (): boolean => document.querySelector('[role=dialog]') !== null
