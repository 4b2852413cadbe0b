import {
  hasCalendarPeriods,
  nextNominalDay,
  type Period,
  type Schedule,
  type Unit,
} from '@billwright/rules/schedule'
import { type Fault, invalidRequest, type OnFault } from '../../../kernel/errors.ts'
import { email, FieldError } from '../../../kernel/fields/rules.ts'
import type {
  Action,
  MailPart,
  PeriodBody,
  RecurringChangeBody,
  RecurringCreateBody,
  ScheduleBody,
} from '../input.ts'
import { hasItems, ITEMS_MISSING, merged, withOneTerms } from './content.ts'
import type { Definition, MailPlan } from './recurring.ts'

/* A checked request for a recurring invoice. A draft checks texts and amounts. */

const EVERY_MAX: Readonly<Record<Unit, number>> = { day: 366, week: 104, month: 120, year: 20 }
/** The fields of a unit, in reading order. */
const FIELDS_OF: Readonly<Record<Unit, readonly string[]>> = {
  day: [],
  week: ['weekdays'],
  month: ['days', 'nth'],
  year: ['days', 'nth', 'months'],
}
const LISTS = ['days', 'weekdays', 'months'] as const
const NO_PERIOD = { basis: 'none' } as const

export const toDefinition = (body: RecurringCreateBody): Definition =>
  checked({
    name: body.name.trim(),
    customerId: body.customer_id,
    action: (body.action ?? 'draft') as Action,
    schedule: toSchedule(body.schedule),
    period: toPeriod(body.period ?? NO_PERIOD),
    invoice: withOneTerms(body.invoice),
    includeEntries: body.include_entries ?? false,
    mail: toMail(body.mail ?? {}),
  })

/** The definition after a request: PUT replaces each field, PATCH merges into it (RFC 7396). */
export function changedDefinition(
  before: Definition,
  body: RecurringChangeBody,
  mode: 'put' | 'patch',
): Definition {
  const { schedule, period, invoice, mail } = body
  const into = <T extends object>(whole: T, part: object | undefined): T =>
    part === undefined ? whole : ((mode === 'put' ? part : merged(whole, part)) as T)
  return checked({
    name: body.name?.trim() ?? before.name,
    customerId: body.customer_id ?? before.customerId,
    action: (body.action ?? before.action) as Action,
    schedule: schedule
      ? toSchedule(into(scheduleView(before.schedule), schedule))
      : before.schedule,
    period: period ? toPeriod(into(before.period as PeriodBody, period)) : before.period,
    invoice: into(before.invoice, invoice && withOneTerms(invoice)),
    includeEntries: body.include_entries ?? before.includeEntries,
    mail: mail ? toMail(into<MailPart>(before.mail, mail)) : before.mail,
  })
}

function checked(definition: Definition): Definition {
  const { name, schedule, period, mail, invoice } = definition
  const faults: Fault[] = [...scheduleFaults(schedule), ...mailFaults(mail)]
  const add: OnFault = (pointer, code, message, params) =>
    faults.push({ pointer, code, message, params })
  if (name === '') add('/name', 'required', 'The name is missing. Enter a name.')
  if (period.basis === 'calendar' && !hasCalendarPeriods(schedule))
    add(
      '/period/basis',
      'not_allowed',
      'Not allowed: periods of the calendar need every 1, or 1, 2, 3, 4, 6 or 12 months.',
    )
  if (!hasItems(invoice, definition))
    add('/invoice/items', ITEMS_MISSING.code, ITEMS_MISSING.message)
  if (faults.length > 0) throw invalidRequest(faults)
  return definition
}

function scheduleFaults(schedule: Schedule): readonly Fault[] {
  const { unit, every, days, nth, end } = schedule
  const faults: Fault[] = []
  const add: OnFault = (field, code, message, params) =>
    faults.push({ pointer: `/schedule/${field}`, code, message, params })
  if (every > EVERY_MAX[unit])
    add(
      'every',
      'out_of_range',
      `Out of range: use 1 to ${EVERY_MAX[unit]} for the unit ${unit}.`,
      {
        min: 1,
        max: EVERY_MAX[unit],
      },
    )
  for (const field of [...LISTS, 'nth'] as const)
    if (schedule[field] !== null && !FIELDS_OF[unit].includes(field))
      add(field, 'not_allowed', `Not allowed: the unit ${unit} has no ${field}.`)
  if (faults.length === 0 && days !== null && nth !== null)
    add('nth', 'not_allowed', 'Not allowed: send either `days` or `nth`.')
  for (const field of LISTS)
    if (new Set(schedule[field]).size !== (schedule[field]?.length ?? 0))
      add(field, 'duplicate', 'Duplicate: name each value once.')
  if (end && 'after' in end && 'on' in end)
    add('end', 'not_allowed', 'Not allowed: send either `after` or `on`.', {
      reason: 'schedule_end',
    })
  if (faults.length === 0 && nextNominalDay(schedule) === null)
    add('end', 'out_of_range', 'Out of range: the schedule ends before its first day.', {
      reason: 'schedule_end',
    })
  return faults
}

export const toMail = ({ to, cc, bcc, notice_days }: MailPart): MailPlan => ({
  to: to && to.length > 0 ? to : null,
  cc: cc ?? [],
  bcc: bcc ?? [],
  notice_days: notice_days ?? [],
})

function mailFaults({ to, cc, bcc }: MailPlan): readonly Fault[] {
  const faults: Fault[] = []
  for (const [name, addresses] of Object.entries({ to: to ?? [], cc, bcc }))
    for (const [index, address] of addresses.entries())
      try {
        email(address)
      } catch (error) {
        if (!(error instanceof FieldError)) throw error
        const pointer = `/mail/${name}/${index}`
        faults.push({ pointer, code: error.code, message: error.message, params: error.params })
      }
  return faults
}

const toSchedule = (body: ScheduleBody): Schedule => ({
  unit: body.unit as Unit,
  every: body.every ?? 1,
  startDate: body.start_date,
  days: body.days ?? null,
  nth: body.nth ?? null,
  weekdays: body.weekdays ?? null,
  months: body.months ?? null,
  leadDays: body.lead_days ?? 0,
  onDayOff: (body.on_day_off ?? 'keep') as Schedule['onDayOff'],
  time: body.time ?? null,
  end: body.end && Object.keys(body.end).length > 0 ? (body.end as Schedule['end']) : null,
})

const toPeriod = ({ basis, offset }: PeriodBody): Period => ({
  basis: basis as Period['basis'],
  offset: basis === 'none' ? 0 : (offset ?? 0),
})

/** As on the wire, with every field. */
export const scheduleView = (schedule: Schedule) => ({
  unit: schedule.unit as string,
  every: schedule.every,
  start_date: schedule.startDate,
  days: schedule.days && [...schedule.days],
  nth: schedule.nth && { ...schedule.nth },
  weekdays: schedule.weekdays && [...schedule.weekdays],
  months: schedule.months && [...schedule.months],
  lead_days: schedule.leadDays,
  on_day_off: schedule.onDayOff as string,
  time: schedule.time,
  end: schedule.end && { ...schedule.end },
})

/** Reads the output of `scheduleView`. */
export const storedSchedule = (stored: string): Schedule => toSchedule(JSON.parse(stored))
