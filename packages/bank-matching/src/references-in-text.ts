import { isValidReference, type Reference } from '@billwright/bank-statements'
import { type MatchIndex, referenceKey } from './index-of-receivables.ts'
import type { MatchFlag } from './proposal.ts'
import { joinedSpans, type Reading } from './reading.ts'

export interface FoundReference {
  /** Several, of which one is meant. */
  readonly documentIds: readonly string[]
  readonly found: string
}

/** Kinds whose check digits tell a reference from other digits. */
const CHECKED = new Set<Reference['kind']>(['RF', 'QRR', 'OGM', 'VIITE', 'KID', 'OCR', 'FIK', 'BK'])

/** References that the file has as such. */
export function structuredReferences(
  index: MatchIndex,
  references: readonly Reference[],
): { readonly found: readonly FoundReference[]; readonly flags: readonly MatchFlag[] } {
  const found: FoundReference[] = []
  const flags: MatchFlag[] = []
  for (const { kind, value } of references) {
    const documentIds = index.references.get(referenceKey(kind, value))
    if (documentIds !== undefined) found.push({ documentIds, found: value })
    else if (CHECKED.has(kind))
      flags.push(isValidReference(kind, value) ? 'unknown_reference' : 'invalid_reference')
  }
  return { found, flags }
}

/** Shorter ones are any digits, unless they begin with letters. */
const LENGTH_MIN = 8
const BETWEEN = /^[\s/+.-]{1,3}$/
const SYMBOL = /(?:^|[^\p{L}\p{N}])VS[:.]?\s?0*(\d{1,10})(?!\d)/gu

export interface ReferencesInText {
  readonly found: readonly (FoundReference & { readonly start: number; readonly end: number })[]
  readonly flags: readonly MatchFlag[]
}

/** References among other words, with blanks, slashes and plus signs within. */
export function referencesIn(index: MatchIndex, reading: Reading): ReferencesInText {
  const found: ReferencesInText['found'][number][] = []
  const wrong: { flag: MatchFlag; start: number; end: number }[] = []
  const isJoint = (between: string) => BETWEEN.test(between)
  for (const { text, start, end, count } of joinedSpans(reading, reading.words, isJoint)) {
    const isLong = text.length >= LENGTH_MIN || text.startsWith('RF')
    const documentIds = isLong ? index.references.get(text) : undefined
    if (documentIds !== undefined)
      found.push({ documentIds, found: reading.text.slice(start, end), start, end })
    else if ((count === 1 && looksChecked(text)) || /^\d{27}$/.test(text))
      wrong.push({ flag: flagOf(text), start, end })
  }
  for (const { 1: symbol = '', 0: all, index: start } of reading.text.matchAll(SYMBOL)) {
    const documentIds = index.references.get(`VS ${symbol}`)
    if (documentIds !== undefined)
      found.push({ documentIds, found: all.trim(), start, end: start + all.length })
  }
  for (const { 0: all, index: start } of reading.text.matchAll(BELGIAN))
    wrong.push({ flag: flagOf(all), start, end: start + all.length })
  const apart = wrong.filter((it) => found.every((o) => o.end <= it.start || o.start >= it.end))
  return { found, flags: apart.map((it) => it.flag) }
}

const looksChecked = (word: string): boolean => /^RF\d\d[A-Z0-9]{5,21}$/.test(word)

const BELGIAN = /[+*]{3} ?\d{3}\/\d{4}\/\d{5} ?[+*]{3}/g

function flagOf(text: string): MatchFlag {
  const compact = text.replace(/[+*/ ]/g, '')
  const kind = text.startsWith('RF') ? 'RF' : compact === text ? 'QRR' : 'OGM'
  return isValidReference(kind, compact) ? 'unknown_reference' : 'invalid_reference'
}

const IBAN = /[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?(?![A-Z0-9])/g

/** Digits of accounts name no document. */
export const accountsIn = ({ text }: Reading) =>
  [...text.matchAll(IBAN)].map(({ 0: found, index }) => ({
    start: index,
    end: index + found.length,
  }))
