import { isDeepStrictEqual } from 'node:util'
import { currentSettings } from '../../company/settings/read.ts'
import { checkIfMatch, etagOf, type VersionedRef } from '../../core/http/etag.ts'
import {
  type Page,
  type PageQueryInput,
  toPage,
  toPageRequest,
} from '../../core/http/pagination.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { dayOf, laterOf } from '../../platform/clock.ts'
import type { CompanyDb } from '../../platform/database/scope.ts'
import { newId } from '../../platform/ids.ts'
import { countOpenClaimsBefore } from '../../receivables/balances/claims.ts'
import { hasReminderPlan } from '../../sales/customers/read.ts'
import { reminderPlanInUse, tooManyReminderPlans } from './inner/errors.ts'
import { changeRules, type PlanBody, USUAL } from './inner/input.ts'
import * as planRepository from './inner/plan-repository.ts'
import { nextOf, type Situation } from './inner/situation.ts'
import * as stateRepository from './inner/state-repository.ts'
import { openSituations } from './look.ts'
import { BUILT_IN_ID, PLANS_MAX, planOf, type ReminderPlan } from './plan.ts'

/** What a plan would do today. */
export interface Effect {
  readonly remindFrom: string
  readonly reached: readonly Reached[]
  readonly reachedCount: number
  /** With a later reminder. */
  readonly laterCount: number
  /** They wait, because the company holds money of the customer. */
  readonly heldCount: number
  /** Due before `remindFrom`. */
  readonly olderCount: number
}

interface Reached {
  readonly situation: Situation
  readonly level: number
}

const SHOWN_MAX = 100

export const planEtag = ({ id, version }: ReminderPlan): string => etagOf(id, version)
export { requirePlan } from './inner/plan-repository.ts'

export async function listPlans(
  work: ReadWork,
  query: PageQueryInput,
): Promise<Page<ReminderPlan>> {
  const request = toPageRequest(query, 'name')
  const all = [...(await planRepository.listPlans(work))]
  const key = request.sort === 'created_at' ? 'createdAt' : 'name'
  const turn = request.direction === 'asc' ? 1 : -1
  const place = (plan: ReminderPlan) => `${plan[key]}\u0000${plan.id}`
  all.sort((a, b) => (place(a) < place(b) ? -turn : turn))
  const after = request.after && `${request.after.value ?? ''}\u0000${request.after.id}`
  const rows = all.filter((plan) =>
    after === null ? true : turn === 1 ? place(plan) > after : place(plan) < after,
  )
  const total = query.include ? all.length : null
  return toPage(rows, request, (plan) => ({ value: plan[key], id: plan.id }), total)
}

/** Whether a customer or invoice may use it. */
export async function planExists(scope: CompanyDb, id: string): Promise<boolean> {
  return (await planRepository.listPlans(scope)).some((plan) => plan.id === id)
}

export function createPlan(
  work: ReadWork,
  body: PlanBody & { readonly name: string },
): Promise<ReminderPlan> {
  return transaction(work, async (work) => {
    const plans = await planRepository.listPlans(work)
    if (plans.length >= PLANS_MAX) throw tooManyReminderPlans(PLANS_MAX)
    const blank: ReminderPlan = {
      id: newId('rpl'),
      version: 1,
      name: body.name.trim(),
      enabled: false,
      isDefault: body.default ?? false,
      rules: changeRules({ ...USUAL, levels: [] }, body),
      remindFrom: null,
      lookedOn: null,
      createdAt: work.at,
      updatedAt: work.at,
    }
    const plan = { ...blank, ...switched(blank, body, await todayOf(work)) }
    await planRepository.insertPlan(work, plan)
    if (plan.isDefault) await planRepository.clearOtherDefaults(work, plan.id)
    return plan
  })
}

export function updatePlan(
  work: ReadWork,
  { id, ifMatch }: VersionedRef,
  body: PlanBody,
): Promise<ReminderPlan> {
  return transaction(work, async (work) => {
    const before = await planRepository.lockPlan(work, id)
    checkIfMatch(ifMatch, planEtag(before))
    if (body.default === false && before.isDefault) throw reminderPlanInUse(['default'])
    const changed: ReminderPlan = {
      ...before,
      ...switched(before, body, await todayOf(work)),
      name: body.name?.trim() ?? before.name,
      isDefault: body.default ?? before.isDefault,
      rules: changeRules(before.rules, body),
    }
    if (isDeepStrictEqual(changed, before)) return before
    const plan = {
      ...changed,
      version: before.version + 1,
      // Its current contents apply today.
      lookedOn: null,
      updatedAt: laterOf(work.at, before.updatedAt),
    }
    await planRepository.savePlan(work, plan)
    if (plan.isDefault) await planRepository.clearOtherDefaults(work, plan.id)
    return plan
  })
}

/** The built-in plan becomes as it was built in. */
export function deletePlan(work: ReadWork, { id, ifMatch }: VersionedRef): Promise<void> {
  return transaction(work, async (work) => {
    const plan = await planRepository.lockPlan(work, id)
    checkIfMatch(ifMatch, planEtag(plan))
    const by = id === BUILT_IN_ID ? [] : await isInUse(work, plan)
    if (by.length > 0) throw reminderPlanInUse(by)
    await planRepository.deletePlan(work, id)
  })
}

/** The customers whom the plan would remind today if it were on; stores nothing. */
export async function effectOfPlan(
  work: ReadWork,
  id: string,
  from: string | undefined,
): Promise<Effect> {
  const plan = await planRepository.requirePlan(work, id)
  const today = await todayOf(work)
  const remindFrom = from ?? (plan.enabled ? plan.remindFrom : null) ?? today
  const on = { ...plan, enabled: true, remindFrom }
  const reached: Reached[] = []
  let reachedCount = 0
  let laterCount = 0
  let heldCount = 0
  for await (const situation of openSituations(work, on, today)) {
    const { state, customer, plans } = situation
    const chosen = { invoice: state.plan, customer: customer?.reminderPlan ?? null }
    if (planOf(plans, chosen)?.id !== plan.id || situation.wait === 'paused') continue
    const next = nextOf(situation, on, today)
    if (next === null) continue
    if (next.day > today) {
      laterCount++
      continue
    }
    if (situation.wait === 'money_held') {
      heldCount++
      continue
    }
    reachedCount++
    if (reached.length < SHOWN_MAX) reached.push({ situation, level: next.level })
  }
  const olderCount = await countOpenClaimsBefore(work, remindFrom)
  return { remindFrom, reached, reachedCount, laterCount, heldCount, olderCount }
}

async function todayOf(work: ReadWork): Promise<string> {
  return dayOf(work.at, (await currentSettings(work)).timeZone)
}

/** Switching on affects no older invoices, unless a person sets a day. */
function switched(
  before: ReminderPlan,
  { enabled = before.enabled, remind_from: from }: PlanBody,
  today: string,
): Pick<ReminderPlan, 'enabled' | 'remindFrom'> {
  if (from != null) return { enabled, remindFrom: from }
  const isSwitchedOn = enabled && (!before.enabled || before.remindFrom === null)
  const isCleared = from === null && before.remindFrom !== null
  return { enabled, remindFrom: isSwitchedOn || isCleared ? today : before.remindFrom }
}

async function isInUse(work: ReadWork, plan: ReminderPlan): Promise<readonly string[]> {
  return [
    ...(plan.isDefault ? ['default'] : []),
    ...((await hasReminderPlan(work, plan.id)) ? ['customers'] : []),
    ...((await stateRepository.isPlanOfInvoice(work, plan.id)) ? ['invoices'] : []),
  ]
}
