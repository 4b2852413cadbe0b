import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CsvProfile } from '@billwright/bank-statements'
import { parseMinor } from '@billwright/money'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givenCompany } from '../../../test/companies.ts'
import { type Givens, givens, type Json } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'
import { changeSettings } from '../../company/settings/change.ts'
import { type Company, FIRST_COMPANY } from '../../core/companies/company.ts'
import { requireCompanyByNumber } from '../../core/companies/directory.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { AppError } from '../../kernel/errors.ts'
import type { CompanyTable } from '../../platform/database/tables.ts'
import { sha256 } from '../../platform/ids.ts'
import { entryView, fileView } from './inner/view.ts'
import { matchEntries } from './match.ts'
import { createProfile } from './profiles.ts'
import { listBankEntries } from './read.ts'
import { undoBankFile } from './undo.ts'
import { uploadBankFile } from './upload.ts'

/* Files of banks and what must come of them, in the folder beside the repository, if it exists. */

const FOLDER = join(import.meta.dirname, '../../../../shared/statements')
const hasFolder = existsSync(join(FOLDER, 'cases.json'))
const jsonOf = (name: string): Json => JSON.parse(readFileSync(join(FOLDER, name), 'utf8'))

const cases: readonly Json[] = hasFolder ? jsonOf('cases.json').cases : []
/** What a case starts from, and no other test of the company writes. */
const COPIED = [
  'settings',
  'closings',
  'customers',
  'customer_words',
  'invoices',
  'invoice_items',
  'invoice_taxes',
  'account_entries',
  'payments',
  'bank_accounts',
  'bank_files',
  'bank_entries',
  'bank_allocations',
  'bank_payers',
] as const satisfies readonly CompanyTable[]

const JOB = { signal: new AbortController().signal, check: async () => {} }

describe.skipIf(!hasFolder)(
  `statements as banks write them${hasFolder ? '' : ' (skipped: ../shared/statements is not there)'}`,
  () => {
    describe.each(ENGINES)('on %s', (engine) => {
      let app: TestApp
      let world: World
      beforeAll(async () => {
        app = await startTestApp(engine)
        app.clock.set('2026-06-15T09:30:00.000Z')
        world = await givenWorld(app)
      })
      afterAll(() => app.close())

      test.each(cases.map((it) => [it.id, it.title, it]))('%s: %s', async (_id, _title, it) => {
        const { company, accounts } = await copyOf(app)
        const work = app.work(company)
        const body = { bankAutoBook: 'certain', ...it.settings }
        await changeSettings(work, { body, mode: 'patch', ifMatch: undefined })
        const files: string[] = []
        for (const step of it.steps) {
          if (step.op === 'undo_file') {
            await undoBankFile(work, { id: files[step.step - 1] ?? '', ifMatch: undefined })
            continue
          }
          const found = await imported(work, step, accounts)
          files.push(found.id)
          expect(found.told).toEqual(expectedOf(step, world))
        }
      })
    })
  },
)

interface World {
  readonly customers: Readonly<Record<string, string>>
}

const amountOf = (text: string): bigint => parseMinor(text, 'EUR')

async function givenWorld(app: TestApp): Promise<World> {
  const made = jsonOf('world.json')
  const given = givens(app)
  await given.settings({ timeZone: made.time_zone, ...settingsOf(made.settings) })
  const accounts: Record<string, string> = {}
  for (const { key, name, iban, currency, qr_iban } of made.bank_accounts) {
    const account = await app.call('POST', '/bank-accounts', { name, iban, currency, qr_iban })
    accounts[key] = account.json().id
  }
  const customers: Record<string, string> = {}
  for (const { key, name, reference, ibans, shared_ibans } of made.customers) {
    const { id } = await given.customer({ name, reference })
    customers[key] = id
    for (const iban of [...ibans, ...shared_ibans])
      await app.tables
        .insertInto('bank_payers')
        .values({
          ...{ company_id: FIRST_COMPANY, iban, customer_id: id, name },
          ...{ first_at: '2026-01-01', last_at: '2026-01-01', count: 1n },
        })
        .execute()
  }
  const invoices: Record<string, string> = {}
  for (const document of made.documents)
    invoices[document.number] = await givenDocument(app, given, document, customers)
  for (const it of made.payments) {
    const body = { amount: it.amount, paid_at: it.paid_at }
    const { id } = await given.payment(invoices[it.document] ?? '', body)
    if (it.recorded === 'bank')
      await givenEntry(app, it, { id, invoiceId: invoices[it.document] ?? '', accounts })
  }
  for (const { number, corrects, total, issue_date } of made.credit_notes) {
    const { items } = await given.read(invoices[corrects] ?? '')
    const body = { items: [{ id: items[0].id, amount: total }], issue_date, status: 'sent' }
    const note = await given.creditNote(invoices[corrects] ?? '', body)
    await setNumber(app, note.id, number)
  }
  for (const { number, status, due } of made.documents) {
    const id = invoices[number] ?? ''
    if (status === 'void' || status === 'uncollectible') await given.put(id, { status })
    const { totals } = await given.read(id)
    expect(totals.due, number).toBe(due)
  }
  const closed = await app.call('POST', '/books/close', { until: made.settings.booksClosedUntil })
  expect(closed.statusCode, closed.body).toBe(200)
  return { customers }
}

async function givenDocument(
  app: TestApp,
  given: Givens,
  it: Json,
  customers: Readonly<Record<string, string>>,
): Promise<string> {
  const { customer, currency, issue_date, due_date, total, order_reference, early_payment } = it
  const item = { description: 'Consulting', quantity: '1', unit_price: total }
  const { id } = await given.invoice({
    ...{ customer_id: customers[customer], currency, issue_date, due_date, order_reference },
    early_payment,
    items: [{ ...item, tax: { category: 'Z', rate: '0' } }],
    status: 'sent',
  })
  await setNumber(app, id, it.number)
  return id
}

const setNumber = (app: TestApp, id: string, number: string) =>
  app.tables.updateTable('invoices').set({ number }).where('id', '=', id).execute()

/** An entry that was booked before the case begins. */
async function givenEntry(
  app: TestApp,
  { amount, paid_at, entry }: Json,
  { id, invoiceId, accounts }: { id: string; invoiceId: string; accounts: Record<string, string> },
): Promise<void> {
  const n = (await app.tables.selectFrom('bank_entries').select('id').execute()).length
  const digits = `${n}`.padStart(12, '0')
  const [entryId, fileId] = [
    `ben_019aa3c1-4a7e-7cc0-8000-${digits}`,
    `bkf_019aa3c1-4a7e-7cc0-8000-${digits}`,
  ]
  const company_id = FIRST_COMPANY
  const stamps = { created_at: '2026-05-01T00:00:00.000Z', updated_at: '2026-05-01T00:00:00.000Z' }
  const content = {
    ...{ bookingDate: paid_at, valueDate: paid_at, amountMinor: String(amountOf(amount)) },
    ...{
      currency: 'EUR',
      name: entry?.name ?? null,
      ultimateName: null,
      iban: entry?.iban ?? null,
    },
    ...{
      text: null,
      lines: [],
      endToEnd: entry?.end_to_end ?? null,
      references: [],
      documents: [],
    },
    ...{ bankReference: entry?.bank_reference ?? null, entryReference: null, batch: null },
    ...{
      customerReference: null,
      mandate: null,
      creditorId: null,
      instructed: null,
      charges: null,
    },
    ...{ returnReason: null, isReversal: false, code: { iso: null, proprietary: null } },
  }
  await app.tables
    .insertInto('bank_files')
    .values({
      ...{ company_id, id: fileId, version: 1n, name: null, format: 'mt940', digest: fileId },
      ...{ kept_digest: fileId, status: 'done', bank_account_id: null, profile: null },
      ...{ entries: 1n, done: 1n, added: 1n, known: 0n, pending: 0n, suspects: 0n, replaced: 0n },
      ...{ problems: '[]', bytes: 1n, ...stamps },
    })
    .execute()
  await app.tables
    .insertInto('bank_entries')
    .values({
      ...{ company_id, id: entryId, version: 1n, bank_account_id: accounts.EUR ?? '' },
      ...{ file_id: fileId, statement: 0n, position: 1n, family: 'mt940', identity: sha256(id) },
      ...{ n: 1n, status: 'booked', reason: null, booking_date: paid_at },
      ...{ amount_minor: amountOf(amount), allocated_minor: amountOf(amount), currency: 'EUR' },
      ...{ entry_reference: null, batch: null, content: JSON.stringify(content) },
      ...{ class: 'certain', kind: 'exact', flags: '[]', proposals: '[]', marks: '[]' },
      ...{ suspect_of: null, pair_id: null, matched: 1n, automatic: 1n, kept_open: 0n },
      ...{ touched: 0n, booked_by: null, booked_at: null, search_text: '', ...stamps },
    })
    .execute()
  await app.tables
    .insertInto('bank_allocations')
    .values({
      ...{ company_id, entry_id: entryId, position: 1n, kind: 'invoice' },
      ...{ entry_minor: amountOf(amount), amount_minor: amountOf(amount), currency: 'EUR' },
      ...{ invoice_id: invoiceId, payment_id: id, customer_id: null, account_entry_id: null },
      ...{
        accounting_account: null,
        note: null,
        collection_id: null,
        created_at: stamps.created_at,
      },
    })
    .execute()
  await app.tables
    .updateTable('payments')
    .set({ bank_entry_id: entryId })
    .where('id', '=', id)
    .execute()
}

const settingsOf = ({ booksClosedUntil: _, ...settings }: Json) => settings

let companies = 1n

/** A company of its own with the same rows. */
async function copyOf(app: TestApp) {
  companies += 1n
  const number = await givenCompany(app.db, companies)
  const company: Company = await requireCompanyByNumber(app.directory, number)
  for (const table of COPIED) {
    const rows: Json[] = await app.tables
      .selectFrom(table as 'invoices')
      .selectAll()
      .where('company_id', '=', FIRST_COMPANY)
      .execute()
    const own = rows.map(({ search_key: _, ...row }) => ({ ...row, company_id: number }))
    await app.tables
      .deleteFrom(table as 'invoices')
      .where('company_id', '=', number)
      .execute()
    // Credit notes come after their invoices.
    for (const row of own.toSorted((a) => (a.corrects_id ? 1 : -1)))
      await app.tables
        .insertInto(table as 'invoices')
        .values(row)
        .execute()
  }
  const rows = await app.tables
    .selectFrom('bank_accounts')
    .select(['id', 'currency'])
    .where('company_id', '=', number)
    .execute()
  const accounts = Object.fromEntries(rows.map(({ currency, id }) => [currency, id]))
  return { company, accounts }
}

async function imported(work: ReadWork, step: Json, accounts: Readonly<Record<string, string>>) {
  const profile: CsvProfile | undefined = step.profile
  const stored = profile && (await createProfile(work, { name: 'Own', mapping: profile }))
  const given = {
    bytes: readFileSync(join(FOLDER, step.file)),
    name: step.file,
    bankAccountId: step.bank_account ? (accounts[step.bank_account] ?? null) : null,
    profileId: stored?.id ?? null,
  }
  try {
    const { file, isKnown } = await uploadBankFile(work, given)
    await matchEntries(work, JOB)
    const view = fileView(file, isKnown)
    const { data } = await listBankEntries(work, {
      file_id: file.id,
      limit: 100,
      sort: 'booking_date',
    })
    const inOrder = data.toSorted(
      (a, b) =>
        a.content.bookingDate.localeCompare(b.content.bookingDate) || a.position - b.position,
    )
    const counts = isKnown
      ? { new: 0, known: 0, pending: 0, suspects: 0, replaced: 0, problems: [], format: null }
      : {
          ...{ new: view.new, known: view.known, pending: view.pending },
          ...{ suspects: view.suspects, replaced: view.replaced, problems: view.problems },
          format: view.format,
        }
    const entries = isKnown ? [] : inOrder.map((it) => entryView(it))
    const told = { ...counts, statements: view.statements.length, already_imported: isKnown }
    return { id: file.id, told: { ...told, entries: entries.map(tell) } }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { id: '', told: { refused: error.code } }
  }
}

const letters = (text: string | null): string | null =>
  text === null ? null : text.replace(/[^\p{L}\p{N}]/gu, '')

/** An entry in the form of the cases. */
function tell(it: ReturnType<typeof entryView>) {
  const isAuto = it.automatic && it.status === 'booked'
  const parts = it.proposals.map(({ allocations }) => allocations.map(partOf))
  return {
    booking_date: it.booking_date,
    value_date: it.value_date,
    amount: it.amount,
    currency: it.currency,
    name: it.name,
    ultimate_name: it.ultimate_name,
    iban: it.iban,
    end_to_end: it.end_to_end,
    references: it.references.map(({ value }) => value),
    bank_reference: it.bank_reference,
    text: letters(it.text),
    return_reason: it.return_reason,
    match: {
      class: it.class,
      kind: it.kind,
      auto: isAuto,
      allocations: parts.length > 1 ? [] : (parts[0] ?? []),
      flags: [...new Set([...it.flags, ...(it.proposals[0]?.flags ?? [])])],
    },
  }
}

const partOf = (it: Json) => {
  const given = { discount: it.discount, fee: it.fee, write_off: it.write_off }
  const besides = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null))
  const { kind, amount, number, customer_id } = it
  if (kind === 'account') return { kind, customer_id, amount }
  if (kind === 'fee' || kind === 'unallocated') return { kind, amount }
  return { kind, number, amount, ...besides }
}

/** What the case says, with ids for the names of the world. Flags beyond those may be there. */
function expectedOf(step: Json, { customers }: World): Json {
  const { entries = [], ...counts } = step.expect
  if (counts.refused !== undefined) return { refused: counts.refused }
  const expected = entries.map((it: Json) => ({
    ...without(it, 'bank_account'),
    text: letters(it.text),
    match: {
      ...without(it.match, 'alternatives'),
      allocations: it.match.allocations.map((part: Json) => expectedPart(part, customers)),
      flags: expect.arrayContaining(it.match.flags),
    },
  }))
  return { ...counts, entries: expected }
}

const without = ({ ...it }: Json, name: string): Json => {
  delete it[name]
  return it
}

/** Which payment a link means is its number and amount. */
const expectedPart = ({ payment: _, customer, ...part }: Json, customers: World['customers']) =>
  customer === undefined ? part : { ...part, customer_id: customers[customer] }
