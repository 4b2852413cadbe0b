/** A customer as the reference shows it. */
export const CUSTOMER_EXAMPLE = {
  id: 'cus_019aa3f0-6c1e-7b52-9d35-3f1b6a0c8e47',
  name: 'Northwind Robotics GmbH',
  contact_name: 'Ida Brandt',
  email: 'accounts@northwind.example',
  phone: '+49 40 5550123',
  address: {
    line1: 'Hafenstraße 12',
    line2: null,
    city: 'Hamburg',
    postal_code: '20457',
    region: null,
    country_code: 'DE',
  },
  tax_id: 'DE987654321',
  registration_id: null,
  endpoint: { scheme: 'EM', id: 'accounts@northwind.example' },
  trading_name: null,
  registration_scheme: null,
  identifier: null,
  e_invoice_profile: 'xrechnung',
  reference: null,
  language: 'de',
  currency: 'EUR',
  payment_terms_days: 14,
  custom_fields: [],
  notes: null,
  metadata: { crm: '4711' },
  archived: false,
  version: 1,
  created_at: '2026-11-21T09:00:00.000Z',
  updated_at: '2026-11-21T09:00:00.000Z',
}

/** A request as the reference shows it. */
export const INPUT_EXAMPLE = {
  name: 'Northwind Robotics GmbH',
  email: 'accounts@northwind.example',
  address: { line1: 'Hafenstraße 12', city: 'Hamburg', postal_code: '20457', country_code: 'DE' },
  tax_id: 'DE987654321',
}
