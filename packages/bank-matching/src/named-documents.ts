import type { BankEntry } from '@billwright/bank-statements'
import { documentNumber, looseForm } from './document-number.ts'
import { because } from './evidence.ts'
import { isOpen, type MatchIndex } from './index-of-receivables.ts'
import { type FoundNumber, hasUnknownNumber, numbersIn } from './numbers-in-text.ts'
import type { Evidence, MatchFlag } from './proposal.ts'
import { GAP_MAX, joinedSpans, type Reading, readingOf, readingsOf } from './reading.ts'
import type { Receivable } from './receivables.ts'
import {
  accountsIn,
  type FoundReference,
  referencesIn,
  structuredReferences,
} from './references-in-text.ts'

/** A document that an entry names, and by what. */
export interface Named {
  readonly document: Receivable
  readonly evidence: readonly Evidence[]
}

export interface NamedDocuments {
  /** By references and whole numbers. */
  readonly strong: readonly Named[]
  /** Ends of numbers behind a number. They count only if the amount fits. */
  readonly tails: readonly Named[]
  /** Documents of which only one is meant, the one with the longest number first. */
  readonly rivals: readonly (readonly string[])[]
  /** Found where the text ends: digits may be missing. */
  readonly atEnd: ReadonlySet<string>
  /** Documents with a credit note that is named. */
  readonly credited: ReadonlySet<string>
  readonly flags: readonly MatchFlag[]
  readonly readings: readonly Reading[]
}

const linesOf = ({ lines, text }: BankEntry): readonly string[] =>
  lines.length > 0 ? lines : text === null ? [] : [text]

export function namedDocuments(index: MatchIndex, entry: BankEntry): NamedDocuments {
  const evidence = new Map<string, Map<string, Evidence>>()
  const add = (documentId: string, it: Evidence) => {
    const own = evidence.get(documentId) ?? new Map<string, Evidence>()
    if (!own.has(it.code)) own.set(it.code, it)
    evidence.set(documentId, own)
  }
  const numberOf = (id: string) => index.documents.get(id)?.number ?? ''
  const flags = new Set<MatchFlag>()

  const namesakes: (readonly string[])[] = []
  const addByReference = ({ documentIds, found }: FoundReference) => {
    for (const id of documentIds) add(id, because('reference', { number: numberOf(id), found }))
    if (documentIds.length > 1) namesakes.push(documentIds)
  }

  const structured = structuredReferences(index, entry.references)
  for (const it of structured.found) addByReference(it)
  for (const flag of structured.flags) flags.add(flag)

  const readings = readingsOf(linesOf(entry))
  const isOurs = (value: string) => structured.found.some((it) => it.found === value)
  const references = entry.references.map((it) => it.value).filter((it) => !isOurs(it))
  const others = [...entry.documents, ...references]
  const found: FoundInReading[] = []
  for (const reading of [...readings, ...others.map(readingOf)]) {
    const inText = referencesIn(index, reading)
    for (const it of inText.found) addByReference(it)
    for (const flag of inText.flags) flags.add(flag)
    found.push({ reading, ...numbersIn(index, reading, inText.found, accountsIn(reading)) })
  }
  const [first] = found
  if (first !== undefined && hasUnknownNumber(index, first.reading, first.found))
    flags.add('unknown_number')

  const all = found.flatMap((it) => it.found)
  for (const { source, how, found: text, isDateLike } of all) {
    if (source.isCreditNote) continue
    add(source.documentId, because(how, { number: source.parsed.number, found: text }))
    if (isDateLike) flags.add('date_like')
  }
  for (const id of idsOf(entry))
    for (const { source, how } of numbersIn(index, readingOf(id), [], []).found)
      if (how === 'number' && !source.isCreditNote)
        add(source.documentId, because('end_to_end', { number: source.parsed.number, found: id }))
  const rivals = [...namesakes, ...rivalsOf(found)]
  if (rivals.length > 0) flags.add('ambiguous_number')
  const strong = [...evidence].flatMap(([id, own]) => {
    const document = index.documents.get(id)
    return document === undefined ? [] : { document, evidence: [...own.values()] }
  })
  return {
    strong,
    tails: tailsOf(index, found),
    rivals,
    atEnd: new Set(all.filter((it) => it.isAtEnd).map((it) => it.source.documentId)),
    credited: new Set(all.filter((it) => it.source.isCreditNote).map((it) => it.source.documentId)),
    flags: [...flags],
    readings,
  }
}

/** MT940 has the payer's id in the reference of the account owner; digits alone may be a bank's count. */
const idsOf = ({ endToEnd, customerReference }: BankEntry): readonly string[] =>
  [endToEnd ?? '', /\p{L}/u.test(customerReference ?? '') ? (customerReference ?? '') : ''].filter(
    (it) => it !== '',
  )

interface FoundInReading {
  readonly reading: Reading
  readonly found: readonly FoundNumber[]
  readonly rivals: readonly (readonly FoundNumber[])[]
}

/** Also numbers of two readings of which one begins the other. */
function rivalsOf(readings: readonly FoundInReading[]): readonly (readonly string[])[] {
  const groups = readings.flatMap((it) => it.rivals.map((group) => group.map(idOf)))
  const [one, other] = readings
  if (one === undefined || other === undefined) return groups
  const onlyIn = (own: FoundInReading, rest: FoundInReading) =>
    own.found.filter((it) => !rest.found.some((its) => idOf(its) === idOf(it)))
  for (const it of onlyIn(one, other))
    for (const its of onlyIn(other, one)) {
      const [long, short] = [it, its].toSorted((a, b) => compactOf(b).length - compactOf(a).length)
      if (long === undefined || short === undefined || idOf(long) === idOf(short)) continue
      if (compactOf(long).startsWith(compactOf(short))) groups.push([idOf(long), idOf(short)])
    }
  return groups
}

const idOf = ({ source }: FoundNumber): string => source.documentId
const compactOf = ({ source }: FoundNumber): string => source.parsed.groups.join('')

const TAIL =
  /^\s*(?:[,;/+&]|(?:AND|UND|U\.?|SOWIE)(?![\p{L}\p{N}]))\s*(?:(?:AND|UND|U\.?)\s+)?(\d{3,})(?![\p{L}\p{N}])/u
const TAILS_MAX = 12

/** `INV-2026-0101, 102 und 103`: open documents of the customer whose numbers end like that. */
function tailsOf(index: MatchIndex, readings: readonly FoundInReading[]): readonly Named[] {
  const tails = new Map<string, Named>()
  for (const { reading, found } of readings)
    for (const { source, end } of found) {
      const document = index.documents.get(source.documentId)
      if (document === undefined || source.isCreditNote) continue
      let rest = reading.text.slice(end)
      for (let count = 0; count < TAILS_MAX; count += 1) {
        const [all = '', digits = ''] = TAIL.exec(rest) ?? []
        if (digits === '') break
        rest = rest.slice(all.length)
        const tail = openWithEnd(index, document, digits)
        if (tail !== undefined)
          tails.set(tail.id, {
            document: tail,
            evidence: [because('tail', { number: tail.number, found: digits })],
          })
      }
    }
  return [...tails.values()]
}

function openWithEnd(
  index: MatchIndex,
  { customerId, number, currency }: Receivable,
  digits: string,
): Receivable | undefined {
  const prefix = prefixOf(number)
  const ends = [...(index.unsettled.get(customerId) ?? [])].flatMap((id) => {
    const it = index.documents.get(id)
    if (it === undefined || !isOpen(it) || it.currency !== currency || it.number === number)
      return []
    return prefixOf(it.number) === prefix && it.number.endsWith(digits) ? [it] : []
  })
  return ends.length === 1 ? ends[0] : undefined
}

const prefixOf = (number: string): string => documentNumber(number).groups.slice(0, -1).join(' ')

/** What may name documents or customers, but may also be something else. */
export interface LooselyNamed {
  readonly loose: readonly Named[]
  readonly orders: readonly Named[]
  readonly weak: readonly Named[]
  readonly customers: ReadonlyMap<string, string>
}

export function looselyNamed(index: MatchIndex, entry: BankEntry): LooselyNamed {
  const named = { loose: new Map(), orders: new Map(), weak: new Map() } as const satisfies Record<
    string,
    Map<string, string>
  >
  const customers = new Map<string, string>()
  const note = (into: Map<string, string>, ids: Iterable<string> | undefined, found: string) => {
    for (const id of ids ?? []) if (!into.has(id)) into.set(id, found)
  }
  const isJoint = (between: string) => between.length <= GAP_MAX
  for (const reading of readingsOf(linesOf(entry)))
    for (const { text, start, end, count } of joinedSpans(reading, reading.words, isJoint)) {
      const found = reading.text.slice(start, end)
      if (/\d/.test(text)) note(named.loose, index.looseNumbers.get(looseForm(text)), found)
      note(named.orders, index.orderReferences.get(text), found)
      note(customers, index.customersByNumber.get(text), found)
      if (count <= groupsIn(text) && isWhole(reading.text, start, end))
        note(named.weak, index.weakNumbers.get(text), found)
    }
  const documents = (ids: Map<string, string>, code: Evidence['code']): readonly Named[] =>
    [...ids].flatMap(([id, found]) => {
      const document = index.documents.get(id)
      if (document === undefined) return []
      return { document, evidence: [because(code, { number: document.number, found })] }
    })
  return {
    loose: documents(named.loose, 'number_loose'),
    orders: documents(named.orders, 'order_reference'),
    weak: documents(named.weak, 'weak_number'),
    customers,
  }
}

/** `1042` is no word of its own in `K-1042` and `1.042`. */
const isWhole = (text: string, start: number, end: number): boolean =>
  !/[\p{L}\d][-/_]$|\d[.,:']$/u.test(text.slice(Math.max(0, start - 2), start)) &&
  !/^[-/_][\p{L}\d]|^[.,:']\d/u.test(text.slice(end, end + 2))

const groupsIn = (compact: string): number => (compact.match(/\d+|\p{L}+/gu) ?? []).length
