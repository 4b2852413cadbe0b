import { useEffect } from 'react'
import { fieldErrorsOf } from '../api.ts'

/** The parts of Mantine's `useForm` that this uses. */
interface Form {
  setErrors(errors: Readonly<Record<string, string>>): void
  getInputNode(name: string): HTMLElement | null
}

/**
 * Shows each fault of the service at its field, and focuses the first. `names` gives the field of a
 * fault where it has another name.
 */
export function useRefused(
  form: Form,
  error: unknown,
  names: Readonly<Record<string, string>> = {},
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `form` and `names` differ at each render.
  useEffect(() => {
    const faults = Object.entries(fieldErrorsOf(error)).map(
      ([at, text]) => [names[at] ?? at, text] as const,
    )
    form.setErrors(Object.fromEntries(faults))
    form.getInputNode(faults[0]?.[0] ?? '')?.focus()
  }, [error])
}
