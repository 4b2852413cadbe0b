import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, startTestApp, type TestApp } from '../../../../../test/harness.ts'
import { verifyDatabase } from '../../../../books/audit/verify.ts'
import { importFile } from '../../imports/file.ts'

const FILE = join(import.meta.dirname, '../../../../../../shared/invio/demo.db')

describe.each(ENGINES)('the sample database that Invio ships (%s)', (engine) => {
  let app: TestApp

  beforeAll(async () => {
    app = await startTestApp(engine)
  })

  afterAll(() => app.close())

  test.skipIf(!existsSync(FILE))(
    'comes over whole, and twice is once (skipped: ../shared/invio/demo.db is not there)',
    async () => {
      const run = () => importFile(app.work(), { kind: 'invio', source: FILE, dryRun: false })
      const first = await run()
      expect(first).toMatchObject({ ok: true, imported: 6, faults: [] })
      expect(first.notes.filter(({ code }) => code === 'total_differs')).toEqual([])
      expect(await run()).toMatchObject({ ok: true, imported: 0, known: 6 })
      expect(await verifyDatabase(app.work())).toMatchObject({ ok: true, invoices: 4, gaps: [] })
    },
  )
})
