import {
  adviceAt,
  adviceFor,
  breachesOf,
  FIELDS_DE,
  FIELDS_EN,
  FIELDS_FR,
  type Field,
  findingText,
  RULES,
} from '@billwright/einvoice'
import { describe, expect, test } from 'vitest'
import { words as de } from '../console/src/words/de.ts'
import { words as en } from '../console/src/words/en.ts'
import { words as fr } from '../console/src/words/fr.ts'
import { de as settingsDe } from '../console/src/words/settings-fields/de.ts'
import { en as settingsEn } from '../console/src/words/settings-fields/en.ts'
import { fr as settingsFr } from '../console/src/words/settings-fields/fr.ts'
import { CATEGORY_CASES } from '../packages/einvoice/src/rules/cases/categories.testing.ts'
import { PROFILE_CASES } from '../packages/einvoice/src/rules/cases/profiles.testing.ts'
import { STANDARD_CASES } from '../packages/einvoice/src/rules/cases/standard.testing.ts'
import { FATTURA_WORDS } from '../src/einvoicing/documents/inner/fatturapa/advice.ts'
import { pointerOf } from '../src/einvoicing/documents/inner/fields.ts'
import { KSEF_WORDS } from '../src/einvoicing/documents/inner/ksef/advice.ts'

const LANGUAGES = {
  en: { console: en, settings: settingsEn, fields: FIELDS_EN },
  de: { console: de, settings: settingsDe, fields: FIELDS_DE },
  fr: { console: fr, settings: settingsFr, fields: FIELDS_FR },
} as const
/** The values that rules give; the place of the rule gives `n` and `field`. */
const MARKS = Object.fromEntries(
  ['code', 'category', 'currency', 'country', 'scheme', 'form', 'max'].map((it) => [it, `{${it}}`]),
)
type Language = keyof typeof LANGUAGES
const CODES = Object.keys(LANGUAGES) as Language[]

/** One broken rule for each advice and field: every rule has its case (`rules.test.ts`). */
const BREACHES = [...STANDARD_CASES, ...CATEGORY_CASES, ...PROFILE_CASES]
  .flatMap(({ document, profile }) => breachesOf(document, profile))
  .filter(
    (it, index, all) =>
      index === all.findIndex(({ advice, field }) => advice === it.advice && field === it.field),
  )

/** What the console calls the fields of an invoice that it shows. */
function invoiceLabels(language: Language): Partial<Record<Field, string>> {
  const { editor, lines, history } = LANGUAGES[language].console
  const adjustment = { category: lines.category, rate: lines.tax, reason: editor.reason }
  return {
    issueDate: editor.issueDate,
    currency: editor.currency,
    taxPointDate: editor.taxPointDate,
    dueDate: history.fields.due_date,
    reference: editor.reference,
    orderReference: history.fields.order_reference,
    project: editor.references.project,
    contract: editor.references.contract,
    salesOrder: editor.references.sales_order,
    despatch: editor.references.despatch,
    receipt: editor.references.receipt,
    tender: editor.references.tender,
    accountingCode: editor.references.accounting_code,
    object: editor.references.object,
    terms: editor.terms,
    notes: editor.notes,
    period: editor.periodEnd,
    deliveryDate: history.fields.delivery_date,
    items: editor.items,
    itemName: lines.description,
    itemDetails: lines.detailsText,
    itemSku: lines.itemNumber,
    itemOrderLine: lines.orderLine,
    itemQuantity: lines.quantity,
    itemUnit: lines.unit,
    itemPrice: lines.price,
    itemDiscount: lines.discount,
    itemCategory: lines.category,
    itemRate: adjustment.rate,
    itemReason: lines.reason,
    discount: editor.discount,
    discountCategory: adjustment.category,
    discountRate: adjustment.rate,
    discountReason: adjustment.reason,
    charge: editor.charge,
    chargeCategory: adjustment.category,
    chargeRate: adjustment.rate,
    chargeReason: adjustment.reason,
  }
}

/** The label of a field, or undefined where the console has no input for it. */
function labelOf(field: Field, language: Language): string | undefined {
  const { resource, pointer } = pointerOf(field)
  const words = LANGUAGES[language]
  const place = pointer.slice(1).replaceAll('/', '.')
  const customer: Readonly<Record<string, string>> = {
    ...words.console.customerFields,
    address: words.console.customerForm.address,
    endpoint: words.console.customerFields['endpoint.id'],
  }
  const settings: Readonly<Record<string, { readonly label: string }>> = words.settings
  return {
    invoice: invoiceLabels(language)[field],
    customer: customer[place],
    settings: settings[place]?.label,
  }[resource]
}

/** Whether the text has the longest word of the label, or of one half of "VAT or tax number". */
const names = (text: string, label: string): boolean =>
  label.split(/ (?:or|oder|ou) /).some((part) => {
    const words = part.split(/[^\p{L}-]+/u)
    const longest = words.toSorted((a, b) => b.length - a.length)[0] ?? ''
    // Its end differs by case and number.
    const stem = longest.slice(0, Math.max(4, longest.length - 2))
    return text.toLowerCase().includes(stem.toLowerCase())
  })

describe.each(CODES)('advice on a broken rule, in %s', (language) => {
  test('fills in every value', () => {
    const gaps = BREACHES.flatMap(({ rule, advice, values = {} }) => {
      const wanted = [...adviceFor(advice, language, MARKS).matchAll(/\{(\w+)\}/g)]
      const lacking = wanted.map(([, name = '']) => name).filter((name) => !(name in values))
      return lacking.map((name) => `${rule} ${advice}: ${name}`)
    })
    expect(gaps).toEqual([])
    expect(BREACHES.length).toBeGreaterThan(150)
  })

  test('names the field as the console does', () => {
    const others = BREACHES.flatMap((it) => {
      const label = labelOf(it.field, language)
      const text = adviceAt(it, language)
      return label === undefined || names(text, label) ? [] : [`${it.field} (${label}): ${text}`]
    })
    expect(others).toEqual([])
  })

  test('uses the field names of the console', () => {
    const { fields } = LANGUAGES[language]
    const labelled = (Object.keys(fields) as Field[]).flatMap((field) => {
      const label = labelOf(field, language)
      return label === undefined ? [] : [{ field, name: fields[field], label }]
    })
    expect(labelled.length).toBeGreaterThan(60)
    expect(labelled.filter(({ name, label }) => !names(name, label))).toEqual([])
  })

  test('has a separate sentence for invoices of suppliers', () => {
    const keys = new Set(Object.values(RULES).flatMap((rules) => rules.map(({ advice }) => advice)))
    const values = { n: '1', code: 'c', category: 'S', country: 'IT', scheme: 's', form: 'f' }
    for (const advice of keys) {
      const all = { ...values, max: '9', currency: 'EUR' }
      const text = findingText(
        { rule: 'R', level: 'error', advice, line: 1, values: all },
        language,
      )
      expect(text, advice).toMatch(/\p{L}{3}.*[.:/+_)]$/u)
    }
  })
})

describe.each([
  ['FatturaPA', FATTURA_WORDS, 'it'],
  ['FA(3)', KSEF_WORDS, 'pl'],
] as const)('advice on a rule of %s', (_name, words, own) => {
  const languages: Readonly<Record<string, Readonly<Record<string, string>>>> = words
  test.each(['de', 'fr', own])('has a sentence for each in %s', (language) => {
    const sentences = languages[language] ?? {}
    expect(Object.keys(sentences).toSorted()).toEqual(Object.keys(words.en).toSorted())
    for (const [key, text] of Object.entries(sentences)) {
      expect(text, key).toMatch(/^\p{Lu}.*\.$/u)
      expect(text, key).not.toBe((words.en as Readonly<Record<string, string>>)[key])
    }
  })
})
