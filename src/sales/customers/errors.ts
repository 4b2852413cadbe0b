import { AppError, invalidRequest } from '../../kernel/errors.ts'
import { FIELDS } from './fields.ts'

/** Also for text that cannot be an id. */
export const customerNotFound = (): AppError =>
  new AppError('not_found', 'customer_not_found', 'There is no customer with this id.')

export const customerInUse = (): AppError =>
  new AppError(
    'conflict',
    'customer_in_use',
    'This customer has invoices or recurring invoices and cannot be deleted. Archive it instead: PATCH `archived: true`.',
    { allowed: ['archive'] },
  )

export const unknownPlan = (pointer: string): AppError =>
  invalidRequest([
    {
      pointer: `${pointer}/${FIELDS.reminderPlan.wire}`,
      code: 'unknown_plan',
      message: 'Unknown plan: use the id of a reminder plan, `default` or `none`.',
    },
  ])
