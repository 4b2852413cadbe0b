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

describe('the words of errors', () => {
  test('name documented codes only', () =>
    expect(Object.keys(de).filter((code) => !documented.has(code))).toEqual([]))
  test('are the same in both languages', () => expect(Object.keys(fr)).toEqual(Object.keys(de)))
})
