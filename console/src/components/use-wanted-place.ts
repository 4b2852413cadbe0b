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
 * Focuses the field of a JSON pointer such as `/items/0/tax`. Returns a function that cancels it.
 */
export function focusPlace(pointer: string): () => void {
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
  const [, row = '0', place = ''] = /^\/items(?:\/(\d+))?(?:\/([^/]+))?/.exec(pointer) ?? []
  const column = COLUMNS[place] ?? 'description'
  const found = pointer.startsWith('/items')
    ? document.querySelectorAll(`[data-column="${column}"]`)[Number(row)]
    : document.querySelector(`[data-place="${CSS.escape(pointer)}"]`)
  return found instanceof HTMLElement ? found : null
}
