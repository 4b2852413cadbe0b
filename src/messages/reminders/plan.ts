import { type PlanRules, USUAL } from './inner/input.ts'

/** The maximum number of plans of a company. */
export const PLANS_MAX = 20

/** The built-in plan has the same id in every company, and a row once it was changed. */
export const BUILT_IN_ID = 'rpl_00000000-0000-7000-8000-000000000001'

export interface ReminderPlan {
  readonly id: string
  readonly version: number
  readonly name: string
  readonly enabled: boolean
  readonly isDefault: boolean
  readonly rules: PlanRules
  /** Invoices due before this day get no reminders; null until it is switched on. */
  readonly remindFrom: string | null
  /** The last day of which the daily run was completed. */
  readonly lookedOn: string | null
  readonly createdAt: string
  readonly updatedAt: string
}

const LEVEL = {
  name: null,
  mode: 'ask',
  fee: null,
  interest: false,
  lump_sum: false,
  pay_within_days: 7,
  attach: true,
  repeat_days: null,
} as const

/** A notice three days before the due date and three reminders after it, without charges. */
const BUILT_IN_RULES: PlanRules = {
  levels: [
    { ...LEVEL, title: 'notice', after_days: -3, pay_within_days: null, attach: false },
    { ...LEVEL, title: 'reminder', after_days: 7 },
    { ...LEVEL, title: 'second', after_days: 21 },
    { ...LEVEL, title: 'final', after_days: 35 },
  ],
  ...USUAL,
}

const NEVER = '1970-01-01T00:00:00.000Z'

/** As in a company that never changed it. */
export const builtInPlan = (isDefault: boolean): ReminderPlan => ({
  id: BUILT_IN_ID,
  version: 0,
  name: 'Standard',
  enabled: false,
  isDefault,
  rules: BUILT_IN_RULES,
  remindFrom: null,
  lookedOn: null,
  createdAt: NEVER,
  updatedAt: NEVER,
})

const DEFAULT = 'default'
export const NONE = 'none'

/** The plan of an invoice: its own, else that of its customer, else the default. */
export function planOf(
  plans: readonly ReminderPlan[],
  { invoice, customer }: { readonly invoice: string | null; readonly customer: string | null },
): ReminderPlan | null {
  const chosen = invoice ?? customer ?? DEFAULT
  if (chosen === NONE) return null
  const known = plans.find(({ id }) => id === chosen)
  return known ?? plans.find(({ isDefault }) => isDefault) ?? null
}
