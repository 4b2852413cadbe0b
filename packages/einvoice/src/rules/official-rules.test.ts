import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { CREDIT_NOTE, FULL, MINIMAL } from '../model/document.testing.ts'
import type { EInvoice } from '../model/document.ts'
import { readEInvoice } from '../xml/read.ts'
import { writeCii, writeUbl } from '../xml/write.ts'
import {
  type Example,
  HAS_OFFICIAL_RULES,
  keepCompiledRules,
  officialRules,
  type RuleFamily,
  validExamples,
  WITHOUT_OFFICIAL_RULES,
} from './official-rules.testing.ts'

/** Compiling the rules for the first time. */
const COMPILE_MS = 300_000

let breaches: (xml: string, ...families: readonly RuleFamily[]) => readonly string[]
if (HAS_OFFICIAL_RULES)
  beforeAll(async () => {
    const validate = await officialRules()
    breaches = (xml, ...families) => validate(xml, families).fatal
    for (const xml of [writeUbl(MINIMAL, 'en16931'), writeCii(MINIMAL, 'en16931')])
      breaches(xml, 'en16931', 'xrechnung')
  }, COMPILE_MS)

describe.skipIf(!HAS_OFFICIAL_RULES)(`official rules${WITHOUT_OFFICIAL_RULES}`, () => {
  test.each([
    ['full', FULL],
    ['credit note', CREDIT_NOTE],
    ['minimal', MINIMAL],
  ])('the own document %s is valid in both syntaxes', (_, document) => {
    expect(breaches(writeUbl(document, 'en16931'), 'en16931')).toEqual([])
    expect(breaches(writeCii(document, 'en16931'), 'en16931')).toEqual([])
  })

  test('the full one is valid for Peppol and XRechnung', () => {
    const { taxRepresentative: _, ...document } = FULL
    expect(breaches(writeUbl(FULL, 'peppol'), 'en16931', 'peppol')).toEqual([])
    expect(breaches(writeUbl(document, 'xrechnung'), 'en16931', 'xrechnung')).toEqual([])
    expect(breaches(writeCii(document, 'xrechnung'), 'en16931', 'xrechnung')).toEqual([])
  })

  test.each(
    validExamples(),
  )('$format/$name: written again, it breaks no additional rule', (example) => {
    const { document } = readEInvoice(example.bytes)
    const { families, xml } = sameAgain(example, document)
    const before = breaches(Buffer.from(example.bytes).toString(), ...families)
    expect(breaches(xml, ...families).filter((rule) => !before.includes(rule))).toEqual([])
  })

  test.each(validExamples())('$format/$name: in the other syntax it is valid', (example) => {
    const { document } = readEInvoice(example.bytes)
    const xml =
      example.format === 'ubl' ? writeCii(document, 'en16931') : writeUbl(document, 'en16931')
    expect(breaches(xml, 'en16931').map((it) => it.slice(0, 9))).toEqual(
      NOT_CONVERTED[example.name] ?? [],
    )
  })
})

describe('compiled rules', () => {
  const given = () => {
    const folder = mkdtempSync(join(tmpdir(), 'compiled-rules-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const place = join(folder, 'project/node_modules/.cache/einvoice-rules')
    return { folder, place, home: join(folder, 'home') }
  }

  test('are in the cache of the user, even if a link has another target or none', () => {
    const { folder, place, home } = given()
    mkdirSync(home)
    mkdirSync(dirname(place), { recursive: true })
    symlinkSync(join(folder, 'gone'), place)
    for (const _ of 'ab') keepCompiledRules(place, home)
    expect(readlinkSync(place)).toContain(join(home, '.cache/billwright/einvoice-rules/saxon-js-'))
    expect(readdirSync(place)).toEqual([])
  })

  test('stay in the project without a home folder, and if they are already there', () => {
    const { place, home } = given()
    keepCompiledRules(place, '')
    keepCompiledRules(place, home)
    expect(lstatSync(place, { throwIfNoEntry: false })).toBeUndefined()
    mkdirSync(place, { recursive: true })
    mkdirSync(home)
    keepCompiledRules(place, home)
    expect(lstatSync(place).isDirectory()).toBe(true)
  })
})

/** What one syntax has room for and the other has not. */
const NOT_CONVERTED: Readonly<Record<string, readonly string[]>> = {
  // Three preceding invoices; the schema of CII has room for one.
  'en-test--CreditNote-Max_content.xml': ['XSD: Elem'],
  // Two identifiers of the buyer; UBL takes one, as does EN 16931 (BT-46).
  'zugferd--basic-factur-x-2.xml': ['UBL-SR-16'],
}

interface Again {
  readonly families: readonly RuleFamily[]
  readonly xml: string
}

/** In the same syntax, by the profile that the document claims to follow. */
function sameAgain({ format }: Example, document: EInvoice): Again {
  const { specification = '' } = document
  const own = specification.includes('xrechnung')
    ? 'xrechnung'
    : specification.includes('poacc') && format === 'ubl'
      ? 'peppol'
      : 'en16931'
  const xml =
    format === 'ubl'
      ? writeUbl(document, own)
      : writeCii(document, own === 'peppol' ? 'en16931' : own)
  // Written as self-billing, which these rules of Peppol do not know; `test/einvoices` has its rules.
  const isSelfBilled = own === 'peppol' && document.typeCode === '389'
  return { families: own === 'en16931' || isSelfBilled ? ['en16931'] : ['en16931', own], xml }
}
