import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatMinor } from '@billwright/money'
import { describe, expect, test } from 'vitest'
import { BankFileError } from './bank-file-error.ts'
import type { CsvProfile } from './csv/profile.ts'
import { readBankFile } from './read-bank-file.ts'
import type { BankEntry } from './statement.ts'

const FOLDER = join(import.meta.dirname, '../../../../shared/statements')
const hasFolder = existsSync(join(FOLDER, 'cases.json'))

interface Expected {
  readonly refused?: string
  readonly format?: string | null
  readonly statements?: number
  readonly already_imported?: boolean
  readonly new?: number
  readonly known?: number
  readonly pending?: number
  readonly problems?: readonly string[]
  readonly entries?: readonly Readonly<Record<string, unknown>>[]
}

interface Step {
  readonly op: string
  readonly file: string
  readonly profile?: CsvProfile
  readonly expect: Expected
}

interface Case {
  readonly id: string
  readonly title: string
  readonly steps: readonly Step[]
}

const cases = (): readonly Case[] =>
  hasFolder ? JSON.parse(readFileSync(join(FOLDER, 'cases.json'), 'utf8')).cases : []

/** Those that read a file for the first time. */
const imports = cases().flatMap(({ id, title, steps }) =>
  steps
    .filter(({ op, expect: expected }) => op === 'import' && expected.already_imported !== true)
    .map((step) => ({ name: `${id} ${step.file.replace('files/', '')}: ${title}`, step })),
)

const letters = (text: unknown): unknown =>
  typeof text === 'string' ? text.replace(/[^\p{L}\p{N}]/gu, '') : text

/** What a case says of an entry. */
const told = (entry: BankEntry) => ({
  booking_date: entry.bookingDate,
  value_date: entry.valueDate,
  amount: formatMinor(entry.amountMinor, entry.currency),
  currency: entry.currency,
  name: entry.name,
  ultimate_name: entry.ultimateName,
  iban: entry.iban,
  end_to_end: entry.endToEnd,
  references: entry.references.map(({ value }) => value),
  bank_reference: entry.bankReference,
  text: letters(entry.text),
  return_reason: entry.returnReason,
})

describe.skipIf(!hasFolder)(
  `statements as banks write them${hasFolder ? '' : ' (skipped: ../shared/statements is not there)'}`,
  () => {
    test.each(imports)('$name', ({ step: { file, profile, expect: expected } }) => {
      const bytes = readFileSync(join(FOLDER, file))
      const read = () => readBankFile(bytes, profile ? { profile } : {})
      // Which accounts are ours is known only to the service.
      if (expected.refused !== undefined && expected.refused !== 'bank_account_unknown') {
        const refused = (error: unknown) =>
          error instanceof BankFileError && error.code === expected.refused
        expect(read).toThrow(expect.toSatisfy(refused))
        return
      }
      const { format, statements } = read()
      if (expected.refused === 'bank_account_unknown') {
        expect(statements.map((it) => it.account.iban)).not.toContain(null)
        return
      }
      expect({
        format,
        statements: statements.length,
        pending: statements.reduce((sum, it) => sum + it.pending, 0),
        problems: statements.flatMap((it) => it.problems),
      }).toEqual({
        format: expected.format,
        statements: expected.statements,
        pending: expected.pending,
        problems: expected.problems?.filter((it) => it !== 'gap'),
      })
      const entries = statements
        .flatMap((it) => it.entries)
        .toSorted((a, b) => a.bookingDate.localeCompare(b.bookingDate))
      expect(entries).toHaveLength((expected.new ?? 0) + (expected.known ?? 0))
      // Entries that were there before are not listed.
      const found = entries.map(told)
      for (const { bank_account: _, match: __, ...entry } of expected.entries ?? [])
        expect(found).toContainEqual({ ...entry, text: letters(entry.text) })
    })
  },
)
