import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Params } from '@billwright/rules/faults'
import { describe, expect, test } from 'vitest'
import { ROOT } from '../../../../test/source-files.ts'
import { sentenceOf } from '../error-text.ts'
import { errors as deErrors } from '../errors/de.ts'
import { type ErrorWords, namesIn, type Sentence } from '../errors/errors.ts'
import { errors as frErrors } from '../errors/fr.ts'
import { faults as de } from './de.ts'
import { faults as en } from './en.ts'
import { faults as fr } from './fr.ts'

const page = readFileSync(join(ROOT, 'docs/errors.md'), 'utf8')
const [codes = '', afterCodes = ''] = page.split('## Params')
const [params = '', validation = ''] = afterCodes.split('## Validation errors')
const ofImports = readFileSync(join(ROOT, 'docs/import-export.md'), 'utf8').split(
  "reports the API's fault codes",
)[1]
const codesIn = (text: string): readonly string[] =>
  [...text.matchAll(/^\| `([a-z_]+)`/gm)].map(([, code]) => code ?? '')
const quotedIn = (text = ''): readonly string[] =>
  [...text.matchAll(/`([a-z_-]+)`/g)].map(([, code]) => code ?? '')

/** Faults of requests that no import makes. */
const NOT_OF_FILES = [
  ...['not_alone', 'conflicting_keys', 'format_or_as', 'quote_or_invoice', 'percent_or_total'],
  ...['invalid_pattern', 'same_numbers', 'other_code', 'wrong_code', 'wrong_password'],
  ...['password_common', 'password_guessable', 'tls_required', 'unknown_event_type'],
  ...['base_rate_missing', 'charges_on_first_level', 'invalid_logo', 'invalid_cursor'],
  ...['unknown_event', 'syntax', 'nothing_left', 'refund_exceeds', 'payment_currency_differs'],
  ...['iban_invalid', 'mandate_reference_invalid', 'address_required', 'name_not_writable'],
  ...['signed_in_future', 'business_mandate_only'],
]

/** Refusals of a whole record, as creating it in the console has them. */
const REFUSALS = [
  ...['external_id_taken', 'number_taken', 'payment_exists', 'invoice_not_payable'],
  ...['overpayment', 'account_too_small', 'amount_too_large', 'withheld_too_large'],
  ...['seller_incomplete', 'invalid_transition', 'customer_archived', 'too_many_prices'],
  ...['no_recipient', 'einvoice_invalid', 'missing_scope', 'limit_reached', 'malformed_json'],
  ...['deposit_changed', 'deposit_exceeds', 'due_before_issue', 'invoice_not_found'],
  ...['customer_not_found', 'product_not_found', 'precondition_failed', 'invoice_changed'],
]

const VALUES: Readonly<Record<string, string>> = {
  from: '2026-01-31',
  until: '2026-01-31',
  currency: 'EUR',
  value: 'x',
}

const FAULTS = [
  ...new Set([...codesIn(validation), ...quotedIn(ofImports?.split('invoices)')[0]), ...REFUSALS]),
].filter((code) => !NOT_OF_FILES.includes(code) && code !== 'import_in_use')

/** Each code with the params that it promises, alone and with each of its reasons. */
const SAID = FAULTS.flatMap((code) => {
  const cell = new RegExp(`^\\| \`${code}\` \\| (.*) \\|$`, 'm').exec(params)?.[1] ?? ''
  const [names, reasons] = cell.split('`reason`: ')
  const promised = Object.fromEntries(quotedIn(names).map((name) => [name, VALUES[name] ?? '2']))
  const alone = { code, params: promised as Params }
  return [
    alone,
    ...quotedIn(reasons).map((reason) => ({ code, params: { ...promised, reason } as Params })),
  ]
})

const LANGUAGES = [
  ['en', [en]],
  ['de', [de, deErrors]],
  ['fr', [fr, frErrors]],
] as const

const FOR_PROGRAMS =
  /JSON|schema|string|integer|boolean|array|pointer|\btype\b|\bbody\b|\bfields?\b|\/items|`|\w_\w|\bresource\b|\brequest\b/i
/** What people write is no sentence of ours. */
const withoutPlaceholders = (text: string) => text.replaceAll(/\{[a-z_]+\}/g, '')
const formsOf = (sentence: Sentence): readonly string[] =>
  typeof sentence === 'string' ? [sentence] : [sentence.one, sentence.other]

describe.each(LANGUAGES)('faults of imports in %s', (language, catalogues) => {
  test.each(SAID)('$code $params.reason: a sentence without words for programs', (fault) => {
    const sentence = catalogues
      .map((words: ErrorWords) => sentenceOf(fault, words, language))
      .find((it) => it !== undefined)
    expect(sentence, 'the sentence').toMatch(/\S{2,}.*\.$/)
    expect(sentence).not.toMatch(FOR_PROGRAMS)
    // In German, it is a number.
    if (language !== 'de') expect(sentence).not.toMatch(/\bnull\b/i)
  })

  test('no form of a sentence has words for programs', () => {
    const all = Object.values(catalogues[0]).flatMap((it) =>
      ([it].flat() as readonly Sentence[]).flatMap(formsOf),
    )
    expect(all.map(withoutPlaceholders).filter((it) => FOR_PROGRAMS.test(it))).toEqual([])
  })

  test('sentences name documented codes; of several, the last names least', () => {
    const known = new Set([...codesIn(codes), ...FAULTS])
    const own: ErrorWords = catalogues[0]
    expect(Object.keys(own).filter((key) => !known.has(key.split('.')[0] ?? ''))).toEqual([])
    const sizesOf = (key: string) =>
      ([own[key] ?? []].flat() as readonly Sentence[]).map((it) => new Set(namesIn(it)).size)
    const unordered = Object.keys(own).filter((key) =>
      sizesOf(key).some((size, at) => size > (sizesOf(key)[at - 1] ?? size)),
    )
    expect(unordered).toEqual([])
  })
})

test('German and French say the same codes otherwise than forms', () => {
  expect(Object.keys(fr)).toEqual(Object.keys(de))
  expect(Object.keys(de).filter((key) => !(key in en))).toEqual([])
})
