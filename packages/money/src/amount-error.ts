export type AmountErrorCode = 'not_a_number' | 'too_precise' | 'too_large'

/** The maximum number of decimals; `whole`: none. */
type AmountParams = { readonly max: number } | { readonly reason: 'whole' }

/** A number that cannot be used exactly. `message` is for the person who entered it. */
export class AmountError extends RangeError {
  readonly code: AmountErrorCode

  readonly params: AmountParams | undefined

  constructor(code: AmountErrorCode, message: string, params?: AmountParams) {
    super(message)
    this.name = 'AmountError'
    this.code = code
    this.params = params
  }
}
