import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../databases.ts'
import { killPayments } from './payment-kills.ts'

/* A few kills; `npm run test:faults -- payments` makes fifty on each engine. */
test('processes that are killed book what the provider holds, each once', async () => {
  const database = await createTestDatabase('sqlite')
  onTestFinished(() => database.drop())
  const found: string[] = []
  const given = { kills: 3, invoices: 4, finding: (it: string) => void found.push(it) }
  await killPayments(database.config, given)
  expect(found).toEqual([])
})
