import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ENGINES } from '../../../test/databases.ts'
import { currentSettings, logoAsDataUrl } from './read.ts'
import { PNG, PNG_URL, type SettingsFixture, startSettings } from './routes.testing.ts'

describe.each(ENGINES)('the logo (%s)', (engine) => {
  let ctx: SettingsFixture
  beforeAll(async () => {
    ctx = await startSettings(engine)
  })
  afterAll(() => ctx.server.close())
  beforeEach(() => ctx.clear())

  test('200: a logo is fetched once, kept as data, and given out under no other name', async () => {
    const { status, json } = await ctx.put({ logo: 'https://example.com/logo.png' })
    expect(status).toBe(200)
    expect(json.logo).toBe(PNG_URL)
    expect((await ctx.get()).json.logo).toBe(PNG_URL)
    expect(ctx.fetched).toHaveLength(1)
    expect(ctx.fetched[0]).toMatchObject({ limitBytes: 512 * 1024 })
    const { logoId } = await currentSettings(ctx.work)
    expect(logoId).toMatch(/^[0-9a-f]{64}$/)
    expect(await logoAsDataUrl(ctx.work, logoId)).toBe(PNG_URL)
    expect(await logoAsDataUrl(ctx.work, null)).toBeNull()
    expect(await logoAsDataUrl(ctx.work, 'none')).toBeNull()
  })

  test('200: a logo that an invoice may show is kept when it is replaced', async () => {
    await ctx.put({ logo: PNG_URL })
    const { logoId } = await currentSettings(ctx.work)
    expect((await ctx.patch({ logo: null })).json.logo).toBeNull()
    expect(await logoAsDataUrl(ctx.work, logoId)).toBe(PNG_URL)
  })

  test('200: a drawing is made safe before it is kept', async () => {
    const svg =
      '<svg viewBox="0 0 1 1"><script>alert(1)</script><rect onclick="x()" width="1"/></svg>'
    const safe = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1"/></svg>'
    ctx.served.body = Buffer.from(svg)
    const spellings = [
      `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
      `data:image/svg+xml,${encodeURIComponent(svg)}`,
      `data:image/svg+xml;utf8,${svg}`,
      'https://example.com/logo.svg',
    ]
    for (const logo of spellings) {
      const { json } = await ctx.put({ logo })
      expect(json.logo).toBe(`data:image/svg+xml;base64,${Buffer.from(safe).toString('base64')}`)
    }
  })

  test('413: a logo above 512 KB; exactly that many bytes pass', async () => {
    const picture = (bytes: number) =>
      `data:image/png;base64,${Buffer.concat([PNG], bytes).toString('base64')}`
    expect((await ctx.put({ logo: picture(512 * 1024) })).status).toBe(200)
    const response = await ctx.put({ logo: picture(512 * 1024 + 1) })
    expect(response.status).toBe(413)
    expect(response.json.code).toBe('logo_too_large')
  })

  test('422: an address that the guarded client refuses, and nothing is stored', async () => {
    const response = await ctx.put({ companyName: 'A', logo: 'https://refused.example/logo.png' })
    expect(response.status).toBe(422)
    expect(response.json.code).toBe('url_refused')
    expect((await ctx.get()).json.companyName).toBe('')
  })
})
