import { view } from '../../kernel/fields/field.ts'
import { stampsOf } from '../../kernel/fields/shapes.ts'
import type { Customer } from './customer.ts'
import { FIELDS } from './fields.ts'
import { taxIdStatusView } from './tax-id/inner/status.ts'

/** Spread first, which copies all fields at once: lists are long. */
export const customerView = (customer: Customer) => ({
  ...view(FIELDS, customer),
  id: customer.id,
  email_problem: customer.emailProblem,
  mail_stop: customer.mailStop,
  tax_id_status: taxIdStatusView(customer.taxId, customer.taxIdCheck),
  ...stampsOf(customer),
})
