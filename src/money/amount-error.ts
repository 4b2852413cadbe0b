export type AmountErrorCode = 'not_a_number' | 'too_precise' | 'too_large'

/** A number that cannot be taken exactly. `message` is a sentence for whoever wrote the number. */
export class AmountError extends RangeError {
  readonly code: AmountErrorCode

  constructor(code: AmountErrorCode, message: string) {
    super(message)
    this.name = 'AmountError'
    this.code = code
  }
}
