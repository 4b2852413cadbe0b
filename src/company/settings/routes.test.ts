import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ENGINES } from '../../../test/databases.ts'
import { transaction } from '../../core/record/transaction.ts'
import { tablesOf } from '../../platform/database/scope.ts'
import { forgetTemplate, nameCompany } from './change.ts'
import { SETTINGS_EXAMPLE } from './inner/example.ts'
import { currentSettings } from './read.ts'
import { PNG_URL, type SettingsFixture, startSettings } from './routes.testing.ts'

describe.each(ENGINES)('settings (%s)', (engine) => {
  let ctx: SettingsFixture
  beforeAll(async () => {
    ctx = await startSettings(engine)
  })
  afterAll(() => ctx.server.close())
  beforeEach(() => ctx.clear())

  test('200: before anything is set, a document of defaults that charges no tax', async () => {
    const { status, json, headers } = await ctx.get()
    expect(status).toBe(200)
    expect(json).toMatchObject({
      templateId: 'minimalist-clean',
      logo: null,
      currency: 'EUR',
      timeZone: 'Europe/Vienna',
      defaultTax: { category: 'O', rate: '0' },
      companyEndpoint: null,
      lockIssuedInvoices: true,
      applyCreditOnIssue: false,
      shareOtherInvoices: false,
    })
    expect(Object.keys(json).sort()).toEqual(Object.keys(SETTINGS_EXAMPLE).sort())
    expect(headers.etag).toBe('"settings-0"')
  })

  test('200: PUT upserts the keys it names and answers the whole', async () => {
    expect((await ctx.put({ companyName: 'A', currency: 'CHF' })).status).toBe(200)
    const { json } = await ctx.put({ companyName: 'B' })
    expect(json).toMatchObject({ companyName: 'B', currency: 'CHF' })
    expect((await ctx.get()).json).toEqual(json)
  })

  test('200: every key is stored and read back, and the answer can be sent back', async () => {
    const { status, json } = await ctx.put({ ...SETTINGS_EXAMPLE, logo: PNG_URL })
    expect(status).toBe(200)
    expect(json).toEqual({ ...SETTINGS_EXAMPLE, logo: PNG_URL })
    const again = await ctx.put(json)
    expect(again.json).toEqual(json)
    expect(again.headers.etag).toBe('"settings-1"')
  })

  test('200: the admin address is the same settings', async () => {
    expect((await ctx.put({ companyName: 'A' }, '/admin/settings')).status).toBe(200)
    expect((await ctx.patch({ currency: 'chf' }, '/admin/settings')).status).toBe(200)
    expect((await ctx.get('/admin/settings')).json).toEqual((await ctx.get()).json)
    expect((await ctx.get()).json).toMatchObject({ companyName: 'A', currency: 'CHF' })
  })

  test('200: PUT replaces a key with parts as a whole, PATCH merges into it', async () => {
    await ctx.put({ companyAddress: { line1: 'Lane 1', city: 'Bern' } })
    const merged = await ctx.patch({ companyAddress: { postalCode: '3000', line1: null } })
    expect(merged.json.companyAddress).toMatchObject({
      line1: null,
      city: 'Bern',
      postalCode: '3000',
    })
    const replaced = await ctx.put({ companyAddress: { line1: 'Lane 2' } })
    expect(replaced.json.companyAddress).toMatchObject({ line1: 'Lane 2', city: null })
  })

  test('200: null restores the default, or clears', async () => {
    await ctx.put({ ...SETTINGS_EXAMPLE, templateId: 'professional-modern', logo: PNG_URL })
    const everything = Object.fromEntries(Object.keys(SETTINGS_EXAMPLE).map((key) => [key, null]))
    const { status, json } = await ctx.patch(everything)
    expect(status).toBe(200)
    await tablesOf(ctx.work).deleteFrom('settings').execute()
    expect(json).toEqual((await ctx.get()).json)
  })

  test('412: a stale If-Match, and nothing changes', async () => {
    const { headers } = await ctx.get()
    const ifMatch = { 'if-match': String(headers.etag) }
    const send = (companyName: string) =>
      ctx.server.send({
        method: 'PATCH',
        path: '/settings',
        body: { companyName },
        headers: ifMatch,
      })
    expect((await send('A')).status).toBe(200)
    const stale = await send('B')
    expect(stale.status).toBe(412)
    expect(stale.json.code).toBe('precondition_failed')
    expect((await ctx.get()).json.companyName).toBe('A')
  })

  test('304: the caller has the current version', async () => {
    const { headers } = await ctx.put({ companyName: 'A' })
    const response = await ctx.server.send({
      method: 'GET',
      path: '/settings',
      headers: { 'if-none-match': String(headers.etag) },
    })
    expect(response).toMatchObject({ status: 304, text: '' })
  })

  test('403: reading needs `read`, changing `admin`', async () => {
    for (const path of ['/settings', '/admin/settings']) {
      const attempts = [
        { method: 'GET', path, scopes: ['write'] },
        { method: 'PUT', path, body: { companyName: 'A' }, scopes: ['read', 'write', 'issue'] },
        { method: 'PATCH', path, body: { companyName: 'A' }, scopes: ['read', 'write', 'issue'] },
      ] as const
      for (const attempt of attempts) expect((await ctx.server.send(attempt)).status).toBe(403)
    }
    expect((await ctx.get()).headers.etag).toBe('"settings-0"')
  })

  test('200: first changes at the same time are all kept', async () => {
    const bodies = [{ companyName: 'A' }, { currency: 'CHF' }, { locale: 'fr' }, { phone: '1' }]
    await Promise.all(bodies.map((body) => ctx.patch(body)))
    const { json, headers } = await ctx.get()
    expect(json).toMatchObject({
      companyName: 'A',
      currency: 'CHF',
      locale: 'fr',
      companyPhone: '1',
    })
    expect(headers.etag).toBe('"settings-4"')
  })

  test('current sees its own transaction, and nothing of one that was rolled back', async () => {
    await ctx.put({ templateId: 'professional-modern' })
    const failed = transaction(ctx.work, async (work) => {
      await forgetTemplate(work, 'professional-modern')
      expect((await currentSettings(work)).templateId).toBe('minimalist-clean')
      throw new Error('rolled back')
    })
    await expect(failed).rejects.toThrow('rolled back')
    expect((await currentSettings(ctx.work)).templateId).toBe('professional-modern')
    await ctx.patch({ companyName: 'A' })
    expect(await currentSettings(ctx.work)).toMatchObject({
      templateId: 'professional-modern',
      companyName: 'A',
    })
  })

  test('nameCompany stores the name and leaves the rest', async () => {
    await ctx.put({ currency: 'CHF' })
    await nameCompany(ctx.work, 'A')
    const { json, headers } = await ctx.get()
    expect(json).toMatchObject({ companyName: 'A', currency: 'CHF' })
    expect((await ctx.patch({ companyName: 'A' })).headers.etag).toBe(headers.etag)
  })

  test('onTemplateDeleted leaves another template active', async () => {
    await ctx.put({ templateId: 'professional-modern' })
    await forgetTemplate(ctx.work, 'other')
    expect((await currentSettings(ctx.work)).templateId).toBe('professional-modern')
  })
})
