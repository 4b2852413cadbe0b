import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import type { OnFault } from '../errors.ts'
import * as field from './field.ts'
import * as rules from './rules.ts'

const FIELDS = {
  title: field.required(field.text('title', 20)),
  orderReference: field.text('order_reference', 20),
  dueDate: field.day('due_date'),
  kind: field.choiceOr('kind', ['standard', 'partial'], 'standard'),
  profile: field.choice('profile', ['a', 'b']),
  isOpen: field.flag('is_open'),
  days: field.integer('days', { minimum: 0, maximum: 9 }),
  metadata: field.pairs('metadata', 2),
  delivery: field.group('delivery', {
    name: field.text('name', 20),
    address: field.group('address', {
      postalCode: field.text('postal_code', 5),
      countryCode: field.code('country_code', '^[A-Z]{2}$', undefined, rules.country),
    }),
    identifier: field.compound('identifier', {
      scheme: field.required(field.text('scheme', 4, undefined, rules.endpointScheme)),
      id: field.required(field.text('id', 20)),
    }),
  }),
  preceding: field.list(
    'preceding',
    { number: field.required(field.text('number', 20)), issueDate: field.day('issue_date') },
    { maxItems: 2 },
  ),
}
type Sample = field.Values<typeof FIELDS>

const EMPTY: Sample = field.emptyOf(FIELDS)
const FULL_BODY = {
  title: ' T ',
  order_reference: 'PO 7',
  due_date: '2026-12-01',
  kind: 'partial',
  profile: 'b',
  is_open: true,
  days: 7,
  metadata: { a: 'b' },
  delivery: {
    name: 'Depot',
    address: { postal_code: '24103', country_code: 'DE' },
    identifier: { scheme: 'em', id: 'x@y.example' },
  },
  preceding: [{ number: 'INV-1', issue_date: '2026-01-01' }, { number: 'INV-2' }],
}
const FULL: Sample = {
  title: 'T',
  orderReference: 'PO 7',
  dueDate: '2026-12-01',
  kind: 'partial',
  profile: 'b',
  isOpen: true,
  days: 7,
  metadata: { a: 'b' },
  delivery: {
    name: 'Depot',
    address: { postalCode: '24103', countryCode: 'DE' },
    identifier: { scheme: 'EM', id: 'x@y.example' },
  },
  preceding: [
    { number: 'INV-1', issueDate: '2026-01-01' },
    { number: 'INV-2', issueDate: null },
  ],
}

function change(before: Sample, given: object) {
  const faults: (readonly [string, string])[] = []
  const onFault: OnFault = (pointer, code) => faults.push([pointer, code])
  return { after: field.change(FIELDS, { before, given, at: '', onFault }), faults }
}

test('a value travels: request, code, stored JSON, code, answer', () => {
  expect(change(EMPTY, FULL_BODY)).toEqual({ after: FULL, faults: [] })
  const stored = field.store(FIELDS, FULL)
  expect(stored).toEqual({
    ...FULL_BODY,
    title: 'T',
    delivery: { ...FULL_BODY.delivery, identifier: { scheme: 'EM', id: 'x@y.example' } },
  })
  expect(field.load(FIELDS, JSON.parse(JSON.stringify(stored)))).toEqual(FULL)
  expect(field.view(FIELDS, FULL)).toEqual({
    ...stored,
    preceding: [
      { number: 'INV-1', issue_date: '2026-01-01' },
      { number: 'INV-2', issue_date: null },
    ],
  })
})

test('an empty value is stored as missing, and answered as null', () => {
  const { title: _, isOpen: __, metadata: ___, ...optional } = FIELDS
  expect(field.store(optional, field.emptyOf(optional))).toBeUndefined()
  expect(field.load(optional, null)).toEqual(field.emptyOf(optional))
  expect(field.view(optional, field.emptyOf(optional))).toEqual({
    order_reference: null,
    due_date: null,
    kind: 'standard',
    profile: null,
    days: null,
    delivery: {
      name: null,
      address: { postal_code: null, country_code: null },
      identifier: null,
    },
    preceding: [],
  })
})

describe('a change', () => {
  test('keeps fields and parts that the request does not contain', () => {
    const given = { delivery: { address: { postal_code: '1' } } }
    expect(change(FULL, given).after).toEqual({
      ...FULL,
      delivery: { ...FULL.delivery, address: { postalCode: '1', countryCode: 'DE' } },
    })
  })

  test('null and blank text delete a value', () => {
    const given = { order_reference: ' ', kind: null, delivery: null, preceding: null }
    expect(change(FULL, given).after).toEqual({
      ...FULL,
      orderReference: null,
      kind: 'standard',
      delivery: EMPTY.delivery,
      preceding: [],
    })
    const parts = { delivery: { name: null, identifier: null } }
    expect(change(FULL, parts).after.delivery).toEqual({
      ...EMPTY.delivery,
      address: FULL.delivery.address,
    })
  })

  test('replaces each field it names as a whole if it is a put', () => {
    const given = { delivery: { name: 'Shop' } }
    const put = { before: FULL, given, at: '', onFault: () => {}, mode: 'put' } as const
    expect(field.change(FIELDS, put)).toEqual({
      ...FULL,
      delivery: { ...EMPTY.delivery, name: 'Shop' },
    })
  })

  test('replaces a list as a whole', () => {
    const { after } = change(FULL, { preceding: [{ number: 'INV-3' }] })
    expect(after.preceding).toEqual([{ number: 'INV-3', issueDate: null }])
  })

  test.each([
    ['/title', 'required', { title: ' ' }],
    [
      '/delivery/address/country_code',
      'unknown_country',
      { delivery: { address: { country_code: 'XX' } } },
    ],
    [
      '/delivery/identifier/scheme',
      'wrong_format',
      { delivery: { identifier: { scheme: '?', id: '1' } } },
    ],
    [
      '/delivery/identifier/id',
      'required',
      { delivery: { identifier: { scheme: 'EM', id: ' ' } } },
    ],
    ['/preceding/1/number', 'required', { preceding: [{ number: '1' }, { number: ' ' }] }],
  ])('reports a fault at %s', (pointer, code, given) => {
    expect(change(FULL, given).faults).toEqual([[pointer, code]])
  })
})

describe('the schema of a request', () => {
  const closed = { additionalProperties: false }
  const { title: _, ...others } = FIELDS
  const { title: __, ...body } = FULL_BODY
  const schema = Type.Object(field.inputOf(others), closed)

  test.each([
    ['all fields', body, true],
    ['no field', {}, true],
    [
      'nothing by null',
      { order_reference: null, kind: null, delivery: null, preceding: null },
      true,
    ],
    ['a text that is too long', { order_reference: 'x'.repeat(21) }, false],
    ['no day', { due_date: 'tomorrow' }, false],
    ['too many days', { days: 10 }, false],
    ['half a day', { days: 0.5 }, false],
    ['another word', { kind: 'proforma' }, false],
    ['an unknown part', { delivery: { nom: 'Depot' } }, false],
    ['half of what goes together', { delivery: { identifier: { id: '1' } } }, false],
    ['an entry without its number', { preceding: [{ issue_date: null }] }, false],
    ['too many entries', { preceding: [{ number: '1' }, { number: '2' }, { number: '3' }] }, false],
  ])('%s', (_name, given, isValid) => {
    expect(Value.Check(schema, given)).toBe(isValid)
  })

  test('a part that is required is required in the request of its field', () => {
    expect(Value.Check(Type.Object(field.inputOf(FIELDS)), {})).toBe(false)
  })
})

test('columns: flags and whole numbers as integers, names with values as JSON', () => {
  const { isOpen, days, metadata } = FIELDS
  const fields: field.Fields = { isOpen, days, metadata }
  const values = { isOpen: true, days: 7, metadata: { a: 'b' } }
  const columns = field.toColumns(fields, values)
  expect(columns).toEqual({ is_open: 1n, days: 7n, metadata: '{"a":"b"}' })
  expect(field.load(fields, columns)).toEqual(values)
})

test('the leaves: every field or part with one value', () => {
  const { title, days, metadata, delivery, preceding } = FIELDS
  expect(field.leavesOf({ title, days, metadata, delivery, preceding })).toEqual({
    title: 'text',
    days: 'integer',
    'delivery.name': 'text',
    'delivery.address.postal_code': 'text',
    'delivery.address.country_code': 'text',
    'delivery.identifier.scheme': 'text',
    'delivery.identifier.id': 'text',
  })
})
