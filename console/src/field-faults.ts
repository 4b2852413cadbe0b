import { currentWords } from './words/language.ts'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Words for the browser's own checks of fields, which otherwise speak the browser's language. */
export function sayFieldFaults(): void {
  document.addEventListener(
    'invalid',
    ({ target }) => isField(target) && target.setCustomValidity(faultOf(target)),
    true,
  )
  // A field with our text stays invalid, so clear the text before the browser checks again.
  document.addEventListener('input', ({ target }) => clear(target), true)
  document.addEventListener(
    'click',
    ({ target }) => {
      const button = target instanceof Element ? target.closest('button') : null
      for (const field of button?.form?.elements ?? []) clear(field)
    },
    true,
  )
}

const isField = (it: unknown): it is Field =>
  it instanceof HTMLInputElement ||
  it instanceof HTMLTextAreaElement ||
  it instanceof HTMLSelectElement

const clear = (it: unknown): void => {
  if (isField(it)) it.setCustomValidity('')
}

/** Empty: the browser's own words remain. */
function faultOf(field: Field): string {
  const words = currentWords().fieldFaults
  const { valueMissing, typeMismatch, tooShort } = field.validity
  if (valueMissing) return words.required
  if (field instanceof HTMLSelectElement) return ''
  if (tooShort) return words.tooShort(field.minLength)
  if (typeMismatch) return field.type === 'url' ? words.url : words.email
  return ''
}
