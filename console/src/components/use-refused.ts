import { useEffect } from 'react'
import { fieldErrorsOf } from '../api.ts'

/** The part of Mantine's `useForm` that this hook uses. */
interface Form {
  setErrors(errors: Readonly<Record<string, string>>): void
  getInputNode(name: string): HTMLElement | null
}

/**
 * Shows each fault at its field and focuses the first. `names` maps faults to fields with other
 * names.
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
