import { existsSync, readFileSync } from 'node:fs'
import { parseMinor } from '@billwright/money'
import { describe, expect, test } from 'vitest'
import type { Json } from '../../../../test/givens.ts'
import { kindOf } from '../kinds.ts'
import { PROVIDER_KINDS } from '../provider.ts'

/* Literal figures and signatures, in the folder beside the project: computed by other programs. */

const FOLDER = new URL('../../../../../shared/payments/vectors/', import.meta.url)
const hasFolder = existsSync(FOLDER)
const jsonOf = (name: string): Json => JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8'))
const rows: readonly Json[] = hasFolder ? jsonOf('amounts.json').rows : []
const hooks: readonly Json[] = hasFolder ? jsonOf('hooks.json').cases : []

/** The reasons of the table, as callers see them. */
const REASONS: Readonly<Record<string, string>> = {
  below_minimum: 'below_minimum',
  too_many_digits: 'amount_not_expressible',
  last_digit: 'amount_not_expressible',
  fraction: 'amount_not_expressible',
  not_offered: 'currency_not_offered',
  contradictory: 'currency_not_offered',
}

describe.skipIf(!hasFolder)(
  `providers${hasFolder ? '' : ' (skipped: ../shared/payments is not there)'}`,
  () => {
    for (const kind of PROVIDER_KINDS) {
      const { askedOf, readHook } = kindOf({ kind })
      const isHere = (it: Json) => kind in it && it[`${kind}_reason`] !== 'not_a_currency'

      test.each(
        rows.filter(isHere).map((it) => [it.currency, it.amount, it] as const),
      )(`${kind}: %s %s`, (currency, amount, it) => {
        const expected = it[kind]
        const reason = REASONS[it[`${kind}_reason`]]
        expect(askedOf(parseMinor(amount, currency), currency)).toEqual(
          expected === null ? { reason } : { asked: String(expected) },
        )
      })

      test.each(
        hooks.filter((it) => it.provider === kind && !it.body_pattern),
      )('$provider $id: $title', ({
        headers,
        body_base64,
        secrets,
        now: nowSeconds,
        expect: expected,
      }) => {
        const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
        const found = readHook({
          body: Buffer.from(body_base64, 'base64'),
          headers: Object.fromEntries(lower),
          secrets,
          nowSeconds,
        })
        expect(found !== null).toBe(expected.accepted)
        const refs = (found ?? []).map(({ ref }) => ref)
        expect(refs).toEqual(expected.hints.map((it: Json) => it.ref))
      })
    }
  },
)

describe('amounts of GoCardless and PayPal', () => {
  test.each([
    ['gocardless', 'GBP', '119.00', { asked: '11900' }],
    ['gocardless', 'EUR', '0.05', { asked: '5' }],
    ['gocardless', 'CHF', '119.00', { reason: 'currency_not_offered' }],
    ['paypal', 'EUR', '119.00', { asked: '119.00' }],
    ['paypal', 'JPY', '11900', { asked: '11900' }],
    ['paypal', 'HUF', '11900.00', { asked: '11900' }],
    ['paypal', 'TWD', '119.50', { reason: 'amount_not_expressible' }],
    ['paypal', 'ISK', '119', { reason: 'currency_not_offered' }],
  ] as const)('%s: %s %s', (kind, currency, amount, expected) => {
    expect(kindOf({ kind }).askedOf(parseMinor(amount, currency), currency)).toEqual(expected)
  })
})
