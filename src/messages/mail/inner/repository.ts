import { indexForm } from '@billwright/rules/folding'
import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import type { PageRequest } from '../../../core/http/pagination.ts'
import { countRows, sortedPage } from '../../../core/lists/sorted-page.ts'
import type { Work } from '../../../core/record/work.ts'
import type { Db } from '../../../platform/database/db.ts'
import { contains } from '../../../platform/database/like.ts'
import {
  type Among,
  type CompanyDb,
  companiesWith,
  findRow,
  findRowLocked,
  insertRows,
  tablesOf,
  tablesOfAllCompanies,
} from '../../../platform/database/scope.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { isId } from '../../../platform/ids.ts'
import type {
  Attempt,
  AttemptOutcome,
  Message,
  MessageKind,
  MessageStatus,
  Recipient,
  RecipientState,
  Role,
  Subject,
} from '../message.ts'
import { messageNotFound } from './errors.ts'

/* Messages, their recipients, attempts and bytes. */

/** False: the occasion already has its message. */
export async function insertMessage(work: Work, message: Message): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tablesOf(work)
    .insertInto('messages', toRow(message))
    .onConflict((conflict) => conflict.columns(['company_id', 'occasion']).doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) return false
  await insertRows(work, 'message_recipients', recipientRows(message))
  return true
}

/** Only after `lockMessage`. */
export async function saveMessage(work: Work, message: Message): Promise<Message> {
  const saved = { ...message, version: message.version + 1 }
  const { id, created_at: _, ...columns } = toRow(saved)
  await tablesOf(work).updateTable('messages').set(columns).where('id', '=', id).execute()
  await tablesOf(work).deleteFrom('message_recipients').where('message_id', '=', id).execute()
  await insertRows(work, 'message_recipients', recipientRows(saved))
  return saved
}

export async function findMessage(scope: CompanyDb, id: string): Promise<Message | undefined> {
  const row = await findRow(scope, 'messages', id)
  return row && withRecipients(scope, [row]).then(([message]) => message)
}

export async function requireMessage(scope: CompanyDb, id: string): Promise<Message> {
  const message = isId('msg', id) ? await findMessage(scope, id) : undefined
  if (!message) throw messageNotFound()
  return message
}

/** Reads a message and locks it until the transaction ends. */
export async function lockMessage(work: Work, id: string): Promise<Message> {
  if (!isId('msg', id)) throw messageNotFound()
  const row = await findRowLocked(work, 'messages', id)
  if (!row) throw messageNotFound()
  const [message] = await withRecipients(work, [row])
  if (!message) throw messageNotFound()
  return message
}

export async function findByOccasion(
  scope: CompanyDb,
  occasion: string,
): Promise<Message | undefined> {
  const row = await tablesOf(scope)
    .selectFrom('messages')
    .selectAll()
    .where('occasion', '=', occasion)
    .executeTakeFirst()
  return row && withRecipients(scope, [row]).then(([message]) => message)
}

export async function findByMessageId(
  scope: CompanyDb,
  messageId: string,
): Promise<Message | undefined> {
  const id = /^<(msg_[0-9a-f-]{36})@/.exec(messageId)?.[1]
  const message = id === undefined ? undefined : await findMessage(scope, id)
  return message?.messageId === messageId ? message : undefined
}

/** The Message-ID of the first message about a subject: later ones answer it. */
export async function findFirstAbout(scope: CompanyDb, subjectId: string): Promise<string | null> {
  const row = await tablesOf(scope)
    .selectFrom('messages')
    .select('message_id')
    .where('subject_id', '=', subjectId)
    .where('status', '!=', 'canceled')
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.message_id ?? null
}

export interface MessageFilter {
  readonly status: string | null
  readonly kind: string | null
  readonly customerId: string | null
  readonly subjectId: string | null
  readonly words: readonly string[]
  readonly from: string | null
  /** The day after the last one. */
  readonly before: string | null
}

export async function listMessages(
  scope: CompanyDb,
  filter: MessageFilter,
  page: PageRequest,
): Promise<readonly Message[]> {
  return withRecipients(scope, await sortedPage(matching(scope, filter).selectAll(), page))
}

export const countMessages = (scope: CompanyDb, filter: MessageFilter): Promise<number> =>
  countRows(matching(scope, filter))

const matching = (scope: CompanyDb, filter: MessageFilter) =>
  tablesOf(scope)
    .selectFrom('messages')
    .where((where) => matches(where, filter))

/** Failed messages without a later one of the same kind about the same subject. */
export async function listGivenUp(scope: CompanyDb, limit: number): Promise<readonly Message[]> {
  const rows = await tablesOf(scope)
    .selectFrom('messages')
    .selectAll()
    .where('status', '=', 'failed')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('messages as later')
            .select('later.id')
            .where('later.company_id', '=', scope.companyId)
            .whereRef('later.subject_id', '=', 'messages.subject_id')
            .whereRef('later.kind', '=', 'messages.kind')
            .whereRef('later.created_at', '>', 'messages.created_at')
            .where('later.status', '<>', 'canceled'),
        ),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return withRecipients(scope, rows)
}

/** Since when the oldest overdue message has waited; null: none waits. */
export async function findWaitingSince(scope: CompanyDb, now: string): Promise<string | null> {
  const row = await tablesOf(scope)
    .selectFrom('messages')
    .select('created_at')
    .where('status', '=', 'queued')
    .where((where) => where.or([where('send_after', 'is', null), where('send_after', '<=', now)]))
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return row?.created_at ?? null
}

export interface MessageCount {
  readonly status: string
  readonly count: number
  /** When the first of them was due. */
  readonly since: string
}

/**
 * Numbers of waiting, sending and failed messages of all companies, as metrics for the operator.
 */
export async function countOpenMessages(db: Db): Promise<readonly MessageCount[]> {
  const rows = await tablesOfAllCompanies(db)
    .selectFrom('messages')
    .select('status')
    .select((select) => [
      select.fn.countAll<bigint>().as('count'),
      sql<string>`min(coalesce(send_after, created_at))`.as('since'),
    ])
    // Literal values, so that the partial index applies.
    .where(sql<boolean>`status in ('queued', 'sending', 'failed')`)
    .groupBy('status')
    .execute()
  return rows.map(({ status, count, since }) => ({ status, count: Number(count), since }))
}

/** The companies with waiting messages. The partial index of open messages includes failed ones. */
export const listWithWaiting = (db: Db, among: Among) =>
  companiesWith(db, 'messages', {
    among,
    where: sql`status in ('queued', 'sending', 'failed') and status <> 'failed'`,
  })

/** The companies with bytes of messages. */
export const listWithBytes = (db: Db, among: Among) => companiesWith(db, 'message_bytes', { among })

function matches(where: ExpressionBuilder<Tables, 'messages'>, filter: MessageFilter) {
  const { status, kind, customerId, subjectId, words, from, before } = filter
  return where.and([
    ...(status === null ? [] : [where('status', '=', status)]),
    ...(kind === null ? [] : [where('kind', '=', kind)]),
    ...(customerId === null ? [] : [where('customer_id', '=', customerId)]),
    ...(subjectId === null ? [] : [where('subject_id', '=', subjectId)]),
    ...(from === null ? [] : [where('created_at', '>=', from)]),
    ...(before === null ? [] : [where('created_at', '<', before)]),
    ...words.map((word) => contains('search_text', word)),
  ])
}

/** Queued messages that are due and may have no job. */
export async function listDue(
  scope: CompanyDb,
  now: string,
  limit: number,
): Promise<readonly Message[]> {
  const rows = await tablesOf(scope)
    .selectFrom('messages')
    .selectAll()
    .where('status', 'in', ['queued', 'sending'])
    .where((where) =>
      where.or([where('next_attempt_at', 'is', null), where('next_attempt_at', '<=', now)]),
    )
    .where((where) => where.or([where('send_after', 'is', null), where('send_after', '<=', now)]))
    // Few of many messages wait; otherwise SQLite would read all of them in the order of
    // `created_at`.
    .orderBy(sql`coalesce(created_at, '')`)
    .orderBy('id')
    .limit(limit)
    .execute()
  return withRecipients(scope, rows)
}

export async function keepBytes(work: Work, sha256: string, bytes: Uint8Array): Promise<void> {
  await tablesOf(work)
    .insertInto('message_bytes', { sha256, bytes })
    .onConflict((conflict) => conflict.columns(['company_id', 'sha256']).doNothing())
    .execute()
}

export async function findBytes(scope: CompanyDb, sha256: string): Promise<Uint8Array | undefined> {
  const row = await tablesOf(scope)
    .selectFrom('message_bytes')
    .select('bytes')
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  return row?.bytes
}

/** Deletes the bytes of messages that ended before a time; returns the number of messages. */
export async function deleteBytesBefore(
  scope: CompanyDb,
  before: string,
  limit: number,
): Promise<number> {
  const rows = await tablesOf(scope)
    .selectFrom('messages')
    .select(['id', 'raw_sha256'])
    .where('created_at', '<', before)
    .where('status', 'in', ['sent', 'failed', 'canceled'])
    .where('raw_sha256', 'in', tablesOf(scope).selectFrom('message_bytes').select('sha256'))
    .orderBy('created_at')
    .limit(limit)
    .execute()
  const hashes = rows.flatMap(({ raw_sha256 }) => raw_sha256 ?? [])
  if (hashes.length === 0) return 0
  await tablesOf(scope).deleteFrom('message_bytes').where('sha256', 'in', hashes).execute()
  return rows.length
}

/** A new attempt, whose outcome is not known yet. */
export async function beginAttempt(work: Work, id: string, at: string): Promise<void> {
  const { last } = await tablesOf(work)
    .selectFrom('message_attempts')
    .select((select) => select.fn.max('number').as('last'))
    .where('message_id', '=', id)
    .executeTakeFirstOrThrow()
  const number = BigInt(last ?? 0) + 1n
  const none = { outcome: null, code: null, reply: null, steps: null }
  await tablesOf(work)
    .insertInto('message_attempts', { message_id: id, number, at, ...none })
    .execute()
}

/** Ends the current attempt. */
export async function endAttempt(
  work: Work,
  id: string,
  { outcome, code, reply, steps }: Omit<Attempt, 'number' | 'at'>,
): Promise<void> {
  await tablesOf(work)
    .updateTable('message_attempts')
    .set({
      outcome,
      code: code === null ? null : BigInt(code),
      reply,
      steps: JSON.stringify(steps),
    })
    .where('message_id', '=', id)
    .where('outcome', 'is', null)
    .execute()
}

const ATTEMPTS_SHOWN = 50

/** The latest attempts, the oldest first. */
export async function listAttempts(scope: CompanyDb, id: string): Promise<readonly Attempt[]> {
  const rows = await tablesOf(scope)
    .selectFrom('message_attempts')
    .selectAll()
    .where('message_id', '=', id)
    .orderBy('number', 'desc')
    .limit(ATTEMPTS_SHOWN)
    .execute()
  return rows.reverse().map((row) => ({
    number: Number(row.number),
    at: row.at,
    outcome: row.outcome as AttemptOutcome | null,
    code: row.code === null ? null : Number(row.code),
    reply: row.reply,
    steps: row.steps === null ? [] : JSON.parse(row.steps),
  }))
}

async function withRecipients(
  scope: CompanyDb,
  rows: readonly Selectable<Tables['messages']>[],
): Promise<readonly Message[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const recipients = await tablesOf(scope)
    .selectFrom('message_recipients')
    .selectAll()
    .where('message_id', 'in', ids)
    .orderBy('position')
    .execute()
  const byMessage = Map.groupBy(recipients, ({ message_id }) => message_id)
  return rows.map((row) => toMessage(row, (byMessage.get(row.id) ?? []).map(toRecipient)))
}

const toRecipient = (row: Selectable<Tables['message_recipients']>): Recipient => ({
  role: row.role as Role,
  name: row.name,
  address: row.address,
  state: row.state as RecipientState,
  detail: row.detail,
})

const recipientRows = ({ id, recipients }: Message) =>
  recipients.map(({ role, name, address, state, detail }, index) => ({
    message_id: id,
    position: BigInt(index + 1),
    role,
    name,
    address,
    state,
    detail,
  }))

const toRow = (message: Message) => ({
  id: message.id,
  version: BigInt(message.version),
  kind: message.kind,
  occasion: message.occasion,
  subject_type: message.subject?.type ?? null,
  subject_id: message.subject?.id ?? null,
  customer_id: message.customerId,
  automatic: message.automatic ? 1n : 0n,
  status: message.status,
  subject_line: message.subjectLine,
  content: JSON.stringify(message.content),
  attachments: message.attachments && JSON.stringify(message.attachments),
  message_id: message.messageId,
  raw_sha256: message.rawSha256,
  raw_bytes: message.rawBytes === null ? null : BigInt(message.rawBytes),
  send_after: message.sendAfter,
  next_attempt_at: message.nextAttemptAt,
  tries: BigInt(message.tries),
  uncertain: message.uncertain ? 1n : 0n,
  reason: message.reason,
  search_text: searchTextOf(message),
  created_at: message.createdAt,
  sent_at: message.sentAt,
})

const searchTextOf = ({ subjectLine, recipients }: Message): string =>
  indexForm([subjectLine, ...recipients.flatMap((it) => [it.name ?? '', it.address])].join('\n'))

const toMessage = (
  row: Selectable<Tables['messages']>,
  recipients: readonly Recipient[],
): Message => ({
  id: row.id,
  version: Number(row.version),
  kind: row.kind as MessageKind,
  occasion: row.occasion,
  subject:
    row.subject_type === null || row.subject_id === null
      ? null
      : { type: row.subject_type as Subject['type'], id: row.subject_id },
  customerId: row.customer_id,
  automatic: row.automatic === 1n,
  status: row.status as MessageStatus,
  subjectLine: row.subject_line,
  content: JSON.parse(row.content),
  recipients,
  attachments: row.attachments === null ? null : JSON.parse(row.attachments),
  messageId: row.message_id,
  rawSha256: row.raw_sha256,
  rawBytes: row.raw_bytes === null ? null : Number(row.raw_bytes),
  sendAfter: row.send_after,
  nextAttemptAt: row.next_attempt_at,
  tries: Number(row.tries),
  uncertain: row.uncertain === 1n,
  reason: row.reason,
  createdAt: row.created_at,
  sentAt: row.sent_at,
})
