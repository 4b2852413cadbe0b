import {
  centsOfDecimal,
  type Decimal,
  formatCents,
  formatDecimal,
  parseDecimal,
} from '../model/decimal.ts'
import type { AttachedFile } from '../model/document.ts'
import type { Classification } from '../model/line.ts'
import type { Identifier } from '../model/party.ts'
import type { XmlElement } from './tree.ts'

/** What a value needs to know about its document. */
export interface Scope {
  readonly currency: string
  readonly taxCurrency: string | undefined
  /** UBL writes the currency on every amount, CII only on tax totals. */
  readonly areAmountsMarked: boolean
  /** Portugal writes numbers with at least two decimals. */
  readonly minDecimals?: number
}

export interface Content {
  readonly text: string
  readonly attributes?: Readonly<Record<string, string | undefined>>
}

/** Writes and reads one kind of value. */
export interface ValueType<V> {
  /** `undefined`: this element is not for this value. */
  readonly toXml: (value: V, scope: Scope) => Content | undefined
  /** `undefined`: not a valid value; the element then counts as unread. */
  readonly fromXml: (element: XmlElement, scope: Scope) => V | undefined
  /** Attributes that are part of the value or without meaning. */
  readonly attributes?: readonly string[]
  /** If elements of one name have different meanings: whether this one is for this value. */
  readonly fits?: (element: XmlElement, scope: Scope) => boolean
}

const trimmed = ({ text }: XmlElement): string | undefined => text.trim() || undefined

const attributeOf = ({ attributes }: XmlElement, name: string): string | undefined =>
  attributes.get(name)?.trim() || undefined

export const TEXT: ValueType<string> = { toXml: (text) => ({ text }), fromXml: trimmed }

/** A code from a list fixed by EN 16931; older programs name the list anyway. */
export const CODE: ValueType<string> = { ...TEXT, attributes: ['schemeID'] }

/** Unchanged: German payment terms (`#SKONTO#…`) need the line feed at their end. */
export const VERBATIM: ValueType<string> = {
  toXml: (text) => ({ text }),
  fromXml: ({ text }) => (text.trim() === '' ? undefined : text),
}

/** Another place where other programs put a text; read only. */
export const TEXT_OF_OTHERS: ValueType<string> = { toXml: () => undefined, fromXml: trimmed }

type CurrencyOf = (scope: Scope) => string | undefined

const ofDocument: CurrencyOf = ({ currency }) => currency
const ofTaxes: CurrencyOf = ({ taxCurrency }) => taxCurrency

/** An amount in another currency is ignored. */
const money = <V>(
  currencyOf: CurrencyOf,
  format: (value: V, scope: Scope) => string,
  parse: (text: string) => V | undefined,
): ValueType<V> => ({
  toXml: (value, scope) => ({
    text: format(value, scope),
    attributes: scope.areAmountsMarked ? { currencyID: currencyOf(scope) } : {},
  }),
  fromXml: (element, scope) => {
    const currency = currencyOf(scope)
    return (attributeOf(element, 'currencyID') ?? currency) === currency
      ? parse(element.text.trim())
      : undefined
  },
  attributes: ['currencyID'],
})

function parseCents(text: string): bigint | undefined {
  const value = parseDecimal(text)
  return value && centsOfDecimal(value)
}

export const CENTS = money(ofDocument, formatCents, parseCents)

/** An amount of any number of decimals. */
export const PRICE = money(ofDocument, formatNumber, parseDecimal)

/** Tax totals occur in both currencies; both syntaxes mark the currency. */
const taxTotal = (currencyOf: CurrencyOf, unmarked: CurrencyOf): ValueType<bigint> => {
  const type = money(currencyOf, formatCents, parseCents)
  return {
    ...type,
    toXml: (cents, scope) => type.toXml(cents, { ...scope, areAmountsMarked: true }),
    fits: (element, scope) =>
      (attributeOf(element, 'currencyID') ?? unmarked(scope) ?? '') === currencyOf(scope),
  }
}
export const TAX_CENTS = taxTotal(ofDocument, ofDocument)
export const TAX_CURRENCY_CENTS = taxTotal(ofTaxes, () => undefined)

export const NUMBER: ValueType<Decimal> = {
  toXml: (value, scope) => ({ text: formatNumber(value, scope) }),
  fromXml: ({ text }) => parseDecimal(text.trim()),
}

function formatNumber(value: Decimal, { minDecimals = 0 }: Scope): string {
  const [whole = '', fraction = ''] = formatDecimal(value).split('.')
  const decimals = fraction.padEnd(minDecimals, '0')
  return decimals === '' ? whole : `${whole}.${decimals}`
}

/** With or without time zone: only the day of an invoice counts. */
const XML_DATE = /^(\d{4}-\d\d-\d\d)(?:Z|[+-]\d\d:\d\d)?$/

export const DATE: ValueType<string> = {
  toXml: (text) => ({ text }),
  fromXml: ({ text }) => realDay(XML_DATE.exec(text.trim())?.[1]),
}

/** `20260131`, format 102 of UNTDID 2379, the only one EN 16931 allows in CII. */
export const DATE_102: ValueType<string> = {
  toXml: (day) => ({ text: day.replaceAll('-', ''), attributes: { format: '102' } }),
  fromXml: (element) => {
    const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(element.text.trim()) ?? []
    const isUsual = (attributeOf(element, 'format') ?? '102') === '102'
    return isUsual ? realDay(`${year}-${month}-${day}`) : undefined
  },
  attributes: ['format'],
}

/** A value and its scheme. */
export const IDENTIFIER: ValueType<Identifier> = {
  toXml: ({ value, scheme }) => ({ text: value, attributes: { schemeID: scheme } }),
  fromXml: (element) => {
    const [value, scheme] = [trimmed(element), attributeOf(element, 'schemeID')]
    return value === undefined ? undefined : { value, ...(scheme && { scheme }) }
  },
  attributes: ['schemeID'],
}

export const CLASSIFICATION: ValueType<Classification> = {
  toXml: ({ value, scheme, schemeVersion }) => ({
    text: value,
    attributes: { listID: scheme, listVersionID: schemeVersion },
  }),
  fromXml: (element) => {
    const value = trimmed(element)
    const scheme = attributeOf(element, 'listID')
    const schemeVersion = attributeOf(element, 'listVersionID')
    if (value === undefined) return undefined
    return { value, ...(scheme && { scheme }), ...(schemeVersion && { schemeVersion }) }
  },
  attributes: ['listID', 'listVersionID'],
}

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

export const FILE: ValueType<AttachedFile> = {
  toXml: ({ base64, mediaType, name }) => ({
    text: base64,
    attributes: { mimeCode: mediaType, filename: name },
  }),
  fromXml: (element) => {
    const base64 = element.text.replace(/\s+/g, '')
    const mediaType = attributeOf(element, 'mimeCode')
    const name = attributeOf(element, 'filename')
    return mediaType && name && BASE64.test(base64) ? { base64, mediaType, name } : undefined
  },
  attributes: ['mimeCode', 'filename'],
}

/** Refuses impossible dates such as 30 February. */
function realDay(day: string | undefined): string | undefined {
  if (day === undefined) return undefined
  const time = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day) ? day : undefined
}
