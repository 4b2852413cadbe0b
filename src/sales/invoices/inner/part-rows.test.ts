import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Givens, givens, ITEM } from '../../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../../test/harness.ts'

let app: TestApp
let given: Givens
afterEach(() => app.close())

/** What JSON, SQL and templates of either have a meaning for, or encode in more than one way. */
const TEXTS = [
  `"quotes" 'and' \\ back\\"slashes\\\\`,
  'null',
  '["a",{"b":1}]',
  'tab\tand\nnew line',
  'line\u2028and paragraph\u2029separators, \u007f and \u0085',
  'pair 😀, family 👩‍👩‍👧, right to left \u202eمرحبا',
  'e\u0301 is not \u00e9, \ufeff and \ufffd stay',
  '$1 :name ? %s {{notes}} -- ;',
]
const LARGEST = { quantity: '999', unit_price: '999999999.99' }

describe.each(ENGINES)('an invoice with all its parts (%s)', (engine) => {
  beforeEach(async () => {
    app = await startTestApp(engine)
    given = givens(app)
  })

  test('200: is read as it was written, with any texts and amounts', async () => {
    const items = TEXTS.map((text) => ({ ...ITEM, ...LARGEST, description: text, details: text }))
    const discounts = TEXTS.map((reason) => ({ amount: '0.01', reason }))
    const made = await given.invoice({ items, discounts })
    expect(made.items.map(({ description }: typeof ITEM) => description)).toEqual(TEXTS)
    expect(await given.read(made.id)).toEqual(made)
  })

  test.each([19, 20, 21, 139, 1000])('200: %i items are read in their order', async (count) => {
    const items = Array.from({ length: count }, (_, index) => ({
      ...ITEM,
      description: `Line ${index}`,
    }))
    const { id } = await given.invoice({ items })
    const { items: read } = await given.read(id)
    expect(read.map(({ description }: typeof ITEM) => description)).toEqual(
      items.map(({ description }) => description),
    )
  })
})
