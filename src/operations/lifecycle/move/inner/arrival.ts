import type { CompanyScope } from '../../../../core/companies/company.ts'
import { withWholeBytes } from '../../../../core/files/change.ts'
import type { AppScope } from '../../../../core/record/work.ts'
import {
  countTable,
  deleteRow,
  type Row,
  type TableShape,
  updateRow,
  writeRows,
} from '../../../../platform/database/company-rows.ts'
import { inTransaction } from '../../../../platform/database/db.ts'
import type { CommittedChanges, RowChange } from '../../../../platform/database/postgres/changes.ts'
import { isLater } from '../../../../platform/database/postgres/replication.ts'
import { type CompanyDb, tablesOf } from '../../../../platform/database/scope.ts'
import { inItsPlace } from '../../inner/arrivals.ts'
import { WITH_OBJECTS, wholeRows } from '../../inner/export.ts'

/** From a company in one installation to the same company in another. */
export interface Way {
  readonly from: CompanyScope & AppScope
  readonly to: CompanyScope
  readonly shapes: readonly TableShape[]
  readonly at: string
}

/** Copies all rows of a table. A row may refer to another row of its table: those rows come last. */
export async function copyTable(
  way: Way,
  shape: TableShape,
  onRows: (count: number) => void,
): Promise<void> {
  const { ownReference } = shape
  const passes = ownReference === null ? [() => true] : [isNull(ownReference), isSet(ownReference)]
  for (const isWanted of passes)
    for await (const batch of wholeRows({ scope: way.from, shape })) {
      const rows = batch.filter(isWanted).map((row) => placed(way, shape, row))
      if (rows.length === 0) continue
      await inTransaction(way.to.db, (db) => writeRows({ ...way.to, db }, shape, rows))
      onRows(rows.length)
    }
}

const isNull = (column: string) => (row: Row) => row[column] === null
const isSet = (column: string) => (row: Row) => row[column] !== null

const placed = ({ from, to, at }: Way, { name }: TableShape, row: Row): Row =>
  inItsPlace(name, row, { from: from.companyId, to: to.companyId, at })

/** How far the changes of a company were applied; undefined: no move has copied it. */
export async function findAppliedLsn(scope: CompanyDb): Promise<string | undefined> {
  const row = await tablesOf(scope).selectFrom('arrivals').select('applied_lsn').executeTakeFirst()
  return row?.applied_lsn
}

export const insertAppliedLsn = async (scope: CompanyDb, lsn: string): Promise<void> =>
  void (await tablesOf(scope).insertInto('arrivals', { applied_lsn: lsn }).execute())

export const deleteAppliedLsn = async (scope: CompanyDb): Promise<void> =>
  void (await tablesOf(scope).deleteFrom('arrivals').execute())

/** Applies changes, but none twice. Returns how far all were applied. */
export async function applyChanges(way: Way, committed: readonly CommittedChanges[]) {
  return inTransaction(way.to.db, async (db) => {
    const to = { ...way.to, db }
    const applied = await findAppliedLsn(to)
    if (applied === undefined) throw new Error('The company has not been copied.')
    const left = committed.filter(({ lsn }) => isLater(lsn, applied))
    for (const changes of inRuns(left.flatMap((it) => it.changes)))
      await applyRun({ ...way, to }, changes)
    const lsn = left.at(-1)?.lsn ?? applied
    const { numUpdatedRows } = await tablesOf(to)
      .updateTable('arrivals')
      .set({ applied_lsn: lsn })
      .where('applied_lsn', '=', applied)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw new Error('Another command moves this company, too.')
    return lsn
  })
}

/** Combines consecutive inserts into one table into one statement. */
function inRuns(changes: readonly RowChange[]): readonly (readonly RowChange[])[] {
  const runs: RowChange[][] = []
  for (const change of changes) {
    const last = runs.at(-1)
    const isMore =
      change.kind === 'insert' && last?.[0]?.kind === 'insert' && last[0].table === change.table
    if (isMore) last?.push(change)
    else runs.push([change])
  }
  return runs
}

async function applyRun(way: Way, changes: readonly RowChange[]): Promise<void> {
  const [first] = changes
  const shape = way.shapes.find(({ name }) => name === first?.table)
  if (!first || !shape) throw new Error(`Nobody knows the table ${first?.table}.`)
  if (first.kind === 'delete') return deleteRow(way.to, shape, first.old)
  const rows: Row[] = []
  for (const change of changes) {
    const row = placed(way, shape, onlyColumns(shape, change.row))
    rows.push(WITH_OBJECTS.includes(shape.name) ? await withWholeBytes(way.from, row) : row)
  }
  const [row = {}] = rows
  if (first.kind === 'insert') return writeRows(way.to, shape, rows)
  return updateRow(way.to, shape, { row, old: first.old })
}

const onlyColumns = ({ columns }: TableShape, row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([column]) => columns.has(column)))

/** The tables with a different number of rows there. */
export async function listDifferent({ from, to, shapes }: Way): Promise<readonly string[]> {
  const different: string[] = []
  for (const shape of shapes) {
    const [before, after] = await Promise.all([countTable(from, shape), countTable(to, shape)])
    if (before !== after) different.push(`${shape.name} (${before}, ${after})`)
  }
  return different
}
