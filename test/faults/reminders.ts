import { join } from 'node:path'
import { addDays } from '@billwright/rules/days'
import { lookAtReminders } from '../../src/messages/reminders/look.ts'
import { createPlan } from '../../src/messages/reminders/plans.ts'
import type { Config } from '../../src/platform/config.ts'
import { openDatabase } from '../../src/platform/database/db.ts'
import { tablesOfAllCompanies } from '../../src/platform/database/scope.ts'
import { recordPayment } from '../../src/receivables/payments/change.ts'
import { createInvoice } from '../../src/sales/invoices/create.ts'
import { type AppAt, openAppAt } from './app-at.ts'
import { type Fault, fault, randomBetween, rounds } from './harness.ts'
import { startPostgres } from './postgres.ts'
import { runWorker } from './run-worker.ts'

type Database = Config['database']

const DAYS = rounds(8)
/** Due one after the other, so that something is due on each day. */
const INVOICES = Number(process.env.FAULT_INVOICES ?? Math.ceil(2.5 * DAYS))
const PROCESSES = 4
/** About as many as one of the processes sends in a round. */
const STATEMENTS_MAX = 40 + (30 * INVOICES) / DAYS
const DUE = '2026-01-01'
/** Days from the due date to the payment: those of the levels. Each round pays another invoice. */
const PAID_AFTER = [1, 4, 7]
const LEVELS = [1, 4, 7]
const GAP_DAYS = 2
/** A killed process keeps its jobs until then. */
const LEASE_MS = 120_000

const dueDayOf = (invoice: number): string => addDays(DUE, Math.floor((invoice * DAYS) / INVOICES))
const instantOn = (day: string): number => Date.parse(`${day}T10:00:00Z`)

/**
 * Processes that remind are killed between any two statements while customers pay: each level is sent
 * once, none within the gap, none after the payment, and each has one message and one fee.
 */
await fault(async (it) => {
  const postgres = await startPostgres()
  it.after(() => postgres.dispose())
  const path = join(it.folder(), 'reminders.db')
  const url = await postgres.createDatabase('reminders')
  return [
    await killOn(it, { engine: 'sqlite', path }),
    await killOn(it, { engine: 'postgres', url }),
  ].join('; ')
})

async function killOn(it: Fault, database: Database): Promise<string> {
  const ids = await prepare(database)
  /** The day on which an invoice was paid. */
  const paid = new Map<string, string>()
  let kills = 0
  for (let round = 1; round <= DAYS; round++) {
    const day = addDays(DUE, round)
    // One clock is a day behind.
    const clocks = [instantOn(addDays(day, -1)), ...Array(PROCESSES - 1).fill(instantOn(day))]
    const processes = clocks.map((atMs) =>
      runWorker(database, { atMs, diesAt: randomBetween(1, STATEMENTS_MAX), looks: 'reminders' }),
    )
    const dueRound = round - (PAID_AFTER[round % PAID_AFTER.length] ?? 0)
    const id = dueRound < 0 ? undefined : ids[Math.ceil((dueRound * INVOICES) / DAYS)]
    if (id !== undefined) await using(database, day, (app) => pay(app, id))
    if (id !== undefined) paid.set(id, day)
    for (const signal of await Promise.all(processes)) if (signal === 'SIGKILL') kills += 1
    await using(database, day, ({ work }) => lookAtReminders(work))
  }
  for (let day = addDays(DUE, DAYS); day <= addDays(DUE, DAYS + 12); day = addDays(day, 1))
    await using(database, day, ({ work }) => lookAtReminders(work))
  const count = await judge(it, database, { ids, paid })
  return `${database.engine}: ${kills} kills, ${count} reminders, each level once`
}

async function using(
  database: Database,
  day: string,
  run: (app: AppAt) => Promise<unknown>,
): Promise<void> {
  const app = await openAppAt(database, instantOn(day) + LEASE_MS)
  await run(app)
  await app.close()
}

function pay({ work }: AppAt, id: string): Promise<unknown> {
  return recordPayment(work, { id, ifMatch: undefined }, {})
}

async function prepare(database: Database): Promise<readonly string[]> {
  const ids: string[] = []
  await using(database, '2025-12-01', async ({ work }) => {
    await createPlan(work, {
      name: 'Fast',
      enabled: true,
      default: true,
      remind_from: DUE,
      at: '00:00',
      min_gap_days: GAP_DAYS,
      levels: LEVELS.map((after_days) => ({
        title: 'reminder',
        after_days,
        mode: 'auto',
        fee: [{ currency: 'EUR', amount: '5.00' }],
      })),
    })
    const customer = { name: 'Fernweh', email: 'desk@fernweh.example' }
    for (let n = 0; n < INVOICES; n++) {
      const due_date = dueDayOf(n)
      const dates = { issue_date: '2025-12-01', due_date, status: 'sent' }
      const items = [{ description: 'Cover design', unit_price: '100.00' }]
      const { invoice } = await createInvoice(work, {
        customer,
        items,
        currency: 'EUR',
        ...dates,
      })
      ids.push(invoice.id)
    }
  })
  return ids
}

interface Truth {
  readonly ids: readonly string[]
  readonly paid: ReadonlyMap<string, string>
}

/** Answers how many reminders there are. */
async function judge(it: Fault, database: Database, { ids, paid }: Truth): Promise<number> {
  const found = (sentence: string) => it.finding(`${database.engine}: ${sentence}`)
  const db = openDatabase(database)
  it.after(() => db.destroy())
  const tables = tablesOfAllCompanies(db)
  const reminders = await tables.selectFrom('reminders').selectAll().orderBy('level').execute()
  const messages = await tables.selectFrom('messages').select(['id', 'occasion']).execute()
  const charges = await tables.selectFrom('late_charges').select(['invoice_id', 'level']).execute()
  if (messages.length !== reminders.length)
    found(`${messages.length} messages for ${reminders.length} reminders`)
  const known = new Set(messages.map(({ id }) => id))
  for (const { id, message_id } of reminders)
    if (message_id === null || !known.has(message_id)) found(`${id} has no message`)
  for (const id of ids) {
    const own = reminders.filter(({ invoice_id }) => invoice_id === id)
    const levels = own.map(({ level }) => Number(level))
    const fees = charges
      .filter(({ invoice_id }) => invoice_id === id)
      .map((fee) => Number(fee.level))
    if (JSON.stringify(fees.toSorted()) !== JSON.stringify(levels))
      found(`${id} has fees of ${fees}`)
    if (levels.some((level, index) => level !== index + 1)) found(`${id} has the levels ${levels}`)
    for (const [index, { day }] of own.entries()) {
      const before = own[index - 1]
      if (before && day < addDays(before.day, GAP_DAYS))
        found(`${id} was reminded too soon, on ${day}`)
      const last = paid.get(id)
      if (last !== undefined && day > last) found(`${id} was reminded on ${day}, paid on ${last}`)
    }
    if (!paid.has(id) && levels.length !== LEVELS.length)
      found(`${id} was reminded ${levels.length} times`)
  }
  return reminders.length
}
