import type { ReadWork } from '../../core/record/work.ts'
import { payableMinor } from '../../sales/contents/totals/payable.ts'
import { getInvoice } from '../../sales/invoices/read.ts'
import { usablePlan } from './inner/changes.ts'
import * as repository from './inner/charge-repository.ts'
import { chargesOf } from './inner/charges.ts'
import { notRemindable } from './inner/errors.ts'
import { requireSituation } from './inner/facts.ts'
import { settlementsOf } from './inner/held.ts'
import { letterHtml, letterPdf } from './inner/paper.ts'
import type { ClaimedCharge } from './inner/reminder.ts'
import { contentOf } from './inner/writer.ts'

export async function reminderLetterHtml(work: ReadWork, id: string, level: number | undefined) {
  const { day, parts } = await paperOf(work, id, level)
  return letterHtml(work, day, parts)
}

export async function reminderLetterPdf(work: ReadWork, id: string, level: number | undefined) {
  const { day, parts } = await paperOf(work, id, level)
  return { pdf: await letterPdf(work, day, parts), number: parts[0]?.details.invoice.number }
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
