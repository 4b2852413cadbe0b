import { CARD_MEANS, DEBIT_MEANS } from '../model/codes.ts'
import type { EInvoice, PaymentMeans } from '../model/document.ts'
import { at, type Rule, rule, warning } from './rule.ts'

const TRANSFERS = new Set(['30', '58'])
const SEPA_DEBIT = '59'
const TYPES = new Set(['326', '380', '381', '384', '389', '875', '876', '877'])
const SKONTO = /^#SKONTO#TAGE=[0-9]+#PROZENT=[0-9]+\.[0-9]{2}(#BASISBETRAG=-?[0-9]+\.[0-9]{2})?#$/

/** German rules (XRechnung 3.0); Peppol repeats them for invoices within Germany. */
export const GERMAN_RULES: readonly Rule[] = [
  rule(
    'BR-DE-1',
    'paymentWanted',
    at('means', ({ payment }) => !payment),
  ),
  rule(
    'BR-DE-2',
    'sellerContact',
    at('sellerContact', ({ seller }) => !seller.contact),
  ),
  rule(
    'BR-DE-3',
    'sellerCity',
    at('sellerCity', ({ seller }) => !seller.address.city),
  ),
  rule(
    'BR-DE-4',
    'sellerPostalCode',
    at('sellerPostalCode', ({ seller }) => !seller.address.postalCode),
  ),
  rule(
    'BR-DE-5',
    'sellerContact',
    at('sellerContact', (it) => lacks(it, 'name')),
  ),
  rule(
    'BR-DE-6',
    'sellerPhone',
    at('sellerPhone', (it) => lacks(it, 'phone')),
  ),
  rule(
    'BR-DE-7',
    'sellerEmail',
    at('sellerEmail', (it) => lacks(it, 'email')),
  ),
  rule(
    'BR-DE-8',
    'buyerCity',
    at('buyerCity', ({ buyer }) => !buyer.address.city),
  ),
  rule(
    'BR-DE-9',
    'buyerPostalCode',
    at('buyerPostalCode', ({ buyer }) => !buyer.address.postalCode),
  ),
  rule(
    'BR-DE-10',
    'deliveryCity',
    at('deliveryCity', ({ delivery }) => Boolean(delivery?.address && !delivery.address.city)),
  ),
  rule(
    'BR-DE-11',
    'deliveryPostalCode',
    at('deliveryPostalCode', ({ delivery }) =>
      Boolean(delivery?.address && !delivery.address.postalCode),
    ),
  ),
  rule(
    'BR-DE-14',
    'taxes',
    at('taxes', ({ taxBreakdown }) => taxBreakdown.some(({ rate }) => rate === undefined)),
  ),
  rule(
    'BR-DE-15',
    'buyerReference',
    at('reference', ({ buyerReference }) => !buyerReference),
  ),
  rule(
    'BR-DE-16',
    'sellerTaxIdOrNumber',
    at('sellerTaxId', ({ seller, taxRepresentative, taxBreakdown }) =>
      Boolean(
        taxBreakdown.some(({ category }) => category !== 'O') &&
          !seller.vatId &&
          !seller.taxNumber &&
          !taxRepresentative,
      ),
    ),
  ),
  warning(
    'BR-DE-17',
    'germanTypes',
    at('kind', ({ typeCode }) => !TYPES.has(typeCode)),
  ),
  rule(
    'BR-DE-18',
    'skonto',
    at('terms', ({ paymentTerms }) => !areSkontoLines(paymentTerms)),
  ),
  rule(
    'BR-DE-23-a',
    'account',
    at('account', (it) => some(it, TRANSFERS, (m) => !m.account)),
  ),
  rule(
    'BR-DE-23-b',
    'means',
    at('means', (it) => some(it, TRANSFERS, (m) => Boolean(m.card || isDebited(it, m)))),
  ),
  rule(
    'BR-DE-24-a',
    'card',
    at('card', (it) => some(it, CARD_MEANS, (m) => !m.card)),
  ),
  rule(
    'BR-DE-24-b',
    'means',
    at('means', (it) => some(it, CARD_MEANS, (m) => Boolean(m.account || isDebited(it, m)))),
  ),
  rule(
    'BR-DE-25-a',
    'mandate',
    at('mandate', (it) => some(it, new Set([SEPA_DEBIT]), (m) => !isDebited(it, m))),
  ),
  rule(
    'BR-DE-25-b',
    'means',
    at('means', (it) => some(it, new Set([SEPA_DEBIT]), (m) => Boolean(m.account || m.card))),
  ),
  warning(
    'BR-DE-26',
    'precedingWanted',
    at('preceding', (it) => it.typeCode === '384' && it.precedingInvoices.length === 0),
  ),
  warning(
    'BR-DE-27',
    'sellerPhone',
    at('sellerPhone', ({ seller }) => !/([0-9].*){3}/.test(seller.contact?.phone ?? '000')),
  ),
  warning(
    'BR-DE-28',
    'sellerEmail',
    at(
      'sellerEmail',
      ({ seller }) => !/^[^@\s]+[^@.\s]@[^@.\s][^@\s]+$/.test(seller.contact?.email ?? 'ab@cd'),
    ),
  ),
  rule(
    'BR-DE-30',
    'creditorId',
    at('creditorId', (it) => hasDebit(it) && !it.payment?.creditorId),
  ),
  rule(
    'BR-DE-31',
    'payerIban',
    at('payerIban', (it) => hasDebit(it) && someMeans(it, (m) => isDebit(m) && !m.debitedAccount)),
  ),
]

/** Further rules of XRechnung, which also apply to foreign sellers. */
export const XRECHNUNG_RULES: readonly Rule[] = [
  ...GERMAN_RULES,
  warning(
    'BR-DE-TMP-32',
    'deliveryWanted',
    at(
      'deliveryDate',
      ({ delivery, period, lines }) =>
        !delivery?.date && !period && !lines.every((line) => line.period),
    ),
  ),
  rule(
    'PEPPOL-EN16931-R010',
    'buyerEndpoint',
    at('buyerEndpoint', ({ buyer }) => !buyer.electronicAddress),
  ),
  rule(
    'PEPPOL-EN16931-R020',
    'sellerEndpoint',
    at('sellerEndpoint', ({ seller }) => !seller.electronicAddress),
  ),
]

const lacks = ({ seller }: EInvoice, part: 'name' | 'phone' | 'email'): boolean =>
  seller.contact !== undefined && !seller.contact[part]

function areSkontoLines(terms: string | undefined): boolean {
  const lines = (terms ?? '').split(/\r?\n/)
  const last = lines.findLastIndex((line) => line.trim().startsWith('#'))
  const skonto = lines.filter((line) => line.trim().startsWith('#'))
  return skonto.every((line) => SKONTO.test(line.trim())) && (last < 0 || last < lines.length - 1)
}

const someMeans = (document: EInvoice, isSuch: (means: PaymentMeans) => boolean): boolean =>
  document.payment?.means.some(isSuch) ?? false

const some = (
  document: EInvoice,
  codes: ReadonlySet<string>,
  isSuch: (means: PaymentMeans) => boolean,
): boolean => someMeans(document, (means) => codes.has(means.code) && isSuch(means))

/** Whether these means need a direct debit group (BG-19). */
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
