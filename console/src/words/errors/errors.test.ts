import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT } from '../../../../test/source-files.ts'
import { errors as de } from './de.ts'
import { errors as fr } from './fr.ts'

const documented = new Set(
  [...readFileSync(join(ROOT, 'docs/errors.md'), 'utf8').matchAll(/^\| `([a-z_]+)`/gm)].map(
    ([, code]) => code,
  ),
)

/** Only programs meet these: the console never sends what they refuse. */
const FOR_PROGRAMS = [
  'malformed_json',
  'malformed_request',
  'no_such_endpoint',
  'method_not_allowed',
  'idempotency_answer_lost',
  'misdirected_request',
  'invalid_cursor',
  'invalid_idempotency_key',
  'idempotency_key_reused',
  'headers_too_large',
  'event_not_found',
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
  'too_many_fields',
  'conflicting_keys',
  'format_or_as',
  'quote_or_invoice',
]

/** The service's own sentence names a line, characters or a cause, which a fixed sentence would hide. */
const PARTICULAR = [
  'company_not_movable',
  'template_invalid',
  'template_too_complex',
  'einvoice_glyph_missing',
  'syntax',
]

describe('the words of errors', () => {
  test('say every code that a person can meet', () => {
    const unsaid = [...documented].filter((code) => code !== undefined && !(code in de))
    expect(unsaid.sort()).toEqual([...FOR_PROGRAMS, ...PARTICULAR].sort())
  })
  test('name documented codes only', () =>
    expect(Object.keys(de).filter((code) => !documented.has(code))).toEqual([]))
  test('are the same in both languages', () => expect(Object.keys(fr)).toEqual(Object.keys(de)))
})
