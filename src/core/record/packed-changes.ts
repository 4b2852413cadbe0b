import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { canonicalJson } from './canonical-json.ts'

/** Stores the changes of a revision: as text or, if long, as compressed bytes. */
interface StoredChanges {
  readonly changes: string
  readonly changes_packed: Uint8Array | null
}

/** SQL searches shorter texts: the hash of a PDF, the number of a deleted invoice. */
const TEXT_MAX = 300
/** Most texts are under 2 KiB, nearly all under 16 KiB: zlib prepares smaller buffers in half the time. */
const PACKING = { level: 6, chunkSize: 2048, windowBits: 14, memLevel: 5 }
/** Far more than the changes of the largest invoice. */
const UNPACKED_BYTES_MAX = 64 * 1024 * 1024

export function packed(text: string): StoredChanges {
  if (text.length <= TEXT_MAX) return { changes: text, changes_packed: null }
  return {
    changes: '',
    changes_packed: deflateRawSync(text, { ...PACKING, dictionary: DICTIONARY }),
  }
}

/** The text again; null: unreadable. */
export function unpacked({ changes, changes_packed: bytes }: StoredChanges): string | null {
  if (bytes === null) return changes
  if (changes !== '') return null
  try {
    const options = { dictionary: DICTIONARY, maxOutputLength: UNPACKED_BYTES_MAX }
    return inflateRawSync(bytes, options).toString()
  } catch {
    return null
  }
}

const ADDRESS = {
  city: null,
  country_code: null,
  line1: null,
  line2: null,
  postal_code: null,
  region: null,
}
const TAX = { category: 'S', rate: '19', reason: null, reason_code: null }
const TAXED = { amount: '0.00', ...TAX, taxable: '0.00' }
const CUSTOMER = {
  address: ADDRESS,
  contact_name: null,
  email: null,
  endpoint: null,
  identifier: null,
  name: '',
  phone: null,
  registration_id: null,
  registration_scheme: null,
  tax_id: null,
  trading_name: null,
}
const SELLER = {
  address: ADDRESS,
  bank_account: {
    bank_code: null,
    bank_name: null,
    bic: null,
    creditor_id: null,
    holder: null,
    iban: null,
    number: null,
    qr_iban: null,
  },
  contact_name: null,
  email: null,
  endpoint: null,
  legal_form: null,
  logo: null,
  name: '',
  payment_instructions: null,
  phone: null,
  registration_id: null,
  registration_scheme: null,
  tax_id: null,
  tax_number: null,
  tax_regime: null,
  tax_representative: null,
  trading_name: null,
  website: null,
}
const ITEM = {
  accounting_code: null,
  attributes: [],
  buyer_item_number: null,
  charge: null,
  classification: null,
  deducts: null,
  description: '',
  details: null,
  discount: null,
  gtin: null,
  id: 'itm_',
  item_number: null,
  note: null,
  order_line: null,
  origin_country: null,
  period_end: null,
  period_start: null,
  price_base_quantity: null,
  product_id: null,
  quantity: '1',
  tax: { ...TAX, preset: null },
  total: '0.00',
  unit: null,
  unit_price: '0.00',
}
const TOTALS = {
  charge: '0.00',
  credited: '0.00',
  discount: '0.00',
  due: '0.00',
  net: '0.00',
  paid: '0.00',
  rounding: '0.00',
  subtotal: '0.00',
  tax: '0.00',
  total: '0.00',
}
const DOCUMENT = {
  attachments: null,
  charges: [],
  contact_id: null,
  corrects: null,
  currency: 'EUR',
  custom_fields: null,
  customer: CUSTOMER,
  customer_id: 'cus_',
  delivery: null,
  delivery_address_id: null,
  delivery_date: null,
  deposit_for: null,
  discounts: [],
  due_date: '2026-',
  e_invoice_profile: null,
  external_ids: null,
  files: [],
  internal_notes: null,
  issue_date: '2026-',
  italy: null,
  items: [ITEM],
  kind: null,
  language: 'en',
  metadata: {},
  notes: null,
  number: 'INV-2026-',
  number_series: null,
  order_reference: null,
  payment: null,
  period_end: null,
  period_start: null,
  poland: null,
  preceding: null,
  prices_include_tax: false,
  quote_id: null,
  recurring: null,
  reference: null,
  references: null,
  rounding: 'document',
  seller: SELLER,
  share: null,
  status: 'sent',
  tax_in_currency: null,
  tax_point_date: null,
  taxes: [TAXED],
  template: { id: 'minimalist-clean', version: '1.0.0' },
  terms: null,
  totals: TOTALS,
  type: 'invoice',
}

/**
 * Text that most changes repeat, so that they shrink to a fifth: those of a paid invoice, a new one,
 * and an issued one. It must never change, or no stored revision could be read.
 */
const DICTIONARY = Buffer.from(
  canonicalJson([
    { status: ['sent', 'paid'], totals: [TOTALS, TOTALS] },
    {
      currency: [null, 'EUR'],
      customer_id: [null, 'cus_01a20'],
      due_date: [null, '2026-1'],
      issue_date: [null, '2026-1'],
      items: [null, [ITEM]],
      language: [null, 'en'],
      rounding: [null, 'document'],
      status: [null, 'draft'],
      taxes: [null, [TAXED]],
      totals: [null, TOTALS],
      type: [null, 'invoice'],
    },
    {
      customer: [null, CUSTOMER],
      document: [null, DOCUMENT],
      number: [null, 'INV-2026-'],
      seller: [null, SELLER],
      status: ['draft', 'sent'],
      template: [null, DOCUMENT.template],
    },
  ]),
)
