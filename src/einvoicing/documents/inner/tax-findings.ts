import { rateOf } from '@billwright/totals'
import type { Invoice } from '../../../sales/invoices/invoice.ts'
import type { RuleFault } from '../errors.ts'

/* Taxes that no e-invoice can state: EN 16931 and the national formats know one tax per line. */

const WORDS = {
  en: {
    second:
      'No e-invoice states two taxes on one item. Issue the document without an e-invoice profile, or remove the second tax.',
    labels:
      'E-invoices have one tax for each category and rate, without a name. Use one name for both.',
  },
  de: {
    second:
      'Keine E-Rechnung kennt zwei Steuern auf einer Position. Stellen Sie den Beleg ohne E-Rechnungs-Profil aus oder entfernen Sie die zweite Steuer.',
    labels:
      'E-Rechnungen kennen je Kategorie und Satz nur eine Steuer, ohne Namen. Verwenden Sie für beide denselben Namen.',
  },
  fr: {
    second:
      'Aucune facture électronique n’admet deux taxes sur une ligne. Émettez le document sans profil de facture électronique, ou retirez la deuxième taxe.',
    labels:
      'Une facture électronique n’a qu’une taxe par catégorie et par taux, sans nom. Utilisez le même nom pour les deux.',
  },
}

const isKnown = (language: string): language is keyof typeof WORDS => Object.hasOwn(WORDS, language)

type Taxed = Pick<Invoice, 'items' | 'discounts' | 'charges'>

/** Whether an item, discount or charge bears a second tax. */
export const hasSecondTax = (invoice: Taxed): boolean =>
  placesOf(invoice).some(({ tax }) => tax.second !== undefined)

/** Broken rules of the service: a second tax, or two names of one tax. */
export function taxFindings(invoice: Taxed, language: string): readonly RuleFault[] {
  const words = WORDS[isKnown(language) ? language : 'en']
  const error = (rule: string, pointer: string, message: string): RuleFault => ({
    rule,
    code: rule,
    level: 'error',
    resource: 'invoice',
    pointer,
    message,
  })
  const names = new Map<string, string | undefined>()
  return placesOf(invoice).flatMap(({ tax, at }) => {
    if (tax.second) return [error('BW-SECOND-TAX', `${at}/second`, words.second)]
    const key = `${tax.category} ${rateOf(tax)}`
    if (names.has(key) && names.get(key) !== tax.label)
      return [error('BW-TAX-LABELS', `${at}/label`, words.labels)]
    names.set(key, tax.label)
    return []
  })
}

const placesOf = ({ items, discounts, charges }: Taxed) => [
  ...items.map(({ tax }, index) => ({ tax, at: `/items/${index}/tax` })),
  ...discounts.map(({ tax }, index) => ({ tax, at: `/discounts/${index}/tax` })),
  ...charges.map(({ tax }, index) => ({ tax, at: `/charges/${index}/tax` })),
]
