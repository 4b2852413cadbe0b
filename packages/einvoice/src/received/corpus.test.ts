import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { EInvoiceError } from '../einvoice-error.ts'
import { formatDecimal, parseDecimal } from '../model/decimal.ts'
import { firstReceived } from './small.testing.ts'

const SHARED = join(import.meta.dirname, '../../../../../shared')
const CORPUS = join(SHARED, 'einvoice/corpus')
const REPORTS = join(SHARED, 'reports/einvoices')
const hasFolder = existsSync(CORPUS) && existsSync(REPORTS)
const REASON = hasFolder
  ? ''
  : ': skipped, because the folder of documents is not beside the project'

interface Expected {
  readonly file: string
  readonly readable: boolean
  readonly issue_date?: string
  readonly due_date?: string | null
  readonly type_code?: string
  readonly totals?: { readonly due?: string; readonly gross?: string }
}

const expectedIn = (): readonly Expected[] =>
  hasFolder ? JSON.parse(readFileSync(join(CORPUS, 'expected.json'), 'utf8')) : []

/** The list has the day of the discount for these. */
const FULL_AMOUNT: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['mustang-test--Extended_SubInvoiceLines_Hardware_Bsp2', '2026-06-13'],
    ['mustang-test--Extended___SubInvoiceLines_Buero_Material_Bsp3__', '2026-06-13'],
    ['mustang-test--ZUGFeRD_Extended__Abschlagsrechnung_SubInvoiceLine_u_LV_Nr_', '2026-06-13'],
    ['mustang-test--invalidSubInvoiceLineHierarchy', '2026-06-13'],
    ['zugferd-2.5.2-extended--factur-x-23', '2026-06-13'],
    ['zugferd-2.5.2-extended--factur-x-25', '2026-06-13'],
    ['zugferd-2.5.2-extended--factur-x-9', '2025-06-27'],
  ].map(([name, day = '']) => [`cii/${name}.xml`, day]),
)

const report = (name: string): Uint8Array => {
  const file = readdirSync(REPORTS).find((it) => it.startsWith(`${name}-`) || it === name)
  if (file === undefined) throw new Error(`There is no ${name}.`)
  return readFileSync(join(REPORTS, file))
}

const plain = (amount: string | undefined): string | undefined => {
  const value = amount === undefined ? undefined : parseDecimal(amount)
  return value && formatDecimal(value)
}

describe.skipIf(!hasFolder)(`documents of others${REASON}`, () => {
  test('dates and amounts to pay are those of the files', () => {
    const wrong = expectedIn()
      .filter(({ readable }) => readable)
      .flatMap(({ file, issue_date, due_date, totals }) => {
        const found = receivedOr(readFileSync(join(CORPUS, file)))
        if (typeof found === 'string') return []
        const { content } = found
        return [
          content.issue_date === issue_date ? [] : [`${file}: issued ${content.issue_date}`],
          due_date === undefined || content.due_date === (FULL_AMOUNT[file] ?? due_date)
            ? []
            : [`${file}: due ${content.due_date} instead of ${due_date}`],
          totals?.due === undefined || plain(content.totals.due) === plain(totals.due)
            ? []
            : [`${file}: to pay ${content.totals.due} instead of ${totals.due}`],
        ].flat()
      })
    expect(wrong).toEqual([])
  })

  test('every file is received, or refused with a code', () => {
    for (const name of readdirSync(REPORTS).filter((it) => it !== 'README.md'))
      receivedOr(readFileSync(join(REPORTS, name)))
  })

  test.each([
    ['f05', { due: '1068.80' }, '2026-12-02'],
    ['f06', { due: '100.00' }, null],
    ['f20', { due: '122.00' }, '2026-12-02'],
    ['k09', { due: '133.00' }, '2026-12-02'],
    ['k13', { due: '0.00', paid: '123.00' }, null],
    ['k15', { due: '100.00' }, null],
    ['k16', { due: '123.00' }, '2026-12-02'],
    ['r02', { tax_currency: 'EUR', tax_in_tax_currency: '17.40' }, '2026-12-02'],
    ['r20', { due: '119.00' }, '2026-12-10'],
    ['s01', { due: '119.00' }, '2026-12-02'],
    ['s02', { due: '119.00' }, '2026-12-02'],
    ['r07b', { due: '119.00' }, null],
  ])('%s: amount to pay and due date', (name, totals, dueDate) => {
    const { content } = firstReceived(report(name))
    expect(content.totals).toMatchObject(totals)
    expect(content.due_date).toBe(dueDate)
  })

  test.each([
    'f23',
    'f24',
    'f27',
    'f29',
    'f30',
    'f32',
    'k18',
    'k19',
    'r07',
    't01',
    't03',
    't06',
    'h37',
    'h38',
    'i17b',
    'i17c',
  ])('%s: 422 einvoice_incomplete', (name) => {
    expect(receivedOr(report(name))).toBe('einvoice_incomplete')
  })
})

/** The code of its refusal. */
function receivedOr(file: Uint8Array) {
  try {
    return firstReceived(file)
  } catch (error) {
    if (error instanceof EInvoiceError) return error.code
    throw error
  }
}
