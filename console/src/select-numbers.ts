/** A number that stands in a field is selected on focus, so that typing replaces it. */
export function selectNumbers(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (!isNumber(target)) return
    target.select()
    // The click that gave the focus also places the caret. A second click keeps its place.
    const again = () => target.selectionStart === target.selectionEnd && target.select()
    target.addEventListener('click', again, { once: true })
    target.addEventListener('blur', () => target.removeEventListener('click', again), {
      once: true,
    })
  })
}

const isNumber = (it: unknown): it is HTMLInputElement =>
  it instanceof HTMLInputElement &&
  !it.readOnly &&
  (/^(decimal|numeric)$/.test(it.inputMode) || it.dataset.number !== undefined)
