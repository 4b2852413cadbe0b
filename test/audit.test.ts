import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyDatabase } from '../src/books/audit/verify.ts'
import { verifyArchive } from '../src/books/audit/verify-archive.ts'
import { givens } from './givens.ts'
import { ENGINES, startTestApp, type TestApp } from './harness.ts'

describe.each(ENGINES)('the record of a company that uses everything (%s)', (engine) => {
  let app: TestApp
  const folder = mkdtempSync(join(tmpdir(), 'billwright-audit-'))
  beforeAll(async () => {
    app = await startTestApp(engine)
    await liveThrough(app)
  })
  afterAll(async () => {
    await app.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('verify finds no fault, and the number of a deleted invoice is an explained gap', async () => {
    const report = await verifyDatabase(app.work())
    expect(report.breaks).toEqual([])
    expect(report.gaps.map(({ deleted }) => deleted?.number)).toEqual(['INV-2026-0002'])
  })

  test('GET /audit/export is a zip that verify checks without the database', async () => {
    const response = await app.call('GET', '/audit/export')
    expect(response.statusCode).toBe(200)
    const file = join(folder, 'audit.zip')
    writeFileSync(file, response.rawPayload)
    const report = await verifyArchive(file)
    expect(report.breaks).toEqual([])
    expect(report.gaps.map(({ deleted }) => deleted?.number)).toEqual(['INV-2026-0002'])
  })

  test('GET /audit/export needs the scope admin', async () => {
    const headers = await givens(app).key('read', 'write', 'issue')
    expect((await app.call('GET', '/audit/export', undefined, headers)).statusCode).toBe(403)
  })
})

/** Payments, a credit note, a printed PDF, and what an unlocked company may do to issued invoices. */
async function liveThrough(app: TestApp): Promise<void> {
  const given = givens(app)
  await given.settings({ lockIssuedInvoices: false })
  const first = await given.invoice({ status: 'sent' })
  const second = await given.invoice({ status: 'sent' })
  const third = await given.invoice({ status: 'sent' })
  await app.call('GET', `/invoices/${first.id}/pdf`)
  // What a credit note corrects may move while the note is a draft; its own record must still hold.
  const note = await app.call('POST', `/invoices/${first.id}/credit-note`)
  await given.put(first.id, { issue_date: '2026-11-20' })
  await given.put(note.json().id, { status: 'sent' })
  await app.call('DELETE', `/invoices/${second.id}`)
  await app.call('POST', `/invoices/${third.id}/payments`, { amount: '10.00' })
  await given.publish(third.id)
}
