import { CARD_MEANS, DEBIT_MEANS } from '../model/codes.ts'
import type { EInvoice, PaymentMeans } from '../model/document.ts'
import { someMeans } from '../rules/payment.ts'
import { at, type Rule, warningAt } from '../rules/rule.ts'
import type { Country } from './country.ts'

const TRANSFERS = new Set(['30', '58'])
const SEPA_DEBITS = new Set(['59'])
const TYPES = new Set(['326', '380', '381', '384', '389', '875', '876', '877'])
const SKONTO = /^#SKONTO#TAGE=[0-9]+#PROZENT=[0-9]+\.[0-9]{2}(#BASISBETRAG=-?[0-9]+\.[0-9]{2})?#$/

/** German rules (XRechnung 3.0); Peppol repeats them for invoices within Germany. */
export const GERMAN_RULES: readonly Rule[] = [
  at('BR-DE-1', ['means', 'paymentWanted'], ({ payment }) => !payment),
  at('BR-DE-2', 'sellerContact', ({ seller }) => !seller.contact),
  at('BR-DE-3', 'sellerCity', ({ seller }) => !seller.address.city),
  at('BR-DE-4', 'sellerPostalCode', ({ seller }) => !seller.address.postalCode),
  at('BR-DE-5', 'sellerContact', (it) => lacks(it, 'name')),
  at('BR-DE-6', 'sellerPhone', (it) => lacks(it, 'phone')),
  at('BR-DE-7', 'sellerEmail', (it) => lacks(it, 'email')),
  at('BR-DE-8', 'buyerCity', ({ buyer }) => !buyer.address.city),
  at('BR-DE-9', 'buyerPostalCode', ({ buyer }) => !buyer.address.postalCode),
  at('BR-DE-10', 'deliveryCity', ({ delivery }) =>
    Boolean(delivery?.address && !delivery.address.city),
  ),
  at('BR-DE-11', 'deliveryPostalCode', ({ delivery }) =>
    Boolean(delivery?.address && !delivery.address.postalCode),
  ),
  at('BR-DE-14', 'taxes', ({ taxBreakdown }) =>
    taxBreakdown.some(({ rate }) => rate === undefined),
  ),
  at('BR-DE-15', ['reference', 'buyerReference'], ({ buyerReference }) => !buyerReference),
  at(
    'BR-DE-16',
    ['sellerTaxId', 'sellerTaxIdOrNumber'],
    ({ seller, taxRepresentative, taxBreakdown }) =>
      taxBreakdown.some(({ category }) => category !== 'O') &&
      !(seller.vatId || seller.taxNumber || taxRepresentative),
  ),
  warningAt('BR-DE-17', ['kind', 'germanTypes'], ({ typeCode }) => !TYPES.has(typeCode)),
  at('BR-DE-18', ['terms', 'skonto'], ({ paymentTerms }) => !areSkontoLines(paymentTerms)),
  at('BR-DE-23-a', 'account', (it) => some(it, TRANSFERS, (m) => !m.account)),
  at('BR-DE-23-b', 'means', (it) =>
    some(it, TRANSFERS, (m) => Boolean(m.card || isDebited(it, m))),
  ),
  at('BR-DE-24-a', 'card', (it) => some(it, CARD_MEANS, (m) => !m.card)),
  at('BR-DE-24-b', 'means', (it) =>
    some(it, CARD_MEANS, (m) => Boolean(m.account || isDebited(it, m))),
  ),
  at('BR-DE-25-a', 'mandate', (it) => some(it, SEPA_DEBITS, (m) => !isDebited(it, m))),
  at('BR-DE-25-b', 'means', (it) => some(it, SEPA_DEBITS, (m) => Boolean(m.account || m.card))),
  warningAt(
    'BR-DE-26',
    ['preceding', 'precedingWanted'],
    (it) => it.typeCode === '384' && it.precedingInvoices.length === 0,
  ),
  warningAt(
    'BR-DE-27',
    'sellerPhone',
    ({ seller }) => !/([0-9].*){3}/.test(seller.contact?.phone ?? '000'),
  ),
  warningAt(
    'BR-DE-28',
    'sellerEmail',
    ({ seller }) => !/^[^@\s]+[^@.\s]@[^@.\s][^@\s]+$/.test(seller.contact?.email ?? 'ab@cd'),
  ),
  at('BR-DE-30', 'creditorId', (it) => hasDebit(it) && !it.payment?.creditorId),
  at(
    'BR-DE-31',
    'payerIban',
    (it) => hasDebit(it) && someMeans(it, (m) => isDebit(m) && !m.debitedAccount),
  ),
]

/** Further rules of XRechnung, which also apply to foreign sellers. */
const XRECHNUNG_RULES: readonly Rule[] = [
  ...GERMAN_RULES,
  warningAt(
    'BR-DE-TMP-32',
    ['deliveryDate', 'deliveryWanted'],
    ({ delivery, period, lines }) =>
      !delivery?.date && !period && !lines.every((line) => line.period),
  ),
  at('PEPPOL-EN16931-R010', 'buyerEndpoint', ({ buyer }) => !buyer.electronicAddress),
  at('PEPPOL-EN16931-R020', 'sellerEndpoint', ({ seller }) => !seller.electronicAddress),
]

const lacks = ({ seller }: EInvoice, part: 'name' | 'phone' | 'email'): boolean =>
  seller.contact !== undefined && !seller.contact[part]

function areSkontoLines(terms: string | undefined): boolean {
  const lines = (terms ?? '').split(/\r?\n/)
  const skonto = lines.filter((line) => line.trim().startsWith('#'))
  return skonto.every((line) => SKONTO.test(line.trim())) && !lines.at(-1)?.trim().startsWith('#')
}

const some = (
  document: EInvoice,
  codes: ReadonlySet<string>,
  isSuch: (means: PaymentMeans) => boolean,
): boolean => someMeans(document, (means) => codes.has(means.code) && isSuch(means))

/** Whether these payment means need a direct debit group (BG-19). */
const isDebited = ({ payment }: EInvoice, { debitedAccount }: PaymentMeans): boolean =>
  debitedAccount !== undefined || payment?.mandate !== undefined

const isDebit = ({ code }: PaymentMeans): boolean => DEBIT_MEANS.has(code)

/**
 * In CII, a creditor identifier alone creates the direct debit group, which then needs mandate and
 * account.
 */
const hasDebit = (document: EInvoice): boolean =>
  someMeans(
    document,
    (means) =>
      isDebit(means) && (isDebited(document, means) || document.payment?.creditorId !== undefined),
  )

export const GERMANY: Country = { code: 'DE', rules: XRECHNUNG_RULES }
