import type { VersionedRef } from '../../core/http/etag.ts'
import type { Page, PageQueryInput } from '../../core/http/pagination.ts'
import { enqueue } from '../../core/jobs/queue.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../core/record/work.ts'
import type { CompanyDb } from '../../platform/database/scope.ts'
import { requireCustomer } from '../../sales/customers/read.ts'
import { requireBankAccount } from './accounts.ts'
import { ruleNotFound, tooManyRules } from './inner/errors.ts'
import {
  changeKept,
  createKept,
  deleteKept,
  type Kept,
  type KeptKind,
  keptStamps,
  listKept,
  requireKept,
} from './inner/kept.ts'
import * as keptRepository from './inner/kept-repository.ts'
import * as waitingRepository from './inner/waiting-repository.ts'
import { MATCH_ENTRIES, matchJob } from './kinds.ts'

export interface RuleConditions {
  readonly iban?: string
  readonly name_contains?: string
  readonly text_contains?: string
  readonly direction?: 'in' | 'out'
  readonly bank_account_id?: string
}

export type RuleAction =
  | { readonly ignore: true }
  | { readonly payout: string }
  | { readonly customer_id: string }

/** What to do with entries of a kind, before they are compared with invoices. */
export interface BankRule extends Kept {
  /** The first rule that fits decides. */
  readonly position: number
  readonly when: RuleConditions
  readonly then: RuleAction
}

export type RuleInput = Pick<BankRule, 'when' | 'then'> & { readonly position?: number }

const RULES_MAX = 100

const RULE: KeptKind<BankRule> = {
  prefix: 'brl',
  table: 'bank_rules',
  notFound: ruleNotFound,
  toIt: (row) => ({
    position: Number(row.position),
    when: JSON.parse(String(row.conditions)) as RuleConditions,
    // biome-ignore lint/suspicious/noThenProperty: the wire name of the action.
    then: JSON.parse(String(row.action)) as RuleAction,
    ...keptStamps(row),
  }),
  toColumns: ({ position, when, then }) => ({
    position: BigInt(position),
    conditions: JSON.stringify(when),
    action: JSON.stringify(then),
  }),
}

export const requireRule = (scope: CompanyDb, id: string): Promise<BankRule> =>
  requireKept(scope, RULE, id)

export const listRules = (work: ReadWork, query: PageQueryInput): Promise<Page<BankRule>> =>
  listKept(work, RULE, query)

/** In the order in which they are tried. */
export async function allRules(scope: CompanyDb): Promise<readonly BankRule[]> {
  const rules = (await keptRepository.allKept(scope, 'bank_rules')).map(RULE.toIt)
  return rules.toSorted((one, other) => one.position - other.position)
}

export function createRule(work: ReadWork, input: RuleInput): Promise<BankRule> {
  return transaction(work, async (work) => {
    const rules = await allRules(work)
    if (rules.length >= RULES_MAX) throw tooManyRules(RULES_MAX)
    await checkNames(work, input)
    const position = input.position ?? (rules.at(-1)?.position ?? 0) + 1
    const when = compared(input.when)
    const rule = await createKept(work, RULE, { ...input, when, position })
    await compareAgain(work)
    return rule
  })
}

export function changeRule(
  work: ReadWork,
  request: VersionedRef,
  input: Partial<RuleInput>,
): Promise<BankRule> {
  return changeKept(work, RULE, request, async (work, before) => {
    const after = { ...before, ...input }
    await checkNames(work, after)
    await compareAgain(work)
    return { ...after, when: compared(after.when) }
  })
}

export function deleteRule(work: ReadWork, request: VersionedRef): Promise<void> {
  return transaction(work, async (work) => {
    await deleteKept(work, RULE, request)
    await compareAgain(work)
  })
}

/** Entries have IBANs in capitals and without blanks. */
const compared = (when: RuleConditions): RuleConditions =>
  when.iban === undefined ? when : { ...when, iban: when.iban.replace(/\s/g, '').toUpperCase() }

async function checkNames(work: Work, { when, then }: RuleInput): Promise<void> {
  if (when.bank_account_id !== undefined) await requireBankAccount(work, when.bank_account_id)
  if ('customer_id' in then) await requireCustomer(work, then.customer_id)
}

async function compareAgain(work: Work): Promise<void> {
  await waitingRepository.markWaiting(work, 'open')
  await enqueue(work, MATCH_ENTRIES, [matchJob()])
}
