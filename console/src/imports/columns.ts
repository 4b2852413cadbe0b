import type { Mapping } from './csv.ts'

export const KINDS = [
  'products',
  'entries',
  'customers',
  'invoices',
  'recurring_invoices',
  'payments',
] as const
export type Kind = (typeof KINDS)[number]

/** Fields of an item, with headers of other programs. */
const ITEM = {
  description: ['beschreibung', 'bezeichnung', 'artikel', 'item', 'désignation'],
  quantity: ['menge', 'anzahl', 'qty', 'quantité'],
  unit: ['einheit', 'unité'],
  unit_price: ['preis', 'einzelpreis', 'price', 'unit price', 'prix', 'prix unitaire'],
  'discount.percent': ['rabatt', 'discount', 'remise'],
  'tax.category': [],
  'tax.rate': ['tax', 'vat', 'steuersatz', 'steuer', 'mwst', 'ust', 'tva', 'taux'],
  'tax.reason': [],
} as const

/** Fields by kind, with headers of other programs. */
const COLUMNS = {
  products: {
    name: ['bezeichnung', 'artikel', 'product', 'produkt', 'nom', 'désignation', 'article'],
    description: ['beschreibung', 'details'],
    item_number: ['artikelnummer', 'artikelnr', 'sku', 'number', 'nummer', 'référence', 'code'],
    gtin: ['ean'],
    unit: ['einheit', 'unité'],
    kind: ['art', 'type'],
    accounting_code: ['erlöskonto', 'konto', 'account', 'compte'],
    'tax.preset': [],
    'tax.category': [],
    'tax.rate': ['tax', 'vat', 'steuersatz', 'steuer', 'mwst', 'ust', 'tva', 'taux'],
    'tax.reason': [],
    'price.unit_price': ['price', 'preis', 'einzelpreis', 'unit price', 'prix', 'prix unitaire'],
    'price.currency': ['currency', 'währung', 'devise'],
    'price.includes_tax': [],
    'price.min_quantity': ['ab menge', 'min quantity'],
    'price.from': ['gültig ab', 'valid from'],
  },
  entries: {
    customer: ['kunde', 'client', 'customer name'],
    customer_id: [],
    description: ['beschreibung', 'tätigkeit', 'task', 'activity', 'désignation'],
    kind: ['art', 'type'],
    date: ['datum', 'day', 'tag'],
    quantity: ['menge', 'hours', 'stunden', 'dauer', 'duration', 'quantité', 'heures'],
    unit: ['einheit', 'unité'],
    unit_price: ['price', 'preis', 'rate', 'satz', 'stundensatz', 'prix', 'taux horaire'],
    product_id: [],
    currency: ['währung', 'devise'],
    reference: ['referenz', 'project', 'projekt', 'projet'],
    external_id: [],
    'tax.preset': [],
    'tax.category': [],
    'tax.rate': ['vat', 'mwst', 'ust', 'tva'],
  },
  customers: {
    name: ['firma', 'company', 'kunde', 'customer', 'client', 'nom', 'société', 'raison sociale'],
    contact_name: ['kontakt', 'ansprechpartner', 'contact', 'contact name'],
    email: ['e-mail', 'mail', 'courriel'],
    phone: ['telefon', 'telephone', 'téléphone', 'tel'],
    'address.line1': ['straße', 'strasse', 'street', 'address', 'adresse', 'rue'],
    'address.line2': ['address 2', 'adresszusatz', 'complément'],
    'address.postal_code': ['plz', 'zip', 'postal code', 'postcode', 'code postal'],
    'address.city': ['ort', 'stadt', 'city', 'ville'],
    'address.region': ['region', 'state', 'bundesland', 'kanton', 'région'],
    'address.country_code': ['land', 'country', 'country code', 'pays'],
    tax_id: ['ust-idnr.', 'ustid', 'ust-id', 'vat number', 'vat id', 'uid', 'n° tva'],
    language: ['sprache', 'langue'],
    currency: ['währung', 'devise'],
    payment_terms_days: ['zahlungsziel', 'payment terms', 'terms', 'délai'],
    reference: ['referenz', 'référence'],
    notes: ['notiz', 'notizen', 'note', 'remarques'],
    external_id: ['kundennummer', 'customer number', 'customer id', 'id', 'n° client'],
  },
  invoices: {
    invoice: ['rechnung', 'rechnungsnummer', 'invoice number', 'number', 'facture', 'n° facture'],
    customer_name: ['kunde', 'customer', 'client', 'customer name', 'company', 'firma'],
    issue_date: ['datum', 'rechnungsdatum', 'date', 'invoice date', 'date de facture'],
    due_date: ['fällig', 'fälligkeit', 'due', 'due date', 'échéance'],
    currency: ['währung', 'devise'],
    ...ITEM,
    order_reference: ['bestellnummer', 'order', 'order number', 'commande'],
    notes: ['notiz', 'notizen', 'note', 'remarques'],
    status: [],
    paid_at: ['bezahlt am', 'paid', 'payée le'],
    external_id: [],
  },
  recurring_invoices: {
    recurring: ['serie', 'abo', 'vertrag', 'subscription', 'contract', 'abonnement', 'contrat'],
    name: ['bezeichnung der serie', 'nom'],
    customer_name: ['kunde', 'customer', 'client', 'customer name', 'company', 'firma'],
    action: [],
    'schedule.unit': ['intervall', 'interval', 'intervalle'],
    'schedule.every': ['alle', 'every'],
    'schedule.start_date': ['beginn', 'start', 'start date', 'début'],
    'schedule.days': [],
    'schedule.end.after': [],
    'schedule.end.on': ['ende', 'end', 'end date', 'fin'],
    'mail.to': ['e-mail', 'mail', 'courriel'],
    payment_terms_days: ['zahlungsziel', 'payment terms', 'terms', 'délai'],
    currency: ['währung', 'devise'],
    ...ITEM,
    notes: ['notiz', 'notizen', 'note', 'remarques'],
  },
  payments: {
    invoice_number: ['rechnung', 'rechnungsnummer', 'invoice', 'invoice number', 'facture'],
    invoice_external_id: [],
    invoice_id: [],
    amount: ['betrag', 'montant', 'paid amount', 'sum', 'summe'],
    paid_at: ['datum', 'date', 'bezahlt am', 'paid', 'buchungstag', 'valuta', 'payée le'],
    method: ['zahlungsart', 'payment method', 'moyen de paiement'],
    reference: ['referenz', 'référence', 'verwendungszweck'],
    source: ['quelle', 'origine'],
    note: ['notiz', 'notizen', 'notes', 'remarques'],
  },
} as const satisfies Readonly<Record<Kind, Readonly<Record<string, readonly string[]>>>>

export type ColumnName = { readonly [K in Kind]: keyof (typeof COLUMNS)[K] }[Kind]

export const DECIMALS: ReadonlySet<string> = new Set<ColumnName>([
  'quantity',
  'amount',
  'unit_price',
  'tax.rate',
  'price.unit_price',
  'price.min_quantity',
  'discount.percent',
])

const REQUIRED = {
  products: ['name'],
  entries: ['customer', 'description'],
  customers: ['name'],
  invoices: ['invoice', 'customer_name', 'description', 'unit_price'],
  recurring_invoices: [
    'recurring',
    'name',
    'customer_name',
    'schedule.unit',
    'schedule.start_date',
    'description',
  ],
  payments: ['invoice_number', 'amount'],
} as const satisfies Readonly<Record<Kind, readonly ColumnName[]>>

/** Each of these fields identifies the invoice of a payment. */
const INVOICE_NAMES: readonly string[] = ['invoice_external_id', 'invoice_id']

/** The required fields that no column has yet. */
export const missingOf = (kind: Kind, mapping: Mapping): readonly ColumnName[] =>
  REQUIRED[kind].filter(
    (name) =>
      !mapping.includes(name) &&
      !(name === 'invoice_number' && mapping.some((it) => it && INVOICE_NAMES.includes(it))),
  )

export const columnsOf = (kind: Kind): readonly ColumnName[] =>
  Object.keys(COLUMNS[kind]) as ColumnName[]

/** Matches columns by their headers, ours or those of other programs. Each field is used once. */
export function guessMapping(kind: Kind, header: readonly string[]): Mapping {
  const taken = new Set<string>()
  return header.map((title) => {
    const wanted = title.toLowerCase().trim()
    const found = Object.entries<readonly string[]>(COLUMNS[kind]).find(
      ([name, others]) => !taken.has(name) && (name === wanted || others.includes(wanted)),
    )?.[0]
    if (found !== undefined) taken.add(found)
    return found ?? null
  })
}
