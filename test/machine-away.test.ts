import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMigratedDatabase, type TestDatabase } from './databases.ts'
import { startTestApp } from './harness.ts'
import { addMachine } from './machine-away.ts'

describe('the machine of the first company is away', () => {
  let database: TestDatabase
  let machine: Awaited<ReturnType<typeof addMachine>>
  beforeAll(async () => {
    database = await createMigratedDatabase('postgres')
    machine = await addMachine(database, 1)
    await machine.proxy.close()
  })
  afterAll(async () => {
    await machine.drop()
    await database.drop()
  })

  test('a process starts, and runs the periodic jobs of the installation', async () => {
    const app = await startTestApp('postgres', {}, database)
    app.services.jobRunner.start()
    await app.services.jobRunner.stop()
    const jobs = await app.db.selectFrom('periodic_jobs').selectAll().execute()
    expect(jobs.map(({ kind }) => kind)).toContain('reminder.look')
    expect((await app.send({ url: '/healthz' })).statusCode).toBe(200)
    expect((await app.call('GET', '/customers')).json()).toMatchObject({
      code: 'storage_unavailable',
    })
    await app.close()
  })
})
