import { emptyOf, view } from '../../../kernel/fields/field.ts'
import { declaredView, EMPTY, EMPTY_ITEM, OPTIONAL_ITEM_FIELDS } from '../../contents/fields.ts'
import { BUYER_FIELDS, SELLER_FIELDS } from '../../contents/parties.ts'

/** The examples of the reference: one small invoice, as sent and as answered. */
export const INVOICE_REQUEST_EXAMPLE = {
  customer: { name: 'Fernweh Books', email: 'desk@fernweh.example' },
  currency: 'EUR',
  items: [
    {
      description: 'Cover design',
      quantity: '1.5',
      unit: 'HUR',
      unit_price: '80.00',
      discount: { percent: '10' },
      tax: { category: 'S', rate: '19' },
    },
  ],
}

const FIGURES = {
  items: [
    {
      kind: 'item' as const,
      position: 1,
      description: 'Cover design',
      details: null,
      quantity: '1.5',
      unit: 'HUR',
      unit_price: '80.00',
      discount: { percent: '10' },
      charge: null,
      tax: {
        category: 'S',
        rate: '19',
        reason: null,
        reason_code: null,
        label: null,
        second: null,
        preset: null,
      },
      total: '108.00',
      ...view(OPTIONAL_ITEM_FIELDS, EMPTY_ITEM),
    },
  ],
  discounts: [],
  charges: [],
  totals: {
    subtotal: '108.00',
    discount: '0.00',
    charge: '0.00',
    net: '108.00',
    tax: '20.52',
    rounding: '0.00',
    total: '128.52',
    withheld: '0.00',
    split_tax: '0.00',
    payable: '128.52',
  },
  taxes: [
    {
      category: 'S',
      rate: '19',
      reason: null,
      reason_code: null,
      label: null,
      second: false,
      taxable: '108.00',
      amount: '20.52',
    },
  ],
}

export const CALCULATION_EXAMPLE = {
  currency: 'EUR',
  prices_include_tax: false,
  rounding: 'document',
  ...FIGURES,
  withholdings: [],
  steps: [
    {
      rule: 'BR-CO-17',
      label: 'Tax S 19 %',
      expression: '108.00 × 19 % = 20.52',
      result: '20.52',
    },
  ],
}

export const INVOICE_EXAMPLE = {
  id: 'inv_019aa3c1-4a7e-7cc0-8000-5b1f3c2d1e0f',
  type: 'invoice',
  number: 'INV-2026-0001',
  status: 'sent',
  display_status: 'open',
  overdue: false,
  partially_paid: false,
  customer_id: 'cus_019aa3c1-4a7e-7cc0-8000-0d9c8b7a6f5e',
  customer_name: 'Fernweh Books',
  customer: view(BUYER_FIELDS, {
    ...emptyOf(BUYER_FIELDS),
    name: 'Fernweh Books',
    email: 'desk@fernweh.example',
  }),
  seller: view(SELLER_FIELDS, { ...emptyOf(SELLER_FIELDS), name: 'Atelier Nord' }),
  ...declaredView({
    ...EMPTY,
    issueDate: '2026-11-21',
    dueDate: '2026-12-21',
    currency: 'EUR',
    language: 'en',
  }),
  corrects: null,
  recurring: null,
  quote_id: null,
  files: [],
  credit_notes: [],
  settlement: null,
  deposits: [],
  deducted_by: null,
  ...FIGURES,
  items: FIGURES.items.map((item) => ({
    id: 'itm_019aa3c1-4a7e-7cc0-8000-1a2b3c4d5e6f',
    ...item,
    deducts: null,
  })),
  totals: { ...FIGURES.totals, paid: '0.00', credited: '0.00', due: '128.52' },
  template: { id: 'minimalist-clean', version: '1.0.0' },
  share_token: null,
  share_url: null,
  published_at: null,
  mail: null,
  version: 1,
  created_at: '2026-11-21T09:00:00.000Z',
  updated_at: '2026-11-21T09:00:00.000Z',
  issued_at: '2026-11-21T09:00:00.000Z',
}
