import { BillwrightError, createClient } from '@billwright/sdk'

/** The public API, as anybody else has it; the browser's session says who asks. */
export const api = createClient({ baseUrl: '' })

export const isProblem = (error: unknown, code?: string): error is BillwrightError =>
  error instanceof BillwrightError && (code === undefined || error.code === code)

/** What went wrong, as a sentence for people. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/** The faults of a refused form by the place of the field: `/items/0/unit_price` → `items.0.unit_price`. */
export const fieldErrorsOf = (error: unknown): Readonly<Record<string, string>> =>
  isProblem(error)
    ? Object.fromEntries(
        error.errors.map(({ pointer, message }) => [
          pointer.replace(/^\//, '').replaceAll('/', '.'),
          message,
        ]),
      )
    : {}
