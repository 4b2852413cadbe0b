export type AmountErrorCode = 'not_a_number' | 'too_precise' | 'too_large'

/** A number that cannot be used exactly. `message` is for the person who entered it. */
export class AmountError extends RangeError {
  readonly code: AmountErrorCode

  constructor(code: AmountErrorCode, message: string) {
    super(message)
    this.name = 'AmountError'
    this.code = code
  }
}
