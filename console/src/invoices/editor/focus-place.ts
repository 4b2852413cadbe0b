const COLUMNS: Readonly<Record<string, string>> = {
  quantity: 'quantity',
  unit: 'unit',
  unit_price: 'price',
  discount: 'discount',
  tax: 'taxRate',
}
/** Waits until a dialog has returned the focus and a collapsed section is open. */
const AFTER_MS = 300

/**
 * Focuses the field of a JSON pointer such as `/items/0/tax`. Returns a function that cancels it.
 */
export function focusPlace(pointer: string): () => void {
  const timer = setTimeout(() => {
    const field = pointer === '' ? null : fieldOf(pointer)
    field?.focus()
    field?.scrollIntoView({ block: 'center' })
  }, AFTER_MS)
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
