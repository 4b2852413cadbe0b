/**
 * The values in the message of an error, for translations. docs/errors.md has the names for each
 * code.
 */
export const PARAMS = {
  min: 'number',
  max: 'number',
  above: 'number',
  below: 'number',
  max_bytes: 'bytes',
  count: 'number',
  quantity: 'number',
  seconds: 'number',
  status: 'number',
  line: 'number',
  from: 'time',
  until: 'time',
  amount: 'money',
  currency: 'text',
  allowed: 'text',
  number: 'text',
  name: 'text',
  value: 'text',
  reason: 'text',
} as const

/** Decimals, days and instants are text, as everywhere in the API. `reason` selects the sentence. */
export type Params = {
  readonly [Name in keyof typeof PARAMS]?: (typeof PARAMS)[Name] extends 'number' | 'bytes'
    ? number | string
    : string
}

/** One fault of a request. `pointer` is a JSON pointer into the body, or `?name` for a query parameter. */
export interface Fault {
  readonly pointer: string
  readonly code: string
  readonly message: string
  readonly params?: Params | undefined
}

/** Called with each fault of a request. */
export type OnFault = (pointer: string, code: string, message: string, params?: Params) => void

/** A value that breaks a rule. `message` is for the person who typed the value. */
export class FieldError extends Error {
  readonly code: string
  readonly params: Params | undefined

  constructor(code: string, message: string, params?: Params) {
    super(message)
    this.name = 'FieldError'
    this.code = code
    this.params = params
  }
}
