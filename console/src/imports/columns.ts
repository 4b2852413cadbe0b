import type { Mapping } from './csv.ts'

export const KINDS = ['products', 'entries'] as const
export type Kind = (typeof KINDS)[number]

/** Columns by kind, each with headers that other programs write. */
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
    'tax.preset': [],
    'tax.category': [],
    'tax.rate': ['vat', 'mwst', 'ust', 'tva'],
  },
} as const satisfies Readonly<Record<Kind, Readonly<Record<string, readonly string[]>>>>

export type ColumnName = { readonly [K in Kind]: keyof (typeof COLUMNS)[K] }[Kind]

export const DECIMALS: ReadonlySet<string> = new Set<ColumnName>([
  'quantity',
  'unit_price',
  'tax.rate',
  'price.unit_price',
  'price.min_quantity',
])

export const REQUIRED = {
  products: ['name'],
  entries: ['customer', 'description'],
} as const satisfies Readonly<Record<Kind, readonly ColumnName[]>>

export const columnsOf = (kind: Kind): readonly ColumnName[] =>
  Object.keys(COLUMNS[kind]) as ColumnName[]

/** By the headers: our own names, or those of other programs. Each of ours is taken once. */
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
