import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givenCompany } from '../../../test/companies.ts'
import { createMigratedDatabase, ENGINES, type TestDatabase } from '../../../test/databases.ts'
import { sourceFiles } from '../../../test/source-files.ts'
import {
  deleteRows,
  listCompanyTables,
  type Row,
  readRows,
  type TableShape,
  writeRows,
} from './company-rows.ts'
import { type Db, openDatabase } from './db.ts'
import { type CompanyDb, companyDb } from './scope.ts'

/** More than the smallest batch, for tables where a company may have several rows. */
const ROWS = 45

describe.each(ENGINES)('the rows of a company, table by table (%s)', (engine) => {
  let database: TestDatabase
  let db: Db
  let shapes: readonly TableShape[]
  beforeAll(async () => {
    database = await createMigratedDatabase(engine)
    db = openDatabase(database.config)
    shapes = await listCompanyTables(db)
  })
  afterAll(async () => {
    await db.destroy()
    await database.drop()
  })

  /** Rows that refer to the rows with the same number in other tables. */
  const rowsOf = ({ columns, key }: TableShape): readonly Row[] =>
    Array.from({ length: key.length === 0 ? 1 : ROWS }, (_, index) => {
      const name = String(index).padStart(3, '0')
      const values = { integer: BigInt(index), text: name, bytes: Buffer.from(name) }
      return Object.fromEntries([...columns].map(([column, kind]) => [column, values[kind]]))
    })
  const readAll = async (scope: CompanyDb, shape: TableShape): Promise<readonly Row[]> => {
    const rows: Row[] = []
    for await (const batch of readRows(scope, shape)) rows.push(...batch)
    return rows
  }

  test('every table of companies is listed, after the tables that it refers to', () => {
    const declared = sourceFiles('src/platform/database')
      .filter(({ path }) => /tables[\w-]*\.ts$/.test(path))
      .flatMap(({ text }) =>
        [...text.matchAll(/^ {2}readonly (\w+): \w+Table$/gm)].map(([, name = '']) => name),
      )
    const names = shapes.map(({ name }): string => name)
    expect(names.filter((name) => !declared.includes(name))).toEqual([])
    expect(names.length).toBeGreaterThan(25)
    for (const [at, { references }] of shapes.entries())
      expect(references.filter((name) => names.indexOf(name) >= at)).toEqual([])
  })

  test('written rows can be read, and deleting affects only one company', async () => {
    const [doomed, other] = [await givenCompany(db, 2n), await givenCompany(db, 3n)].map((it) =>
      companyDb(db, it),
    )
    if (!(doomed && other)) throw new Error('No companies.')
    for (const scope of [doomed, other])
      for (const shape of shapes) await writeRows(scope, shape, rowsOf(shape))
    for (const shape of shapes) expect(await readAll(doomed, shape)).toEqual(rowsOf(shape))
    for (const shape of shapes.toReversed()) while (await deleteRows(doomed, shape, 20));
    for (const shape of shapes) {
      expect(await readAll(doomed, shape), shape.name).toEqual([])
      expect(await readAll(other, shape), shape.name).toEqual(rowsOf(shape))
    }
  })

  /** Whatever PostgreSQL reads between quotes, commas and braces. */
  test.each([2, ROWS])('%i rows keep every character, byte and empty value', async (count) => {
    const scope = companyDb(db, await givenCompany(db, 100n + BigInt(count)))
    const shape = shapes.find(({ name }) => name === 'revisions')
    if (!shape) throw new Error('No table.')
    const rows = rowsOf(shape)
      .slice(0, count)
      .map((row, at) => ({
        ...row,
        action: SIGNS.at(at % SIGNS.length) ?? '',
        changes: 'NULL',
        version: -BigInt(at),
        changes_packed: at % 2 === 0 ? null : Uint8Array.of(0, 92, 34, 255, at),
      }))
    await writeRows(scope, shape, rows)
    const read = await readAll(scope, shape)
    expect(read.map(plain)).toEqual(rows.map(plain))
  })
})

const SIGNS = [
  '',
  ' ',
  'NULL',
  'null',
  '{}',
  '{a,b}',
  ',',
  '"',
  '\\',
  '\\"',
  "'",
  '\n\t',
  '$1',
  '\\x00',
  'é 😀',
]

const plain = (row: Row) => ({
  ...row,
  changes_packed: row.changes_packed ? [...(row.changes_packed as Uint8Array)] : null,
})
