import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../databases.ts'
import { SCRATCH } from '../scratch.ts'
import { killBank } from './bank-kills.ts'

/* A few kills; `npm run test:faults -- bank` makes fifty on each engine. */
test('processes that are killed book each entry of a bank once, and undoing leaves nothing', async () => {
  const database = await createTestDatabase('sqlite')
  const folder = mkdtempSync(join(SCRATCH, 'billwright-bank-'))
  onTestFinished(async () => {
    rmSync(folder, { recursive: true, force: true })
    await database.drop()
  })
  const found: string[] = []
  const given = { folder, kills: 2, invoices: 6, rounds: 1 }
  await killBank(database.config, { ...given, finding: (it) => void found.push(it) })
  expect(found).toEqual([])
})
