import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Command } from 'commander'
import { AppError } from '../../kernel/errors.ts'
import { IMPORTER } from '../../operations/transfer/importer.ts'
import type { BankFile } from '../../receivables/bank/file.ts'
import { matchEntries } from '../../receivables/bank/match.ts'
import { tryBankFile, uploadBankFile } from '../../receivables/bank/upload.ts'
import { EXIT } from './exit.ts'
import { withApp } from './local.ts'
import { print, printJson } from './terminal.ts'

interface Options {
  readonly account?: string
  readonly profile?: string
  readonly dryRun?: boolean
  readonly json?: boolean
}

interface Result {
  readonly path: string
  /** Null: refused. */
  readonly file: BankFile | null
  readonly isKnown: boolean
  readonly refusal: AppError | null
}

/** `billwright bank import …`: exit code 0 after success, 1 if a file was refused. */
export function registerBank(program: Command): void {
  program
    .command('bank')
    .description('statements of your bank')
    .command('import')
    .description('store the entries of bank statements, and find the invoices that they pay')
    .argument('<files...>', 'camt.053, camt.054, MT940, CODA, GPC, CSV, or a ZIP archive of them')
    .option('--account <id>', 'the bank account, for files that do not name it')
    .option('--profile <id>', 'the CSV mapping; without it, one that fits')
    .option('--dry-run', 'only read the files; store nothing')
    .option('--json', 'print the result as JSON')
    .action(async (paths: readonly string[], options: Options) => {
      const results = await withApp(async ({ workFor, company }) => {
        const work = workFor(IMPORTER, company)
        const found: Result[] = []
        for (const path of paths) found.push(await importOne(work, path, options))
        const { signal } = new AbortController()
        if (options.dryRun !== true) await matchEntries(work, { signal, check: async () => {} })
        return found
      })
      if (options.json) printJson(results.map(toJson))
      else print(results.map(inWords).join('\n'))
      if (results.some(({ refusal }) => refusal !== null)) process.exitCode = EXIT.fault
    })
}

async function importOne(
  work: Parameters<typeof uploadBankFile>[0],
  path: string,
  { account, profile, dryRun = false }: Options,
): Promise<Result> {
  const given = {
    bytes: readFileSync(path),
    name: basename(path),
    bankAccountId: account ?? null,
    profileId: profile ?? null,
  }
  try {
    if (dryRun) return { path, file: await tryBankFile(work, given), isKnown: false, refusal: null }
    return { path, ...(await uploadBankFile(work, given)), refusal: null }
  } catch (error) {
    if (error instanceof AppError) return { path, file: null, isKnown: false, refusal: error }
    throw error
  }
}

const toJson = ({ path, file, isKnown, refusal }: Result) => ({
  path,
  id: file?.id ?? null,
  format: file?.format ?? null,
  already_imported: isKnown,
  new: file?.added ?? 0,
  known: file?.known ?? 0,
  pending: file?.pending ?? 0,
  problems: file?.problems ?? [],
  code: refusal?.code ?? null,
  message: refusal?.message ?? null,
})

function inWords({ path, file, isKnown, refusal }: Result): string {
  if (file === null) return `${path}: ${refusal?.message ?? 'refused'}`
  if (isKnown) return `${path}: imported before`
  const { added, known, pending, problems } = file
  const counts = `${added} new, ${known} known, ${pending} pending`
  return [`${path}: ${file.format}, ${counts}`, ...problems].join('; ')
}
