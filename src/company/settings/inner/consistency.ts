import { isDeepStrictEqual } from 'node:util'
import { parseMicro, TAXED_CATEGORIES, type TaxCategory } from '@billwright/money'
import { canCollide, checkNumbering } from '@billwright/rules/number-pattern'
import {
  daysOfTerms,
  isPlainDays,
  type PaymentTerms,
  termsOfDays,
} from '@billwright/rules/payment-terms'
import type { Fault } from '../../../kernel/errors.ts'
import { FieldError } from '../../../kernel/fields/rules.ts'
import type { Leaves, Path } from '../fields.ts'
import { NUMBERINGS } from '../settings.ts'
import type { Changes, Named } from './changes.ts'

/**
 * Completes a change of the default tax: a rate above zero without a category gets the standard
 * category (or keeps a taxed one), and an untaxed category without a rate gets none.
 */
export function completeDefaultTax(before: Leaves, changes: Changes): Changes {
  const category = changes.get('defaultTax/category')
  const rate = changes.get('defaultTax/rate')
  if (rate && isOpen(category)) {
    const kept =
      isTaxed(before['defaultTax/category']) && !category ? before['defaultTax/category'] : 'S'
    const value = Number(rate.value) > 0 ? kept : null
    return new Map([...changes, ['defaultTax/category', { ...rate, value, implied: true }]])
  }
  const isUntaxed = category && !isTaxed(category.value as TaxCategory)
  if (isUntaxed && isOpen(rate))
    return new Map([...changes, ['defaultTax/rate', { ...category, value: null, implied: true }]])
  return changes
}

/**
 * Completes a change of the payment terms, of which one of two keys has all. A client that knows only
 * the days sends the terms back as it read them.
 */
export function completeTerms(before: Leaves, changes: Changes): Changes {
  const terms = changes.get('paymentTerms')
  const days = changes.get('paymentTermsDays')
  if (!terms && !days) return changes
  const read = before.paymentTerms ?? termsOfDays(before.paymentTermsDays)
  const isDaysAlone =
    !terms ||
    (isDeepStrictEqual(terms.value, read) &&
      days !== undefined &&
      days.value !== null &&
      days.value !== daysOfTerms(read))
  if (isDaysAlone && days)
    return new Map([...changes, ['paymentTerms', { ...days, value: null, implied: true }]])
  if (!terms) return changes
  const value = terms.value as PaymentTerms | null
  const plain = value === null || isPlainDays(value) ? (value?.days ?? null) : undefined
  return new Map([
    ...changes,
    ['paymentTerms', { ...terms, value: plain === undefined ? value : null }],
    ['paymentTermsDays', { ...terms, value: plain ?? null, implied: true }],
  ])
}

/** The faults of inconsistent settings, at the keys of the request. */
export function inconsistencies(leaves: Leaves, changes: Changes): readonly Fault[] {
  const at = (...paths: readonly Path[]): string =>
    paths.map((path) => changes.get(path)).find((named) => named && !named.implied)?.pointer ??
    changes.get(paths[0] ?? 'templateId')?.pointer ??
    `/${paths[0]}`
  return [
    ...taxFaults(leaves, 'defaultTax', at('defaultTax/rate', 'defaultTax/category')),
    ...taxFaults(leaves, 'chargeTax', at('chargeTax/rate', 'chargeTax/category')),
    ...endpointFaults(leaves, at('companyEndpoint/scheme', 'companyEndpoint/id')),
    ...representativeFaults(leaves, at('taxRepresentative/name', 'taxRepresentative/taxId')),
    ...NUMBERINGS.flatMap(([key]) => numberingFaults(leaves, key, at)),
    ...collisionFaults(leaves, at('creditNoteNumbering/pattern', 'invoiceNumbering/pattern')),
    ...routingFaults(leaves, at('paymentRouting')),
  ]
}

/** A rule from a higher amount to a lower one would never apply. */
const routingFaults = (leaves: Leaves, pointer: string): readonly Fault[] =>
  leaves.paymentRouting.flatMap(({ when: { from, to } }, index) =>
    from === null || to === null || parseMicro(from) <= parseMicro(to)
      ? []
      : [
          {
            pointer: `${pointer}/${index}/when/to`,
            code: 'out_of_range',
            message: `Out of range: use ${from} or more, from which the rule applies.`,
            params: { min: from },
          },
        ],
  )

function taxFaults(
  leaves: Leaves,
  tax: 'defaultTax' | 'chargeTax',
  pointer: string,
): readonly Fault[] {
  const category = leaves[`${tax}/category`]
  const isZero = leaves[`${tax}/rate`] === 0n
  if (!isTaxed(category) && !isZero) {
    const message = `Category ${category} has no rate. Choose a taxed category such as S, or set the rate to 0.`
    return [{ pointer, code: 'rate_not_allowed', message }]
  }
  if (category === 'S' && isZero) {
    const message =
      'Category S needs a rate above 0. Use category Z for zero-rated, or O for not subject to tax.'
    return [{ pointer, code: 'rate_needed', message }]
  }
  return []
}

function endpointFaults(leaves: Leaves, pointer: string): readonly Fault[] {
  const isWhole =
    (leaves['companyEndpoint/scheme'] === null) === (leaves['companyEndpoint/id'] === null)
  if (isWhole) return []
  return [
    {
      pointer,
      code: 'incomplete',
      message: 'Incomplete: an electronic address needs a scheme and an id.',
    },
  ]
}

function representativeFaults(leaves: Leaves, pointer: string): readonly Fault[] {
  const { 'taxRepresentative/name': name, 'taxRepresentative/taxId': taxId } = leaves
  const isNamed = Object.entries(leaves).some(
    ([path, value]) => path.startsWith('taxRepresentative/') && value !== null,
  )
  if (!isNamed || (name !== null && taxId !== null)) return []
  const message = 'Incomplete: a tax representative needs a name and a VAT number.'
  return [{ pointer, code: 'incomplete', message }]
}

function numberingFaults(
  leaves: Leaves,
  key: (typeof NUMBERINGS)[number][0],
  at: (...paths: readonly Path[]) => string,
): readonly Fault[] {
  try {
    checkNumbering({ pattern: leaves[`${key}/pattern`], reset: leaves[`${key}/reset`] })
    return []
  } catch (error) {
    if (!(error instanceof FieldError)) throw error
    const pointer = at(`${key}/pattern`, `${key}/reset`)
    return [{ pointer, code: error.code, message: error.message, params: error.params }]
  }
}

function collisionFaults(leaves: Leaves, pointer: string): readonly Fault[] {
  const first = leaves['invoiceNumbering/pattern']
  if (!canCollide(first, leaves['creditNoteNumbering/pattern'])) return []
  const message = 'Invoices and credit notes would get the same numbers. Use different patterns.'
  return [{ pointer, code: 'same_numbers', message }]
}

const isOpen = (named: Named | undefined): boolean => !named || named.implied

const isTaxed = (category: TaxCategory): boolean => TAXED_CATEGORIES.has(category)
