import { existsSync } from 'node:fs'
import { type Command, InvalidArgumentError } from 'commander'
import { gapView } from '../../books/audit/archive.ts'
import type { AuditReport, Break, Gap } from '../../books/audit/report.ts'
import { withSnapshot } from '../../books/audit/snapshot.ts'
import { withStoredObjects } from '../../books/audit/stored-objects.ts'
import { type Progress, verifyDatabase } from '../../books/audit/verify.ts'
import { verifyAll } from '../../books/audit/verify-all.ts'
import { verifyArchive } from '../../books/audit/verify-archive.ts'
import type { Company } from '../../core/companies/company.ts'
import { systemClock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import { chosenCompany, isCompanyNamed, namedCompany } from './company.ts'
import { EXIT, unavailable, wrongUsage } from './exit.ts'
import { withDatabase } from './installation.ts'
import { note, print, printJson, withBar } from './terminal.ts'

const GAPS_SHOWN_MAX = 20
const FAULTS_SHOWN_MAX = 20

export function registerVerify(program: Command): void {
  program
    .command('verify')
    .description('verify the revision chain, every invoice and every number')
    .argument('[file]', 'an archive from GET /audit/export, checked without the database')
    .option('--all', 'every company, one after another')
    .option('--parallel <n>', 'with --all: number of companies at once; default: 1', toParallel)
    .option('--since-verified', 'with --all: only companies that changed since they were verified')
    .option('--objects', 'also read the files in the object store')
    .option('--json', 'print the report as JSON')
    .action(async (file: string | undefined, { all, json, ...options }: VerifyOptions) => {
      if (options.objects && (file !== undefined || options.sinceVerified))
        throw wrongUsage(
          '--objects reads the store for whole companies: leave out the file and --since-verified.',
        )
      if (all && (file !== undefined || isCompanyNamed()))
        throw wrongUsage('--all verifies every company: leave out the file and --company.')
      if (!all && (options.parallel || options.sinceVerified))
        throw wrongUsage('--parallel and --since-verified belong to --all. Add it.')
      if (all) return verifyCompanies(options, json ?? false)
      const stored = { choose: chosenCompany, withObjects: options.objects ?? false }
      const report = await withBar('Verifying', (onProgress) =>
        file === undefined ? verifyStored(onProgress, stored) : verifyFile(file, onProgress),
      )
      tellReport(report, json ?? false)
    })
}

/** Verifies the company with that id or handle. */
export async function verifyNamed(name: string, isJson: boolean): Promise<void> {
  const stored = { choose: (db: Db) => namedCompany(db, name), withObjects: false }
  tellReport(await withBar('Verifying', (onProgress) => verifyStored(onProgress, stored)), isJson)
}

function tellReport(report: AuditReport, isJson: boolean): void {
  if (isJson) printJson(reportView(report))
  else printReport(report)
  if (!report.ok) process.exitCode = EXIT.fault
}

interface VerifyOptions {
  readonly all?: boolean
  readonly parallel?: number
  readonly sinceVerified?: boolean
  readonly objects?: boolean
  readonly json?: boolean
}

const PARALLEL_MAX = 64

function toParallel(text: string): number {
  const parallel = Number(text)
  if (Number.isInteger(parallel) && parallel >= 1 && parallel <= PARALLEL_MAX) return parallel
  throw new InvalidArgumentError(`Use a whole number from 1 to ${PARALLEL_MAX}.`)
}

/** Prints a company as soon as a fault of it is found, and the sum at the end. */
async function verifyCompanies(
  { parallel = 1, sinceVerified = false, objects = false }: VerifyOptions,
  isJson: boolean,
): Promise<void> {
  const config = await withDatabase(async (_db, config) => config)
  const counts = await verifyAll({
    config,
    clock: systemClock,
    parallel,
    sinceVerified,
    withObjects: objects,
    onCompany: (company, report) => {
      if (report.ok) return
      note(`${company.name} (${company.id}):`)
      if (isJson) note(JSON.stringify(reportView(report)))
      else printReport(report)
    },
  })
  const { verified, faulty, passedOver, anchors } = counts
  const isOk = faulty === 0 && anchors.faults.length === 0
  if (isJson) printJson({ ok: isOk, verified, faulty, passed_over: passedOver, anchors })
  else {
    print(
      `Verified ${verified} companies; ${passedOver} have not changed since they were verified.`,
    )
    print(`Checked ${anchors.checked} anchors.`)
    for (const fault of anchors.faults.slice(0, FAULTS_SHOWN_MAX)) print(fault)
    if (anchors.faults.length > FAULTS_SHOWN_MAX)
      print(
        `… ${anchors.faults.length - FAULTS_SHOWN_MAX} more faults of anchors; --json lists all.`,
      )
    if (faulty > 0) print(`Faults found in ${faulty} companies.`)
    if (isOk) print('No faults found.')
  }
  if (!isOk) process.exitCode = EXIT.fault
}

interface Stored {
  readonly choose: (db: Db) => Promise<Company>
  readonly withObjects: boolean
}

const verifyStored = (
  onProgress: Progress,
  { choose, withObjects }: Stored,
): Promise<AuditReport> =>
  withDatabase((db, config) =>
    withStoredObjects({ config, db, isRead: withObjects }, (stateOf) =>
      withSnapshot(config.database, (scope) => verifyDatabase(scope, onProgress, stateOf), choose),
    ),
  )

async function verifyFile(file: string, onProgress: Progress): Promise<AuditReport> {
  if (!existsSync(file)) throw unavailable(`The file ${file} does not exist.`)
  return verifyArchive(file, onProgress)
}

/** The output of `--json`, for verify and commands that verify. */
export const reportView = (report: AuditReport) => ({
  ok: report.ok,
  revisions: report.revisions,
  invoices: report.invoices,
  numbers: report.numbers,
  head: { sequence: `${report.head.sequence}`, hash: report.head.hash },
  first_break: report.breaks[0] ? breakView(report.breaks[0]) : null,
  breaks: report.breaks.map(breakView),
  break_count: report.breakCount,
  gaps: report.gaps.map(gapView),
})

const breakView = ({ invoiceId, revision, ...found }: Break) => ({
  ...found,
  invoice_id: invoiceId,
  revision: revision === null ? null : `${revision}`,
})

function printReport(report: AuditReport): void {
  const [first, ...others] = report.breaks
  if (first) printBreak(first)
  for (const { message } of others) print(`  also: ${message}`)
  const untold = report.breakCount - report.breaks.length
  if (untold > 0) print(`  and ${untold} more.`)
  for (const gap of report.gaps.slice(0, GAPS_SHOWN_MAX)) print(gapText(gap))
  if (report.gaps.length > GAPS_SHOWN_MAX)
    print(`… ${report.gaps.length - GAPS_SHOWN_MAX} more gaps; --json lists all.`)
  const { revisions, invoices, numbers, head } = report
  print(`Checked ${revisions} revisions, ${invoices} invoices and ${numbers} numbers.`)
  print(`Head of the chain: ${head.sequence} ${head.hash}`)
  print(report.ok ? 'No faults found.' : 'Faults found.')
}

function printBreak({ message, field, expected, found }: Break): void {
  print(`First break: ${message}`)
  if (field !== null) print(`  field     ${field}`)
  if (expected !== null) print(`  expected  ${expected}`)
  if (found !== null) print(`  found     ${found}`)
}

function gapText({ series, from, to, deleted }: Gap): string {
  const place = from === to ? `${from}` : `${from} to ${to}`
  return deleted
    ? `Gap in ${series}: ${place}, formerly ${deleted.number}, deleted ${deleted.at} (revision ${deleted.revision}).`
    : `Gap in ${series}: ${place}. No revision explains it.`
}
