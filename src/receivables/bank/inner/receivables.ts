import type {
  BankRule,
  BookedEntry,
  HandPayment,
  Payer,
  Provider,
  Receivable,
  Receivables,
} from '@billwright/bank-matching'
import type { Reference } from '@billwright/bank-statements'
import { formatMicro } from '@billwright/money'
import { sql } from 'kysely'
import { currentSettings } from '../../../company/settings/read.ts'
import type { ReadWork } from '../../../core/record/work.ts'
import { addDays } from '../../../kernel/calendar.ts'
import { dayOf } from '../../../platform/clock.ts'
import type { CompanyDb } from '../../../platform/database/scope.ts'
import { offersOf } from '../../../sales/contents/early-payment.ts'
import { OPTIONAL_FIELDS } from '../../../sales/contents/fields.ts'
import { STORED_SELLER_FIELDS } from '../../../sales/contents/parties.ts'
import {
  creditorReference,
  printedReference,
  qrReference,
} from '../../../sales/contents/payment-reference.ts'
import { listPayers } from '../../../sales/customers/lookups.ts'
import { allBankAccounts } from '../accounts.ts'
import { allRules, type BankRule as StoredRule } from '../rules.ts'
import * as allocationRepository from './allocation-repository.ts'
import * as entryRepository from './entry-repository.ts'
import * as learnedRepository from './learned-repository.ts'

/* What open entries are compared with. */

/** Customers still name documents that were settled that long ago. */
const SETTLED_DAYS = 400
/** Returns come within weeks. */
const BOOKED_DAYS = 200

/** Words in the names of payouts. */
const PROVIDERS: readonly Provider[] = [
  'STRIPE',
  'PAYPAL',
  'MOLLIE',
  'SUMUP',
  'KLARNA',
  'ADYEN',
  'GOCARDLESS',
].map((word) => ({ id: word.toLowerCase(), word }))

export async function loadReceivables(work: ReadWork): Promise<Receivables> {
  const settings = await currentSettings(work)
  const today = dayOf(work.at, settings.timeZone)
  const accounts = await allBankAccounts(work)
  return {
    documents: await listDocuments(work, addDays(today, -SETTLED_DAYS)),
    customers: (await listPayers(work)) satisfies readonly Payer[],
    payerAccounts: await learnedRepository.listLearned(work, null),
    ownAccounts: accounts.map(({ id, iban, qrIban }) => ({
      id,
      ibans: [iban, qrIban].filter((it) => it !== null),
    })),
    handPayments: await listHandPayments(work, addDays(today, -SETTLED_DAYS)),
    bookedEntries: await listBookedEntries(work, addDays(today, -BOOKED_DAYS)),
    declined: (await learnedRepository.listDeclined(work)).map(({ documents, ...it }) => ({
      ...it,
      documentIds: documents,
    })),
    providers: PROVIDERS,
    rules: (await allRules(work)).map(toRule),
    settings: {
      discountGraceDays: settings.discountGraceDays,
      paymentTolerance: settings.paymentTolerance,
      feeTolerance: settings.feeTolerance,
    },
  }
}

interface DocumentRow {
  readonly id: string
  readonly number: string
  readonly customer_id: string
  readonly currency: string
  readonly issue_date: string
  readonly due_date: string | null
  readonly status: string
  readonly payable: bigint
  readonly paid_minor: bigint
  readonly credited_minor: bigint
  readonly order_reference: string | null
  /** Of documents that print a reference. */
  readonly seller: string | null
  readonly terms: string | null
  /** Of documents with a discount or a reference of their own. */
  readonly optional_fields: string | null
  readonly granted: bigint
}

/** Issued invoices that are open, or were issued since a day. */
async function listDocuments(
  { db, companyId }: CompanyDb,
  since: string,
): Promise<readonly Receivable[]> {
  const { rows } = await sql<DocumentRow>`select i.id, i.number, i.customer_id, i.currency,
      i.issue_date, i.due_date, i.status, coalesce(i.payable_minor, i.total_minor) as payable,
      i.paid_minor, i.credited_minor, i.order_reference,
      case when lower(i.terms) like ${CODED} then i.terms end as terms,
      case when i.seller like ${PRINTS_REFERENCE} then i.seller end as seller,
      case when i.optional_fields like ${STATED} or i.optional_fields like ${REFERRED}
        then i.optional_fields end as optional_fields,
      case when lower(i.terms) like ${CODED} or i.optional_fields like ${STATED}
        then (select cast(coalesce(sum(p.discount_minor), 0) as bigint) from payments as p
          where p.company_id = ${companyId} and p.invoice_id = i.id) else 0 end as granted
    from invoices as i
    where i.company_id = ${companyId} and i.type = 'invoice' and i.number is not null
      and i.status <> 'draft' and (i.issue_date >= ${since}
        or coalesce(i.payable_minor, i.total_minor) <> i.paid_minor + i.credited_minor)`.execute(db)
  const notes = await listCreditNotes({ db, companyId })
  const own = ownReferences(rows)
  return rows.map((row) => {
    const dueMinor = row.status === 'void' ? 0n : row.payable - row.paid_minor - row.credited_minor
    return {
      id: row.id,
      number: row.number,
      customerId: row.customer_id,
      currency: row.currency,
      issueDate: row.issue_date,
      dueDate: row.due_date ?? row.issue_date,
      dueMinor,
      status: statusOf(row, dueMinor),
      earlyPayment: earlyPaymentOf(row),
      orderReference: row.order_reference,
      references: [...referencesOf(row), ...(own.get(row.id) ?? [])],
      creditNotes: notes.get(row.id) ?? [],
    }
  })
}

function statusOf({ status, paid_minor }: DocumentRow, dueMinor: bigint): Receivable['status'] {
  if (status === 'void') return 'void'
  if (dueMinor !== 0n) return status === 'uncollectible' ? 'uncollectible' : 'open'
  return paid_minor === 0n ? 'credited' : 'paid'
}

/** Of few documents, so the others are not parsed. */
function earlyPaymentOf(row: DocumentRow): Receivable['earlyPayment'] {
  if (row.optional_fields === null && row.terms === null) return []
  const stored = optionalOf(row)
  const offers = offersOf({
    issueDate: row.issue_date,
    currency: row.currency,
    terms: row.terms,
    earlyPayment: EARLY_PAYMENT.load(stored[EARLY_PAYMENT.wire]),
    cashRounding: CASH_ROUNDING.load(stored[CASH_ROUNDING.wire]),
    totals: { totalMinor: row.payable },
    creditedMinor: row.credited_minor,
  })
  return offers.map(({ until, percentMicro, discountMinor }) => ({
    until,
    percent: formatMicro(percentMicro),
    discountMinor: discountMinor - row.granted,
  }))
}
const {
  earlyPayment: EARLY_PAYMENT,
  cashRounding: CASH_ROUNDING,
  payment: PAYMENT,
} = OPTIONAL_FIELDS
const optionalOf = (row: DocumentRow): Readonly<Record<string, unknown>> =>
  JSON.parse(row.optional_fields ?? '{}')
const STATED = `%"${EARLY_PAYMENT.wire}"%`
const CODED = '%#skonto#%'

const PRINTED = STORED_SELLER_FIELDS.paymentReference
const PRINTS_REFERENCE = `%"${PRINTED.wire}"%`
const KINDS = {
  ...({ rf: 'RF', ogm: 'OGM', viite: 'VIITE', kid: 'KID', ocr: 'OCR' } as const),
  ...({ bk: 'BK', vs: 'VS', si: 'SI', hr: 'HR' } as const),
}

/** What QR-bills, payment codes and documents print. */
function referencesOf(row: DocumentRow): Receivable['references'] {
  const creditor = creditorReference(row.number)
  const kind = row.seller === null ? null : PRINTED.load(JSON.parse(row.seller)[PRINTED.wire])
  const printed = kind === null ? null : printedReference(kind, row.number)
  return [
    ...(creditor === null ? [] : [{ kind: 'RF' as const, value: creditor }]),
    { kind: 'QRR', value: qrReference(row.number) },
    ...(kind === null || printed === null ? [] : [{ kind: KINDS[kind], value: printed }]),
  ]
}

/**
 * Texts for the transfer that people wrote on documents, with enough digits to be no other words. What
 * several documents have, such as the number of a contract, names none of them.
 */
function ownReferences(
  rows: readonly DocumentRow[],
): ReadonlyMap<string, Receivable['references']> {
  const found = rows.flatMap((row) => {
    const text = PAYMENT.load(optionalOf(row)[PAYMENT.wire])?.reference ?? ''
    const [, slip] = DANISH_SLIP.exec(text) ?? []
    const isClear = text.replace(/\D/g, '').length >= DIGITS_MIN
    if (!isClear) return []
    const reference: Reference = slip
      ? { kind: 'FIK', value: slip }
      : { kind: 'other', value: text }
    return { id: row.id, reference }
  })
  const byValue = Map.groupBy(found, ({ reference }) => reference.value)
  const unique = [...byValue.values()].flatMap(([one, ...others]) =>
    one && others.length === 0 ? one : [],
  )
  return new Map(unique.map(({ id, reference }) => [id, [reference]]))
}
const REFERRED = `%"${PAYMENT.wire}"%`
const DIGITS_MIN = 6
/** `+71<000000000012344+12345678<` */
const DANISH_SLIP = /^\+?7[135]<(\d{15,16})\+/

async function listCreditNotes({
  db,
  companyId,
}: CompanyDb): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ corrects_id: string; number: string }>`
    select n.corrects_id, n.number from invoices as n
    where n.company_id = ${companyId} and n.corrects_id is not null and n.status = 'sent'
      and n.number is not null`.execute(db)
  const groups = Map.groupBy(rows, (row) => row.corrects_id)
  return new Map([...groups].map(([id, notes]) => [id, notes.map(({ number }) => number)]))
}

/** Receipts that neither the bank nor another system reported. */
async function listHandPayments(
  { db, companyId }: CompanyDb,
  since: string,
): Promise<readonly HandPayment[]> {
  const { rows } = await sql<HandPayment>`
    select p.id as id, p.invoice_id as "documentId", p.amount_minor as "amountMinor",
      i.currency as currency, p.paid_at as "paidAt"
    from payments as p join invoices as i on i.company_id = p.company_id and i.id = p.invoice_id
    where p.company_id = ${companyId} and p.paid_at >= ${since} and p.amount_minor > 0
      and p.bank_entry_id is null and p.source is null and p.account_entry_id is null
      and not exists (select 1 from payments as r
        where r.company_id = ${companyId} and r.reverses_id = p.id)`.execute(db)
  return rows
}

async function listBookedEntries(scope: CompanyDb, since: string): Promise<readonly BookedEntry[]> {
  const entries = (await entryRepository.listBooked(scope, since)).filter(
    ({ content }) => content.amountMinor > 0n,
  )
  const found: BookedEntry[] = []
  const returned = await listReturned(scope, since)
  for (let at = 0; at < entries.length; at += IDS_AT_ONCE) {
    const part = entries.slice(at, at + IDS_AT_ONCE)
    const ids = part.map(({ id }) => id)
    const allocations = await allocationRepository.allocationsOf(scope, ids)
    for (const { id, bankAccountId, content } of part) {
      const parts = (allocations.get(id) ?? []).filter(
        ({ paymentId }) => paymentId === null || !returned.has(paymentId),
      )
      if (parts.length === 0) continue
      found.push({
        id,
        accountId: bankAccountId,
        bookingDate: content.bookingDate,
        amountMinor: content.amountMinor,
        currency: content.currency,
        iban: content.iban,
        endToEnd: content.endToEnd,
        bankReference: content.bankReference,
        parts: parts.map((it) => ({
          paymentId: it.paymentId,
          documentId: it.invoiceId,
          amountMinor: it.entryMinor,
        })),
      })
    }
  }
  return found
}

/** Payments that the bank has taken back: another return is not theirs. */
async function listReturned(
  { db, companyId }: CompanyDb,
  since: string,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`select reverses_id as id from payments
    where company_id = ${companyId} and reverses_id is not null and paid_at >= ${since}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
const IDS_AT_ONCE = 500

const toRule = ({ id, when, then }: StoredRule): BankRule => ({
  id,
  when: {
    ...(when.iban !== undefined && { iban: when.iban }),
    ...(when.name_contains !== undefined && { nameContains: when.name_contains }),
    ...(when.text_contains !== undefined && { textContains: when.text_contains }),
    ...(when.direction !== undefined && { direction: when.direction }),
    ...(when.bank_account_id !== undefined && { accountId: when.bank_account_id }),
  },
  // biome-ignore lint/suspicious/noThenProperty: the name in the interface of the matcher.
  then: 'customer_id' in then ? { customerId: then.customer_id } : then,
})
