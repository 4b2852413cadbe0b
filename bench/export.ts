import { execFileSync } from 'node:child_process'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createApp, type Services } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { newDraft } from '../src/invoices/draft.ts'
import { toInvoiceRow, toItemRows, toTaxRows } from '../src/invoices/rows.ts'
import { createPdfRenderer } from '../src/platform/browser/pdf/renderer.ts'
import { systemClock } from '../src/platform/clock.ts'
import { type Db, migrate, openDatabase } from '../src/platform/database/db.ts'
import { newId } from '../src/platform/ids.ts'
import { createLogger } from '../src/platform/logger.ts'
import { createOutboundClient } from '../src/platform/outbound/client.ts'
import type { ExportFormat } from '../src/transfer/export.ts'

/**
 * Exports many invoices and prints how long it took and how much memory it took at most:
 * `node bench/export.ts [count]`. Filling and each format have a process of their own, so that the
 * peak of one says nothing of another.
 */
const [step = '100000', folder = '', count = '0'] = process.argv.slice(2)
const ROWS_PER_INSERT = 200
const FORMATS: readonly ExportFormat[] = ['csv', 'jsonl']

function runAll(invoices: number): void {
  const place = mkdtempSync(join(tmpdir(), 'billwright-bench-'))
  try {
    const own = process.argv[1] ?? ''
    for (const name of ['fill', ...FORMATS])
      execFileSync(process.execPath, [...process.execArgv, own, name, place, `${invoices}`], {
        stdio: 'inherit',
      })
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

async function withService(work: (db: Db, services: Services) => Promise<void>): Promise<void> {
  const config = readConfig({ DATA_DIR: folder })
  const db = openDatabase(config.database)
  await migrate(db)
  const outbound = createOutboundClient({ allow: [] })
  const renderer = createPdfRenderer({
    chromiumPath: null,
    remoteUrl: null,
    concurrency: 1,
    cacheDir: join(folder, 'cache'),
    log: () => {},
  })
  const logger = createLogger('silent')
  const rest = { clock: systemClock, timeZone: 'UTC', version: '0.0.0' }
  const { server, services } = await createApp({ config, db, outbound, renderer, logger, ...rest })
  await work(db, services)
  await server.close()
  await Promise.all([renderer.close(), outbound.close()])
  await db.destroy()
}

const measure = (format: ExportFormat) => async (_db: Db, services: Services) => {
  const before = megabytes()
  const begin = performance.now()
  const text = services.transfer.exports.invoices({}, { format, bom: false })
  await pipeline(Readable.from(text), createWriteStream(join(folder, `export.${format}`)))
  const seconds = ((performance.now() - begin) / 1000).toFixed(1)
  console.log(
    `${format}: ${count} invoices in ${seconds} s; ${before} MB before, peak ${megabytes()} MB`,
  )
}

/** The most that the process ever had; the system counts it in kilobytes. */
const megabytes = (): number => Math.ceil(process.resourceUsage().maxRSS / 1024)

/** Rows are written directly: issuing each would take minutes and is not measured here. */
async function fill(on: Db, services: Services): Promise<void> {
  const customer = await services.customers.create(on, { name: 'Fernweh Books' })
  const context = {
    settings: await services.settings.current(on),
    customer,
    today: '2026-11-21',
    now: '2026-11-21T09:30:00.000Z',
    newItemId: () => newId('itm'),
  }
  const item = {
    description: 'Cover design',
    quantity: '1.5',
    unit_price: '80',
    tax: { rate: '19' },
  }
  const total = Number(count)
  const items = [item, { ...item, description: 'Typesetting' }]
  for (let start = 0; start < total; start += ROWS_PER_INSERT) {
    const drafts = Array.from({ length: Math.min(ROWS_PER_INSERT, total - start) }, () =>
      newDraft(newId('inv'), { customer_id: customer.id, items }, context),
    )
    await on.transaction().execute(async (trx) => {
      const rows = drafts.map((draft) => toInvoiceRow(draft, customer.name, null))
      await trx.insertInto('invoices').values(rows).execute()
      await trx.insertInto('invoice_items').values(drafts.flatMap(toItemRows)).execute()
      await trx.insertInto('invoice_taxes').values(drafts.flatMap(toTaxRows)).execute()
    })
  }
}

if (folder === '') runAll(Number(step))
else await withService(step === 'fill' ? fill : measure(step as ExportFormat))
