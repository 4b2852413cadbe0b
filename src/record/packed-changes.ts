import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { canonicalJson } from './canonical-json.ts'

/** How the changes of a revision are stored: as text, or, where that is long, as bytes. */
export interface StoredChanges {
  readonly changes: string
  readonly changes_packed: Uint8Array | null
}

/** Shorter text is searched by SQL: the hash of a PDF, the number of a deleted invoice. */
const TEXT_MAX = 300
/** Most texts are under 2 KiB, nearly all under 16 KiB: zlib prepares smaller buffers in half the time. */
const PACKING = { level: 2, chunkSize: 2048, windowBits: 14, memLevel: 5 }
/** Far more than the changes of the largest invoice. */
const UNPACKED_BYTES_MAX = 64 * 1024 * 1024

export function packed(text: string): StoredChanges {
  if (text.length <= TEXT_MAX) return { changes: text, changes_packed: null }
  return {
    changes: '',
    changes_packed: deflateRawSync(text, { ...PACKING, dictionary: DICTIONARY }),
  }
}

/** The text again; null where it cannot be read. */
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

/**
 * Text that most changes repeat, so that they are packed to a third. It must never change, or no stored
 * revision could be read.
 */
const DICTIONARY = Buffer.from(
  canonicalJson({
    document: [
      null,
      {
        attachments: null,
        charges: [],
        corrects: null,
        currency: 'EUR',
        customer: {
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
        },
        customer_id: 'cus_',
        delivery: null,
        delivery_date: null,
        discounts: [],
        due_date: '2026-',
        e_invoice_profile: null,
        internal_notes: null,
        issue_date: '2026-',
        items: [
          {
            accounting_code: null,
            attributes: [],
            buyer_item_number: null,
            charge: null,
            classification: null,
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
            quantity: '1',
            tax: TAX,
            total: '0.00',
            unit: null,
            unit_price: '0.00',
          },
        ],
        kind: null,
        language: 'en',
        metadata: {},
        notes: null,
        number: 'INV-2026-',
        order_reference: null,
        payment: null,
        period_end: null,
        period_start: null,
        preceding: null,
        prices_include_tax: false,
        reference: null,
        references: null,
        rounding: 'document',
        seller: {
          address: ADDRESS,
          bank_account: {
            bank_name: null,
            bic: null,
            creditor_id: null,
            holder: null,
            iban: null,
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
          tax_representative: null,
          trading_name: null,
          website: null,
        },
        share: null,
        status: 'sent',
        tax_in_currency: null,
        tax_point_date: null,
        taxes: [{ amount: '0.00', ...TAX, taxable: '0.00' }],
        template: { id: 'minimalist-clean', version: '1.0.0' },
        terms: null,
        totals: {
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
        },
        type: 'invoice',
      },
    ],
    status: ['draft', 'sent'],
  }),
)
