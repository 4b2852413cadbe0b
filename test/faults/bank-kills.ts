import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { changeSettings } from '../../src/company/settings/change.ts'
import type { ReadWork } from '../../src/core/record/work.ts'
import type { Config } from '../../src/platform/config.ts'
import { openDatabase } from '../../src/platform/database/db.ts'
import { tablesOfAllCompanies } from '../../src/platform/database/scope.ts'
import { camt, OWN_IBAN } from '../../src/receivables/bank/statements.testing.ts'
import { createCustomer } from '../../src/sales/customers/change.ts'
import { createInvoice } from '../../src/sales/invoices/create.ts'
import { openAppAt } from './app-at.ts'
import { runProcess, whenAvailable } from './run-worker.ts'

type Database = Config['database']
type Role = 'bring' | 'confirm' | 'undo'

interface Kills {
  /** Where the files of the bank lie. */
  readonly folder: string
  /** At least so many processes are killed. */
  readonly kills: number
  readonly invoices: number
  /** How often everything is booked and undone. */
  readonly rounds: number
  finding(sentence: string): void
}

const START_MS = Date.parse('2026-11-21T06:00:00Z')
/** Until then a killed process keeps its jobs. */
const LEASE_MS = 120_000
const BOOKED: readonly Role[] = ['bring', 'bring', 'confirm', 'confirm']
const UNDONE: readonly Role[] = ['undo', 'undo', 'confirm', 'bring']

/**
 * Four processes at once store two files that overlap, compare, book by themselves and as two people, and
 * undo all of it. They are killed between any two statements: each entry is there once and booked once, each
 * invoice is paid once, and undoing leaves every due as before. Answers the figures.
 */
export async function killBank(database: Database, given: Kills): Promise<string> {
  const { work, close } = await openAppAt(database, START_MS)
  const db = openDatabase(database)
  const tables = tablesOfAllCompanies(db)
  const state: State = { database, given, tables, clockMs: START_MS, started: 0, killed: 0 }
  const body = {
    ...{ bankAccount: { iban: OWN_IBAN }, companyName: 'Atelier Nord' },
    bankAutoBook: 'certain',
  }
  await changeSettings(work, { body, mode: 'patch', ifMatch: undefined })
  const files = await givenFiles(work, given)
  // The service books by itself in the first round alone: what was undone waits for a person.
  for (let round = 0; round < given.rounds; round += 1) {
    const killed = (part: number) => (given.kills * (round + part)) / given.rounds
    await waves(state, { roles: BOOKED, files, until: killed(0.5) })
    await rest(state, ['bring', 'confirm'], files)
    await whenAvailable(() => judge(state, { what: 'booked', paid: given.invoices }))
    await waves(state, { roles: UNDONE, files, until: killed(1) })
    await rest(state, ['undo', 'undo'], files)
    await whenAvailable(() => judge(state, { what: 'undone', paid: 0 }))
  }
  await close()
  await db.destroy()
  return `${database.engine}: ${state.killed} of ${state.started} processes killed, ${given.invoices} entries of two files booked and undone ${given.rounds} ×, each once`
}

interface State {
  readonly database: Database
  readonly given: Kills
  readonly tables: ReturnType<typeof tablesOfAllCompanies>
  clockMs: number
  started: number
  killed: number
}

/** Kills four processes at a time until so many were killed, and looks after each time. */
async function waves(
  state: State,
  { roles, files, until }: { roles: readonly Role[]; files: readonly string[]; until: number },
): Promise<void> {
  while (state.killed < until) {
    const most = 40 * state.given.invoices
    // Early and late ones alike.
    const diesAt = () => Math.ceil(Math.exp(Math.random() * Math.log(most)))
    state.clockMs += LEASE_MS
    const running = roles.map((role) => run(state, { role, files, diesAt: diesAt() }))
    for (const signal of await Promise.all(running)) if (signal === 'SIGKILL') state.killed += 1
    await whenAvailable(() => judge(state, { what: 'after a kill', paid: null }))
  }
}

/** Processes that nobody kills, one after the other. */
async function rest(state: State, roles: readonly Role[], files: readonly string[]): Promise<void> {
  for (const role of roles) {
    state.clockMs += LEASE_MS
    await run(state, { role, files, diesAt: 0 })
  }
}

async function run(
  state: State,
  { role, files, diesAt }: { role: Role; files: readonly string[]; diesAt: number },
): Promise<NodeJS.Signals | null> {
  state.started += 1
  const { code, signal } = await runProcess('bank-worker.ts', {
    FAULT_DATABASE: JSON.stringify(state.database),
    // What a process that was killed kept is free again.
    CLOCK_AT: new Date(state.clockMs).toISOString(),
    DIES_AT: String(diesAt),
    ROLE: role,
    FILES: JSON.stringify(state.started % 2 === 0 ? files : files.toReversed()),
  })
  if (code !== null && code !== 0) state.given.finding(`a process to ${role} ended with ${code}`)
  return signal
}

/** `paid`: how many invoices are paid by now; null: any number, each at most once. */
async function judge(
  { database, given, tables }: State,
  { what, paid }: { readonly what: string; readonly paid: number | null },
): Promise<void> {
  const found = (sentence: string) => given.finding(`${database.engine}, ${what}: ${sentence}`)
  const entries = await tables.selectFrom('bank_entries').selectAll().execute()
  const allocations = await tables.selectFrom('bank_allocations').selectAll().execute()
  const invoices = await tables.selectFrom('invoices').selectAll().execute()
  const payments = await tables.selectFrom('payments').selectAll().execute()
  const identities = new Set(entries.map(({ identity, n }) => `${identity} ${n}`))
  if (identities.size < entries.length) found('an entry is there twice')
  for (const { id, amount_minor: amount, allocated_minor: allocated, status } of entries) {
    const own = allocations.filter(({ entry_id }) => entry_id === id)
    const sum = own.reduce((all, { entry_minor }) => all + entry_minor, 0n)
    if (sum !== allocated || sum > amount)
      found(`${id} says ${allocated} of ${amount}, and has ${sum}`)
    if ((status === 'booked') !== (sum === amount))
      found(`${id} is ${status} with ${sum} of ${amount}`)
  }
  for (const { id, payable_minor, total_minor, paid_minor } of invoices) {
    const own = payments.filter(({ invoice_id }) => invoice_id === id)
    const sum = own.reduce((all, { amount_minor }) => all + amount_minor, 0n)
    if (sum !== paid_minor) found(`${id} says ${paid_minor} is paid, and has ${sum}`)
    if (sum !== 0n && sum !== (payable_minor ?? total_minor)) found(`${id} is paid by ${sum}`)
  }
  const of = new Set(allocations.map(({ payment_id }) => payment_id))
  if (of.size !== payments.length || payments.some(({ id }) => !of.has(id)))
    found(`${allocations.length} bookings and ${payments.length} payments`)
  if (paid === null) return
  if (payments.length !== paid) found(`${payments.length} payments, not ${paid}`)
  if (entries.length !== paid) found(`${entries.length} entries, not ${paid}`)
}

/** Each pays two thirds of the invoices, so that a third is in both. */
async function givenFiles(work: ReadWork, { folder, invoices }: Kills): Promise<readonly string[]> {
  const { id: customer_id } = await createCustomer(work, { name: 'Fernweh Books' })
  const entries = []
  for (let at = 0; at < invoices; at += 1) {
    const amount = `${100 + at}.${String(at % 100).padStart(2, '0')}`
    const { invoice } = await createInvoice(work, {
      ...{ customer_id, issue_date: '2026-11-10', status: 'sent' },
      items: [{ description: 'Work', unit_price: amount, tax: { category: 'Z', rate: '0' } }],
    })
    entries.push({ amount, text: `Invoice ${invoice.number}`, reference: `R${at}` })
  }
  const third = Math.floor(invoices / 3)
  return [entries.slice(0, 2 * third), entries.slice(third)].map((part, index) => {
    const path = join(folder, `${index}.xml`)
    writeFileSync(path, camt([{ entries: part }], `MSG-${index}`))
    return path
  })
}
