import { describe, expect, test } from 'vitest'
import type { FinalInvoice } from './final-state.ts'
import type { Kind, Operation } from './history.ts'
import { type Evidence, judge } from './judge.ts'

const INVOICE: FinalInvoice = {
  id: 'inv_1',
  version: 3,
  number: 'INV-2026-0001',
  status: 'sent',
  notes: 'first',
  share_token: null,
  metadata: { op: 'op-1' },
  items: [
    { description: 'Design', total: '80.00' },
    { description: 'Proof', total: '14.85' },
  ],
  totals: { subtotal: '94.85', net: '94.85', tax: '16.24', total: '111.09', paid: '1.00' },
  taxes: [
    { taxable: '80.00', amount: '15.20' },
    { taxable: '14.85', amount: '1.04' },
  ],
  payments: ['1.00'],
}

const operation = (kind: Kind, changes: Partial<Operation> = {}): Operation => ({
  start: 0,
  end: 1,
  kind,
  outcome: 'ok',
  op: `${kind}-1`,
  key: null,
  invoice: 'inv_1',
  wanted: {},
  status: 200,
  code: null,
  got: null,
  ...changes,
})

const got = (changes: Partial<NonNullable<Operation['got']>> = {}) => ({
  id: 'inv_1',
  version: 1,
  number: 'INV-2026-0001',
  total: '111.09',
  token: null,
  bodyHash: 'a',
  ...changes,
})

const CREATE = operation('create', {
  op: 'op-1',
  wanted: { issued: true, notes: 'first' },
  got: got(),
})
const PAY = operation('pay', { start: 2, end: 3, wanted: { amount: '1.00' } })

const EVENTS = ['invoice.created', 'invoice.issued', 'invoice.payment_recorded'].map(
  (type, index) => ({
    id: `evt_${index}`,
    type,
    resource: 'inv_1',
    version: index,
    sequence: index + 1,
  }),
)

const WHOLE: Evidence = { operations: [CREATE, PAY], invoices: [INVOICE], events: EVENTS }

const found = (changes: Partial<Evidence>): string => judge({ ...WHOLE, ...changes }).join('\n')
const other = (changes: Partial<FinalInvoice>): FinalInvoice => ({ ...INVOICE, ...changes })

describe('the judge of the fault tests', () => {
  test('finds no fault in correct results', () => {
    expect(found({})).toBe('')
  })

  test('a write that was acknowledged and is not there', () => {
    expect(found({ invoices: [] })).toContain('lost: inv_1')
    expect(
      found({ invoices: [other({ payments: [], totals: { ...INVOICE.totals, paid: '0.00' } })] }),
    ).toContain('lost: 1 payments')
    const update = operation('update', { start: 4, wanted: { notes: 'second' } })
    expect(found({ operations: [CREATE, PAY, update] })).toContain('lost: notes of inv_1')
  })

  test('an unknown write may be there or not', () => {
    const update = operation('update', { start: 4, outcome: 'info', wanted: { notes: 'second' } })
    expect(found({ operations: [CREATE, PAY, update] })).toBe('')
    const second = found({
      operations: [CREATE, PAY, update],
      invoices: [other({ notes: 'second' })],
    })
    expect(second).toBe('')
  })

  test('a number that is missing or given twice', () => {
    const second = other({ id: 'inv_2', number: 'INV-2026-0003', metadata: { op: 'op-2' } })
    expect(found({ invoices: [INVOICE, second] })).toContain('gap in INV-2026- between 1 and 3')
    const twin = other({ id: 'inv_2', metadata: { op: 'op-2' } })
    expect(found({ invoices: [INVOICE, twin] })).toContain('number INV-2026-1 is on two invoices')
  })

  test('half an invoice', () => {
    expect(found({ invoices: [other({ items: INVOICE.items.slice(1) })] })).toContain(
      '1 items of 2',
    )
    expect(found({ invoices: [other({ taxes: [] })] })).toContain('taxes of inv_1')
  })

  test('an effect that happened twice, was refused, or was not requested', () => {
    const twin = other({ id: 'inv_2', number: 'INV-2026-0002' })
    expect(found({ invoices: [INVOICE, twin] })).toContain('create op-1 made 2 invoices')
    const refused = operation('create', { op: 'op-2', outcome: 'fail', invoice: null })
    const there = other({ id: 'inv_2', number: 'INV-2026-0002', metadata: { op: 'op-2' } })
    const invoices = [INVOICE, there]
    expect(found({ operations: [CREATE, PAY, refused], invoices })).toContain('was refused')
    expect(found({ invoices })).toContain('nobody asked for inv_2')
  })

  test('a key that was answered in two ways, or whose repeat was refused', () => {
    const again = { ...CREATE, got: got({ bodyHash: 'b' }) }
    expect(found({ operations: [CREATE, again, PAY] })).toContain('got 2 answers')
    const refusal = { ...PAY, outcome: 'fail' as const, status: 409, code: 'invalid_transition' }
    expect(found({ operations: [CREATE, PAY, refusal] })).toContain('repeated: 409')
  })

  test('a deletion or a publication that did not last', () => {
    const deleted = operation('delete', { start: 4 })
    expect(found({ operations: [CREATE, PAY, deleted] })).toContain('is there after its deletion')
    const published = operation('publish', { start: 4, got: got({ token: 't', version: 4 }) })
    expect(found({ operations: [CREATE, PAY, published] })).toContain('lost: publication')
  })

  test('an event that is missing, comes too often or out of order', () => {
    expect(found({ events: EVENTS.slice(0, 2) })).toContain('events missing')
    const twin = EVENTS.flatMap((event) => [event, event])
    expect(
      found({ events: twin.map((event, index) => ({ ...event, sequence: index + 1 })) }),
    ).toContain('events too many')
    expect(found({ events: EVENTS.toReversed() })).toContain('are not 1, 2, 3')
    expect(found({ events: EVENTS.toReversed() })).toContain('after version')
  })
})
