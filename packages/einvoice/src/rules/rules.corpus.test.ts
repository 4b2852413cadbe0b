import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { EInvoiceError } from '../einvoice-error.ts'
import type { EInvoice } from '../model/document.ts'
import { UBL_CREDIT_NOTE, UBL_INVOICE } from '../ubl/invoice.ts'
import { fromUbl } from '../ubl/shape.ts'
import { parseXml } from '../xml/parse.ts'
import { readTable } from '../xml/part.ts'
import { type ReadEInvoice, readEInvoice } from '../xml/read.ts'
import {
  HAS_OFFICIAL_RULES,
  invalidExamples,
  OFFICIAL_FOLDER,
  validExamples,
  WITHOUT_OFFICIAL_RULES,
} from './official-rules.testing.ts'
import { breachesOf, RULES, type StandardProfile } from './rules.ts'

const fatalOf = (document: EInvoice, profile: StandardProfile): readonly string[] => [
  ...new Set(
    breachesOf(document, profile)
      .filter(({ level }) => level === 'error')
      .map(({ rule }) => rule),
  ),
]

const profileOf = (name: string): StandardProfile =>
  name.startsWith('xrechnung') ? 'xrechnung' : name.startsWith('peppol') ? 'peppol' : 'en16931'

describe.skipIf(!HAS_OFFICIAL_RULES)(`valid documents${WITHOUT_OFFICIAL_RULES}`, () => {
  test.each(
    validExamples().map((it) => [it.name, it] as const),
  )('%s breaks nothing', (name, it) => {
    const { document } = readEInvoice(it.bytes)
    expect(fatalOf(document, profileOf(name))).toEqual([])
  })
})

/** What the document does not say once it is read, so that no rule on it can tell. */
const BEYOND_THE_DOCUMENT = new Set([
  'BR-01', // the specification: our writer sets that of the profile
  'BR-CL-06', // one code is kept where a file gives several
  'BR-CL-24', // an attachment without a media type has no file
  'BR-CO-15', // one total of tax is kept where a file gives several
  'BR-55', // an earlier invoice without a number is none
])

/** Told under the id of another rule that asks the same: a party's number is an identifier in CII. */
const TWINS: Readonly<Record<string, string>> = {
  'BR-CL-11': 'BR-CL-10',
  'CII-SR-470': 'BR-61',
}

/** CII wants the total twice where the second currency is the first; as a document it is one. */
const ONLY_IN_CII: Readonly<Record<string, readonly string[]>> = {
  'bad-xrvc--unexpected-cii-br-co-15-negative-test.xml': ['BR-53'],
}

/** A credit note of type 380 whose line has nothing: read as an invoice with a line of nothing. */
const READ_OTHERWISE: Readonly<Record<string, readonly string[]>> = {
  'bad-xrvc--instances-ubl008.xml': ['BR-27', 'BR-CL-01'],
}

/** Rules on the syntax alone. */
const isOfSyntax = (rule: string): boolean => /^(UBL|CII)-/.test(rule)

/** Follow from a fault that the official rules do not follow up. */
const FOLLOWING: Readonly<Record<string, readonly string[]>> = {
  'bad-xrvc--instances-ubl008.xml': ['BR-CO-25'],
  // Several totals of tax, each with a breakdown: one of them is read.
  'bad-xrvc--cen-unit-test-ubl-br-co-15-no-multiple-bt-110-allowed-test.xml': ['BR-E-01'],
  // CII asks less of S-01 than UBL: only that what is used has its group.
  'bad-xr-cii_bad--cii-br-de-16-negative-tests-br-95-br-151-376-code-M.xml': ['BR-S-01'],
}

describe.skipIf(!HAS_OFFICIAL_RULES)(`invalid documents${WITHOUT_OFFICIAL_RULES}`, () => {
  const expected: Readonly<Record<string, readonly string[]>> = HAS_OFFICIAL_RULES
    ? JSON.parse(readFileSync(new URL('invalid/expected-rules.json', OFFICIAL_FOLDER), 'utf8'))
    : {}

  test.each(invalidExamples().map((it) => [it.name, it] as const))('%s', (name, it) => {
    const official = expected[`invalid/${it.format}/${name}`] ?? []
    const read = readOrRefuse(it.bytes)
    // A file without number, date, seller or total is refused.
    if (read === null) return
    const { document, gaps } = read
    const told = official
      .map((rule) => TWINS[rule] ?? rule)
      .filter((rule) => !ONLY_IN_CII[name]?.includes(rule) && !READ_OTHERWISE[name]?.includes(rule))
      .filter((rule) => !isOfSyntax(rule) && !BEYOND_THE_DOCUMENT.has(rule))
    const ours = [...fatalOf(document, 'en16931'), ...gaps.map(({ rule }) => rule)].filter(
      (id) => !FOLLOWING[name]?.includes(id),
    )
    expect([...new Set(ours)].sort()).toEqual([...new Set(told)].sort())
  })

  const readOrRefuse = (bytes: Uint8Array): ReadEInvoice | null => {
    try {
      return readEInvoice(bytes)
    } catch (error) {
      if (error instanceof EInvoiceError && error.code === 'einvoice_incomplete') return null
      throw error
    }
  }
})

/** Tests of elements that are there and empty, which are read as not there; or there twice. */
const OF_EMPTY_ELEMENTS = new Set(
  (
    'BR-AE-01 BR-CO-04 BR-CO-15-2 BR-CO-15 BR-CO-18 BR-CO-19 BR-CO-20 BR-CO-21 BR-CO-22 BR-CO-23 ' +
    'BR-CO-24 BR-E-01 BR-G-01 BR-IC-01 BR-O-01 BR-Z-01'
  ).split(' '),
)

describe.skipIf(!HAS_OFFICIAL_RULES)(`each rule alone${WITHOUT_OFFICIAL_RULES}`, () => {
  const folder = new URL('unit-rules-ubl/', OFFICIAL_FOLDER)
  const names = HAS_OFFICIAL_RULES ? readdirSync(folder) : []
  const rules = new Map(RULES.en16931.map((rule) => [rule.id, rule]))

  test.each(names.map((name) => name.replace(/\.xml$/, '')))('%s', (name) => {
    const cases = casesOf(readFileSync(new URL(`${name}.xml`, folder), 'utf8'))
    const wrong = cases.filter(({ rule, isKept, document }) => {
      const broken = rules.get(rule)?.broken(document) ?? []
      return (broken.length === 0) !== isKept
    })
    expect(cases.length).toBeGreaterThan(0)
    if (!OF_EMPTY_ELEMENTS.has(name)) expect(wrong.map(({ told }) => told)).toEqual([])
    else expect(wrong.length).toBeLessThanOrEqual(2)
  })
})

function casesOf(text: string) {
  return [...text.matchAll(/<test\b[^>]*>([\s\S]*?)<\/test>/g)].flatMap(([, inner = '']) => {
    const found = /<(?:\w+:)?(Invoice|CreditNote)\b[\s\S]*<\/(?:\w+:)?\1>/.exec(inner)
    const verdicts = [...inner.matchAll(/<(success|error|fatal)\b[^>]*>\s*([A-Z0-9-]+)\s*</g)]
    const document = found && fragment(found[0], found[1] === 'Invoice')
    return verdicts.flatMap(([, kind, rule = '']) =>
      document ? [{ rule, isKept: kind === 'success', document, told: `${kind} ${rule}` }] : [],
    )
  })
}

const NOTHING = { digits: 0n, scale: 0 }

/** A piece of an invoice as a document: what it leaves out is empty. */
function fragment(xml: string, isInvoice: boolean): EInvoice {
  const marked = xml
    .replace(/<cbc:(\w*Amount)\b[^>]*>/g, '<cbc:$1 currencyID="EUR">')
    .replace(
      /<cac:TaxTotal>(?!\s*<cbc:TaxAmount)/g,
      '<cac:TaxTotal><cbc:TaxAmount currencyID="EUR">0</cbc:TaxAmount>',
    )
  const scope = { currency: 'EUR', taxCurrency: undefined, areAmountsMarked: true }
  const root = parseXml(Buffer.from(marked))
  const lists = { allowances: [], charges: [], taxBreakdown: [], lines: [] }
  const texts = { notes: [], precedingInvoices: [], attachments: [] }
  const read = readTable(isInvoice ? UBL_INVOICE : UBL_CREDIT_NOTE, root, scope)
  const draft = fromUbl({ ...lists, ...texts, ...read }) as Partial<EInvoice>
  return {
    number: '',
    issueDate: '' as EInvoice['issueDate'],
    typeCode: '380',
    currency: 'EUR',
    ...lists,
    ...texts,
    ...draft,
    seller: party(draft.seller),
    buyer: party(draft.buyer),
    totals: {
      linesCents: 0n,
      withoutTaxCents: 0n,
      withTaxCents: 0n,
      dueCents: 0n,
      ...draft.totals,
    },
    lines: (draft.lines ?? []).map((line) => ({
      ...{ id: '1', unit: 'C62', netCents: 0n, quantity: NOTHING, allowances: [], charges: [] },
      ...line,
      price: { ...{ net: NOTHING }, ...line.price },
      tax: { ...{ category: '' }, ...line.tax },
      item: { ...{ name: '', classifications: [], attributes: [] }, ...line.item },
    })),
  }
}

const party = (given: EInvoice['seller'] | undefined): EInvoice['seller'] => ({
  ...{ name: '', identifiers: [] },
  ...given,
  address: { ...{ country: '' }, ...given?.address },
})
