import { readFileSync } from 'node:fs'
import { CLASSIFICATION_SCHEMES, UNIT_CODES } from '@billwright/einvoice/item-codes'
import { UNIT_CODES as PRINTED } from '@billwright/rules/units'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  HAS_OFFICIAL_RULES,
  OFFICIAL_FOLDER,
  WITHOUT_OFFICIAL_RULES,
} from '../../../packages/einvoice/src/rules/official-rules.testing.ts'
import { givens, ITEM } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'
import { FieldError } from './rules.ts'
import { findUnitCode, unitCode } from './units.ts'

const FILE = new URL('codelists.json', OFFICIAL_FOLDER)

describe.skipIf(!HAS_OFFICIAL_RULES)(`the codes${WITHOUT_OFFICIAL_RULES}`, () => {
  const official = HAS_OFFICIAL_RULES ? JSON.parse(readFileSync(FILE, 'utf8')).lists : {}

  test.each([
    ['unit_UNECE_Rec_20_with_21', UNIT_CODES],
    ['item_classification_scheme_UNTDID_7143', CLASSIFICATION_SCHEMES],
  ])('%s: the whole list', (name, ours) => {
    expect([...ours].sort()).toEqual([...official[name]].sort())
  })
})

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789']
const short = ['', ...letters].flatMap((a) =>
  ['', ...letters].flatMap((b) => letters.map((c) => a + b + c)),
)

test('an abbreviation becomes a unit that documents print by name, and never another code', () => {
  const mapped = short.flatMap((text) => {
    const code = findUnitCode(text)
    return code === undefined || code === text ? [] : [[text, code] as const]
  })
  expect(mapped.length).toBeGreaterThan(40)
  for (const [text, code] of mapped) {
    expect(UNIT_CODES.has(text), text).toBe(false)
    expect(PRINTED, text).toContain(code)
  }
})

test('a unit that documents print by name is taken in small letters too', () => {
  for (const code of PRINTED) expect(findUnitCode(code.toLowerCase())).toBe(code)
})

test('a refusal names codes that there are', () => {
  const advices = new Set(short.map((text) => refusalOf(text).split('Use ')[1] ?? ''))
  expect(advices.size).toBeGreaterThan(20)
  for (const advice of advices)
    for (const [code] of advice.matchAll(/\b[A-Z0-9]{2,3}\b/g))
      expect(UNIT_CODES, advice).toContain(code)
})

function refusalOf(text: string): string {
  try {
    unitCode(text)
    return ''
  } catch (error) {
    if (error instanceof FieldError) return error.message
    throw error
  }
}

describe.each(ENGINES)('codes of items (%s)', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp(engine)
  })
  afterAll(() => app.close())

  const create = (part: object) =>
    app.call('POST', '/invoices', { customer: { name: 'A' }, items: [ITEM, { ...ITEM, ...part }] })

  test.each([
    ['PCS', 'H87'],
    ['HRS', 'HUR'],
    ['STD', 'HUR'],
    ['KG', 'KGM'],
    ['MO', 'MON'],
    ['PC', 'H87'],
    ['QM', 'MTK'],
    ['TAG', 'DAY'],
    ['LFM', 'MTR'],
    ['XBX', 'XBX'],
    ['STK', 'STK'],
    ['kg', 'KGM'],
    ['kgs', 'KGM'],
    ['pcs', 'H87'],
    ['Stk', 'H87'],
    ['Stk.', 'H87'],
    ['Stück', 'H87'],
    ['Stu\u0308ck', 'H87'],
    ['h', 'HUR'],
    ['Std', 'HUR'],
    ['Stunden', 'HUR'],
    [' hours ', 'HUR'],
    ['m2', 'MTK'],
    ['m²', 'MTK'],
    ['kWh', 'KWH'],
    ['each', 'EA'],
    ['', null],
    [' ', null],
  ])('201: the unit %s is %s', async (typed, code) => {
    const answer = await create({ unit: typed })
    expect(answer.statusCode, answer.body).toBe(201)
    expect(answer.json().items[1].unit).toBe(code)
  })

  test.each([
    ['ST', 'ST is not a unit of UNECE Rec 20 or 21. Use H87 for pieces or XST for sheets.'],
    ['kW', 'kW is not a unit of UNECE Rec 20 or 21. Use KWT for kilowatts.'],
    ['hPa', 'hPa is not a unit of UNECE Rec 20 or 21. Use HPA in capitals for that code.'],
    ['lb', 'lb is not a unit of UNECE Rec 20 or 21. Use LBR for pounds.'],
    [
      'QQQ',
      'QQQ is not a unit of UNECE Rec 20 or 21. Use H87 for pieces, HUR for hours or LS for a lump sum.',
    ],
  ])('422: the unit %s', async (unit, message) => {
    const made = await givens(app).invoice()
    const items = [ITEM, { ...ITEM, unit }]
    const fault = { pointer: '/items/1/unit', code: 'unknown_unit', message }
    for (const answer of [
      await create({ unit }),
      await app.call('PUT', `/invoices/${made.id}`, { items }),
      await app.call('POST', '/invoices/calculate', { items }),
    ]) {
      expect(answer.statusCode).toBe(422)
      expect(answer.json().errors).toEqual([fault])
    }
  })

  test('201: a scheme of classifications in small letters', async () => {
    const answer = await create({ classification: { scheme: ' sti', code: '44121700' } })
    expect(answer.statusCode, answer.body).toBe(201)
    expect(answer.json().items[1].classification.scheme).toBe('STI')
  })

  test('422: a unit of more than 20 characters', async () => {
    const answer = await create({ unit: 'k'.repeat(21) })
    expect(answer.json()).toMatchObject({ status: 422, errors: [{ pointer: '/items/1/unit' }] })
  })

  test.each([
    [{ classification: { scheme: ' ', code: '1' } }, 'classification/scheme', 'required'],
    [{ classification: { scheme: 'sti-x', code: '1' } }, 'classification/scheme', 'not_allowed'],
    [{ classification: { scheme: 'XYZ', code: '1' } }, 'classification/scheme', 'not_allowed'],
    [{ attributes: [{ name: ' ', value: 'Blue' }] }, 'attributes/0/name', 'required'],
    [{ attributes: [{ name: 'Color', value: '\t' }] }, 'attributes/0/value', 'required'],
  ])('422: %j', async (part, field, code) => {
    const answer = await create(part)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors).toMatchObject([{ pointer: `/items/1/${field}`, code }])
  })
})
