import { useEffect } from 'react'
import { fieldErrorsOf } from '../api/client.ts'

/** The part of Mantine's `useForm` that this hook uses. */
interface Form {
  setErrors(errors: Readonly<Record<string, string>>): void
}

/** Shows each fault at its field. `names` maps faults to fields with other names. */
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
  }, [error])
}
