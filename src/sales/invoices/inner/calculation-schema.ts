import { Type } from 'typebox'
import {
  DocumentAdjustmentView,
  ItemView,
  linesWithoutIds,
  TaxGroupView,
  WITHHOLDINGS,
} from '../../contents/view-schema.ts'
import { InvoiceCreate } from '../input-schema.ts'
import { TotalsView } from '../view-schema.ts'
import { CALCULATION_EXAMPLE } from './example.ts'

const StepView = Type.Object(
  {
    rule: Type.String({ description: 'Term or rule of EN 16931, e.g. BR-CO-17.' }),
    label: Type.String(),
    expression: Type.String({ description: 'The computation before rounding.' }),
    result: Type.String(),
  },
  { title: 'CalculationStep' },
)

const CalculationView = Type.Object(
  {
    currency: Type.String(),
    prices_include_tax: Type.Boolean(),
    rounding: Type.String(),
    items: linesWithoutIds(Type.Omit(ItemView, ['id', 'deducts'])),
    discounts: Type.Array(DocumentAdjustmentView),
    charges: Type.Array(DocumentAdjustmentView),
    totals: Type.Omit(TotalsView, ['paid', 'credited', 'due']),
    taxes: Type.Array(TaxGroupView),
    ...WITHHOLDINGS,
    steps: Type.Optional(Type.Array(StepView)),
  },
  {
    title: 'Calculation',
    examples: [CALCULATION_EXAMPLE],
  },
)

export const calculateInvoice = {
  operationId: 'calculateInvoice',
  summary: 'Calculate an invoice without saving it',
  description:
    'Takes the body of `POST /invoices`, with an optional customer, and returns the totals. Saves nothing and uses no number. `?explain=true` adds every step with its rule of EN 16931.',
  tags: ['Invoices'],
  querystring: Type.Object(
    { explain: Type.Optional(Type.Boolean({ description: 'Adds every calculation step.' })) },
    { additionalProperties: false },
  ),
  body: InvoiceCreate,
  response: { 200: CalculationView },
}
