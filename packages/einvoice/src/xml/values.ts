import { type Day, parseDay } from '../model/day.ts'
import {
  type Decimal,
  formatCents,
  formatDecimal,
  parseCents,
  parseDecimal,
} from '../model/decimal.ts'
import type { AttachedFile } from '../model/document.ts'
import type { Classification } from '../model/line.ts'
import type { Identifier } from '../model/party.ts'
import { table } from '../table.ts'
import { type Expected, takeAttribute, type XmlElement } from './tree.ts'

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
  /** `undefined`: not a valid value. */
  readonly fromXml: (element: XmlElement, scope: Scope) => V | undefined
  /** A file with another text here is refused. Without it, the element counts as unread. */
  readonly expected?: Expected
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
  fromXml: ({ text }) => parse(text.trim()),
  expected: 'number',
  fits: (element, scope) => {
    const currency = currencyOf(scope)
    return (attributeOf(element, 'currencyID') ?? currency) === currency
  },
  attributes: ['currencyID'],
})

export const CENTS = money(ofDocument, formatCents, parseCents)

/** The official rules add up items whatever their currency, which is unread if it is another. */
const ofItem = <V>({ fits: _, attributes: __, ...type }: ValueType<V>): ValueType<V> => ({
  ...type,
  fromXml: (element, scope) => {
    if (attributeOf(element, 'currencyID') === scope.currency) takeAttribute(element, 'currencyID')
    return type.fromXml(element, scope)
  },
})
export const ITEM_CENTS = ofItem(CENTS)

/** An amount of any number of decimals. */
export const PRICE = ofItem(money(ofDocument, formatNumber, parseDecimal))

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
  expected: 'number',
}

function formatNumber(value: Decimal, { minDecimals = 0 }: Scope): string {
  const [whole = '', fraction = ''] = formatDecimal(value).split('.')
  const decimals = fraction.padEnd(minDecimals, '0')
  return decimals === '' ? whole : `${whole}.${decimals}`
}

export const DATE: ValueType<Day> = {
  toXml: (text) => ({ text }),
  fromXml: ({ text }) => parseDay(text.trim()),
  expected: 'date',
}

/** The digits after the day in the formats of UNTDID 2379: 203 and 204 have a time, too. */
const TIME_DIGITS = table<number>({ 102: 0, 203: 4, 204: 6 })

/** `20260131`, format 102, the only one EN 16931 allows in CII. */
export const DATE_102: ValueType<Day> = {
  toXml: (day) => ({ text: day.replaceAll('-', ''), attributes: { format: '102' } }),
  fromXml: (element) => {
    const [, year, month, day, time = ''] =
      /^(\d{4})(\d\d)(\d\d)((?:\d\d)*)$/.exec(element.text.trim()) ?? []
    const digits = TIME_DIGITS[attributeOf(element, 'format') ?? '102']
    return time.length === digits ? parseDay(`${year}-${month}-${day}`) : undefined
  },
  expected: 'date',
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
