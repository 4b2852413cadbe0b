import type { KeyboardEvent } from 'react'

/** In a select with search, Enter takes the first match and does not submit the form. */
export function takeFirst(event: KeyboardEvent<HTMLInputElement>): void {
  const input = event.currentTarget
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || input.value === '') return
  // An arrow key has selected an option, so Enter takes that one.
  if (input.getAttribute('aria-activedescendant')) return
  const list = document.getElementById(input.getAttribute('aria-controls') ?? '')
  const chosen = list?.querySelector('[data-combobox-active]')
  const first = list?.querySelector('[data-combobox-option]:not([data-combobox-disabled])')
  if (!(first instanceof HTMLElement) || chosen?.textContent === input.value) return
  event.preventDefault()
  first.click()
}
