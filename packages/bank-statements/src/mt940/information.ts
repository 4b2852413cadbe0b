import { ibanOf } from '../account.ts'
import { plainAmountOr } from '../amounts.ts'
import { referenceOf } from '../references.ts'
import type { MoneyAmount, Reference } from '../statement.ts'
import { filled, referenceText } from '../text.ts'

/** What `:86:` says, in whichever dialect. */
export interface Information {
  readonly lines: readonly string[]
  readonly name: string | null
  readonly ultimateName: string | null
  readonly iban: string | null
  readonly endToEnd: string | null
  readonly references: readonly Reference[]
  readonly customerReference: string | null
  readonly mandate: string | null
  readonly creditorId: string | null
  readonly returnReason: string | null
  /** The amount before charges, or of what is returned. */
  readonly original: MoneyAmount | null
  readonly charges: MoneyAmount | null
  /** The German business code. */
  readonly businessCode: string | null
}

const NOTHING: Information = {
  lines: [],
  name: null,
  ultimateName: null,
  iban: null,
  endToEnd: null,
  references: [],
  customerReference: null,
  mandate: null,
  creditorId: null,
  returnReason: null,
  original: null,
  charges: null,
  businessCode: null,
}

/** The business code and what separates the subfields, usually a question mark. */
const GERMAN = /^(\d{3})?\s?([?<>~^@$#+&])(?=(?:00|10|2\d|3[0-9]|6[0-3]))/

/** `lines` are those of the file: they are cut anywhere, also within a word. */
export function informationOf(lines: readonly string[], currency: string): Information {
  const joined = lines.join('')
  const german = GERMAN.exec(joined)
  if (german && (german[1] !== undefined || german[2] === '?'))
    return germanInformation(joined, { code: german[1], separator: german[2] ?? '?', currency })
  if (joined.startsWith('/') && joined.search(KEYS) === 0) return slashInformation(joined, currency)
  return { ...NOTHING, lines }
}

/** Pieces of the purpose are this long, unless they are the last one of a word or line. */
const PIECE_LENGTH = 27
const IDENTIFIER =
  /^(EREF|KREF|MREF|CRED|DEBT|SVWZ|OAMT|COAM|ABWA|ABWE|PURP|BREF|RREF|IBAN|BIC|ANAM)\+/

function germanInformation(
  joined: string,
  {
    code,
    separator,
    currency,
  }: {
    readonly code: string | undefined
    readonly separator: string
    readonly currency: string
  },
): Information {
  const subfields = subfieldsOf(joined.slice(joined.indexOf(separator)), separator)
  const inRange = (pattern: RegExp) => subfields.filter((it) => pattern.test(it.code))
  const purpose = inRange(/^(?:2\d|6[0-3])$/).map((it) => it.text)
  const { identified, lines } = purposeOf(purpose)
  const names = inRange(/^3[23]$/).map((it) => it.text)
  return {
    ...NOTHING,
    lines,
    name: filled(joinedName(names)),
    ultimateName: filled(identified.get('ABWA') ?? identified.get('ABWE')),
    iban: ibanOf(inRange(/^31$/)[0]?.text) ?? ibanOf(identified.get('IBAN')),
    endToEnd: referenceText(identified.get('EREF')),
    customerReference: referenceText(identified.get('KREF')),
    mandate: referenceText(identified.get('MREF')),
    creditorId: referenceText(identified.get('CRED')),
    original: amountOf(identified.get('OAMT'), currency),
    charges: amountOf(identified.get('COAM'), currency),
    businessCode: code ?? null,
  }
}

interface Subfield {
  readonly code: string
  readonly text: string
}

/** A separator without a known code behind it is a character of the text. */
function subfieldsOf(text: string, separator: string): readonly Subfield[] {
  const subfields: Subfield[] = []
  for (const piece of text.split(separator).slice(1)) {
    const isSubfield = /^(?:00|10|2\d|3[0-9]|6[0-3])/.test(piece)
    const before = isSubfield ? undefined : subfields.pop()
    subfields.push(
      before === undefined
        ? { code: piece.slice(0, 2), text: piece.slice(2) }
        : { code: before.code, text: `${before.text}${separator}${piece}` },
    )
  }
  return subfields
}

/** `EREF+…` and the like, and the lines of words: those of `SVWZ+`, or without any identifier. */
function purposeOf(pieces: readonly string[]) {
  const identified = new Map<string, string>()
  const lines: string[] = []
  const hasWords = pieces.some((piece) => piece.startsWith('SVWZ+'))
  let name = hasWords ? '' : 'SVWZ'
  let isFull = true
  for (const piece of pieces) {
    const begun = IDENTIFIER.exec(piece)?.[1]
    // Without SVWZ+, what follows a short reference is words.
    if (begun === undefined && !hasWords && !isFull) name = 'SVWZ'
    name = begun ?? name
    isFull = piece.length >= PIECE_LENGTH || name === 'SVWZ'
    const value = begun === undefined ? piece : piece.slice(begun.length + 1)
    if (name === 'SVWZ' || name === '') lines.push(value)
    else identified.set(name, (identified.get(name) ?? '') + value)
  }
  return { identified, lines }
}

/** A full piece is cut within a word; a shorter one lost its blank. */
const joinedName = (pieces: readonly string[]): string =>
  pieces.reduce(
    (name, piece, index) =>
      name + ((pieces[index - 1]?.length ?? PIECE_LENGTH) < PIECE_LENGTH ? ' ' : '') + piece,
    '',
  )

/** Keys of the slash style; each may be empty. */
const KEYS =
  /\/(TRTP|IBAN|BIC|NAME|REMI|EREF|KREF|MREF|MARF|CRED|CSID|SVWZ|ORDP|BENM|ADDR|ISDT|PREF|IREF|CREF|RTRN|OCMT|OAMT|CHGS|COAM|CNTP|PURP|ULTC|ULTD|ULTB|SVCL|ACCW)(?=\/)/g

function slashInformation(joined: string, currency: string): Information {
  const values = slashValues(joined)
  const firstOf = (...keys: readonly string[]) => keys.map((it) => values.get(it)).find(Boolean)
  const [account = '', , party = ''] = (values.get('CNTP') ?? '').split('/')
  const remittance = firstOf('REMI', 'SVWZ') ?? ''
  const [, issuer = '', structured = ''] = /^STRD\/([A-Z]*)\/(.*)$/s.exec(remittance) ?? []
  const reference = referenceText(structured)
  const words = structured === '' ? remittance.replace(/^USTD\/\//, '') : ''
  return {
    ...NOTHING,
    lines: words === '' ? [] : [words],
    name: filled(values.get('NAME')) ?? filled(party) ?? filled(firstOf('ORDP', 'BENM')),
    ultimateName: filled(firstOf('ultimate', 'ULTD', 'ULTC', 'ULTB')),
    iban: ibanOf(values.get('IBAN')) ?? ibanOf(account),
    endToEnd: referenceText(values.get('EREF')),
    references: reference === null ? [] : [referenceOf(reference, { issuer })],
    customerReference: referenceText(firstOf('KREF', 'CREF', 'PREF')),
    mandate: referenceText(firstOf('MARF', 'MREF')),
    creditorId: referenceText(firstOf('CSID', 'CRED')),
    returnReason: referenceText(values.get('RTRN')?.split('/')[0]),
    original: amountOf(firstOf('OCMT', 'OAMT'), currency),
    charges: amountOf(firstOf('CHGS', 'COAM'), currency),
  }
}

/** The first value of each key. The name that follows an empty `/ULTD/` is the ultimate party's. */
function slashValues(joined: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>()
  const keys = [...joined.matchAll(KEYS)]
  let before = ''
  for (const [index, { 1: key = '', 0: whole, index: start }] of keys.entries()) {
    const stop = keys[index + 1]?.index ?? joined.length
    const value = joined.slice(start + whole.length + 1, stop).replace(/\/+$/, '')
    const name = key === 'NAME' && /^ULT/.test(before) ? 'ultimate' : key
    if (!values.has(name)) values.set(name, value)
    before = value === '' ? key : ''
  }
  return values
}

/** The amount behind a word such as `/OCMT/`. */
export function amountIn(text: string, word: string, currency: string): MoneyAmount | null {
  const start = text.indexOf(word)
  return start < 0 ? null : amountOf(text.slice(start + word.length), currency)
}

/** `EUR42,80` or `42,80` in the currency of the statement. */
function amountOf(text: string | undefined, currency: string): MoneyAmount | null {
  const [, code, digits = ''] = /^\s*([A-Z]{3})?\s*(\d[\d.]*,?\d*)/.exec(text ?? '') ?? []
  const plain = digits.includes(',') ? digits.replaceAll('.', '').replace(',', '.') : digits
  const amount = plainAmountOr(plain, code ?? currency)
  return amount !== null && amount.amountMinor > 0n ? amount : null
}
