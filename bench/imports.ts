import { createWriteStream, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fattura } from '../packages/einvoice/src/received/small.testing.ts'
import { requireCompanyByNumber } from '../src/core/companies/directory.ts'
import { importDrafts } from '../src/einvoicing/documents/import/import.ts'
import { receiveSupplierInvoice } from '../src/einvoicing/supplier-invoices/change.ts'
import { exportCompany } from '../src/operations/lifecycle/lifecycle.ts'
import type { CsvSource } from '../src/operations/transfer/csv/source.ts'
import { importFile } from '../src/operations/transfer/imports/file.ts'
import type { ImportKindName } from '../src/operations/transfer/imports/import.ts'
import { invoice, item, writeInvio } from '../src/operations/transfer/inner/invio/invio.testing.ts'
import { pause } from '../src/platform/clock.ts'
import { runCommand } from '../test/cli-run.ts'
import { supplierXml } from '../test/supplier-xml.ts'
import { type Figure, quantile } from './measure.ts'
import { LOUD, openTwoCompanies, QUIET } from './neighbors.ts'
import { analyze, type Engine, type Place } from './place.ts'
import { lineOf } from './report.ts'

/** `IMPORTED=1000` for a quick look; `IMPORTS=products,entries` for some kinds. */
const ROWS = Number(process.env.IMPORTED ?? 20_000)
const ONLY = process.env.IMPORTS?.split(',')
const LIMIT_MS = 300
/** Between two writes of the quiet company, so that they meet the import at any time. */
const PAUSE_MS = 10
const PASSPHRASE = 'correct horse battery'
/** As many e-invoices as one file may have. They are saved at once. */
const LOT = 50

type Companies = Awaited<ReturnType<typeof openTwoCompanies>>

/** How long the writes of a quiet company take while another one imports: each kind, and an archive of all of it. */
export async function benchImports(place: Place, engine: Engine): Promise<Figure[]> {
  const both = await openTwoCompanies(place, engine)
  const figures: Figure[] = []
  const measure = async (companies: Companies, name: string, work: () => Promise<unknown>) => {
    if (ONLY && !ONLY.includes(name)) return
    const begin = performance.now()
    const waits = await waitsWhile(companies, work)
    const add = (figure: Omit<Figure, 'part' | 'engine'>) => {
      const whole = { part: 'imports', engine, ...figure }
      console.error(lineOf(whole))
      figures.push(whole)
    }
    const p95 = { value: quantile(waits, 0.95), limit: LIMIT_MS, limitName: 'the aim' }
    add({ name: `${name}: p95 of another company’s writes`, ...p95, unit: 'ms' })
    add({ name: `${name}: the longest of ${waits.length}`, value: Math.max(...waits), unit: 'ms' })
    add({ name: `${name}: the import`, value: (performance.now() - begin) / 1000, unit: 's' })
  }
  try {
    await analyze(both.url)
    for (const [name, work] of Object.entries(worksOf(both))) await measure(both, name, work)
    const archive = join(both.dataDir, 'company.zip')
    await exportTo(both, archive)
    const other = await openTwoCompanies(place, engine)
    try {
      await measure(other, 'company archive', () => importArchive(other, archive))
    } finally {
      await other.close()
    }
  } finally {
    await both.close()
  }
  return figures
}

/** Milliseconds of each write of the quiet company until the work is done. */
async function waitsWhile({ create }: Companies, work: () => Promise<unknown>) {
  const waits: number[] = []
  let isOver = false
  const quiet = (async () => {
    while (!isOver) {
      const begin = performance.now()
      await create(QUIET)
      waits.push(performance.now() - begin)
      await pause(PAUSE_MS)
    }
  })()
  await work().finally(() => {
    isOver = true
  })
  await quiet
  return waits
}

/** In this order: payments pay the invoices. */
function worksOf({ workOf, dataDir }: Companies) {
  const invio = invioOf(ROWS)
  const importAll = async (kind: ImportKindName, source: CsvSource) => {
    const file = { kind, source, dryRun: false, duplicates: 'create' } as const
    const { ok, faults } = await importFile(workOf(LOUD), file)
    if (!ok) throw new Error(`${kind}: ${JSON.stringify(faults.slice(0, 3))}`)
  }
  const csv = (kind: ImportKindName, head: string, row: (at: number) => string) => async () => {
    const path = join(dataDir, `${kind}.csv`)
    writeFileSync(path, [head, ...numbers(ROWS).map(row)].join('\n'))
    await importAll(kind, path)
  }
  return {
    products: csv(
      'products',
      'name,item_number,price.unit_price,price.currency',
      (at) => `Part ${at},P-${at},9.90,EUR`,
    ),
    customers: csv('customers', 'name,email', (at) => `Buyer ${at},b${at}@buyer.example`),
    entries: csv(
      'entries',
      'customer,date,description,quantity,unit_price,currency',
      (at) => `Fernweh Books,2026-05-01,Work ${at},1,80,EUR`,
    ),
    invoices: csv(
      'invoices',
      'invoice,external_id,customer_name,status,issue_date,description,quantity,unit_price,tax.rate',
      (at) => `${at},shop:${at},Fernweh Books,sent,2026-05-01,Work ${at},1,80,19`,
    ),
    payments: csv(
      'payments',
      'invoice_external_id,amount,paid_at,method',
      (at) => `shop:${at},10,2026-05-02,bank_transfer`,
    ),
    Invio: () => importAll('invio', invio),
    'e-invoices': async () => {
      for (let made = 0; made < ROWS; made += LOT) {
        const bodies = numbers(LOT).map((at) => ({ number: `F-${made + at}` }))
        const file = Buffer.from(fattura(...bodies))
        await importDrafts(workOf(LOUD), { file, attachment: undefined, customerId: undefined })
      }
    },
    'supplier invoices': async () => {
      for (const at of numbers(ROWS))
        await receiveSupplierInvoice(workOf(LOUD), { file: Buffer.from(supplierXml(`R-${at}`)) })
    },
  }
}

/** The database of Invio with so many invoices of one item, as its bytes. */
function invioOf(total: number): Uint8Array {
  const file = writeInvio({
    customers: [{ id: 'c1', name: 'Brindle & Sons', created_at: '2026-01-05 08:00:00' }],
  })
  const copies = (table: string, row: Readonly<Record<string, string | number | null>>) => {
    const values = Object.values(row).map((it) =>
      typeof it === 'string' ? `replace('${it}', '#', i)` : it,
    )
    file.run(`insert into ${table} (${Object.keys(row).join()})
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ${total})
      select ${values.join()} from n`)
  }
  try {
    copies('invoices', invoice('i#', 'INV-2025-#'))
    copies('invoice_items', item('i#'))
    return readFileSync(file.path)
  } finally {
    file.remove()
  }
}

async function exportTo({ services, directory }: Companies, path: string): Promise<void> {
  const company = await requireCompanyByNumber(directory, LOUD)
  const { stream } = exportCompany(services.lifecycle, company, PASSPHRASE)
  await pipeline(stream, createWriteStream(path))
}

/** By the command line, in a process beside the service. */
async function importArchive({ url, dataDir }: Companies, path: string): Promise<void> {
  const { code, stderr } = await runCommand(['company', 'import', path, '--json'], {
    env: { DATABASE_URL: url, DATA_DIR: dataDir },
    input: `${PASSPHRASE}\n`,
  })
  if (code !== 0) throw new Error(`company import ended with ${code}: ${stderr}`)
}

const numbers = (length: number): readonly number[] => Array.from({ length }, (_, at) => at)
