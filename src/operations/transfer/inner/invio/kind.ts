import {
  fillSettings,
  nameInDirectory,
  type PreparedSettings,
  previewPrepared,
} from '../../../../company/settings/change.ts'
import { currentTemplateVersion } from '../../../../company/templates/read.ts'
import type { ReadWork, Work } from '../../../../core/record/work.ts'
import type { ForeignRow } from '../../../../platform/database/sqlite/foreign.ts'
import { createWorker, type Worker } from '../../../../platform/worker.ts'
import { deleteCustomer } from '../../../../sales/customers/change.ts'
import { requireCustomer } from '../../../../sales/customers/read.ts'
import { deleteInvoice } from '../../../../sales/invoices/delete.ts'
import { getInvoice } from '../../../../sales/invoices/read.ts'
import type { ImportNote } from '../../report.ts'
import { changedSince, invioTooComplex } from '../errors.ts'
import type { Body, ImportKind, Made, ProgramKind, SourceRecord } from '../kind.ts'
import { type Prepared, preparedSettings } from '../prepare-settings.ts'
import { textOf } from '../source-values.ts'
import { toCustomerInput } from './customer.ts'
import { addCustomer, checkCustomer, findCustomer } from './customers.ts'
import { toInvoiceBody } from './invoice.ts'
import { addInvoice, checkInvoice, findInvoice, type InvoiceRecord, isIssued } from './invoices.ts'
import { noteOf } from './notes.ts'
import { readInvioFile } from './read-file.ts'
import { toSettingsBody } from './settings.ts'
import type { InvioSource } from './source.ts'

const READ_TIMEOUT_MS = 20_000

/** Reads an upload in a separate process, so that other requests do not wait. */
const createInvioReader = (): Worker<Uint8Array, InvioSource> =>
  createWorker({
    module: new URL('./read-file-worker.ts', import.meta.url),
    timeoutMs: READ_TIMEOUT_MS,
    timedOut: invioTooComplex,
    outOfMemory: invioTooComplex,
  })

/** What concerns the whole file: the first record. */
interface Whole {
  readonly settings: readonly ForeignRow[]
  readonly templates: readonly ForeignRow[]
  readonly notes: readonly ImportNote[]
  /** Number of invoices that were issued. */
  readonly issued: number
}

/** The settings, customers and invoices of Invio. Those of an earlier import stay unchanged. */
export function invioKind(): ProgramKind {
  const reader = createInvioReader()
  return {
    readFile: async (work, file) =>
      toRecords(
        typeof file === 'string' ? readInvioFile(file) : await reader.run(work.companyId, file),
      ),
    open: async (work, first) => {
      const whole = first.body as unknown as Whole
      return recordKind(whole, await preparedSettings(work, toSettingsBody(whole.settings)))
    },
  }
}

function toRecords(source: InvioSource): readonly SourceRecord[] {
  const customers = new Map(source.customers.map((row) => [textOf(row, 'id') ?? '', plain(row)]))
  const whole: Whole = {
    settings: source.settings.map(plain),
    templates: source.templates.map((row) => ({ id: textOf(row, 'id') })),
    notes: source.notes,
    issued: source.invoices.filter(isIssued).length,
  }
  const records = [
    { kind: 'settings', label: 'settings', body: { ...whole } },
    ...[...customers.values()].map((row) => ({
      kind: 'customer',
      label: `customer ${toCustomerInput(row).input.name}`,
      body: { customer: row },
    })),
    ...source.invoices.map((invoice) => ({
      kind: 'invoice',
      label: `invoice ${toInvoiceBody(invoice).label}`,
      body: {
        source: {
          row: plain(invoice.row),
          items: invoice.items.map(({ row, taxes }) => ({
            row: plain(row),
            taxes: taxes.map(plain),
          })),
          taxes: invoice.taxes.map(plain),
          history: invoice.history.map(plain),
        },
        customer: customers.get(textOf(invoice.row, 'customer_id') ?? '') ?? null,
      },
    })),
  ]
  return records.map(({ kind, label, body }, index) => ({
    ...{ line: index + 1, kind, label, parts: [], columns: {}, faults: [] },
    body: { kind, ...body },
  }))
}

/** Values that JSON keeps; the others as text, as they are read anyway. */
const plain = (row: ForeignRow): ForeignRow =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => {
      const isPlain = typeof value === 'string' || value === null || Number.isFinite(value)
      if (isPlain) return [column, value]
      return [column, value instanceof Uint8Array ? Buffer.from(value).toString() : String(value)]
    }),
  )

const rowOf = (body: Body): ForeignRow => body.customer as ForeignRow
const invoiceOf = (body: Body) => body as unknown as InvoiceRecord

/** Imports the records of one file, whose settings they share. */
function recordKind(whole: Whole, { prepared, notes }: Prepared): ImportKind {
  return {
    check: (body) => {
      const record = body as Body
      if (record.kind === 'customer') return checkCustomer(rowOf(record))
      return record.kind === 'invoice' ? checkInvoice(invoiceOf(record)) : []
    },
    find: async (work, body) => {
      if (body.kind === 'customer') return findCustomer(work, rowOf(body))
      return body.kind === 'invoice' ? findInvoice(work, invoiceOf(body)) : undefined
    },
    create: (work, body) => {
      if (body.kind === 'customer') return addCustomer(work, rowOf(body))
      const settings = previewPrepared(work, prepared)
      if (body.kind === 'invoice') return addInvoice(work, { ...invoiceOf(body), settings })
      const isNamed = settings.companyName.trim() !== ''
      return addSettings(work, { prepared, notes, whole, isNamed })
    },
    complete: nameInDirectory,
    delete: async (work, { id, version }) => {
      if (id.startsWith('cus_')) return deleteCustomer(work, await unchanged(work, id, version))
      if (!id.startsWith('inv_')) throw changedSince()
      const { invoice } = await getInvoice(work, id)
      if (invoice.version !== version) throw changedSince()
      await deleteInvoice(work, { id, ifMatch: undefined })
    },
  }

  async function unchanged(work: Work, id: string, version: number) {
    const now = await requireCustomer(work, id)
    if (now.version !== version) throw changedSince()
    return { id, ifMatch: undefined }
  }
}

/** What the settings record stands for. */
const SETTINGS_ID = 'settings'

async function addSettings(
  work: Work,
  {
    prepared,
    notes,
    whole,
    isNamed,
  }: {
    readonly prepared: PreparedSettings
    readonly notes: readonly ImportNote[]
    readonly whole: Whole
    readonly isNamed: boolean
  },
): Promise<Made> {
  const asked = [...prepared.changes].flatMap(([path, { value }]) => (value === null ? [] : [path]))
  const filled = new Set(await fillSettings(work, prepared))
  const taken = asked.filter((path) => filled.has(path))
  const kept = asked.filter((path) => !filled.has(path))
  const where = 'settings'
  return {
    id: SETTINGS_ID,
    version: 1,
    report: [
      ...(taken.length > 0
        ? [{ where, ...noteOf('settings_taken', { names: taken.join(', ') }) }]
        : []),
      ...(kept.length > 0
        ? [{ where, ...noteOf('settings_kept', { names: kept.join(', ') }) }]
        : []),
      ...notes,
      ...(await templateNotes(work, whole)),
      // Issued documents are imported unchanged, even if they lack data that we require.
      ...(whole.issued > 0 && !isNamed
        ? [{ where, ...noteOf('seller_name_missing', { count: String(whole.issued) }) }]
        : []),
      ...whole.notes,
    ],
  }
}

async function templateNotes(work: ReadWork, whole: Whole) {
  const notes: ImportNote[] = []
  for (const row of whole.templates) {
    const id = textOf(row, 'id') ?? ''
    if ((await currentTemplateVersion(work, id)) !== null) continue
    notes.push({ where: `template ${id}`, ...noteOf('template_missing') })
  }
  return notes
}
