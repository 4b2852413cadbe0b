import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { changeSettings } from '../../src/company/settings/change.ts'
import type { Config } from '../../src/platform/config.ts'
import { openDatabase } from '../../src/platform/database/db.ts'
import { tablesOfAllCompanies } from '../../src/platform/database/scope.ts'
import { sha256 } from '../../src/platform/ids.ts'
import { createInvoice } from '../../src/sales/invoices/create.ts'
import { type MailAnswer, type MailServer, startMailServer } from '../mail-server.ts'
import { openAppAt } from './app-at.ts'
import { type Fault, fault, randomBetween, rounds } from './harness.ts'
import { startPostgres } from './postgres.ts'
import { runProcess } from './run-worker.ts'

type Database = Config['database']

const PROCESSES = 2
const OCCASIONS_PER_ROUND = 4
const STATEMENTS_MAX = 600
const START_MS = Date.parse('2026-01-05T06:00:00Z')
/** Longer than a lease, the pause after an unknown outcome, and the rest after a fault. */
const ROUND_MS = 40 * 60_000
/** Longer than any pause: what is left then is sent at once. */
const DAY_MS = 24 * 60 * 60_000
const LAST_ROUNDS = 4
const MAIL_FROM = 'Atelier Nord <billing@nord.example>'

/** What the mail server did with the data of a copy. */
interface Copy {
  readonly id: string
  readonly hash: string
  readonly answer: 'took' | 'later' | 'refused' | 'broke'
}

/**
 * Processes that send messages are killed between any two statements, while the mail server drops,
 * delays and refuses: no message is lost, none arrives more than twice, all copies have the same
 * bytes, and `sent` is said only after 250.
 */
await fault(async (it) => {
  const postgres = await startPostgres()
  it.after(() => postgres.dispose())
  const path = join(it.folder(), 'mail.db')
  const url = await postgres.createDatabase('mail')
  const figures = [
    await killOn(it, { engine: 'sqlite', path }),
    await killOn(it, { engine: 'postgres', url }),
  ]
  return figures.join('; ')
})

async function killOn(it: Fault, database: Database): Promise<string> {
  const server = await startMailServer()
  it.after(() => server.close())
  const invoice = await prepare(database, server)
  const copies = answerAtRandom(server)
  const count = rounds(8)
  const written: string[] = []
  let kills = 0
  for (let round = 0; round < count; round++) {
    const fresh = Array.from({ length: OCCASIONS_PER_ROUND }, (_, n) => `${round}-${n}`)
    // Once more what the round before may not have written, in both processes at once.
    const occasions = [...written.slice(-OCCASIONS_PER_ROUND), ...fresh]
    written.push(...fresh)
    const run = () =>
      runWorker(database, {
        SMTP_URL: server.url,
        MAIL_FROM,
        INVOICE: invoice,
        OCCASIONS: JSON.stringify(occasions),
        CLOCK_AT: new Date(START_MS + round * ROUND_MS).toISOString(),
        DIES_AT: String(Math.ceil(randomBetween(0, STATEMENTS_MAX))),
      })
    for (const signal of await Promise.all(Array.from({ length: PROCESSES }, run)))
      if (signal === 'SIGKILL') kills += 1
  }
  answerKindly(server, copies)
  for (let round = 0; round < LAST_ROUNDS; round++)
    await runWorker(database, {
      SMTP_URL: server.url,
      MAIL_FROM,
      INVOICE: invoice,
      OCCASIONS: JSON.stringify(written),
      CLOCK_AT: new Date(START_MS + count * ROUND_MS + (round + 1) * DAY_MS).toISOString(),
    })
  const { sent, failed, twice } = await judge(it, database, { copies, written })
  return `${database.engine}: ${kills} kills, ${written.length} messages in ${copies.length} copies, ${sent} sent, ${failed} failed, ${twice} arrived twice`
}

/** Answers the id of an issued invoice. */
async function prepare(database: Database, server: MailServer): Promise<string> {
  const env = { SMTP_URL: server.url, MAIL_FROM }
  const { work, close } = await openAppAt(database, START_MS, env)
  await changeSettings(work, {
    body: { mailPerMinute: 1000, mailPerDay: 1_000_000 },
    mode: 'patch',
    ifMatch: undefined,
  })
  const { invoice } = await createInvoice(work, {
    customer: { name: 'Fernweh', email: 'desk@fernweh.example' },
    items: [{ description: 'Hosting', unit_price: '10' }],
    status: 'sent',
  })
  await close()
  return invoice.id
}

function idIn(bytes: Buffer): string {
  return /^Message-ID: (<.+>)\r?$/im.exec(bytes.toString())?.[1] ?? ''
}

function answerAtRandom(server: MailServer): Copy[] {
  const copies: Copy[] = []
  server.onSender = () => {
    const dice = Math.random()
    if (dice < 0.04) return 'drop'
    return dice < 0.08 ? { code: 421, text: 'Closing' } : 'accept'
  }
  server.onRecipient = () => (Math.random() < 0.05 ? { code: 450, text: 'Greylisted' } : 'accept')
  server.onData = async ({ bytes }): Promise<MailAnswer> => {
    const dice = Math.random()
    const answer = dice < 0.1 ? 'broke' : dice < 0.2 ? 'later' : dice < 0.26 ? 'refused' : 'took'
    const copy = { id: idIn(bytes), hash: sha256(bytes), answer } as const
    if (dice > 0.8) await sleep(randomBetween(10, 300))
    copies.push(copy)
    if (answer === 'broke') return 'drop'
    if (answer === 'later') return { code: 451, text: 'Later' }
    return answer === 'refused' ? { code: 554, text: 'No' } : 'accept'
  }
  return copies
}

function answerKindly(server: MailServer, copies: Copy[]): void {
  server.onSender = () => 'accept'
  server.onRecipient = () => 'accept'
  server.onData = ({ bytes }) => {
    copies.push({ id: idIn(bytes), hash: sha256(bytes), answer: 'took' })
    return 'accept'
  }
}

interface Seen {
  readonly copies: readonly Copy[]
  readonly written: readonly string[]
}

async function judge(it: Fault, database: Database, { copies, written }: Seen) {
  const found = (sentence: string) => it.finding(`${database.engine}: ${sentence}`)
  const db = openDatabase(database)
  it.after(() => db.destroy())
  const tables = tablesOfAllCompanies(db)
  const messages = await tables
    .selectFrom('messages')
    .select(['occasion', 'message_id', 'status', 'raw_sha256', 'uncertain', 'reason'])
    .execute()
  const occasions = messages.map(({ occasion }) => occasion ?? '').toSorted()
  if (occasions.join() !== written.toSorted().join())
    found(`${written.length} occasions have ${messages.length} messages`)
  const copiesOf = Map.groupBy(copies, ({ id }) => id)
  for (const id of copiesOf.keys())
    if (!messages.some(({ message_id }) => message_id === id)) found(`${id} was never written`)
  let twice = 0
  for (const { message_id: id, status, raw_sha256: hash, uncertain, reason } of messages) {
    const own = copiesOf.get(id) ?? []
    const arrived = own.filter(({ answer }) => answer === 'took' || answer === 'broke').length
    const isTaken = own.some(({ answer }) => answer === 'took')
    const isRefused = own.some(({ answer }) => answer === 'refused')
    if (own.some((copy) => copy.hash !== hash)) found(`${id} left with other bytes`)
    if (arrived > 2) found(`${id} arrived ${arrived} times`)
    if (arrived === 2) twice += 1
    if (status === 'sent' && !isTaken) found(`${id} is called sent, and nobody took it`)
    if (status === 'failed' && !isRefused && uncertain === 0n) found(`${id} failed: ${reason}`)
    if (status !== 'sent' && status !== 'failed') found(`${id} is still ${status}`)
  }
  const jobs = await tables
    .selectFrom('jobs')
    .select('key')
    .where('kind', '=', 'mail.send')
    .execute()
  for (const { key } of jobs) found(`the job of ${key} never ended`)
  const count = (wanted: string) => messages.filter(({ status }) => status === wanted).length
  return { sent: count('sent'), failed: count('failed'), twice }
}

/** Resolves to the signal that ended the process, or null. */
async function runWorker(database: Database, env: Readonly<Record<string, string>>) {
  const given = { ...env, FAULT_DATABASE: JSON.stringify(database) }
  const { code, signal } = await runProcess('mail-worker.ts', given)
  if (signal === null && code !== 0) throw new Error(`A process ended with ${code}.`)
  return signal
}
