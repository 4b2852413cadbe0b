import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens } from '../../../test/givens.ts'
import { API_KEY, ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'
import { createApp } from '../../app.ts'
import type { PdfRenderer } from '../../platform/browser/pdf/renderer.ts'
import { type Db, openDatabase } from '../../platform/database/db.ts'
import { createLogger } from '../../platform/logger.ts'
import { createOutboundClient } from '../../platform/outbound/client.ts'

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const LOGO = `data:image/png;base64,${PNG}`

interface Process {
  readonly printed: () => number
  read(id: string, query?: string): Promise<{ readonly html: string; readonly pdf: string }>
  close(): Promise<void>
}

/** Another process on the same database. The browser stands aside: a PDF is the HTML it is made of. */
async function startProcess({ config, clock }: TestApp): Promise<Process> {
  const db: Db = openDatabase(config.database)
  const outbound = createOutboundClient({ allow: [] })
  let printed = 0
  const renderer: PdfRenderer = {
    print: async (html) => {
      printed += 1
      return Buffer.from(html)
    },
    check: async () => ({
      ok: true,
      engine: null,
      version: null,
      sandbox: false,
      isEnclosed: null,
      detail: null,
    }),
    checkStarted: async () => null,
    warm: async () => {},
    close: async () => {},
  }
  const logger = createLogger('silent')
  const deps = { config, db, clock, logger, renderer, outbound, timeZone: 'UTC', version: '0.0.0' }
  const { server } = await createApp(deps)
  await server.ready()
  const get = async (url: string) => {
    const headers = { host: 'localhost:3000', authorization: `Bearer ${API_KEY}` }
    return (await server.inject({ url: `/api/v1/invoices/${url}`, headers })).body
  }
  return {
    printed: () => printed,
    read: async (id, query = '') => ({
      html: await get(`${id}/html${query}`),
      pdf: await get(`${id}/pdf${query}`),
    }),
    async close() {
      await server.close()
      await outbound.close()
      await db.destroy()
    },
  }
}

describe.each(ENGINES)('documents that are read again (%s)', (engine) => {
  let app: TestApp
  let given: Givens
  let kept: Process
  beforeAll(async () => {
    app = await startTestApp(engine)
    given = givens(app)
    kept = await startProcess(app)
  })
  afterAll(async () => {
    await kept.close()
    await app.close()
  })

  const template = (html: string) =>
    app.call('POST', '/templates', { id: 'own', name: 'Own', version: '1.0.0', html })

  /** What a process says that has read it before, and one that reads nothing but the database. */
  const expectFresh = async (id: string, query = ''): Promise<string> => {
    const fresh = await startProcess(app)
    try {
      const [was, is] = [await kept.read(id, query), await fresh.read(id, query)]
      expect(was).toEqual(is)
      return is.html
    } finally {
      await fresh.close()
    }
  }

  /** Reads it in the other process, changes something here, and reads it there again. */
  const expectChange = async (id: string, change: () => Promise<unknown>): Promise<void> => {
    const before = (await kept.read(id)).html
    await change()
    expect(await expectFresh(id)).not.toBe(before)
  }

  test('a draft is printed with every change, of any part and by any person', async () => {
    const customer = await given.customer()
    const { id } = await given.invoice({ customer_id: customer.id, due_date: '2026-12-01' })
    const path = `/customers/${customer.id}`
    const patch = (body: object) => () => given.settings(body)
    await expectChange(id, () => given.put(id, { notes: 'Changed' }))
    await expectChange(id, () => app.call('PUT', path, { name: 'Fernweh & Heimat' }))
    await expectChange(id, patch({ companyName: 'Atelier Süd' }))
    await expectChange(id, patch({ highlight: '#aa3300' }))
    await expectChange(id, patch({ logo: LOGO }))
    await expectChange(id, patch({ logo: null }))
    await expectChange(id, patch({ dateFormat: 'iso' }))
    await expectChange(id, patch({ templateId: 'professional-modern' }))
    await expectChange(id, async () => {
      expect((await template('<p>First {{total}}</p>')).statusCode).toBe(201)
      await given.settings({ templateId: 'own' })
    })
    await expectChange(id, async () => {
      await given.settings({ templateId: null })
      await app.call('DELETE', '/templates/own')
      expect((await template('<p>Second {{total}}</p>')).statusCode).toBe(201)
      await given.settings({ templateId: 'own' })
    })
    await given.settings({ templateId: null })
    await expectChange(id, () => given.put(id, { status: 'sent' }))
  })

  test('no issued invoice is stale: payments, credit notes, the day it is overdue, its end', async () => {
    const body = { status: 'sent', issue_date: '2026-11-01', due_date: '2026-12-01' }
    const { id, items } = await given.invoice(body)
    await expectChange(id, () => given.payment(id, { amount: '10.00' }))
    const part = { status: 'sent', items: [{ id: items[0].id, amount: '10.00' }] }
    await expectChange(id, () => given.creditNote(id, part))
    await expectChange(id, async () => app.clock.set('2026-12-02T09:30:00.000Z'))
    await expectChange(id, async () => app.clock.set('2026-11-21T09:30:00.000Z'))
    await expectChange(id, () => given.payment(id, { amount: '120.90' }))
    const other = await given.invoice(body)
    await expectChange(other.id, () => given.put(other.id, { status: 'void' }))
  })

  test('with another template it is another document', async () => {
    const { id } = await given.invoice()
    const own = await expectFresh(id)
    const other = await expectFresh(id, '?template=professional-modern')
    expect(other).not.toBe(own)
    expect((await kept.read(id)).html).toBe(own)
  })

  test('a change that is not printed: the same document with the same ETag', async () => {
    const { id } = await given.invoice()
    const before = await kept.read(id)
    const printed = kept.printed()
    await given.put(id, { internal_notes: 'Ring first' })
    expect(await kept.read(id)).toEqual(before)
    expect(kept.printed()).toBe(printed)
  })
})
