import { AmountError } from '@billwright/money'
import {
  type Calculation,
  type CalculationInput,
  calculate as calculateTotals,
} from '@billwright/totals'
import { AppError } from '../../../kernel/errors.ts'

/** All figures of a document, see `@billwright/totals`. @throws AppError `amount_too_large` */
export function calculate(input: CalculationInput): Calculation {
  try {
    return calculateTotals(input)
  } catch (error) {
    if (!(error instanceof AmountError)) throw error
    throw new AppError(
      'invalid',
      'amount_too_large',
      'An amount is too large to be stored exactly. Lower the quantities or prices.',
    )
  }
}
