import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** Stores the data of an event: as JSON text or, if long, as compressed bytes. */
interface StoredData {
  readonly data: string
  readonly data_packed: Uint8Array | null
}

const TEXT_MAX = 100
/** Most texts are under 1 KiB: zlib prepares a small window faster. */
const WINDOW = { chunkSize: 1024, windowBits: 12 }
const PACKING = { ...WINDOW, level: 6, memLevel: 3 }
/** Far more than the data of any event. */
const UNPACKED_BYTES_MAX = 1024 * 1024

export function packedData(text: string, resourceId: string): StoredData {
  if (text.length <= TEXT_MAX) return { data: text, data_packed: null }
  const dictionary = dictionaryOf(resourceId)
  return { data: '', data_packed: deflateRawSync(text, { ...PACKING, dictionary }) }
}

/** The text of compressed data. Throws if the bytes were changed. */
export function unpackedData({ data, data_packed: bytes }: StoredData, resourceId: string): string {
  if (bytes === null) return data
  const limits = { ...WINDOW, maxOutputLength: UNPACKED_BYTES_MAX }
  return inflateRawSync(bytes, { ...limits, dictionary: dictionaryOf(resourceId) }).toString()
}

/** Most data contain their resource. */
const dictionaryOf = (resourceId: string): Buffer => Buffer.from(`${DICTIONARY}${resourceId}`)

const PAYMENT = {
  id: 'pay_01a20',
  invoice_id: 'inv_01a20',
  invoice_number: 'INV-2026-',
  customer_id: 'cus_01a20',
  amount: '0.00',
  currency: 'EUR',
  paid_at: '2026-1',
  method: null,
  reference: null,
  automatic: false,
  due: '0.00',
}
const INVOICE = {
  id: 'inv_01a20',
  type: 'invoice',
  number: null,
  status: 'draft',
  customer_id: 'cus_01a20',
  customer_name: '',
  issue_date: '2026-1',
  due_date: null,
  currency: 'EUR',
  total: '0.00',
  paid: '0.00',
  due: '0.00',
  published: false,
  version: 1,
}

/**
 * Text that most data repeat, so that they shrink to a third. It must never change, or no stored
 * event could be read.
 */
const DICTIONARY = JSON.stringify([
  { ...INVOICE, payment: PAYMENT },
  { ...INVOICE, number: 'INV-2026-', status: 'sent' },
])
