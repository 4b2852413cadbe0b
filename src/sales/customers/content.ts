import { faultList } from '../../kernel/errors.ts'
import { change, emptyOf, type Mode } from '../../kernel/fields/field.ts'
import { withTermsDays } from '../../kernel/fields/payment-terms.ts'
import { type CustomerContent, FIELDS } from './fields.ts'
import type { CustomerChange } from './input.ts'

export const EMPTY_CUSTOMER: CustomerContent = emptyOf(FIELDS)

interface Change {
  readonly before: CustomerContent
  readonly input: CustomerChange
  readonly mode: Mode
  /** The position of `input` in the request: empty for the whole body, or e.g. `/customer`. */
  readonly pointer: string
}

/**
 * The customer after a change: texts trimmed (empty is none), codes in their canonical form.
 *
 * @throws AppError `invalid_request` with every fault
 */
export function changeContent({ before, input, mode, pointer }: Change): CustomerContent {
  const { onFault, refuse } = faultList()
  const after = change(FIELDS, { before, given: input, at: pointer, onFault, mode })
  refuse()
  return withTermsDays(before, after)
}
