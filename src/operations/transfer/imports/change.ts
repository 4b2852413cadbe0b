import { requireScope } from '../../../core/http/actor.ts'
import { checkIfMatch, type VersionedRef } from '../../../core/http/etag.ts'
import { enqueue } from '../../../core/jobs/queue.ts'
import { transaction } from '../../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../../core/record/work.ts'
import type { AppError } from '../../../kernel/errors.ts'
import { nextTurn } from '../../../platform/clock.ts'
import {
  alreadyImported,
  importHasDuplicates,
  importHasFaults,
  importInUse,
  importNotReady,
} from '../inner/errors.ts'
import {
  ALLOWED,
  type Import,
  type ImportOptions,
  type ImportRecord,
  type ImportStatus,
} from './import.ts'
import { jobOf, next, RUN_IMPORT } from './inner/job.ts'
import { madeOf } from './inner/outcome.ts'
import * as repository from './inner/repository.ts'
import { importKinds, isProgram, kindOf } from './kinds.ts'
import { importEtag, READ_AT_ONCE } from './read.ts'

/** Records in use that a refusal names. */
const USED_SHOWN = 10

export function commitImport(
  work: ReadWork,
  {
    accept,
    duplicates,
    ...request
  }: VersionedRef & {
    readonly accept: readonly string[]
    readonly duplicates?: ImportOptions['duplicates']
  },
): Promise<Import> {
  const { tables } = importKinds(work.app)
  return change(work, request, async (work, before) => {
    requireStatus(before, 'ready')
    if (before.issues) requireScope(work.actor, 'issue')
    if (before.faulty > 0 && !accept.includes('faults')) throw importHasFaults(before.faulty)
    if (before.duplicates > 0 && duplicates === undefined)
      throw importHasDuplicates(before.duplicates)
    const other = await repository.findCommitted(work, before)
    if (other) throw alreadyImported(other.id)
    const isUsed = !isProgram(before.kind) && tables[before.kind].fill !== undefined
    const chosen = duplicates === 'use' && !isUsed ? 'skip' : duplicates
    const options = { ...before.options, ...(chosen && { duplicates: chosen }) }
    return { status: 'committing', committedDigest: before.digest, options }
  })
}

/** Deletes the imported resources: all, or with `keep: used` those that did not change and are not in use. */
export async function undoImport(
  work: ReadWork,
  { keep, ...request }: VersionedRef & { readonly keep?: string | undefined },
): Promise<Import> {
  const it = await repository.requireImport(work, request.id)
  if (keep !== 'used' && it.status === 'done') await requireUnused(work, it)
  return change(work, request, (_work, before) => {
    requireStatus(before, 'done')
    return { status: 'undoing' }
  })
}

/** Deletes the import, with its records in the background; its resources stay. During the check, it cancels it. */
export async function deleteImport(work: ReadWork, request: VersionedRef): Promise<void> {
  await change(work, request, (_work, before) => {
    requireStatus(before, 'reading', 'ready', 'done', 'undone')
    return { status: 'deleting', committedDigest: null }
  })
}

/** Throws if something uses a record of the import. Undoing keeps what is used after this check. */
async function requireUnused(work: ReadWork, it: Import): Promise<void> {
  const { used } = await kindOf(work, it)
  if (!used) return
  const found: (ImportRecord & { readonly refusal: AppError })[] = []
  for (let after = 0; ; await nextTurn()) {
    const query = { status: 'imported', after, limit: READ_AT_ONCE } as const
    const records = await repository.listRecords(work, it.id, query)
    const refusals = await used(work, records.flatMap(madeOf))
    for (const record of records) {
      const refusal = refusals.get(record.resourceId ?? '')
      if (refusal) found.push({ ...record, refusal })
    }
    if (records.length < READ_AT_ONCE) break
    after = records.at(-1)?.position ?? after
  }
  if (found.length > 0)
    throw importInUse(
      { count: found.length, of: it.imported },
      found.slice(0, USED_SHOWN).map(({ line, resourceId, refusal }) => ({
        line,
        resource_id: resourceId ?? '',
        code: refusal.code,
      })),
    )
}

function change(
  work: ReadWork,
  { id, ifMatch }: VersionedRef,
  decide: (work: Work, before: Import) => Promise<Partial<Import>> | Partial<Import>,
): Promise<Import> {
  return transaction(work, async (work) => {
    const before = await repository.lockImport(work, id)
    checkIfMatch(ifMatch, importEtag(before))
    const after = next(work, { ...before, ...(await decide(work, before)) })
    await repository.saveImport(work, after)
    await enqueue(work, RUN_IMPORT, [jobOf(id)])
    return after
  })
}

function requireStatus({ status }: Import, ...allowed: readonly ImportStatus[]): void {
  if (!allowed.includes(status)) throw importNotReady(status, ALLOWED[status])
}
