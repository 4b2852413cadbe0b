import {
  type Collectable,
  collectionDay,
  type Message,
  paymentIdOf,
  planMessages,
  umlautsOf,
} from '@billwright/sepa'
import { currentSettings } from '../../company/settings/read.ts'
import type { Settings } from '../../company/settings/settings.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { addDays } from '../../kernel/calendar.ts'
import { dayOf } from '../../platform/clock.ts'
import { listClaimed } from '../checkout/claims.ts'
import { listPendingOnline } from '../checkout/read.ts'
import { type Collection, endToEndOf } from '../collections/collection.ts'
import { type Due, findDues } from '../collections/read.ts'
import { creditorOf } from '../methods/creditor.ts'
import { withCreditor } from '../methods/mandates.ts'
import { hasMandate, type PaymentMethod } from '../methods/method.ts'
import { findMethods } from '../methods/read.ts'
import { type LeftOut, messageRefOf, type Run, type RunItem } from './run.ts'

/** Banks take files this long before the collection. */
const AHEAD_DAYS = 14
/** A collection may be this much later than announced without a new notice. */
const LATE_DAYS = 5

export interface RunPlan {
  readonly items: readonly RunItem[]
  readonly messages: readonly Message[]
  readonly count: number
  readonly sumMinor: bigint
}

/** What a run can collect of these collections now, and what it leaves out and why. Changes nothing. */
export async function planRun(
  work: ReadWork,
  { id, collectOn, excluded }: Pick<Run, 'id' | 'collectOn' | 'excluded'>,
  collections: readonly Collection[],
): Promise<RunPlan> {
  const settings = await currentSettings(work)
  const creditor = creditorOf(settings)
  const invoiceIds = collections.map(({ invoiceId }) => invoiceId)
  const facts: Facts = {
    settings,
    creditor,
    today: dayOf(work.at, settings.timeZone),
    collectOn,
    excluded: new Set(excluded),
    dues: await findDues(work, invoiceIds),
    claimed: await claimedAmong(work, invoiceIds),
    methods: await methodsOf(work, collections),
  }
  const judged = collections.map((it) => ({ it, result: judge(it, facts) }))
  const { messages, leftOut } = planMessages(
    judged.flatMap(({ result }) => (typeof result === 'string' ? [] : result)),
    {
      creditor,
      umlauts: umlautsFor(settings, creditor.iban),
      firstAs: settings.directDebit.sequence,
      submitDays: settings.directDebit.submitDays,
      today: facts.today,
    },
  )
  const left = judged.flatMap(({ it, result }): readonly RunItem[] => {
    const reason = typeof result === 'string' ? result : leftOut.get(it.id)
    return reason === undefined ? [] : [leftItem(it, reason)]
  })
  return {
    items: [...itemsOf(messages, id), ...left],
    messages,
    count: messages.reduce((sum, { count }) => sum + count, 0),
    sumMinor: messages.reduce((sum, { sumMinor }) => sum + sumMinor, 0n),
  }
}

export const umlautsFor = ({ directDebit: { umlauts } }: Settings, iban: string) =>
  umlauts === 'auto' ? umlautsOf(iban) : umlauts

interface Facts {
  readonly settings: Settings
  readonly creditor: { readonly id: string; readonly name: string }
  readonly today: string
  readonly collectOn: string | null
  readonly excluded: ReadonlySet<string>
  readonly dues: ReadonlyMap<string, Due>
  readonly claimed: ReadonlySet<string>
  readonly methods: ReadonlyMap<string, PaymentMethod>
}

function judge(it: Collection, facts: Facts): Collectable | LeftOut {
  const due = facts.dues.get(it.invoiceId)
  const method = facts.methods.get(it.methodId)
  if (facts.excluded.has(it.id)) return 'excluded'
  if (it.status !== 'announced' || it.notice === null || it.nextOn === null) return 'no_notice'
  if (due?.status !== 'sent' || due.dueMinor <= 0n) return 'nothing_due'
  if (facts.claimed.has(it.invoiceId)) return 'claim_held'
  if (method?.status !== 'active' || !hasMandate(method)) return 'method_not_active'
  // The notice named the most that may be collected.
  if (due.dueMinor > it.notice.amountMinor) return 'no_notice'
  const { submitDays } = facts.settings.directDebit
  const wanted = facts.collectOn ?? it.nextOn
  const day = collectionDay(wanted, { today: facts.today, submitDays })
  if (day < it.nextOn || day > addDays(facts.today, AHEAD_DAYS + LATE_DAYS)) return 'too_early'
  if (day > addDays(it.nextOn, LATE_DAYS)) return 'no_notice'
  const { mandate } = method
  return {
    id: it.id,
    endToEnd: endToEndOf(it),
    amountMinor: due.dueMinor,
    collectOn: wanted,
    text: textOf(due, facts),
    mandate: {
      ...withCreditor(mandate, facts.creditor),
      amendment: withCreditor(mandate, facts.creditor).untold,
    },
  }
}

/** What the debtor reads on the statement. */
const textOf = ({ number }: Due, { settings, creditor }: Facts): string =>
  [number, settings.companyTradingName ?? creditor.name].filter((it) => it !== null).join(' ')

function itemsOf(messages: readonly Message[], runId: string): readonly RunItem[] {
  return messages.flatMap(({ blocks }, index) =>
    blocks.flatMap(({ debits, day, sequence }, block) =>
      debits.map((debit) => ({
        collectionId: debit.id,
        amountMinor: debit.amountMinor,
        leftOut: null,
        file: index + 1,
        paymentRef: paymentIdOf(messageRefOf(runId, index + 1), block),
        endToEnd: debit.endToEnd,
        collectOn: day,
        sequence,
        rejected: null,
      })),
    ),
  )
}

const leftItem = (it: Collection, leftOut: LeftOut): RunItem => ({
  collectionId: it.id,
  amountMinor: it.amountMinor,
  leftOut,
  file: null,
  paymentRef: null,
  endToEnd: null,
  collectOn: null,
  sequence: null,
  rejected: null,
})

/** SQLite takes few parameters. */
const CHUNK = 500

async function claimedAmong(work: ReadWork, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (let at = 0; at < ids.length; at += CHUNK)
    for (const list of [listClaimed, listPendingOnline])
      for (const id of await list(work, ids.slice(at, at + CHUNK))) found.add(id)
  return found
}

async function methodsOf(work: ReadWork, collections: readonly Collection[]) {
  const ids = [...new Set(collections.map(({ methodId }) => methodId))]
  const found = new Map<string, PaymentMethod>()
  for (let at = 0; at < ids.length; at += CHUNK)
    for (const [id, method] of await findMethods(work, ids.slice(at, at + CHUNK)))
      found.set(id, method)
  return found
}
