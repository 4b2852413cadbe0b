import { type Explanation, explain } from '@billwright/totals'
import { calculationOf } from '../../contents/totals/totals.ts'
import { amountsView, ofItems } from '../../contents/view.ts'
import { withholdingsView } from '../../contents/withholdings.ts'
import { EMPTY_BOOK } from '../../customers/contacts/fields.ts'
import { changeContent, EMPTY_CUSTOMER } from '../../customers/content.ts'
import type { Customer } from '../../customers/customer.ts'
import { type DraftContext, newDraft } from '../draft.ts'
import type { InvoiceCreateBody } from '../input-schema.ts'
import type { StoredInvoice } from '../invoice.ts'

/** A draft that is not stored, with the calculation steps if requested. */
interface DraftCalculation {
  readonly draft: StoredInvoice
  readonly steps: readonly Explanation[] | null
}

export const calculateDraft = (
  body: InvoiceCreateBody,
  context: DraftContext,
  { withSteps }: { readonly withSteps: boolean },
): DraftCalculation => {
  const draft = newDraft('', body, context)
  return { draft, steps: withSteps ? stepsOf(draft) : null }
}

const stepsOf = (draft: StoredInvoice): readonly Explanation[] =>
  explain(
    calculationOf(draft),
    draft.items.map(({ description }) => description),
  )

/** A customer that is not stored, for the defaults of a calculation. */
export const passingCustomer = (input: InvoiceCreateBody['customer']): Customer => ({
  ...(input === undefined
    ? EMPTY_CUSTOMER
    : changeContent({ before: EMPTY_CUSTOMER, input, mode: 'put', pointer: '/customer' })),
  ...EMPTY_BOOK,
  id: '',
  emailProblem: null,
  mailStop: null,
  taxIdCheck: null,
  version: 0,
  createdAt: '',
  updatedAt: '',
})

export function calculationView({ draft, steps }: DraftCalculation) {
  const { items, ...amounts } = amountsView(draft)
  return {
    currency: draft.currency,
    prices_include_tax: draft.pricesIncludeTax,
    rounding: draft.rounding,
    items: ofItems(items, ({ deducts: _, ...item }) => item).map(({ id: _, ...line }) => line),
    ...amounts,
    ...withholdingsView(draft),
    ...(steps === null ? {} : { steps: [...steps] }),
  }
}
