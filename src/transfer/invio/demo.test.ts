import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'
import { verifyDatabase } from '../../audit/verify.ts'

const FILE = join(import.meta.dirname, '../../../../shared/invio/demo.db')

describe.each(ENGINES)('the sample database that Invio ships (%s)', (engine) => {
  let app: TestApp

  beforeAll(async () => {
    app = await startTestApp(engine)
  })

  afterAll(() => app.close())

  test.skipIf(!existsSync(FILE))(
    'comes over whole, and twice is once (skipped: ../shared/invio/demo.db is not there)',
    async () => {
      const { importInvio } = app.services.transfer
      expect(await importInvio(app.work(), FILE, { dryRun: false })).toMatchObject({
        ok: true,
        customers: { imported: 1 },
        invoices: { imported: 4 },
        differences: [],
        faults: [],
      })
      expect(await importInvio(app.work(), FILE, { dryRun: false })).toMatchObject({
        ok: true,
        customers: { imported: 0, alreadyThere: 1 },
        invoices: { imported: 0, alreadyThere: 4 },
        settings: { set: [] },
      })
      expect(await verifyDatabase(app.work())).toMatchObject({ ok: true, invoices: 4, gaps: [] })
    },
  )
})
