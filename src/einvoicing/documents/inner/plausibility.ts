import type { Invoice } from '../../../sales/invoices/invoice.ts'
import { isDueBeforeIssue } from '../../../sales/invoices/lifecycle.ts'
import type { RuleFault } from '../errors.ts'

/* Warnings of the service itself: allowed by every standard, and rarely meant. */

const WORDS = {
  en: {
    due: 'The due date is before the issue date.',
    discount: 'The discount is larger than the amount, so the result is negative.',
  },
  de: {
    due: 'Das Fälligkeitsdatum liegt vor dem Rechnungsdatum.',
    discount: 'Der Rabatt ist höher als der Betrag, das Ergebnis ist negativ.',
  },
  fr: {
    due: 'La date d’échéance précède la date de facture.',
    discount: 'La remise dépasse le montant\u00a0: le résultat est négatif.',
  },
}

const isKnown = (language: string): language is keyof typeof WORDS => Object.hasOwn(WORDS, language)

export function warningsOf(invoice: Invoice, language: string): readonly RuleFault[] {
  const words = WORDS[isKnown(language) ? language : 'en']
  const warning = (rule: string, pointer: string, message: string): RuleFault => ({
    rule,
    code: rule,
    level: 'warning',
    resource: 'invoice',
    pointer,
    message,
  })
  return [
    ...(isDueBeforeIssue(invoice) ? [warning('BW-DUE-DATE', '/due_date', words.due)] : []),
    ...discountsBelowZero(invoice).map((at) => warning('BW-DISCOUNT', at, words.discount)),
  ]
}

/** Where a discount makes an amount negative that is not negative without it. */
function discountsBelowZero({ items, discounts, taxes, totals }: Invoice): readonly string[] {
  const ofItems = items.flatMap(({ discount, quantityMicro, totalMinor }, index) =>
    discount && quantityMicro >= 0n && totalMinor < 0n ? [`/items/${index}/discount`] : [],
  )
  const isNegative = [totals.totalMinor, ...taxes.map(({ taxableMinor }) => taxableMinor)].some(
    (minor) => minor < 0n,
  )
  const isByItems = items.some(({ totalMinor }) => totalMinor < 0n)
  return [...ofItems, ...(discounts.length > 0 && isNegative && !isByItems ? ['/discounts/0'] : [])]
}
