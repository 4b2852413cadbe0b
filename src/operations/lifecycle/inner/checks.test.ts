import { expect, test } from 'vitest'
import { isTest, sourceFiles } from '../../../../test/source-files.ts'
import { COMPANY_SECRETS } from '../../../core/companies/secrets.ts'
import type { TableShape } from '../../../platform/database/company-rows.ts'
import { createRowChecks, JSON_COLUMNS } from './checks.ts'

/** Tables of the directory, which no archive has. */
const OF_DIRECTORY = /^companies\./

/** Without the check, a row with broken JSON would be imported and could never be read. */
test('every column that is read as JSON is checked in an archive', () => {
  const read = sourceFiles('src')
    .filter((file) => !isTest(file))
    .flatMap(({ text }) =>
      [...text.matchAll(/JSON\.parse\((?:String\()?row\.(\w+)/g)].flatMap(
        ({ 1: column, index }) => {
          const [, table] = [...text.slice(0, index).matchAll(/\bTables\['(\w+)'\]/g)].at(-1) ?? []
          return table === undefined ? [] : `${table}.${column}`
        },
      ),
    )
    .filter((name) => !OF_DIRECTORY.test(name))
  expect(read.length).toBeGreaterThan(20)
  expect(read.filter((name) => !Object.hasOwn(JSON_COLUMNS, name)).toSorted()).toEqual([])
})

const check = createRowChecks(() => [], new Map())
const shapeOf = (name: string) => ({ name, columns: new Map() }) as unknown as TableShape

test.each(COMPANY_SECRETS)('the secret %s of a company is taken from its archive', async (name) => {
  const row = { name, value: 'A'.repeat(43) }
  expect(await check(shapeOf('company_secrets'), row)).toEqual(row)
})

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'pay.example',
])('an archive sends no customer who pays to %s', async (url) => {
  await expect(check(shapeOf('checkouts'), { url })).rejects.toMatchObject({
    code: 'company_archive_unreadable',
  })
})
