import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'

const SHARED = new URL('../../../../shared/', import.meta.url)
const FOLDERS = ['reports/einvoices/', 'einvoice/corpus/', 'einvoice/samples/']
const TYPES: Readonly<Record<string, string>> = {
  xml: 'application/xml',
  pdf: 'application/pdf',
  p7m: 'application/pkcs7-mime',
}

const files = FOLDERS.filter((folder) => existsSync(new URL(folder, SHARED))).flatMap((folder) =>
  readdirSync(new URL(folder, SHARED), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(xml|pdf|p7m)$/.test(name))
    .map((name) => `${folder}${name}`),
)

describe.skipIf(files.length === 0)(
  'files of other programs (skipped where ../shared is not there)',
  () => {
    describe.each(ENGINES)('%s', (engine) => {
      let app: TestApp
      beforeAll(async () => {
        app = await startTestApp(engine)
      })
      afterAll(() => app.close())

      test('each is stored and shown, or refused with a reason', async () => {
        // What the database does is the same for all of them.
        for (const file of files.filter((it) => engine === 'sqlite' || it.startsWith('reports/'))) {
          const type = { 'content-type': TYPES[file.split('.').at(-1) ?? ''] ?? '' }
          const bytes = readFileSync(new URL(file, SHARED))
          const made = await app.call('POST', '/supplier-invoices', bytes, type)
          expect([201, 409, 422], `${file} ${made.body}`).toContain(made.statusCode)
          if (made.statusCode === 201) {
            const shown = await app.call('GET', `/supplier-invoices/${made.json().id}/html`)
            expect(shown.statusCode, `${file} ${shown.body}`).toBe(200)
          }
          const draft = await app.call('POST', '/invoices/import', bytes, type)
          expect([201, 422], `${file} ${draft.body}`).toContain(draft.statusCode)
        }
      })
    })
  },
)
