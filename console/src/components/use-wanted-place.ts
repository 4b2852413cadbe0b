import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'

const COLUMNS: Readonly<Record<string, string>> = {
  quantity: 'quantity',
  unit: 'unit',
  unit_price: 'price',
  discount: 'discount',
  tax: 'taxRate',
}
/** Waits until a dialog has returned the focus and a collapsed section is open. */
const AFTER_MS = 300
/** A slow machine opens the section later: until then its fields take no focus. */
const AGAIN_MS = 100
const TRIES = 30

/**
 * The place after the `#` of the URL, whose field gets the focus each time a link leads to it: a JSON
 * pointer such as `/items/0/tax`, or the id of a field such as `address.city`.
 */
export function useWantedPlace(): string {
  const { hash, state } = useRouterState({ select: ({ location }) => location })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link may be followed again.
  useEffect(() => focusPlace(hash), [hash, state])
  return hash
}

/** Returns a function that cancels it. */
function focusPlace(pointer: string): () => void {
  if (pointer === '') return () => {}
  let left = TRIES
  let timer = setTimeout(go, AFTER_MS)
  function go() {
    const field = fieldOf(pointer)
    field?.focus()
    left -= 1
    if (field !== null && document.activeElement === field)
      field.scrollIntoView({ block: 'center' })
    else if (left > 0) timer = setTimeout(go, AGAIN_MS)
  }
  return () => clearTimeout(timer)
}

function fieldOf(pointer: string): HTMLElement | null {
  if (!pointer.startsWith('/')) return fieldOfForm(pointer)
  const [, row = '0', place = ''] = /^\/items(?:\/(\d+))?(?:\/([^/]+))?/.exec(pointer) ?? []
  const column = COLUMNS[place] ?? 'description'
  const found = pointer.startsWith('/items')
    ? document.querySelectorAll(`[data-column="${column}"]`)[Number(row)]
    : document.querySelector(`[data-place="${CSS.escape(pointer)}"]`)
  return found instanceof HTMLElement ? found : null
}

/** `endpoint` means its first field, `endpoint.scheme`. */
const fieldOfForm = (id: string): HTMLElement | null =>
  document.getElementById(id) ??
  document.querySelector<HTMLElement>(`[id^="${CSS.escape(`${id}.`)}"]`)
