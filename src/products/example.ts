/** A product as the reference shows it. */
export const PRODUCT_EXAMPLE = {
  id: 'prd_019aa3f0-6c1e-7b52-9d35-3f1b6a0c8e47',
  name: 'Consulting',
  description: 'On site or by video',
  item_number: 'C-100',
  gtin: null,
  unit: 'HUR',
  kind: 'service',
  accounting_code: '8400',
  metadata: {},
  archived: false,
  tax: { category: 'S', rate: '19', reason: null, reason_code: null },
  prices: [
    {
      id: 'prc_019aa3f0-6c1e-7b52-9d35-3f1b6a0c8e48',
      currency: 'EUR',
      unit_price: '120.00',
      includes_tax: false,
      min_quantity: '1',
      from: null,
    },
  ],
  version: 1,
  created_at: '2026-11-21T09:00:00.000Z',
  updated_at: '2026-11-21T09:00:00.000Z',
}

export const CUSTOMER_PRICE_EXAMPLE = {
  id: 'prc_019aa3f0-6c1e-7b52-9d35-3f1b6a0c8e49',
  customer_id: 'cus_019aa3f0-6c1e-7b52-9d35-3f1b6a0c8e47',
  product_id: PRODUCT_EXAMPLE.id,
  currency: 'EUR',
  unit_price: '95.00',
  includes_tax: false,
  discount_percent: null,
  min_quantity: '1',
  from: '2027-01-01',
  until: null,
  version: 1,
  created_at: '2026-11-21T09:00:00.000Z',
  updated_at: '2026-11-21T09:00:00.000Z',
}

export const QUOTATION_EXAMPLE = {
  product_id: PRODUCT_EXAMPLE.id,
  customer_id: CUSTOMER_PRICE_EXAMPLE.customer_id,
  currency: 'EUR',
  quantity: '8',
  date: '2027-01-15',
  unit_price: '95.00',
  includes_tax: false,
  source: 'customer',
  price_id: CUSTOMER_PRICE_EXAMPLE.id,
  min_quantity: '1',
  from: '2027-01-01',
  list_price: null,
  discount_percent: null,
}
