import { readFileSync } from 'node:fs'
import { readText } from '@billwright/rules/table-text'
import {
  faultOfMandateReference,
  isInEea,
  mandateReferenceKey,
  NAME_MAX,
  readSepaIban,
  toSepaText,
} from '@billwright/sepa'
import type { Command } from 'commander'
import { parse } from 'csv-parse/sync'
import { addDays } from '../../kernel/calendar.ts'
import { EXIT, wrongUsage } from './exit.ts'
import { print, printJson, printTable } from './terminal.ts'

interface Fault {
  readonly line: number
  readonly column: string
  /** The code with which the API would refuse the mandate. */
  readonly code: string
  readonly value: string
}

const COLUMNS = ['reference', 'iban', 'account_holder', 'signed_on'] as const

/** `billwright mandates check FILE`: exit code 1 if a mandate has a fault. Needs no service. */
export function registerMandates(program: Command): void {
  program
    .command('mandates')
    .description('SEPA mandates')
    .command('check')
    .description('check mandates from another program before you record them')
    .argument('<file>', `CSV with the columns ${COLUMNS.join(', ')}, and optionally bic`)
    .option('--json', 'print the faults as JSON')
    .action((file: string, { json }: { readonly json?: boolean }) => {
      const rows = readRows(file)
      const faults = faultsOf(rows)
      if (json) printJson({ mandates: rows.length, faults })
      else if (faults.length === 0) print(`${rows.length} mandates, no fault.`)
      else
        printTable(
          ['LINE', 'COLUMN', 'FAULT', 'VALUE'],
          faults.map(({ line, column, code, value }) => [String(line), column, code, value]),
        )
      if (faults.length > 0) process.exitCode = EXIT.fault
    })
}

type Row = Readonly<Record<string, string | undefined>>

function readRows(file: string): readonly Row[] {
  let table: ReturnType<typeof readText>
  try {
    table = readText(readFileSync(file))
  } catch {
    throw wrongUsage(`The file ${file} cannot be read.`)
  }
  if (!table) throw wrongUsage(`The file ${file} is not a text file. Save it as CSV.`)
  const { text, delimiter } = table
  const rows: readonly Row[] = parse(text, {
    ...{ delimiter, columns: (names: readonly string[]) => names.map((it) => it.trim()) },
    ...{ bom: true, trim: true, skip_empty_lines: true, relax_column_count: true },
  })
  const missing = COLUMNS.filter((name) => rows.length > 0 && rows[0]?.[name] === undefined)
  if (rows.length === 0 || missing.length > 0)
    throw wrongUsage(`The first line of ${file} must name the columns ${COLUMNS.join(', ')}.`)
  return rows
}

function faultsOf(rows: readonly Row[]): readonly Fault[] {
  const seen = new Map<string, number>()
  return rows.flatMap((row, index) => {
    // The first line names the columns.
    const line = index + 2
    const { reference = '', iban = '', account_holder: holder = '', signed_on: day = '' } = row
    const key = mandateReferenceKey(reference)
    const isTwin = seen.has(key)
    seen.set(key, line)
    const read = readSepaIban(iban)
    const isOutside = read !== null && !isInEea(read)
    const faults: readonly (readonly [column: string, code: string] | false)[] = [
      faultOfMandateReference(reference) !== null && ['reference', 'mandate_reference_invalid'],
      isTwin && ['reference', 'mandate_exists'],
      read === null && ['iban', 'iban_invalid'],
      isOutside && (row.bic ?? '') === '' && ['bic', 'address_required'],
      toSepaText(holder, { umlauts: 'strip', max: NAME_MAX }) === null && [
        'account_holder',
        'name_not_writable',
      ],
      !isDay(day) && ['signed_on', 'format'],
    ]
    return faults.flatMap((it) =>
      it === false ? [] : { line, column: it[0], code: it[1], value: row[it[0]] ?? '' },
    )
  })
}

const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text
