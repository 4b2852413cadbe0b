import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Params } from '@billwright/rules/faults'
import { describe, expect, test } from 'vitest'
import { ROOT } from '../../../../test/source-files.ts'
import { sentenceOf } from '../error-text.ts'
import { errors as de } from './de.ts'
import { type ErrorWords, namesIn, type Sentence } from './errors.ts'
import { errors as fr } from './fr.ts'

const page = readFileSync(join(ROOT, 'docs/errors.md'), 'utf8')
const [codes = '', afterCodes = ''] = page.split('## Params')
const [params = '', faults = ''] = afterCodes.split('## Validation errors')
const codesIn = (text: string): readonly string[] =>
  [...text.matchAll(/^\| `([a-z_]+)`/gm)].map(([, code]) => code ?? '')

/** Faults of imported files. */
const [, ofImports = ''] =
  /reports the API's fault codes[^:]*:([^.]*)\./.exec(
    readFileSync(join(ROOT, 'docs/import-export.md'), 'utf8'),
  ) ?? []

const documented = new Set([
  ...codesIn(codes),
  ...codesIn(faults),
  ...[...ofImports.matchAll(/`([a-z_]+)`/g)].map(([, code]) => code ?? ''),
])

/** The params that each code promises; its reasons are codes of sentences. */
const promised = new Map(
  [...params.matchAll(/^\| `([a-z_]+)` \| ([^|]*) \|$/gm)].map(([, code = '', cell = '']) => {
    const [names = '', reasons = ''] = cell.split('`reason`: ')
    return [code, { names: quotedIn(names), reasons: quotedIn(reasons) }]
  }),
)

function quotedIn(text: string): readonly string[] {
  return [...text.matchAll(/`([a-z_0-9-]+)`/g)].map(([, name]) => name ?? '')
}

const NONE = { names: [], reasons: [] }
const baseOf = (key: string): string => key.split('.')[0] ?? ''
const sentencesOf = (words: ErrorWords, key: string) =>
  [words[key] ?? []].flat() as readonly Sentence[]
const namesOf = (words: ErrorWords, key: string) =>
  sentencesOf(words, key).map((it) => new Set(namesIn(it)))

/** Only programs meet these: the console never sends what they refuse. */
const FOR_PROGRAMS = [
  'malformed_json',
  'malformed_request',
  'method_not_allowed',
  'misdirected_request',
  'invalid_idempotency_key',
  'idempotency_key_reused',
  'event_not_found',
  'bad_signature',
  'unknown_event',
  'font_not_found',
  'asset_not_found',
  'print_unsigned',
  'people_only',
  'not_a_report',
  'unknown_field',
  'read_only',
  'computed_field',
  'not_alone',
  'conflicting_keys',
  'format_or_as',
  'quote_or_invoice',
]

/** The service's own sentence names a line, characters or a cause, which a fixed sentence would hide. */
const PARTICULAR = ['company_not_movable', 'template_invalid', 'template_too_complex', 'syntax']

describe('the words of errors', () => {
  test('say every code that a person can meet; the others stand in FOR_PROGRAMS', () => {
    const unsaid = [...documented].filter((code) => code !== undefined && !(code in de))
    expect(unsaid.sort()).toEqual([...FOR_PROGRAMS, ...PARTICULAR].sort())
  })
  test('name documented codes only', () =>
    expect(Object.keys(de).filter((code) => !documented.has(baseOf(code)))).toEqual([]))
  test('are the same in both languages', () => expect(Object.keys(fr)).toEqual(Object.keys(de)))
  test('use the params in docs/errors.md, the same in both languages', () => {
    for (const key of Object.keys(de)) {
      const { names } = promised.get(baseOf(key)) ?? NONE
      for (const found of namesOf(de, key))
        expect(names, key).toEqual(expect.arrayContaining([...found]))
      expect(namesOf(fr, key), key).toEqual(namesOf(de, key))
    }
  })
  test('of a reason belong to a documented one', () => {
    const unknown = Object.keys(de).filter((key) => {
      const [code = '', reason] = key.split('.')
      return reason !== undefined && !promised.get(code)?.reasons.includes(reason)
    })
    expect(unknown).toEqual([])
  })
  test('of a code with several sentences end with the one that names least', () => {
    const unordered = Object.keys(de).filter((key) => {
      const sizes = namesOf(de, key).map(({ size }) => size)
      return sizes.some((size, at) => size > (sizes[at - 1] ?? size))
    })
    expect(unordered).toEqual([])
  })
})

describe('the sentence of an error', () => {
  test('writes numbers, days, amounts and sizes as its language does', () => {
    const say = (code: string, params: Params) => [
      sentenceOf({ code, params }, de, 'de'),
      sentenceOf({ code, params }, fr, 'fr'),
    ]
    expect(say('too_long', { max: 1000 })).toEqual([
      'Das ist zu lang. Verwenden Sie höchstens 1.000 Zeichen.',
      'C’est trop long\u00a0: 1\u202f000 caractères au plus.',
    ])
    expect(say('overpayment', { amount: '1234.50', currency: 'EUR' })).toEqual([
      'Die Zahlung ist zu hoch. Offen sind nur noch 1.234,50\u00a0€.',
      'Le paiement est trop élevé\u00a0: il ne reste que 1\u202f234,50\u00a0€ à payer.',
    ])
    expect(say('quote_expired', { until: '2026-01-31' })[0]).toContain('bis zum 31.01.2026.')
    expect(say('file_too_large', { max_bytes: 5 * 1024 * 1024 })[1]).toContain('5\u202fMo')
  })
  test('is that of its reason, else the first whose params are there', () => {
    const say = (params: Params) => sentenceOf({ code: 'out_of_range', params }, de, 'de')
    expect(say({ reason: 'zero' })).toBe('Der Betrag darf nicht null sein.')
    expect(say({ reason: 'of a later release', max: 5 })).toBe('Der Wert darf höchstens 5 sein.')
    expect(say({})).toBe('Der Wert liegt außerhalb des zulässigen Bereichs.')
  })
  test('names the status that forbids a step', () => {
    const error = { code: 'invalid_transition', params: { reason: 'void' } }
    expect(sentenceOf(error, de, 'de')).toContain('ist storniert')
    expect(sentenceOf(error, fr, 'fr')).toContain('est annulé')
  })
  test('has the form of its count', () => {
    const say = (max: number) => sentenceOf({ code: 'too_many_items', params: { max } }, de, 'de')
    expect(say(1)).toContain('Möglich ist nur einer.')
    expect(say(3)).toContain('Möglich sind höchstens 3.')
  })
})
