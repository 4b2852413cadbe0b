import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Command } from 'commander'
import { type AuditReport, isUnexplained } from '../../books/audit/report.ts'
import { unreadObjects } from '../../books/audit/stored-objects.ts'
import { verifyDatabase } from '../../books/audit/verify.ts'
import { createDirectory, existingCompanies } from '../../core/companies/directory.ts'
import { systemClock } from '../../platform/clock.ts'
import { openDatabase } from '../../platform/database/db.ts'
import { PRIVATE_FOLDER } from '../../platform/private-file.ts'
import { CommandError, EXIT, unavailable, wrongUsage } from './exit.ts'
import { requireInstallation } from './installation.ts'
import { copyOnline } from './sqlite-file.ts'
import { note, print, printJson, withBar } from './terminal.ts'

/** The PostgreSQL commands that replace `backup` and `restore`. */
export const POSTGRES_COMMANDS = `PostgreSQL has its own tools for this; use them with the DATABASE_URL of the service:

  pg_dump --format=custom --no-owner --file=billwright.dump "$DATABASE_URL"
  pg_restore --clean --if-exists --no-owner --single-transaction --dbname="$DATABASE_URL" billwright.dump

pg_dump sees the database as of one moment and lets the service write. After restoring, before the service starts:

  billwright verify
  billwright automation pause`

export function registerBackup(program: Command): void {
  program
    .command('backup')
    .description('copy the SQLite database to a file while the service runs')
    .argument('<file>', 'the new file; must not exist unless --force is given')
    .option('--force', 'overwrite an existing file')
    .option('--json', 'print the result as JSON')
    .action(
      async (file: string, options: { readonly force?: boolean; readonly json?: boolean }) => {
        const { database } = requireInstallation()
        if (database.engine === 'postgres') throw wrongUsage(POSTGRES_COMMANDS)
        const target = resolve(file)
        if (target === database.path)
          throw wrongUsage('This file is the database itself. Choose another name.')
        if (existsSync(target) && !options.force)
          throw unavailable(`${target} already exists. Choose another name, or use --force.`)
        mkdirSync(dirname(target), { recursive: true, mode: PRIVATE_FOLDER })
        await withBar('Copying', (onProgress) => copyOnline(database.path, target, onProgress))
        const { size } = statSync(target)
        if (options.json) printJson({ ok: true, file: target, bytes: size })
        else print(`${target}: ${size} bytes. The integrity check passed.`)
      },
    )
}

/** Verifies each company of a database file and counts their invoices. Prints the first fault and throws. */
export async function requireVerified(path: string): Promise<number> {
  const db = openDatabase({ engine: 'sqlite', path })
  try {
    let invoices = 0
    for await (const entry of existingCompanies(createDirectory({ db, clock: systemClock }))) {
      const report = await withBar('Verifying', (onProgress) =>
        verifyDatabase({ db, companyId: entry.number, company: entry }, onProgress, unreadObjects),
      )
      if (!report.ok) refuse(report)
      invoices += report.invoices
    }
    return invoices
  } finally {
    await db.destroy()
  }
}

function refuse({ breaks, gaps }: AuditReport): never {
  const gap = gaps.find(isUnexplained)
  note(breaks[0]?.message ?? `Series ${gap?.series} lacks ${gap?.from}.`)
  throw new CommandError('`verify` found faults in it; nothing was replaced.', EXIT.fault)
}
