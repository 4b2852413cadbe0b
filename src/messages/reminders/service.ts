import { formatMinor, parseMinor, sumOf } from '@billwright/money'
import { currentSettings } from '../../company/settings/service.ts'
import { requireScope } from '../../core/http/actor.ts'
import { checkIfMatch, etagOf, type VersionedRef } from '../../core/http/etag.ts'
import {
  type Page,
  type PageQueryInput,
  toPage,
  toPageRequest,
} from '../../core/http/pagination.ts'
import { recordEvent } from '../../core/record/journal.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../core/record/work.ts'
import { invalidRequest } from '../../kernel/errors.ts'
import { requireNumber } from '../../kernel/fields/numbers.ts'
import { formatterFor } from '../../paper/printing/format.ts'
import { fill, wordsFor } from '../../paper/printing/labels/labels.ts'
import { chargeLabel } from '../../paper/printing/reminder/page.ts'
import { dayOf, laterOf } from '../../platform/clock.ts'
import { isId, newId } from '../../platform/ids.ts'
import { requireCustomer } from '../../sales/customers/service.ts'
import { dueMinor } from '../../sales/invoices/lifecycle.ts'
import { createInvoice, getInvoice, lockInvoice } from '../../sales/invoices/service.ts'
import { payableMinor } from '../../sales/invoices/totals/payable.ts'
import type { InvoiceDetails } from '../../sales/invoices/view.ts'
import type { Message } from '../mail/message.ts'
import type { MessageHooks } from '../mail/ports.ts'
import { chargesOf, settledParts } from './inner/charges.ts'
import {
  chargeNotClaimed,
  nothingClaimed,
  notPaused,
  notRemindable,
  reminderNotFound,
} from './inner/errors.ts'
import { findSituations, requireSituation } from './inner/facts.ts'
import { settlementsOf } from './inner/held.ts'
import type { PauseBody, PauseReason } from './inner/input.ts'
import { letterHtml, letterPdf, printLetter } from './inner/paper.ts'
import type { Charge, ClaimedCharge, Reminder, ReminderState } from './inner/reminder.ts'
import * as repository from './inner/repository.ts'
import type { SettleBody } from './inner/schema.ts'
import { claimReason, gapEnd, nextOf, type Situation } from './inner/situation.ts'
import { contentOf, problemOf, type Sending, writeReminder } from './inner/writer.ts'
import { isStillDue } from './look.ts'
import { NONE, type ReminderPlan } from './plan.ts'

/** A waiting reminder with what it is about. */
export interface Due {
  readonly reminder: Reminder
  readonly situation: Situation
}

export interface SendResult {
  readonly id: string
  readonly messageId: string | null
  readonly problem: { readonly code: string; readonly detail: string } | null
}

export const stateEtag = ({ claim, state, reminders }: Situation): string =>
  etagOf(`${claim.id}-${reminders.length}`, state.version)
export { findSituations as nextReminders, requireSituation as getSituation } from './inner/facts.ts'
export { findLevels as reminderLevelsOf } from './inner/repository.ts'

/** Those that wait for a person. */
export async function listDueReminders(work: ReadWork, query: PageQueryInput): Promise<Page<Due>> {
  const request = toPageRequest(query, 'created_at')
  const rows = await repository.listWaiting(work, request)
  const total = query.include ? await repository.countWaiting(work) : null
  const page = toPage(rows, request, ({ createdAt, id }) => ({ value: createdAt, id }), total)
  const due = await withSituations(work, page.data)
  return { ...page, data: due.filter((it) => isStillDue(it.reminder, it.situation)) }
}

/** Each group separately, with a result for each id. */
export async function sendReminders(
  work: ReadWork,
  ids: readonly string[],
): Promise<readonly SendResult[]> {
  const found = await withSituations(work, await repository.findWaiting(work, ids))
  const results = new Map<string, SendResult>()
  for (const group of groupsOf(found)) {
    const result = await approve(work, group).then(
      ({ id }) => ({ messageId: id, problem: null }),
      (error: unknown) => ({ messageId: null, problem: problemOf(error) }),
    )
    if (result.problem === null) work.app.counters.countReminders('written', group.length)
    for (const { id } of group) results.set(id, { id, ...result })
  }
  const gone = problemOf(reminderNotFound())
  return ids.map((id) => results.get(id) ?? { id, messageId: null, problem: gone })
}

/** The level counts as done; the next one follows after the gap. */
export async function dismissReminders(
  work: ReadWork,
  ids: readonly string[],
): Promise<readonly SendResult[]> {
  const results: SendResult[] = []
  for (const id of ids)
    await transaction(work, async (work) => {
      const [known] = await repository.findWaiting(work, [id])
      if (known) await lockInvoice(work, known.invoiceId)
      const [reminder] = known ? await repository.findWaiting(work, [id]) : []
      if (!reminder) return problemOf(reminderNotFound())
      const { timeZone } = await currentSettings(work)
      const day = dayOf(work.at, timeZone)
      const status = 'dismissed' as const
      await repository.saveReminder(work, { ...reminder, status, day, updatedAt: work.at })
      return null
    }).then((problem) => results.push({ id, messageId: null, problem }))
  work.app.counters.countReminders(
    'dismissed',
    results.filter(({ problem }) => problem === null).length,
  )
  return results
}

export function pauseReminders(
  work: ReadWork,
  request: VersionedRef,
  body: PauseBody,
): Promise<Situation> {
  return change(work, request, ({ state, claim, today }) => {
    const reason = claimReason(claim)
    if (reason !== null) throw notRemindable(reason)
    const until = body.until ?? null
    if (until !== null && until < today)
      throw invalidRequest([
        {
          pointer: '/until',
          code: 'out_of_range',
          message: 'Use today or a later day.',
          params: { from: today },
        },
      ])
    const note = body.note?.trim() || null
    const pause = { reason: body.reason as PauseReason, note, until, at: work.at }
    return { ...state, pause }
  })
}

export function resumeReminders(work: ReadWork, request: VersionedRef): Promise<Situation> {
  return change(work, request, ({ state }) => {
    if (state.pause === null) throw notPaused()
    return { ...state, pause: null }
  })
}

/** An id, `default`, `none`, or null for that of the customer. */
export function choosePlan(
  work: ReadWork,
  request: VersionedRef,
  plan: string | null,
): Promise<Situation> {
  return change(work, request, async ({ state, plans }, work) => {
    const isKnown = plan === null || !isId('rpl', plan) || plans.some(({ id }) => id === plan)
    if (!isKnown)
      throw invalidRequest([
        {
          pointer: '/plan',
          code: 'unknown_plan',
          message: 'Unknown plan: use the id of a reminder plan, `default` or `none`.',
        },
      ])
    if (plan === NONE) await repository.deleteWaiting(work, state.invoiceId)
    return { ...state, plan }
  })
}

/** Sends the next level, or a later one, now. */
export async function sendOneReminder(
  work: ReadWork,
  { id, ifMatch }: VersionedRef,
  level: number | undefined,
): Promise<Situation> {
  const sent = await transaction(work, async (work) => {
    const situation = await lockSituation(work, id)
    checkIfMatch(ifMatch, stateEtag(situation))
    const sending = manualLevel(situation, level)
    const waiting = situation.reminders.find(({ status }) => status === 'waiting')
    if (waiting && waiting.level !== sending.level) await repository.deleteWaiting(work, id)
    const now = await requireSituation(work, id)
    const customer = await requireCustomer(work, situation.claim.customerId)
    const linked = await isLinked(work)
    await writeReminder(work, customer, [{ ...sending, situation: now }], { isLinked: linked })
    return requireSituation(work, id)
  })
  work.app.counters.countReminders('written', 1)
  return sent
}

export async function reminderLetterHtml(work: ReadWork, id: string, level: number | undefined) {
  const { day, parts } = await paperOf(work, id, level)
  return letterHtml(work, day, parts)
}

export async function reminderLetterPdf(work: ReadWork, id: string, level: number | undefined) {
  const { day, parts } = await paperOf(work, id, level)
  return { pdf: await letterPdf(work, day, parts), number: parts[0]?.details.invoice.number }
}

export async function listCharges(work: ReadWork, id: string) {
  const { claim } = await requireSituation(work, id)
  return { charges: await repository.listCharges(work, id), currency: claim.currency }
}

export function waiveCharge(work: ReadWork, id: string, chargeId: string) {
  return transaction(work, async (work) => {
    const { claim } = await lockSituation(work, id)
    const charge = await repository.requireCharge(work, id, chargeId)
    if (charge.status !== 'claimed') throw chargeNotClaimed(charge.status)
    const waived = { ...charge, ...changedAt(work, charge), status: 'waived' as const }
    await repository.saveCharge(work, waived)
    return { charge: waived, currency: claim.currency }
  })
}

/** Issues an invoice for the paid charges, and records the payment on it. */
export function settleCharges(
  work: ReadWork,
  id: string,
  body: SettleBody,
): Promise<InvoiceDetails> {
  return transaction(work, async (work) => {
    requireScope(work.actor, 'issue')
    const { claim } = await lockSituation(work, id)
    const { currency } = claim
    const claimed = await claimedOf(work, id)
    const totalMinor = sumOf(claimed.map(({ amountMinor }) => amountMinor))
    const paidMinor = body.amount === undefined ? totalMinor : amountOf(body.amount, currency)
    if (paidMinor <= 0n || paidMinor > totalMinor)
      throw nothingClaimed(formatMinor(totalMinor, currency), currency)
    const parts = settledParts(claimed, paidMinor)
    const source = await getInvoice(work, id)
    const made = await createInvoice(work, await settlingBody(work, source, parts, body))
    for (const { charge, minor } of parts) await settlePart(work, charge, minor, made)
    return made
  })
}

/** The newest ones that wait for a person. */
export async function listAttentionReminders(
  work: ReadWork,
  limit: number,
): Promise<readonly Due[]> {
  const page = { limit: limit - 1, after: null, direction: 'desc' } as const
  const due = await withSituations(work, await repository.listWaiting(work, page))
  return due.filter((it) => isStillDue(it.reminder, it.situation))
}

/** Changes the decisions about an invoice, with its row locked. */
function change(
  work: ReadWork,
  { id, ifMatch }: VersionedRef,
  decide: (situation: Situation, work: Work) => Promise<ReminderState> | ReminderState,
): Promise<Situation> {
  return transaction(work, async (work) => {
    const situation = await lockSituation(work, id)
    checkIfMatch(ifMatch, stateEtag(situation))
    const state = await decide(situation, work)
    await repository.saveState(work, { ...state, version: situation.state.version + 1 })
    const after = await requireSituation(work, id)
    if (after.wait === 'paused') await repository.deleteWaiting(work, id)
    return requireSituation(work, id)
  })
}

async function lockSituation(work: Work, id: string): Promise<Situation> {
  if (isId('inv', id)) await lockInvoice(work, id)
  return requireSituation(work, id)
}

async function isLinked(work: ReadWork): Promise<boolean> {
  return (await currentSettings(work)).mailLink
}

/** Sends waiting reminders of one customer, currency and message. */
function approve(work: ReadWork, reminders: readonly Reminder[]): Promise<Message> {
  return transaction(work, async (work) => {
    const ids = reminders.map(({ invoiceId }) => invoiceId)
    for (const id of ids.toSorted()) await lockInvoice(work, id)
    const found = await findSituations(work, ids)
    const sendings = found.flatMap((situation): readonly Sending[] => {
      const waiting = situation.reminders.find(({ status }) => status === 'waiting')
      if (!waiting || !situation.plan || !isStillDue(waiting, situation)) return []
      return [{ situation, plan: situation.plan, level: waiting.level }]
    })
    if (sendings.length < ids.length) throw notRemindable('changed')
    const customer = await requireCustomer(work, reminders[0]?.customerId ?? '')
    return writeReminder(work, customer, sendings, { isLinked: await isLinked(work) })
  })
}

/** One message each, or one for each customer, according to the plan. */
function groupsOf(due: readonly Due[]): readonly (readonly Reminder[])[] {
  return Map.groupBy(due, ({ reminder, situation: { plan, claim } }) =>
    plan?.rules.grouping === 'customer'
      ? `${plan.id} ${claim.customerId} ${claim.currency}`
      : reminder.id,
  )
    .values()
    .map((group) => group.map(({ reminder }) => reminder))
    .toArray()
}

async function withSituations(
  work: ReadWork,
  reminders: readonly Reminder[],
): Promise<readonly Due[]> {
  const found = await findSituations(work, [...new Set(reminders.map((it) => it.invoiceId))])
  const byId = new Map(found.map((situation) => [situation.claim.id, situation]))
  return reminders.flatMap((reminder) => {
    const situation = byId.get(reminder.invoiceId)
    return situation ? [{ reminder, situation }] : []
  })
}

/** The plan of an invoice, or the default. */
function usablePlan({ plan, plans }: Situation): ReminderPlan {
  const found = plan ?? plans.find(({ isDefault }) => isDefault)
  if (!found) throw new Error('There is no default reminder plan.')
  return found
}

/** The level to send now. Throws 409 with the reason if there is none. */
function manualLevel(situation: Situation, asked: number | undefined): Sending {
  const plan = usablePlan(situation)
  const { claim, today, wait } = situation
  const reason = claimReason(claim)
  if (reason !== null) throw notRemindable(reason)
  if (wait === 'paused') throw notRemindable('paused')
  const from = gapEnd(situation, plan)
  if (from !== null && from > today) throw notRemindable('gap', { from })
  const { rules } = plan
  const sent = situation.reminders.filter(({ status }) =>
    ['queued', 'sent', 'failed', 'dismissed'].includes(status),
  )
  const last = sent.at(-1)?.level ?? 0
  const open = { ...plan, remindFrom: claim.dueDate }
  const level = asked ?? nextOf(situation, open, today)?.level
  if (level === undefined) throw notRemindable('finished')
  const rule = rules.levels[level - 1]
  if (!rule) throw notRemindable('unknown_level')
  if (level < last || (level === last && rule.repeat_days === null))
    throw notRemindable('level_sent')
  if (rule.after_days >= 0 && claim.dueDate !== null && claim.dueDate >= today)
    throw notRemindable('not_due')
  return { situation, plan, level }
}

async function paperOf(work: ReadWork, id: string, asked: number | undefined) {
  const situation = await requireSituation(work, id)
  const { reminders, today } = situation
  const written = reminders.filter(
    ({ status, level }) => status !== 'waiting' && (asked === undefined || level === asked),
  )
  const details = await getInvoice(work, id)
  if (details.invoice.number === null) throw notRemindable('draft')
  const waiting = reminders.find(({ status }) => status === 'waiting')
  const last = asked === undefined && waiting ? undefined : written.at(-1)
  if (last) return { day: last.day, parts: [{ details, content: last.content }] }
  const plan = usablePlan(situation)
  const level = asked ?? waiting?.level ?? situation.next?.level ?? 1
  const rule = plan.rules.levels[level - 1]
  if (!rule) throw notRemindable('unknown_level')
  const charges = await repository.listCharges(work, id)
  const { claim, customer } = situation
  const claimed = chargesOf(plan.rules, rule, level, {
    currency: claim.currency,
    totalMinor: payableMinor(claim.totals),
    dueDay: claim.dueDate ?? today,
    day: today,
    customerKind: customer?.kind ?? null,
    settled: await settlementsOf(work, claim),
    charges,
  }).charges
  const isReplaced = claimed.some(({ kind }) => kind === 'interest')
  const open: readonly ClaimedCharge[] = charges.filter(
    ({ status, kind }) => status === 'claimed' && !(isReplaced && kind === 'interest'),
  )
  const content = contentOf(rule, situation, [...open, ...claimed])
  return { day: today, parts: [{ details, content }] }
}

async function claimedOf(work: ReadWork, id: string): Promise<readonly Charge[]> {
  return (await repository.listCharges(work, id)).filter(({ status }) => status === 'claimed')
}

/** The body of an invoice for the paid charges. */
async function settlingBody(
  work: Work,
  { invoice }: InvoiceDetails,
  parts: ReturnType<typeof settledParts>,
  { paid_at, method }: SettleBody,
) {
  const { chargeTax, dateFormat } = await currentSettings(work)
  const { language, currency, number, customerId } = invoice
  const words = wordsFor(language)
  const format = formatterFor({ language, currency, dateFormat })
  const isUntaxed = chargeTax.rate === '0'
  return {
    customer_id: customerId,
    currency,
    language,
    prices_include_tax: true,
    status: 'paid' as const,
    ...(paid_at === undefined ? {} : { paid_at }),
    ...(method === undefined ? {} : { payment_method: method }),
    notes: fill(words.reminder.chargesNote, { number: number ?? '' }),
    items: parts.map(({ charge, minor }) => ({
      description: chargeLabel(charge, { words, format }),
      quantity: '1',
      unit_price: formatMinor(minor, currency),
      tax: {
        category: chargeTax.category,
        rate: chargeTax.rate,
        ...(isUntaxed ? { reason: chargeTax.reason ?? words.reminder.chargeReason } : {}),
      },
    })),
  }
}

/** Why the message of a reminder must not be sent anymore. */
const cause: NonNullable<MessageHooks['cause']> = async (work, message) => {
  if (!message.automatic) return null
  const written = await repository.listOfMessage(work, message.id)
  for (const { situation, reminder } of await withSituations(work, written)) {
    const reason = claimReason(situation.claim)
    if (reason !== null) return reason === 'nothing_due' ? 'paid' : reason
    if (dueMinor(situation.claim) !== reminder.content.dueMinor) return 'amount_changed'
    if (situation.wait === 'paused') return 'paused'
    if (situation.heldMinor > (reminder.content.heldMinor ?? 0n)) return 'money_held'
  }
  return null
}

const note: NonNullable<MessageHooks['note']> = async (work, message) => {
  const written = await repository.listOfMessage(work, message.id)
  if (written.length === 0) return
  const byPerson = message.status === 'canceled' && message.reason === 'canceled'
  const status = byPerson ? 'dismissed' : message.status === 'sending' ? 'queued' : message.status
  for (const reminder of written) {
    if (reminder.status === status) continue
    await repository.saveReminder(work, { ...reminder, status, updatedAt: work.at })
    if (status === 'sent') recordSent(work, reminder)
  }
  if (message.status !== 'canceled') return
  await repository.deleteClaimedBy(
    work,
    written.map(({ id }) => id),
  )
  if (!byPerson) await repository.lookAgain(work, [...new Set(written.map((it) => it.planId))])
}

/** The outbox callbacks of reminders. */
export const reminderHooks = { cause, note, print: printLetter } satisfies MessageHooks

const changedAt = (work: Work, { version, updatedAt }: Charge) => ({
  version: version + 1,
  updatedAt: laterOf(work.at, updatedAt),
})

/** The unpaid part stays claimed, as a separate charge. */
async function settlePart(
  work: Work,
  charge: Charge,
  minor: bigint,
  { invoice }: InvoiceDetails,
): Promise<void> {
  const settled = {
    ...charge,
    ...changedAt(work, charge),
    amountMinor: minor,
    status: 'settled' as const,
    settledBy: invoice.id,
  }
  await repository.saveCharge(work, settled)
  const restMinor = charge.amountMinor - minor
  if (restMinor > 0n)
    await repository.insertCharges(work, [
      { ...charge, id: newId('chg'), version: 1, amountMinor: restMinor, updatedAt: work.at },
    ])
}

const amountOf = (text: string | number, currency: string): bigint =>
  requireNumber('/amount', () => parseMinor(text, currency))

const recordSent = (work: Work, reminder: Reminder): void =>
  recordEvent(work, {
    type: 'reminder.sent',
    resourceId: reminder.id,
    data: {
      id: reminder.id,
      invoice_id: reminder.invoiceId,
      customer_id: reminder.customerId,
      level: reminder.level,
      n: reminder.n,
      message_id: reminder.messageId,
    },
  })
