import { transaction, tryOut } from '../../../../core/record/transaction.ts'
import type { ReadWork } from '../../../../core/record/work.ts'
import { table } from '../../../../kernel/table.ts'
import { nextTurn } from '../../../../platform/clock.ts'
import { type Body, type ImportKind, prepare, type Twin } from '../../inner/kind.ts'
import type { ImportNote } from '../../report.ts'
import type { Import, ImportRecord } from '../import.ts'
import {
  blamed,
  CHUNK,
  EMPTY,
  isPassing,
  isRefusal,
  note,
  type Prepared,
  type Run,
  saved,
} from './outcome.ts'
import * as repository from './repository.ts'

/*
 * On SQLite all companies wait for a transaction, so it takes few records. A check has the same parts
 * however long they take, because records of one part can contradict each other.
 */
const PART = 20

const PART_SIZE = 64 * 1024

/** Tries to save the records and rolls it back; returns their outcomes. */
async function tryTogether(
  work: ReadWork,
  kind: ImportKind,
  records: readonly Prepared<Body>[],
): Promise<readonly Checked[]> {
  try {
    return await tryOut(work, async (work) => {
      const after: Checked[] = []
      for (const { record, act: body } of records)
        after.push(
          await saved(work, kind, record, body).then(
            ({ report: notes = [] }) => ({ ...record, status: 'valid' as const, notes }),
            (error: unknown) => {
              if (!isRefusal(error)) throw error
              return { ...record, ...blamed(work, 'faulty', kind, record, error) }
            },
          ),
        )
      return after
    })
  } catch (error) {
    if (isPassing(error)) throw error
    // Which record failed is not known: on PostgreSQL, a failed statement aborts its transaction.
    const after: Checked[] = []
    for (const one of records) after.push(await tryAlone(work, kind, one))
    return after
  }
}

async function tryAlone(
  work: ReadWork,
  kind: ImportKind,
  { record, act: body }: Prepared<Body>,
): Promise<Checked> {
  try {
    const { report: notes = [] } = await tryOut(work, (work) => saved(work, kind, record, body))
    return { ...record, status: 'valid', notes }
  } catch (error) {
    return { ...record, ...blamed(work, 'faulty', kind, record, error) }
  }
}

/** Returns the record's outcome, or its body if saving must be tried first. */
async function checkRecord(
  { work, kind }: Run,
  { options }: Import,
  record: repository.StoredRecord,
): Promise<ImportRecord | Prepared<Body>> {
  try {
    const { body, faults } = await prepare(work, kind, record.source ?? EMPTY)
    if (faults.length > 0) return { ...record, status: 'faulty', faults }
    const known = await kind.find(work, body)
    if (known === undefined) return { record, act: body }
    const isUpdate = kind.update !== undefined && options.existing === 'update'
    if (isUpdate) return { record: { ...record, resourceId: known }, act: body }
    return { ...record, status: 'known', resourceId: known }
  } catch (error) {
    return blamed(work, 'faulty', kind, record, error)
  }
}

/** Looks for duplicates of all records together. If that fails, it checks each record alone. */
async function withTwinsOf(
  { work, kind }: Run,
  open: readonly Prepared<Body>[],
  tried: readonly Checked[],
): Promise<readonly ImportRecord[]> {
  try {
    return await withTwins(work, kind, open, tried)
  } catch (error) {
    if (isPassing(error)) throw error
    const after: ImportRecord[] = []
    for (const record of tried)
      after.push(
        ...(await withTwins(work, kind, open, [record]).catch((error: unknown) => [
          blamed(work, 'faulty', kind, record, error),
        ])),
      )
    return after
  }
}

/** Checks outside of a transaction; only trying and saving the outcome need one. */
export async function checkChunk(run: Run, before: Import): Promise<boolean> {
  const { work, id, kind, check } = run
  const limits = { status: 'pending', limit: CHUNK } as const
  const after: ImportRecord[] = []
  const open: Prepared<Body>[] = []
  for (const record of await repository.listStored(work, id, limits)) {
    const checked = await checkRecord(run, before, record)
    if ('act' in checked) open.push(checked)
    else after.push(checked)
  }
  const tried: Checked[] = []
  for (const part of partsOf(open)) {
    tried.push(...(await tryTogether(work, kind, part)))
    await nextTurn()
  }
  after.push(...(await withTwinsOf(run, open, tried)))
  if (after.length > 0)
    await transaction(work, async (work) => {
      const now = await repository.lockImport(work, id)
      // Otherwise another process was faster.
      if (now.version === before.version) await note(work, now, after)
      await check(work)
    })
  return after.length > 0
}

/** Parts of few records and little content. */
function partsOf<T>(all: readonly Prepared<T>[]): readonly (readonly Prepared<T>[])[] {
  const parts: Prepared<T>[][] = []
  let size = Infinity
  for (const one of all) {
    const last = parts.at(-1)
    size += one.record.size
    if (last && last.length < PART && size <= PART_SIZE) last.push(one)
    else {
      parts.push([one])
      size = one.record.size
    }
  }
  return parts
}

/** A record with the content from the file. */
type Checked = repository.StoredRecord

/** Valid records that may repeat others become duplicates, with a note. */
async function withTwins(
  work: ReadWork,
  kind: ImportKind,
  open: readonly Prepared<Body>[],
  tried: readonly ImportRecord[],
): Promise<readonly ImportRecord[]> {
  const valid = new Set(tried.flatMap((it) => (it.status === 'valid' ? it.position : [])))
  const fresh = open.filter(
    ({ record }) => record.resourceId === null && valid.has(record.position),
  )
  const found =
    (await kind.twins?.(
      work,
      fresh.map(({ act }) => act),
    )) ?? []
  const twins = new Map(
    fresh.map(({ record }, index) => [record.position, found[index] ?? record.source?.twin]),
  )
  return tried.map((record) => {
    const twin = twins.get(record.position)
    if (!twin) return record
    const notes = [...record.notes, noteOfTwin(record.line, twin)]
    return { ...record, status: 'duplicate', resourceId: twin.id, notes }
  })
}

function noteOfTwin(line: number, { id, line: other, name, reason }: Twin): ImportNote {
  const by = SHARED[reason] ?? reason
  const isThere = id !== null
  return {
    where: `line ${line}`,
    code: `duplicate_${isThere ? 'there' : 'row'}`,
    params: { name, reason, ...(isThere ? {} : { line: String(other) }) },
    message: isThere
      ? `${name} exists already, with the same ${by}.`
      : `${name} has the same ${by} as line ${other}.`,
  }
}

const SHARED = table<string>({
  tax_id: 'VAT number or tax number',
  email: 'e-mail address',
  name: 'name',
  row: 'customer, day, text and amount',
})
