import { parseMicro } from '@billwright/money'
import { expect, test } from 'vitest'
import type { ProductPrice } from '../fields.ts'
import type { CustomerPrice } from '../product.ts'
import { findPrice } from './price.ts'

const listed = (
  unitPrice: string,
  minQuantity = '1',
  from: string | null = null,
  currency = 'EUR',
): ProductPrice => ({
  id: `list ${unitPrice}`,
  currency,
  unitPriceMicro: parseMicro(unitPrice),
  includesTax: false,
  minQuantityMicro: parseMicro(minQuantity),
  from,
})

const own = (given: Partial<CustomerPrice>): CustomerPrice => ({
  id: 'own',
  version: 1,
  customerId: 'cus_1',
  productId: 'prd_1',
  currency: 'EUR',
  unitPriceMicro: null,
  includesTax: false,
  discountPercentMicro: null,
  minQuantityMicro: 1_000_000n,
  from: null,
  until: null,
  createdAt: '',
  updatedAt: '',
  ...given,
})

const price = (text: string) => ({ unitPriceMicro: parseMicro(text) })
const LIST = [
  listed('10'),
  listed('9', '10'),
  listed('8', '100'),
  listed('11', '1', '2027-01-01'),
  listed('9.5', '10', '2027-01-01'),
  listed('12', '1', null, 'USD'),
]

test.each<
  [
    what: string,
    own: readonly CustomerPrice[],
    quantity: string,
    day: string,
    currency: string,
    expected: string | undefined,
  ]
>([
  ['the list price', [], '1', '2026-12-31', 'EUR', 'list 10'],
  ['below the first break', [], '9.999999', '2026-12-31', 'EUR', 'list 10'],
  ['at a break', [], '10', '2026-12-31', 'EUR', 'list 9'],
  ['the greatest break', [], '250', '2026-12-31', 'EUR', 'list 8'],
  ['the latest first day', [], '1', '2027-01-01', 'EUR', 'list 11'],
  ['the day before it', [], '1', '2026-12-31', 'EUR', 'list 10'],
  ['first the quantity, then the day', [], '10', '2027-06-01', 'EUR', 'list 9.5'],
  ['an old price of a greater break', [], '100', '2027-06-01', 'EUR', 'list 8'],
  ['another currency', [], '1', '2026-12-31', 'USD', 'list 12'],
  ['no price in the currency', [], '1', '2026-12-31', 'CHF', undefined],
  ['a part of a unit', [], '0.25', '2026-12-31', 'EUR', 'list 10'],
  ['a credit', [], '-10', '2026-12-31', 'EUR', 'list 9'],
  ["the customer's price", [own(price('7'))], '1', '2026-12-31', 'EUR', 'customer 7'],
  ['also where the list is lower', [own(price('15'))], '100', '2026-12-31', 'EUR', 'customer 15'],
  [
    'the list before the customer has a break',
    [own({ ...price('7'), minQuantityMicro: 5_000_000n })],
    '4',
    '2026-12-31',
    'EUR',
    'list 10',
  ],
  [
    'the list before the price begins',
    [own({ ...price('7'), from: '2027-01-01' })],
    '1',
    '2026-12-31',
    'EUR',
    'list 10',
  ],
  [
    'the last day of the price',
    [own({ ...price('7'), until: '2026-12-31' })],
    '1',
    '2026-12-31',
    'EUR',
    'customer 7',
  ],
  [
    'the list after the last day',
    [own({ ...price('7'), until: '2026-12-30' })],
    '1',
    '2026-12-31',
    'EUR',
    'list 10',
  ],
  [
    "the customer's price in another currency",
    [own(price('7'))],
    '1',
    '2026-12-31',
    'USD',
    'list 12',
  ],
  [
    'a discount on the list price of the quantity',
    [own({ currency: null, discountPercentMicro: parseMicro('12.5') })],
    '10',
    '2026-12-31',
    'EUR',
    'customer 7.875',
  ],
  [
    'a discount without a list price',
    [own({ currency: null, discountPercentMicro: parseMicro('10') })],
    '1',
    '2026-12-31',
    'CHF',
    undefined,
  ],
  [
    "the customer's latest first day, of the same break",
    [own(price('7')), own({ ...price('6.5'), from: '2026-12-01' })],
    '1',
    '2026-12-31',
    'EUR',
    'customer 6.5',
  ],
  [
    "the customer's break before the latest first day",
    [
      own({ ...price('6'), minQuantityMicro: 3_000_000n }),
      own({ ...price('6.5'), from: '2026-12-01' }),
    ],
    '3',
    '2026-12-31',
    'EUR',
    'customer 6',
  ],
  [
    "the customer's discount on a dated list price",
    [own({ currency: null, discountPercentMicro: parseMicro('10') })],
    '1',
    '2027-01-01',
    'EUR',
    'customer 9.9',
  ],
  [
    "the customer's price of the currency before a discount of a lower break",
    [
      own({ currency: null, discountPercentMicro: parseMicro('50') }),
      own({ ...price('7'), minQuantityMicro: 2_000_000n }),
    ],
    '2',
    '2026-12-31',
    'EUR',
    'customer 7',
  ],
  [
    "the customer's greater break",
    [own(price('7')), own({ ...price('6'), minQuantityMicro: 3_000_000n })],
    '3',
    '2026-12-31',
    'EUR',
    'customer 6',
  ],
])('%s', (_what, customerPrices, quantity, day, currency, expected) => {
  const found = findPrice(LIST, customerPrices, {
    currency,
    day,
    quantityMicro: parseMicro(quantity),
  })
  const [source, unitPrice = '0'] = expected?.split(' ') ?? []
  expect(found && { source: found.source, unitPriceMicro: found.unitPriceMicro }).toEqual(
    expected && { source, unitPriceMicro: parseMicro(unitPrice) },
  )
})
