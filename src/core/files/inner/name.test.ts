import { describe, expect, test } from 'vitest'
import { AppError } from '../../../kernel/errors.ts'
import { FILE_KINDS, type FileKind } from '../kind.ts'
import { fileNameFor, uniqueName } from './name.ts'

const kind = (suffix: string): FileKind => {
  const found = FILE_KINDS.find(({ suffixes }) => suffixes.includes(suffix))
  if (!found) throw new Error(suffix)
  return found
}
const refusal = (name: string, suffix = 'pdf') => {
  try {
    return fileNameFor(name, kind(suffix))
  } catch (error) {
    if (error instanceof AppError) return error.faults[0]?.code ?? error.code
    throw error
  }
}

describe('the name of a file', () => {
  test.each([
    ['Plan.pdf', 'Plan.pdf'],
    ['Plan', 'Plan.pdf'],
    ['PLAN.PDF', 'PLAN.PDF'],
    ['  Stundenzettel März 2026.pdf ', 'Stundenzettel März 2026.pdf'],
    ['../../etc/passwd', '-..-etc-passwd.pdf'],
    ['C:\\Users\\ida\\Plan.pdf', 'C-Users-ida-Plan.pdf'],
    ['.htaccess.pdf', 'htaccess.pdf'],
    ['"a"<b>.pdf', '-a-b-.pdf'],
    ['Version 1.2 of the plan', 'Version 1.2 of the plan.pdf'],
    ['Cafe\u0301.pdf', 'Café.pdf'],
    [`${'a'.repeat(300)}.pdf`, `${'a'.repeat(116)}.pdf`],
  ])('%j is kept as %j', (given, kept) => {
    expect(fileNameFor(given, kind('pdf'))).toBe(kept)
  })

  test.each([
    ['invoice\u202efdp.exe', 'invalid_text'],
    ['a\nb.pdf', 'invalid_text'],
    ['', 'required'],
    [' . ', 'required'],
    ['\u200b', 'required'],
    ['invoice.exe', 'file_type_refused'],
    ['page.html', 'file_type_refused'],
    ['sheet.xlsm', 'file_type_refused'],
  ])('%j is refused with %s', (given, code) => {
    expect(refusal(given)).toBe(code)
  })

  test('a picture may end in jpg, jpeg or jpe', () => {
    expect(['a.jpg', 'a.jpeg', 'a.jpe'].map((name) => refusal(name, 'jpg'))).toEqual([
      'a.jpg',
      'a.jpeg',
      'a.jpe',
    ])
  })

  test('a name that is taken in any case gets a number', () => {
    expect(uniqueName('Plan.pdf', [])).toBe('Plan.pdf')
    expect(uniqueName('Plan.pdf', ['plan.PDF'])).toBe('Plan (2).pdf')
    expect(uniqueName('Plan.pdf', ['Plan.pdf', 'Plan (2).pdf'])).toBe('Plan (3).pdf')
  })
})
