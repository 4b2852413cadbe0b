import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { firstXml } from '../../../packages/einvoice/src/hybrid/factur-x.testing.ts'
import type { Json } from '../../../test/givens.ts'
import { givens } from '../../../test/givens.ts'
import { API_KEY, ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'
import { withSnapshot } from '../../books/audit/snapshot.ts'
import { noObjects, unreadObjects } from '../../books/audit/stored-objects.ts'
import { verifyDatabase } from '../../books/audit/verify.ts'
import { deleteUnusedFiles } from '../../core/files/change.ts'
import { pdf, png, table, xlsx } from '../../core/files/samples.testing.ts'
import { secondsAfter } from '../../platform/clock.ts'
import { sha256 } from '../../platform/ids.ts'

const AUTH = { authorization: `Bearer ${API_KEY}` }
const DAY = 86_400
const SELLER = {
  companyName: 'Atelier Nord',
  companyTaxId: 'DE123456789',
  companyAddress: { line1: 'Hafen 1', city: 'Kiel', postalCode: '24103', countryCode: 'DE' },
  bankAccount: { iban: 'DE02120300000000202051' },
}
const BUYER = {
  name: 'Fernweh Books',
  address: { line1: 'Markt 2', city: 'Bonn', postal_code: '53111', country_code: 'DE' },
}

describe.each(ENGINES)('files (%s)', (engine) => {
  let app: TestApp
  let customer: string

  beforeAll(async () => {
    app = await startTestApp(engine)
    await app.call('PATCH', '/settings', SELLER)
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    app.clock.set('2026-11-21T08:00:00Z')
    customer = (await givens(app).customer(BUYER)).id
  })

  const draft = (): Promise<Json> => givens(app).invoice({ customer_id: customer })
  const send = (path: string, bytes: Uint8Array, headers: Record<string, string> = {}) =>
    app.send({
      method: 'POST',
      url: `/api/v1${path}`,
      headers: { ...AUTH, 'content-type': 'application/octet-stream', ...headers },
      payload: Buffer.from(bytes),
    })
  async function add(path: string, bytes: Uint8Array, query = 'name=Plan.pdf'): Promise<Json> {
    const answer = await send(`${path}/files?${query}`, bytes)
    expect(answer.statusCode, answer.body).toBe(201)
    return answer.json()
  }
  async function refused(path: string, bytes: Uint8Array, query = 'name=Plan.pdf') {
    const answer = await send(`${path}/files?${query}`, bytes)
    return [answer.statusCode, answer.json().code]
  }
  const issue = async (id: string): Promise<Json> =>
    (await app.call('PATCH', `/invoices/${id}`, { status: 'sent' })).json()
  const verify = (stateOf = noObjects) =>
    withSnapshot(app.config.database, (scope) => verifyDatabase(scope, () => {}, stateOf))

  describe('adding and reading', () => {
    test('201: kind, size and hash come from the bytes', async () => {
      const { id } = await draft()
      const file = await add(`/invoices/${id}`, pdf())
      expect(file).toMatchObject({
        name: 'Plan.pdf',
        media_type: 'application/pdf',
        bytes: pdf().length,
        sha256: sha256(pdf()),
        visible: 'customer',
      })
      const { data, has_more } = (await app.call('GET', `/invoices/${id}/files`)).json()
      expect([data, has_more]).toMatchObject([[file], false])
    })

    test('200: a download that no browser shows', async () => {
      const { id } = await draft()
      const file = await add(`/invoices/${id}`, png(), 'name=Skizze%20%C3%BC.png')
      const answer = await app.call('GET', `/invoices/${id}/files/${file.id}`)
      expect(answer.rawPayload.equals(png())).toBe(true)
      expect(answer.headers).toMatchObject({
        'content-type': 'image/png',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'content-disposition': `attachment; filename="Skizze u.png"; filename*=UTF-8''Skizze%20%C3%BC.png`,
      })
      const again = await app.call('GET', `/invoices/${id}/files/${file.id}`, undefined, {
        'if-none-match': String(answer.headers.etag),
      })
      expect(again.statusCode).toBe(304)
    })

    test('quotes and customers have files as well; those of a customer are internal', async () => {
      const items = [{ description: 'Atlas', unit_price: '10.00', tax: { rate: '19' } }]
      const quote = (await app.call('POST', '/quotes', { customer_id: customer, items })).json()
      expect((await add(`/quotes/${quote.id}`, table(), 'name=list.csv')).visible).toBe('customer')
      expect((await add(`/customers/${customer}`, await xlsx(), 'name=t.xlsx')).visible).toBe(
        'internal',
      )
    })

    test('a name that is taken gets a number', async () => {
      const { id } = await draft()
      await add(`/invoices/${id}`, pdf())
      expect((await add(`/invoices/${id}`, pdf('/Lang (en)'))).name).toBe('Plan (2).pdf')
    })

    test('the same Idempotency-Key adds one file', async () => {
      const { id } = await draft()
      const path = `/invoices/${id}/files?name=Plan.pdf`
      const first = await send(path, pdf(), { 'idempotency-key': `one-${engine}` })
      const second = await send(path, pdf(), { 'idempotency-key': `one-${engine}` })
      expect(second.json()).toEqual(first.json())
      expect((await app.call('GET', `/invoices/${id}/files`)).json().data).toHaveLength(1)
    })
  })

  describe('refused files', () => {
    test('422: a kind that e-invoices cannot embed, with any name', async () => {
      const { id } = await draft()
      const page = Buffer.from('<html><script>alert(1)</script></html>')
      expect(await refused(`/invoices/${id}`, page)).toEqual([422, 'file_type_refused'])
      expect((await send(`/invoices/${id}/files?name=a.html`, page)).json().detail).toBe(
        'This file type is not accepted. Send PDF, PNG, JPEG, CSV, XLSX or ODS.',
      )
      const script = pdf('/OpenAction << /S /JavaScript >>')
      expect(await refused(`/invoices/${id}`, script)).toEqual([422, 'file_type_refused'])
      expect(await refused(`/invoices/${id}`, pdf(), 'name=a.exe')).toEqual([
        422,
        'file_type_refused',
      ])
      const sent = await send(`/invoices/${id}/files?name=a.pdf`, pdf(), {
        'content-type': 'image/png',
      })
      expect(sent.json().code).toBe('file_type_refused')
    })

    test('413: more than 5 MiB', async () => {
      const { id } = await draft()
      const large = Buffer.concat([pdf(), Buffer.alloc(5 * 1024 * 1024)])
      expect(await refused(`/invoices/${id}`, large)).toEqual([413, 'file_too_large'])
    })

    test('409: the eleventh file, and more than 20 MiB together', async () => {
      const { id } = await draft()
      for (let at = 0; at < 10; at += 1) await add(`/invoices/${id}`, pdf())
      expect(await refused(`/invoices/${id}`, pdf())).toEqual([409, 'too_many_files'])
      const other = await draft()
      const large = table(`a,b\n${'x'.repeat(5 * 1024 * 1024 - 10)}`)
      for (let at = 0; at < 4; at += 1) await add(`/invoices/${other.id}`, large, 'name=a.csv')
      expect(await refused(`/invoices/${other.id}`, large, 'name=a.csv')).toEqual([
        409,
        'too_many_files',
      ])
    })

    test('404: no such invoice, no such file, and a file of another invoice', async () => {
      const [one, other] = [await draft(), await draft()]
      const file = await add(`/invoices/${one.id}`, pdf())
      const missing = 'inv_019aa3c1-4a7e-7cc0-8000-000000000000'
      expect(await refused(`/invoices/${missing}`, pdf())).toEqual([404, 'invoice_not_found'])
      const answer = await app.call('GET', `/invoices/${other.id}/files/${file.id}`)
      expect(answer.json().code).toBe('file_not_found')
      const gone = await app.call('DELETE', `/invoices/${other.id}/files/${file.id}`)
      expect(gone.json().code).toBe('file_not_found')
    })

    test('403: a key that may only read', async () => {
      const { id } = await draft()
      const answer = await send(
        `/invoices/${id}/files?name=Plan.pdf`,
        pdf(),
        await givens(app).key('read'),
      )
      expect(answer.statusCode).toBe(403)
    })
  })

  describe('issuing locks the customer’s files', () => {
    test('the invoice names the files, and the chain hashes them', async () => {
      const { id } = await draft()
      const file = await add(`/invoices/${id}`, pdf())
      await add(`/invoices/${id}`, table(), 'name=costs.csv&visible=internal')
      const issued = await issue(id)
      const { visible: _, created_at: __, ...copy } = file
      expect(issued.files).toEqual([copy])
      const { data } = (await app.call('GET', `/invoices/${id}/revisions`)).json()
      const { changes } = data.find(({ action }: Json) => action === 'issued')
      expect(changes.find(({ field }: Json) => field === 'files').to).toEqual([copy])
      expect(await verify()).toMatchObject({ ok: true })
    })

    test('409: they cannot be added or deleted; internal ones still can', async () => {
      const { id } = await draft()
      const shown = await add(`/invoices/${id}`, pdf())
      await issue(id)
      expect(await refused(`/invoices/${id}`, pdf())).toEqual([409, 'file_locked'])
      const answer = await app.call('DELETE', `/invoices/${id}/files/${shown.id}`)
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'file_locked'])
      const own = await add(`/invoices/${id}`, table(), 'name=own.csv&visible=internal')
      const deleted = await app.call('DELETE', `/invoices/${id}/files/${own.id}`)
      expect(deleted.statusCode).toBe(204)
    })

    test('an upload and the issue at the same moment: the file is fixed or refused', async () => {
      for (let round = 0; round < 5; round += 1) {
        const { id } = await draft()
        const [added] = await Promise.all([
          send(`/invoices/${id}/files?name=Plan.pdf`, pdf()),
          issue(id),
        ])
        const { files } = (await app.call('GET', `/invoices/${id}`)).json()
        expect(files).toHaveLength(added.statusCode === 201 ? 1 : 0)
      }
      expect(await verify()).toMatchObject({ ok: true })
    })

    test('copies and credit notes do not copy the files', async () => {
      const { id } = await draft()
      await add(`/invoices/${id}`, pdf())
      await issue(id)
      const copy = (await app.call('POST', `/invoices/${id}/duplicate`)).json()
      const note = (await app.call('POST', `/invoices/${id}/credit-note`, {})).json()
      expect([copy.files, note.files]).toEqual([[], []])
    })

    test('verify finds bytes that were changed or are gone', async () => {
      const { id } = await draft()
      await add(`/invoices/${id}`, pdf(`/Lang (${engine})`))
      await issue(id)
      const hash = sha256(pdf(`/Lang (${engine})`))
      const contents = app.tables.updateTable('file_contents').where('sha256', '=', hash)
      await contents.set({ bytes: Buffer.from('other') }).execute()
      expect((await verify()).breaks).toMatchObject([{ kind: 'file_content', expected: hash }])
      await contents.set({ bytes: Buffer.alloc(0) }).execute()
      expect((await verify()).breaks).toMatchObject([{ kind: 'file_content', expected: hash }])
      // They may be in the object store, where there is one.
      expect(await verify(unreadObjects)).toMatchObject({ ok: true })
      await contents.set({ bytes: pdf(`/Lang (${engine})`) }).execute()
      expect(await verify()).toMatchObject({ ok: true })
    })

    test('a quote fixes them when it opens, and a revision begins with them', async () => {
      const items = [{ description: 'Atlas', unit_price: '10.00', tax: { rate: '19' } }]
      const quote = (await app.call('POST', '/quotes', { customer_id: customer, items })).json()
      await add(`/quotes/${quote.id}`, pdf())
      const opened = (await app.call('POST', `/quotes/${quote.id}/open`)).json()
      expect(await refused(`/quotes/${quote.id}`, pdf())).toEqual([409, 'file_locked'])
      const revised = (await app.call('POST', `/quotes/${quote.id}/revise`)).json()
      const { data } = (await app.call('GET', `/quotes/${revised.id}/files`)).json()
      expect(data).toMatchObject([{ name: 'Plan.pdf' }])
      const token = opened.share_token
      const shared = (await app.send({ url: `/api/v1/public/quotes/${token}` })).json()
      expect(shared.files).toMatchObject([{ name: 'Plan.pdf', media_type: 'application/pdf' }])
      const path = new URL(shared.files[0].url).pathname
      expect((await app.send({ url: path })).rawPayload.equals(pdf())).toBe(true)
      const page = await app.send({ url: `/q/${token}` })
      expect(page.body).toContain('/files/Plan.pdf')
    })
  })

  describe('where files are sent', () => {
    test('the customer downloads visible files from the link, and no internal ones', async () => {
      const { id } = await draft()
      await add(`/invoices/${id}`, pdf(), 'name=Zeiten%20M%C3%A4rz.pdf')
      await add(`/invoices/${id}`, table(), 'name=costs.csv&visible=internal')
      const { share_token } = await givens(app).publish(id)
      const read = async () =>
        (await app.send({ url: `/api/v1/public/invoices/${share_token}` })).json()
      const { files } = await read()
      expect(files).toEqual([
        {
          name: 'Zeiten März.pdf',
          media_type: 'application/pdf',
          bytes: pdf().length,
          url: expect.stringMatching(/\/public\/invoices\/[^/]+\/files\/Zeiten%20M%C3%A4rz\.pdf$/),
        },
      ])
      const { pathname } = new URL(files[0].url)
      const got = await app.send({ url: pathname })
      expect(got.rawPayload.equals(pdf())).toBe(true)
      expect(got.headers).toMatchObject({
        'cache-control': 'private, no-store',
        'content-disposition': expect.stringMatching(/^attachment; /),
      })
      const own = await app.send({ url: pathname.replace(/[^/]+$/, 'costs.csv') })
      expect(own.json().code).toBe('file_not_found')
      expect((await app.send({ url: `/i/${share_token}` })).body).toContain('Zeiten März.pdf</a>')
      await issue(id)
      expect((await read()).files).toEqual(files)
    })

    test('e-invoices embed them: UBL, CII, and the hybrid PDF also as associated files', async () => {
      const { id } = await draft()
      await add(`/invoices/${id}`, pdf())
      await add(`/invoices/${id}`, table(), 'name=costs.csv&visible=internal')
      await issue(id)
      const base64 = pdf().toString('base64')
      for (const format of ['ubl', 'cii']) {
        const { body } = await app.call('GET', `/invoices/${id}/xml?format=${format}`)
        expect(body, format).toContain(base64)
        expect(body).toMatch(/mimeCode="application\/pdf" filename="Plan.pdf"/)
        expect(body).not.toContain('costs.csv')
      }
      const hybrid = await app.call('GET', `/invoices/${id}/pdf?format=factur-x`)
      expect(hybrid.statusCode).toBe(200)
      expect(hybrid.rawPayload.toString('latin1')).toMatch(/\/AFRelationship ?\/Supplement/)
      expect(Buffer.from(firstXml(hybrid.rawPayload) ?? []).toString()).toContain(base64)
    })

    test('files embedded by another program become files of the draft', async () => {
      const { id } = await draft()
      await add(`/invoices/${id}`, pdf())
      await issue(id)
      const { body } = await app.call('GET', `/invoices/${id}/xml?format=cii`)
      const evil = Buffer.from('<html></html>').toString('base64')
      for (const [xml, names, reasons] of [
        [body, ['Plan.pdf'], []],
        [body.replace(pdf().toString('base64'), evil), [], ['/attachments/0/file']],
      ] as const) {
        const answer = await app.send({
          method: 'POST',
          url: '/api/v1/invoices/import',
          headers: { ...AUTH, 'content-type': 'application/xml' },
          payload: xml,
        })
        expect(answer.statusCode, answer.body).toBe(201)
        const { invoice, not_taken } = answer.json()
        const { data } = (await app.call('GET', `/invoices/${invoice.id}/files`)).json()
        expect(data.map(({ name }: Json) => name)).toEqual(names)
        const paths = not_taken.map(({ path }: Json) => path)
        expect(paths.filter((path: string) => path.startsWith('/attachments'))).toEqual(reasons)
      }
    })
  })

  describe('the end', () => {
    test('with the draft, its files go; bytes that nothing names go a day later', async () => {
      const bytes = table(`only,${engine}\n`)
      const [one, other] = [await draft(), await draft()]
      await add(`/invoices/${one.id}`, bytes, 'name=a.csv')
      const kept = await add(`/invoices/${other.id}`, bytes, 'name=b.csv')
      const count = async () =>
        (
          await app.tables
            .selectFrom('file_contents')
            .select('sha256')
            .where('sha256', '=', sha256(bytes))
            .execute()
        ).length
      const expire = async () => {
        await deleteUnusedFiles(
          app.work(),
          secondsAfter(new Date(app.clock.now()).toISOString(), -DAY),
          100,
        )
        return count()
      }
      await app.call('DELETE', `/invoices/${one.id}`)
      app.clock.set('2026-11-22T09:00:00Z')
      expect(await expire()).toBe(1)
      const path = `/invoices/${other.id}/files/${kept.id}`
      const stale = await app.call('DELETE', path, undefined, { 'if-match': '"other"' })
      expect(stale.statusCode).toBe(412)
      expect((await app.call('DELETE', path)).statusCode).toBe(204)
      expect(await expire()).toBe(0)
    })

    test('deleting a customer deletes its files', async () => {
      const { id } = await givens(app).customer()
      await add(`/customers/${id}`, pdf())
      await app.call('DELETE', `/customers/${id}`)
      const left = app.tables.selectFrom('files').select('id').where('owner_id', '=', id)
      expect(await left.execute()).toEqual([])
    })
  })
})
