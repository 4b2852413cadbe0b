import { parseMinor } from '@billwright/money'
import { currentSettings } from '../../company/settings/read.ts'
import { requireFreshPerson } from '../../core/http/actor.ts'
import type { VersionedRef } from '../../core/http/etag.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../core/record/work.ts'
import { laterOf } from '../../platform/clock.ts'
import { isUniqueViolation } from '../../platform/database/db.ts'
import { claimForCollections } from '../checkout/claims.ts'
import type { Collection } from '../collections/collection.ts'
import { claimHeld } from '../collections/errors.ts'
import { noteSubmitted } from '../collections/outcome.ts'
import { lockCollections, lockDues } from '../collections/read.ts'
import { noteOnMandates } from '../methods/change.ts'
import { creditorOf } from '../methods/creditor.ts'
import { handedIn } from '../methods/mandates.ts'
import { lockMethods } from '../methods/read.ts'
import { lockDraft, personOf } from './draft.ts'
import { runChanged, secondPersonNeeded } from './errors.ts'
import { contentHash, filesOf } from './files.ts'
import * as repository from './inner/repository.ts'
import { planRun, type RunPlan } from './plan.ts'
import { type ItemizedRun, withItems } from './read.ts'
import type { Person, Run } from './run.ts'
import { recordRun } from './settle.ts'

/**
 * A person approves the draft as they saw it: every invoice is claimed, the files are written and stay
 * as they are. All or nothing. Above the limit, the first approval is only noted: a second person decides.
 * Throws `approval_by_person`, `second_person_needed`, `run_changed`, `claim_held`.
 */
export function approveRun(work: ReadWork, request: VersionedRef): Promise<ItemizedRun> {
  requireFreshPerson(work.actor, work.at)
  return transaction(work, async (work) => {
    // Two runs that are approved at once must see each other's sums.
    await repository.lockDrafts(work)
    const run = await lockDraft(work, request)
    const seen = (await repository.listItems(work, run.id)).filter(({ leftOut }) => !leftOut)
    const collections = await lockCollections(
      work,
      seen.map(({ collectionId }) => collectionId),
    )
    await lockMethods(work, [...new Set(collections.map(({ methodId }) => methodId))])
    await lockDues(
      work,
      collections.map(({ invoiceId }) => invoiceId),
    )
    const plan = await planRun(work, run, collections)
    if (contentHash(await filesOf(work, run, plan)) !== run.contentSha256) throw runChanged()
    const person = personOf(work.actor)
    const { limit } = (await currentSettings(work)).directDebit
    if (
      limit !== null &&
      (await approvedAloneMinor(work)) + plan.sumMinor > parseMinor(limit, 'EUR')
    ) {
      if (run.firstApproval?.id === person.id) throw secondPersonNeeded(limit)
      if (run.firstApproval === null) return noteFirst(work, run, person)
    }
    await claimForCollections(
      work,
      collections.map(({ id, invoiceId }) => ({ invoiceId, collectionId: id })),
    )
    for (const file of await filesOf(work, run, plan)) await repository.insertFile(work, file)
    await submit(work, run, { plan, collections })
    const approved: Run = {
      ...run,
      status: plan.count === 0 ? 'settled' : 'approved',
      approvedBy: person,
      approvedAt: work.at,
      version: run.version + 1,
      updatedAt: laterOf(work.at, run.updatedAt),
    }
    await repository.saveRun(work, approved)
    recordRun(work, 'direct_debit_run.approved', approved)
    return withItems(work, approved)
  }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? claimHeld() : error
  })
}

async function noteFirst(work: Work, run: Run, person: Person): Promise<ItemizedRun> {
  const noted: Run = {
    ...run,
    firstApproval: { ...person, at: work.at },
    version: run.version + 1,
    updatedAt: laterOf(work.at, run.updatedAt),
  }
  await repository.saveRun(work, noted)
  return withItems(work, noted)
}

/** The sum of runs that one person alone approved in 24 hours: many small runs count as one large run. */
async function approvedAloneMinor(work: Work): Promise<bigint> {
  const since = new Date(Date.parse(work.at) - DAY_MS).toISOString()
  return repository.sumApprovedAlone(work, since)
}
const DAY_MS = 24 * 60 * 60 * 1000

/** The collections are on their way, and their mandates told. */
async function submit(
  work: Work,
  run: Run,
  { plan, collections }: { readonly plan: RunPlan; readonly collections: readonly Collection[] },
): Promise<void> {
  const creditor = creditorOf(await currentSettings(work))
  const methods = await lockMethods(work, [...new Set(collections.map((it) => it.methodId))])
  const days = new Map<string, string>()
  const items = new Map(plan.items.map((it) => [it.collectionId, it]))
  const submissions = collections.map((before) => {
    const item = items.get(before.id)
    if (!item?.collectOn) throw runChanged()
    const { collectOn: day, amountMinor } = item
    const known = days.get(before.methodId)
    if (known === undefined || known < day) days.set(before.methodId, day)
    return { before, runId: run.id, day, amountMinor }
  })
  await noteSubmitted(work, submissions)
  const told = [...days].flatMap(([methodId, day]) => {
    const before = methods.get(methodId)
    if (!before?.mandate) return []
    return [{ before, mandate: handedIn(before.mandate, { runId: run.id, day, creditor }) }]
  })
  await noteOnMandates(work, told)
  await repository.replaceItems(work, run.id, [
    ...plan.items,
    ...(await repository.listItems(work, run.id)).filter(({ leftOut }) => leftOut !== null),
  ])
}
