import { existsSync, readFileSync } from 'node:fs'
import {
  type BankEntry,
  type CsvProfile,
  identitiesOf,
  readBankFile,
} from '@billwright/bank-statements'
import { formatMinor, parseMicro, parseMinor } from '@billwright/money'
import { indexReceivables, type MatchIndex, noteBooking } from './index-of-receivables.ts'
import { matchEntry } from './match-entry.ts'
import { learnsAccount } from './payer.ts'
import type { Match, Part, Proposal } from './proposal.ts'
import type { Receivable, Receivables } from './receivables.ts'

/** Files of banks and what they pay, in the folder beside the repository, if it exists. */
const FOLDER = new URL('../../../../shared/statements/', import.meta.url)
export const hasStatementCases = existsSync(new URL('cases.json', FOLDER))

interface World {
  readonly settings: Readonly<Record<string, string | number>>
  readonly providers: readonly string[]
  readonly bank_accounts: readonly {
    readonly key: string
    readonly iban: string
    readonly currency: string
    readonly qr_iban: string | null
  }[]
  readonly customers: readonly {
    readonly key: string
    readonly name: string
    readonly reference: string | null
    readonly ibans: readonly string[]
    readonly shared_ibans: readonly string[]
  }[]
  readonly documents: readonly {
    readonly number: string
    readonly customer: string
    readonly currency: string
    readonly issue_date: string
    readonly due_date: string
    readonly total: string
    readonly due: string
    readonly status: string
    readonly early_payment: readonly { readonly percent: string; readonly days: number }[]
    readonly order_reference: string | null
    readonly references: { readonly rf: string | null; readonly qrr: string | null }
  }[]
  readonly credit_notes: readonly { readonly number: string; readonly corrects: string }[]
  readonly payments: readonly {
    readonly id: string
    readonly document: string
    readonly amount: string
    readonly paid_at: string
    readonly recorded: string
    readonly entry: {
      readonly account: string
      readonly booking_date: string
      readonly amount: string
      readonly bank_reference: string | null
      readonly end_to_end: string | null
      readonly iban: string | null
    } | null
  }[]
}

interface ExpectedMatch {
  readonly class: string
  readonly kind: string
  readonly auto: boolean
  readonly allocations: readonly Readonly<Record<string, string>>[]
  readonly alternatives: readonly unknown[]
  readonly flags: readonly string[]
}

interface Step {
  readonly op: string
  readonly file?: string
  readonly bank_account?: string
  readonly profile?: CsvProfile
  readonly expect?: {
    readonly refused?: string
    readonly already_imported?: boolean
    readonly entries?: readonly {
      readonly booking_date: string
      readonly amount: string
      readonly bank_reference: string | null
      readonly match: ExpectedMatch
    }[]
  }
}

export interface StatementCase {
  readonly id: string
  readonly title: string
  readonly settings?: Readonly<Record<string, string>>
  readonly steps: readonly Step[]
}

const jsonOf = (name: string) => JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8'))

export const statementCases = (): readonly StatementCase[] => jsonOf('cases.json').cases

const day = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)

function discountOf(total: string, percent: string, currency: string): bigint {
  const scaled = parseMinor(total, currency) * parseMicro(percent)
  const whole = 100_000_000n
  return (scaled + whole / 2n) / whole
}

function documentOf(world: World, it: World['documents'][number]): Receivable {
  const { rf, qrr } = it.references
  const status = it.status === 'sent' ? 'open' : (it.status as Receivable['status'])
  return {
    id: it.number,
    number: it.number,
    customerId: it.customer,
    currency: it.currency,
    issueDate: it.issue_date,
    dueDate: it.due_date,
    dueMinor: parseMinor(it.due, it.currency),
    status,
    earlyPayment: it.early_payment.map(({ percent, days }) => ({
      until: day(it.issue_date, days),
      percent,
      discountMinor: discountOf(it.total, percent, it.currency),
    })),
    orderReference: it.order_reference,
    references: [
      ...(rf === null ? [] : [{ kind: 'RF' as const, value: rf }]),
      ...(qrr === null ? [] : [{ kind: 'QRR' as const, value: qrr }]),
    ],
    creditNotes: world.credit_notes
      .filter(({ corrects }) => corrects === it.number)
      .map(({ number }) => number),
  }
}

function receivablesOf(world: World, settings: Readonly<Record<string, string>>): Receivables {
  const currencyOf = (number: string) =>
    world.documents.find((it) => it.number === number)?.currency ?? 'EUR'
  const all = { ...world.settings, ...settings }
  return {
    documents: world.documents.map((it) => documentOf(world, it)),
    customers: world.customers.map(({ key, name, reference }) => ({
      id: key,
      names: [name],
      reference,
    })),
    payerAccounts: world.customers.flatMap(({ key, ibans, shared_ibans }) =>
      [...ibans, ...shared_ibans].map((iban) => ({ iban, customerId: key })),
    ),
    ownAccounts: world.bank_accounts.map(({ key, iban, qr_iban }) => ({
      id: key,
      ibans: [iban, ...(qr_iban === null ? [] : [qr_iban])],
    })),
    handPayments: world.payments
      .filter(({ recorded }) => recorded === 'hand')
      .map(({ id, document, amount, paid_at }) => ({
        id,
        documentId: document,
        amountMinor: parseMinor(amount, currencyOf(document)),
        currency: currencyOf(document),
        paidAt: paid_at,
      })),
    bookedEntries: world.payments.flatMap(({ id, document, amount, entry }) => {
      if (entry === null) return []
      const currency = currencyOf(document)
      return {
        id: `entry of ${id}`,
        accountId: entry.account,
        bookingDate: entry.booking_date,
        amountMinor: parseMinor(entry.amount, currency),
        currency,
        iban: entry.iban,
        endToEnd: entry.end_to_end,
        bankReference: entry.bank_reference,
        parts: [{ paymentId: id, documentId: document, amountMinor: parseMinor(amount, currency) }],
      }
    }),
    declined: [],
    providers: world.providers.map((word) => ({ id: word, word })),
    rules: [],
    settings: {
      discountGraceDays: Number(all.discountGraceDays),
      paymentTolerance: String(all.paymentTolerance),
      feeTolerance: String(all.feeTolerance),
    },
  }
}

const wireOf = (part: Part, currency: string): Readonly<Record<string, string>> => {
  const amount = formatMinor(part.amountMinor, 'currency' in part ? part.currency : currency)
  if (part.kind === 'invoice') {
    const more = { discount: part.discountMinor, fee: part.feeMinor, write_off: part.writeOffMinor }
    const filled = Object.entries(more).filter(([, minor]) => minor !== 0n)
    return {
      kind: 'invoice',
      number: part.documentId,
      amount,
      ...Object.fromEntries(filled.map(([key, it]) => [key, formatMinor(it, part.currency)])),
    }
  }
  if (part.kind === 'account') return { kind: 'account', customer: part.customerId, amount }
  if (part.kind === 'link')
    return { kind: 'link', number: part.documentId, payment: part.paymentId, amount }
  if (part.kind === 'reversal') return { kind: 'reversal', number: part.documentId ?? '', amount }
  return { kind: part.kind, amount }
}

export interface MatchedEntry {
  readonly expected: ExpectedMatch
  readonly match: Match
  readonly parts: (proposal: Proposal) => readonly Readonly<Record<string, string>>[]
}

/** Reads the files of a case and matches their new entries in order; what is certain is booked. */
export function runCase(given: StatementCase): readonly MatchedEntry[] {
  const world: World = jsonOf('world.json')
  const index = indexReceivables(receivablesOf(world, given.settings ?? {}))
  const known = new Map<string, number>()
  const results: MatchedEntry[] = []
  for (const step of given.steps) {
    if (step.op !== 'import') break
    if (step.expect?.refused !== undefined || step.expect?.already_imported === true) continue
    const expected = step.expect?.entries ?? []
    const fresh = newEntries(step, world, known)
    if (fresh.length !== expected.length) throw new Error(`${given.id}: ${fresh.length} entries.`)
    for (const [at, { entry, accountId }] of fresh.entries()) {
      const wanted = expected[at]?.match
      if (wanted === undefined) throw new Error(`${given.id} says nothing of entry ${at}.`)
      results.push(matched(index, entry, accountId, wanted, `${step.file} ${at}`))
    }
  }
  return results
}

function matched(
  index: MatchIndex,
  entry: BankEntry,
  accountId: string,
  expected: ExpectedMatch,
  id: string,
): MatchedEntry {
  const match = matchEntry(index, { id, accountId, entry })
  const [proposal] = match.proposals
  if (expected.auto && proposal?.class === 'certain') {
    const owner = proposal.parts.find((it) => it.kind === 'invoice')?.documentId ?? ''
    const learnedFor = learnsAccount(proposal)
      ? (index.documents.get(owner)?.customerId ?? null)
      : null
    noteBooking(index, { id, accountId, entry, parts: proposal.parts, learnedFor })
  }
  return { expected, match, parts: ({ parts }) => parts.map((it) => wireOf(it, entry.currency)) }
}

function newEntries(step: Step, world: World, known: Map<string, number>) {
  const currency = world.bank_accounts.find((it) => it.key === step.bank_account)?.currency
  const bytes = readFileSync(new URL(step.file ?? '', FOLDER))
  const file = readBankFile(bytes, {
    ...(step.profile === undefined ? {} : { profile: step.profile }),
    ...(currency === undefined ? {} : { currency }),
  })
  const all = file.statements.flatMap((statement) =>
    identitiesOf(statement.entries).map((it) => ({ ...it, accountId: statement.currency ?? '' })),
  )
  return all
    .filter(({ identity, n }) => {
      const isNew = n > (known.get(identity) ?? 0)
      if (isNew) known.set(identity, n)
      return isNew
    })
    .toSorted((a, b) => Date.parse(a.entry.bookingDate) - Date.parse(b.entry.bookingDate))
}
