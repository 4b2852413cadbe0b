import { describe, expect, test } from 'vitest'
import { indexReceivables, noteBooking } from './index-of-receivables.ts'
import { matchEntry } from './match-entry.ts'
import { learnsAccount, payerOf } from './payer.ts'
import type { Receivables } from './receivables.ts'
import { entryWith, inShort, receivablesWith } from './samples.testing.ts'

type Entry = Parameters<typeof entryWith>[0]

const EARLY = [
  { until: '2026-05-25', percent: '3', discountMinor: 3_000n },
  { until: '2026-05-30', percent: '2', discountMinor: 2_000n },
]

/** Two customers: books owes a and b, tools owes the rest. */
const GIVEN = receivablesWith({
  customers: [
    { id: 'books', names: ['Fernweh Books GmbH'], reference: 'K-1001' },
    { id: 'tools', names: ['Müller & Söhne GmbH & Co. KG'], reference: 'K-1002' },
    { id: 'city', names: ['Gemeinde Musterstadt'], reference: null },
  ],
  payerAccounts: [
    { iban: 'DE-books', customerId: 'books' },
    { iban: 'DE-tools', customerId: 'tools' },
    { iban: 'DE-both', customerId: 'books' },
    { iban: 'DE-both', customerId: 'tools' },
  ],
  documents: [
    { id: 'a', number: 'INV-2026-0101', customerId: 'books', dueMinor: 11_900n },
    { id: 'b', number: 'INV-2026-0102', customerId: 'books', dueMinor: 23_800n },
    {
      id: 'c',
      number: 'INV-2026-0201',
      customerId: 'tools',
      dueMinor: 100_000n,
      earlyPayment: EARLY,
    },
    { id: 'd', number: 'INV-2026-0202', customerId: 'tools', dueMinor: 23_800n },
    {
      ...{ id: 'e', number: 'INV-2026-0301', customerId: 'city', dueMinor: 5_000n },
      ...{ orderReference: '4500012345', references: [{ kind: 'RF', value: 'RF32INV20260101' }] },
    },
    { id: 'paid', number: 'INV-2026-0090', customerId: 'books', dueMinor: 0n, status: 'paid' },
    { id: 'void', number: 'INV-2026-0091', customerId: 'books', dueMinor: 0n, status: 'void' },
    {
      ...{ id: 'off', number: 'INV-2026-0092', customerId: 'books', dueMinor: 700n },
      status: 'uncollectible',
    },
    { id: 'usd', number: 'INV-2026-0400', customerId: 'city', dueMinor: 250_000n, currency: 'USD' },
    {
      ...{ id: 'owed', number: 'INV-2026-0093', customerId: 'tools', dueMinor: -4_000n },
      ...{ status: 'paid', creditNotes: ['CN-2026-0003'] },
    },
    {
      id: 'later',
      number: 'INV-2026-0500',
      customerId: 'city',
      dueMinor: 80n,
      issueDate: '2026-06-02',
    },
    { id: 'weak', number: '1042', customerId: 'tools', dueMinor: 6_120n },
    { id: 'seven', number: '7', customerId: 'city', dueMinor: 1_500n },
    { id: 'series', number: 'A-2026-001', customerId: 'city', dueMinor: 300n },
    { id: 'longer', number: 'BA-2026-001', customerId: 'books', dueMinor: 300n },
    { id: 'short', number: 'RE-2025-12', customerId: 'tools', dueMinor: 21_000n },
    { id: 'long', number: 'RE-2025-123', customerId: 'city', dueMinor: 32_100n },
  ],
  handPayments: [
    ...[
      { id: 'p1', documentId: 'paid', amountMinor: 17_850n, currency: 'EUR', paidAt: '2026-05-27' },
      { id: 'p2', documentId: 'paid', amountMinor: 2_000n, currency: 'EUR', paidAt: '2026-05-27' },
    ],
  ],
  bookedEntries: [
    {
      ...{ id: 'ben', accountId: 'own', bookingDate: '2026-05-20', amountMinor: 4_280n },
      ...{ currency: 'EUR', iban: 'DE-x', endToEnd: 'E-77', bankReference: 'B-77' },
      parts: [{ paymentId: 'p9', documentId: 'paid', amountMinor: 4_280n }],
    },
  ],
  providers: [{ id: 'stripe', word: 'STRIPE' }],
})

const matchIn = (given: Receivables, entry: Entry) =>
  inShort(matchEntry(indexReceivables(given), entryWith(entry)))

describe('money in, with a document that is named for sure', () => {
  test.each<[string, Entry, string]>([
    [
      'number',
      { text: 'RE.NR. INV 2026 0101 VOM 11.05.26', amountMinor: 11_900n },
      'certain exact, a 11900',
    ],
    [
      'number cut by a line',
      { lines: ['Rechnung INV-20', '26-0101 Danke'], amountMinor: 11_900n },
      'certain exact, a 11900',
    ],
    [
      'digits alone',
      { text: 'Rechnung 2026/0101', amountMinor: 11_900n },
      'certain exact, a 11900',
    ],
    [
      'end-to-end id',
      { endToEnd: 'INV-2026-0101', amountMinor: 11_900n },
      'certain exact, a 11900',
    ],
    [
      'reference of the account owner',
      { customerReference: 'INV-2026-0101', amountMinor: 11_900n },
      'certain exact, a 11900',
    ],
    [
      'structured document',
      { documents: ['INV-2026-0101'], amountMinor: 11_900n },
      'certain exact, a 11900',
    ],
    [
      'structured reference',
      { references: [{ kind: 'RF', value: 'RF32INV20260101' }], amountMinor: 5_000n },
      'certain exact, e 5000',
    ],
    [
      'sum',
      { text: 'INV-2026-0101 INV-2026-0102', amountMinor: 35_700n },
      'certain sum, a 11900 + b 23800',
    ],
    [
      'tail',
      { text: 'INV-2026-0101, 102', amountMinor: 35_700n },
      'certain sum, a 11900 + b 23800',
    ],
    [
      'pieces, no tail',
      { text: 'INV-2026-0101, 102 Hefte', amountMinor: 11_900n },
      'certain exact, a 11900',
    ],
    [
      'discount in time',
      { text: 'INV-2026-0201', amountMinor: 98_000n },
      'certain discount, c 98000 discountMinor 2000',
    ],
    [
      'discount, rounded otherwise',
      { text: 'INV-2026-0201', amountMinor: 97_999n },
      'certain discount, c 97999 discountMinor 2001, discount_rounded',
    ],
    [
      'discount three days late',
      { text: 'INV-2026-0201', amountMinor: 97_000n },
      'likely discount, c 97000 discountMinor 3000, discount_late',
    ],
    [
      'discount too late',
      { text: 'INV-2026-0201', amountMinor: 98_000n, bookingDate: '2026-06-09' },
      'likely partial, c 98000, discount_expired',
    ],
    [
      'stated charges',
      {
        text: 'INV-2026-0101',
        amountMinor: 11_000n,
        charges: { amountMinor: 900n, currency: 'EUR' },
      },
      'certain fee, a 11000 feeMinor 900',
    ],
    ['less', { text: 'INV-2026-0101', amountMinor: 5_000n }, 'likely partial, a 5000'],
    [
      'more',
      { text: 'INV-2026-0101', amountMinor: 12_000n },
      'likely over, a 11900 + account of books 100',
    ],
    [
      'two customers',
      { text: 'INV-2026-0101 INV-2026-0202', amountMinor: 35_700n },
      'likely sum, a 11900 + d 23800, several_customers',
    ],
    [
      'two customers, more',
      { text: 'INV-2026-0101 INV-2026-0202', amountMinor: 36_000n },
      'likely over, a 11900 + d 23800 + unallocated 300, several_customers',
    ],
    [
      'account of another',
      { text: 'INV-2026-0101', amountMinor: 11_900n, iban: 'DE-tools' },
      'likely exact, a 11900, iban_other_customer',
    ],
    [
      'name of another',
      { text: 'INV-2026-0101', amountMinor: 11_900n, name: 'MUELLER UND SOEHNE' },
      'likely exact, a 11900, name_other_customer',
    ],
    [
      'number of another customer',
      { text: 'INV-2026-0101 KD K-1002', amountMinor: 11_900n },
      'likely exact, a 11900, number_other_customer',
    ],
    [
      'a further number with a letter for a digit',
      { text: 'INV-2026-0101 INV-2026-01O2', amountMinor: 11_900n },
      'likely exact, a 11900, ambiguous_number',
    ],
    ['a day', { text: 'Miete 20260101', amountMinor: 11_900n }, 'likely exact, a 11900, date_like'],
    [
      'unknown number',
      { text: 'INV-2026-0101 und INV-2026-0999', amountMinor: 11_900n },
      'likely exact, a 11900, unknown_number',
    ],
    [
      'unknown reference',
      {
        text: 'INV-2026-0101',
        references: [{ kind: 'RF', value: 'RF71XY770815' }],
        amountMinor: 11_900n,
      },
      'likely exact, a 11900, unknown_reference',
    ],
    [
      'wrong reference',
      { text: 'INV-2026-0101 RF33INV20260101', amountMinor: 11_900n },
      'likely exact, a 11900, invalid_reference',
    ],
    [
      'wrong Belgian reference',
      { text: 'INV-2026-0101 +++010/8068/17184+++', amountMinor: 11_900n },
      'likely exact, a 11900, invalid_reference',
    ],
    [
      'Belgian reference of another',
      { text: 'INV-2026-0101 ***010/8068/17183***', amountMinor: 11_900n },
      'likely exact, a 11900, unknown_reference',
    ],
    [
      'settled one beside',
      { text: 'INV-2026-0101 INV-2026-0090', amountMinor: 11_900n },
      'likely exact, a 11900',
    ],
    [
      'written off',
      { text: 'INV-2026-0092', amountMinor: 700n },
      'likely exact, off 700, written_off',
    ],
    [
      'issued later',
      { text: 'INV-2026-0500', amountMinor: 80n },
      'likely exact, later 80, before_issue',
    ],
    ['recorded by hand', { text: 'INV-2026-0090', amountMinor: 17_850n }, 'certain link, link p1'],
    [
      'recorded in parts',
      { text: 'INV-2026-0090', amountMinor: 19_850n },
      'likely link, link p1 + link p2, aggregated',
    ],
    [
      'paid',
      { text: 'INV-2026-0090', amountMinor: 100n },
      'likely account, account of books 100, paid_twice',
    ],
    [
      'voided',
      { text: 'INV-2026-0091', amountMinor: 100n },
      'likely account, account of books 100, void_document',
    ],
    [
      'number within a longer one',
      { text: 'BA-2026-001', amountMinor: 300n },
      'certain exact, longer 300',
    ],
    [
      'two readings, the longer fits',
      { lines: ['RE-2025-12', '3 Danke'], amountMinor: 32_100n },
      'likely exact, long 32100, ambiguous_number',
    ],
    [
      'two readings, the shorter fits',
      { lines: ['RE-2025-12', '3 Danke'], amountMinor: 21_000n },
      'likely exact, short 21000, ambiguous_number',
    ],
    [
      'digits of a day and a time',
      { text: 'DATUM 11.05.2026 0101.30 UHR', amountMinor: 11_900n, iban: 'DE-x' },
      'possible exact, a 11900, amount_only',
    ],
    [
      'digits of an account',
      { text: 'IBAN DE33 2026 0101 0000 0001 01', amountMinor: 1n },
      'none none',
    ],
    [
      'other currency',
      { text: 'INV-2026-0400', amountMinor: 230_000n },
      'none none, currency_mismatch',
    ],
    [
      'other currency, instructed',
      {
        text: 'INV-2026-0400',
        amountMinor: 230_000n,
        instructed: { amountMinor: 250_000n, currency: 'USD' },
      },
      'likely exact, usd 250000, foreign',
    ],
    [
      'our own money that comes back',
      { text: 'INV-2026-0101', amountMinor: 11_900n, isReversal: true },
      'likely exact, a 11900',
    ],
  ])('%s', (_name, entry, expected) => {
    expect(matchIn(GIVEN, entry)).toBe(expected)
  })

  test('a payment by hand of an open invoice is linked, or the next instalment', () => {
    const payment = { id: 'p', documentId: 'a', currency: 'EUR', paidAt: '2026-05-27' }
    const given = (amountMinor: bigint) => ({
      ...GIVEN,
      handPayments: [{ ...payment, amountMinor }],
    })
    const text = 'INV-2026-0101'
    expect(matchIn(given(50n), { text, amountMinor: 50n })).toBe('likely link, link p')
    const both = matchIn(given(11_900n), { text, amountMinor: 11_900n })
    expect(both).toBe('possible exact, a 11900, link p')
  })

  test('short by a tolerance: a fee, else written off', () => {
    const settings = { discountGraceDays: 3, paymentTolerance: '0.05', feeTolerance: '0' }
    const entry = { text: 'INV-2026-0101', amountMinor: 11_897n }
    const short = matchIn({ ...GIVEN, settings }, entry)
    expect(short).toBe('likely short, a 11897 writeOffMinor 3')
    const fee = matchIn({ ...GIVEN, settings: { ...settings, feeTolerance: '5' } }, entry)
    expect(fee).toBe('likely fee, a 11897 feeMinor 3')
  })
})

describe('money in, with something that may name a document or customer', () => {
  test.each<[string, Entry, string]>([
    [
      'letters for digits',
      { text: 'INV-2O26-0101', amountMinor: 11_900n },
      'likely exact, a 11900, number_loose',
    ],
    [
      'zeros left out',
      { text: 'INV 2026 101', amountMinor: 11_900n },
      'likely exact, a 11900, number_loose',
    ],
    [
      'blank within a group',
      { text: 'INV-2026-01 01', amountMinor: 11_900n },
      'likely exact, a 11900, number_loose',
    ],
    [
      'loose, other amount',
      { text: 'INV 2026 101', amountMinor: 900n },
      'possible partial, a 900, number_loose',
    ],
    [
      'order number',
      { text: 'Bestellung 4500012345', amountMinor: 5_000n },
      'likely exact, e 5000, order_reference',
    ],
    [
      'short number',
      { text: 'Rg 1042', amountMinor: 6_120n },
      'likely exact, weak 6120, weak_number',
    ],
    [
      'short number, known account',
      { text: 'Rg 1042', amountMinor: 6_120n, iban: 'DE-tools' },
      'certain exact, weak 6120, weak_number',
    ],
    [
      'short number, known account, and another customer’s number as a count',
      { text: 'Rg 1042, 7 Hefte', amountMinor: 6_120n, iban: 'DE-tools' },
      'certain exact, weak 6120, weak_number',
    ],
    [
      'digits within others',
      { text: 'VERTRAG 21042', amountMinor: 6_120n },
      'possible exact, weak 6120, amount_only',
    ],
    [
      'shared account, one',
      { iban: 'DE-both', amountMinor: 11_900n },
      'likely exact, a 11900, iban_shared',
    ],
    [
      'shared account, several',
      { iban: 'DE-both', amountMinor: 23_800n },
      'possible exact, b 23800, d 23800, iban_shared',
    ],
    ['account', { iban: 'DE-books', amountMinor: 23_800n }, 'likely exact, b 23800, by_iban'],
    [
      'account, all open',
      { iban: 'DE-books', amountMinor: 36_000n },
      'likely sum, longer 300 + a 11900 + b 23800, by_iban, all_open',
    ],
    [
      'account, some',
      { iban: 'DE-books', amountMinor: 24_100n },
      'likely sum, longer 300 + b 23800, by_iban',
    ],
    [
      'account, less discount',
      { iban: 'DE-tools', amountMinor: 98_000n },
      'likely discount, c 98000 discountMinor 2000, by_iban',
    ],
    [
      'account, recorded by hand',
      { iban: 'DE-books', amountMinor: 19_850n },
      'likely link, link p1 + link p2, by_iban, aggregated',
    ],
    [
      'account, nothing fits',
      { iban: 'DE-books', amountMinor: 1n },
      'possible account, account of books 1, by_iban, no_document',
    ],
    ['name', { name: 'FERNWEH BOOKS', amountMinor: 23_800n }, 'likely exact, b 23800, by_name'],
    [
      'name cut',
      { name: 'Bauamt Gemeinde Musters', amountMinor: 5_000n },
      'likely exact, e 5000, by_name',
    ],
    [
      'customer number',
      { text: 'KD K-1001', amountMinor: 11_900n },
      'likely exact, a 11900, by_customer_number',
    ],
    [
      'nobody known, one amount',
      { name: 'Treuhand', amountMinor: 11_900n },
      'possible exact, a 11900, amount_only',
    ],
    [
      'nobody known, two',
      { amountMinor: 23_800n },
      'possible exact, b 23800, d 23800, amount_only',
    ],
    ['nothing', { amountMinor: 1n }, 'none none'],
    ['not yet issued', { amountMinor: 80n }, 'none none'],
    [
      'payout',
      { name: 'STRIPE PAYMENTS', text: 'INV-2026-0101', amountMinor: 11_900n },
      'none payout',
    ],
    [
      'own transfer',
      { iban: 'DE02120300000000202051', text: 'INV-2026-0101', amountMinor: 11_900n },
      'none ignored, own_transfer',
    ],
  ])('%s', (_name, entry, expected) => {
    expect(matchIn(GIVEN, entry)).toBe(expected)
  })
})

describe('money out', () => {
  test.each<[string, Entry, string]>([
    ['anything', { text: 'INV-2026-0101', amountMinor: -11_900n }, 'none ignored, outgoing'],
    ['nothing', { amountMinor: 0n }, 'none ignored, zero'],
    [
      'return',
      { returnReason: 'AC04', endToEnd: 'E-77', amountMinor: -4_280n },
      'certain reversal, back paid 4280',
    ],
    [
      'return with a fee',
      {
        isReversal: true,
        bankReference: 'B-77',
        amountMinor: -4_580n,
        instructed: { amountMinor: 4_280n, currency: 'EUR' },
      },
      'certain reversal, back paid 4280 + fee 300',
    ],
    [
      'return whose fee is stated alone',
      {
        ...{ returnReason: 'AC04', endToEnd: 'E-77', amountMinor: -4_580n },
        charges: { amountMinor: 300n, currency: 'EUR' },
      },
      'certain reversal, back paid 4280 + fee 300',
    ],
    [
      'return with a fee that nobody states',
      { returnReason: 'AC04', endToEnd: 'E-77', amountMinor: -4_580n },
      'likely reversal, back paid 4280 + fee 300',
    ],
    [
      'return by account',
      { code: { iso: null, proprietary: 'NRTI+109+00' }, iban: 'DE-x', amountMinor: -4_280n },
      'likely reversal, back paid 4280',
    ],
    [
      'return by its ISO code',
      {
        ...{ code: { iso: 'PMNT/RCDT/RRTN', proprietary: null }, endToEnd: 'E-77' },
        amountMinor: -4_280n,
      },
      'certain reversal, back paid 4280',
    ],
    [
      'return of another',
      { returnReason: 'AC04', endToEnd: 'E-1', amountMinor: -4_280n },
      'none none, return_unknown',
    ],
    [
      'refund by credit note',
      { text: 'Erstattung CN-2026-0003', amountMinor: -4_000n },
      'certain refund, owed -4000',
    ],
    [
      'refund by account',
      { iban: 'DE-tools', amountMinor: -4_000n },
      'likely refund, owed -4000, by_iban',
    ],
  ])('%s', (_name, entry, expected) => {
    expect(matchIn(GIVEN, entry)).toBe(expected)
  })
})

describe('bookings', () => {
  test('settle the invoice, teach the account, and can come back', () => {
    const index = indexReceivables(GIVEN)
    const given = entryWith({
      text: 'INV-2026-0101',
      amountMinor: 11_900n,
      iban: 'DE-new',
      endToEnd: 'E-1',
    })
    const [proposal] = matchEntry(index, given).proposals
    if (proposal === undefined) throw new Error('There is no proposal.')
    expect(learnsAccount(proposal)).toBe(true)
    noteBooking(index, { ...given, parts: proposal.parts, learnedFor: 'books' })

    expect(inShort(matchEntry(index, given))).toBe(
      'likely account, account of books 11900, paid_twice',
    )
    const next = entryWith({ iban: 'DE-new', amountMinor: 23_800n })
    expect(inShort(matchEntry(index, next))).toBe('likely exact, b 23800, by_iban')

    const back = entryWith({ returnReason: 'AC04', endToEnd: 'E-1', amountMinor: -11_900n })
    const [reversal] = matchEntry(index, back).proposals
    expect(reversal).toMatchObject({ class: 'certain', kind: 'reversal' })
    noteBooking(index, { ...back, id: 'back', parts: reversal?.parts ?? [], learnedFor: null })
    expect(inShort(matchEntry(index, given))).toBe('certain exact, a 11900')
    expect(inShort(matchEntry(index, back))).toBe('none none, return_unknown')
  })
})

describe('what a person declined', () => {
  const entry = { name: 'FERNWEH BOOKS', amountMinor: 23_800n }
  const payer = payerOf(entryWith(entry).entry)
  const declined = (entryId: string, documentId: string) => {
    const [proposal] = matchEntry(indexReceivables(GIVEN), entryWith(entry)).proposals
    const evidence = ['name', 'amount_exact']
    return { entryId, proposal: proposal?.key ?? '', payer, documentIds: [documentId], evidence }
  }

  test('is not proposed again for the entry', () => {
    const given = { ...GIVEN, declined: [declined('entry', 'b')] }
    expect(matchIn(given, entry)).toBe('none none')
  })

  test('twice makes the evidence weaker for the payer', () => {
    const once = { ...GIVEN, declined: [declined('x', 'b')] }
    expect(matchIn(once, entry)).toBe('likely exact, b 23800, by_name')
    const twice = { ...GIVEN, declined: [declined('x', 'b'), declined('y', 'b')] }
    expect(matchIn(twice, entry)).toBe('possible exact, b 23800, by_name, declined_before')
    const named = { ...entry, text: 'INV-2026-0102' }
    expect(matchIn(twice, named)).toBe('certain exact, b 23800')
  })
})

describe('rules', () => {
  const rule = (then: Receivables['rules'][number]['then']) => ({
    ...GIVEN,
    rules: [{ id: 'r', when: { nameContains: 'treuhand', direction: 'in' as const }, then }],
  })
  const entry = { name: 'Treuhand Nord', amountMinor: 11_900n }

  test.each([
    [{ ignore: true } as const, 'none ignored, rule'],
    [{ payout: 'stripe' }, 'none payout'],
    [{ customerId: 'books' }, 'likely exact, a 11900, by_rule'],
  ])('%o', (then, expected) => {
    expect(matchIn(rule(then), entry)).toBe(expected)
    expect(matchEntry(indexReceivables(rule(then)), entryWith(entry)).ruleId).toBe('r')
  })
})

test('a reference of two documents names the one that fits, and nothing is certain', () => {
  const references = [{ kind: 'QRR', value: '000000000000000000020260606' }] as const
  const two = receivablesWith({
    customers: [{ id: 'books', names: ['Fernweh Books GmbH'], reference: null }],
    documents: [
      { id: 'a', number: 'A-2026-0606', customerId: 'books', dueMinor: 500n, references },
      { id: 'b', number: 'B-2026-0606', customerId: 'books', dueMinor: 900n, references },
    ],
  })
  const [one, other] = [500n, 900n].map((amountMinor) => matchIn(two, { references, amountMinor }))
  expect(one).toBe('likely exact, a 500, ambiguous_number')
  expect(other).toBe('likely exact, b 900, ambiguous_number')
  const text = references[0].value
  expect(matchIn(two, { text, amountMinor: 900n })).toBe('likely exact, b 900, ambiguous_number')
})
