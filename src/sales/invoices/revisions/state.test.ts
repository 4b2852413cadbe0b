import { expect, test } from 'vitest'
import { change, emptyOf, type Fields, type Values } from '../../../kernel/fields/field.ts'
import { FIELDS, OPTIONAL_FIELDS, OPTIONAL_ITEM_FIELDS } from '../../contents/fields.ts'
import { BUYER_FIELDS, STORED_SELLER_FIELDS } from '../../contents/parties.ts'
import type { StoredInvoice } from '../invoice.ts'
import { STATE_VERSION, stateOf, stateTextOf } from './state.ts'

/** A value of each field that says something. What breaks a rule is kept as it is. */
function filledIn<F extends Fields>(fields: F): Values<F> {
  const given = givenFor(fields)
  return change(fields, { before: emptyOf(fields), given, at: '', onFault: () => {} })
}

const givenFor = (fields: Fields): object =>
  Object.fromEntries(Object.values(fields).map((field) => [field.wire, givenOf(field)]))

function givenOf({ kind, parts = {}, input }: Fields[string]): unknown {
  if (kind === 'flag') return true
  if (kind === 'pairs') return { name: 'value' }
  if (kind === 'group') return givenFor(parts)
  if (kind === 'list') return [givenFor(parts)]
  // Not the first word of a choice, which may be the usual one.
  return /"enum":\[[^\]]*"([^"]+)"\]/.exec(JSON.stringify(input))?.[1] ?? '2026-01-02'
}

const TAX = {
  category: 'E',
  rateMicro: 1n,
  reason: 'Course',
  reasonCode: 'VATEX-EU-132-1I',
  preset: 'exempt',
  label: 'GST',
  second: { label: 'QST', rateMicro: 1n },
} as const
const ADJUSTMENT = {
  reason: 'Season',
  reasonCode: '95',
  value: { kind: 'amount', amountMinor: 1n },
  tax: TAX,
  withhold: true,
  amountMinor: 1n,
} as const

const INVOICE: StoredInvoice = {
  ...filledIn(FIELDS),
  ...filledIn(OPTIONAL_FIELDS),
  id: 'inv_1',
  version: 2,
  type: 'credit_note',
  number: 'CN-1',
  status: 'sent',
  customerId: 'cus_1',
  seller: filledIn(STORED_SELLER_FIELDS),
  buyer: filledIn(BUYER_FIELDS),
  corrects: { id: 'inv_0', number: 'INV-0', issueDate: '2026-01-01' },
  recurring: { id: 'rec_1', date: '2026-01-31', n: 1 },
  quoteId: 'quo_1',
  dueDays: 14,
  files: [{ id: 'fil_1', name: 'Plan.pdf', mediaType: 'application/pdf', size: 1, sha256: 'ab' }],
  items: [
    {
      ...filledIn(OPTIONAL_ITEM_FIELDS),
      id: 'itm_1',
      description: 'Cover design',
      details: 'Two rounds',
      quantityMicro: 1n,
      unit: 'HUR',
      unitPriceMicro: 1n,
      discount: { kind: 'percent', percentMicro: 1n },
      charge: { value: { kind: 'amount', amountMinor: 1n }, reason: 'Night' },
      tax: TAX,
      totalMinor: 1n,
      credits: { itemId: 'itm_0', quantityMicro: 1n },
      deducts: 'inv_0',
    },
  ],
  discounts: [ADJUSTMENT],
  charges: [ADJUSTMENT],
  taxes: [{ ...TAX, second: true, taxableMinor: 1n, amountMinor: 1n }],
  totals: {
    subtotalMinor: 1n,
    discountMinor: 1n,
    chargeMinor: 1n,
    netMinor: 1n,
    taxMinor: 1n,
    roundingMinor: 1n,
    totalMinor: 1n,
    payableMinor: 1n,
    withheld: [{ baseMinor: 1n, amountMinor: 1n }],
  },
  paidMinor: 1n,
  creditedMinor: 1n,
  template: { id: 'minimalist-clean', version: '1.0.0' },
  shareNonce: 'nonce',
  mail: null,
  publishedAt: '2026-01-02T00:00:00.000Z',
  createdAt: '2026-01-02T00:00:00.000Z',
  updatedAt: '2026-01-02T00:00:00.000Z',
  issuedAt: '2026-01-02T00:00:00.000Z',
  series: 'credit_note:2026',
  sequence: 1n,
}

/** Hashed as `share`, and what the place in a list says already. */
const NOT_HASHED = /^(share_nonce|(adjustments|taxes)\.\d\.(invoice_id|position))$/

function placesIn(value: unknown, at = ''): readonly string[] {
  if (value === null || typeof value !== 'object') return [at.slice(1)]
  return Object.entries(value).flatMap(([name, part]) => placesIn(part, `${at}.${name}`))
}

test('the newest version in state.ts hashes all that is stored; after a release, a new field needs a new version', () => {
  const stored = placesIn(stateOf(INVOICE)).filter((place) => !NOT_HASHED.test(place))
  const hashed = placesIn(JSON.parse(stateTextOf(INVOICE, STATE_VERSION) ?? ''))
  expect(hashed.toSorted()).toEqual(stored.toSorted())
})

test('empty fields are left out, so that a field of a later version changes no hash', () => {
  const text = stateTextOf({ ...INVOICE, ...emptyOf(OPTIONAL_FIELDS), notes: null }, STATE_VERSION)
  expect(text).not.toMatch(/"(kind|references|delivery|notes)"/)
})

test('a version of a later release is unknown', () => {
  expect(stateTextOf(INVOICE, STATE_VERSION + 1)).toBeNull()
})
