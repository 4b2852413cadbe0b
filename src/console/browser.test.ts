import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import { ensureFirstRun } from '../access/first-run.ts'
import { type BrowserBinary, browserBinaries } from '../platform/browser-binary.ts'

const cacheDir = mkdtempSync(join(tmpdir(), 'billwright-browser-'))
const binary: BrowserBinary | null = (await browserBinaries(null, cacheDir).next()).value ?? null
const title = binary ? 'in a browser' : 'in a browser (skipped: no Chromium is installed here)'

describe.skipIf(binary === null)(title, () => {
  let app: TestApp
  let browser: Browser
  let origin: string

  beforeAll(async () => {
    app = await startTestApp('sqlite')
    origin = await app.server.listen({ port: 0, host: '127.0.0.1' })
    browser = await chromium.launch({
      executablePath: binary?.path ?? '',
      env: { ...process.env, LD_LIBRARY_PATH: binary?.libraryDir ?? '' },
    })
  })
  afterAll(async () => {
    await browser?.close()
    await app?.close()
    rmSync(cacheDir, { recursive: true, force: true })
  })

  /** A phone's page, with all that should not happen on it. */
  const openPage = async (): Promise<{ readonly page: Page; readonly bad: readonly string[] }> => {
    const page = await browser.newPage({ viewport: { width: 360, height: 740 } })
    const bad: string[] = []
    page.on('request', (request) => {
      const url = request.url()
      if (!url.startsWith(`${origin}/`) && !url.startsWith('data:')) bad.push(url)
    })
    page.on('pageerror', (error) => bad.push(error.message))
    page.on('console', (message) => {
      if (/Content.Security.Policy/i.test(message.text())) bad.push(message.text())
    })
    return { page, bad }
  }
  const fitsWidth = (page: Page) =>
    page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth')

  test('the set-up link leads to the first key', async () => {
    const { page, bad } = await openPage()
    const { setupToken } = await ensureFirstRun({ ...app, config: { ...app.config, apiKey: null } })
    await page.goto(`${origin}/setup#${setupToken}`)
    await page.getByLabel('E-mail').fill('ada@example.org')
    await page.getByLabel('Password').fill('password1234')
    await page.getByLabel('Company name').fill('Ada & Sons')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.locator('#password[aria-invalid=true]').waitFor()
    expect(await page.locator('#password-fault').textContent()).toContain('guessed')
    await page.getByLabel('Password').fill('nine quiet lighthouses')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('Ada & Sons').waitFor()

    await page.getByText('Create a key').click()
    await page.getByLabel('Name').fill('Nightly <b>export</b>')
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.locator('#new-key').waitFor()
    const key = (await page.locator('#new-key-text').textContent()) ?? ''
    expect(await page.locator('#curl').textContent()).toContain(key)
    expect(await page.locator('#keys').textContent()).toContain('Nightly <b>export</b>')
    const headers = { authorization: `Bearer ${key}` }
    expect((await app.send({ url: '/api/v1/invoices', headers })).statusCode).toBe(200)
    expect(await fitsWidth(page)).toBe(true)

    await page.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('button', { name: 'Really revoke' }).click()
    await page.locator('#keys li').waitFor({ state: 'detached' })
    expect((await app.send({ url: '/api/v1/invoices', headers })).statusCode).toBe(401)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(bad).toEqual([])
    await page.close()
  })

  test('the reference shows every operation, asks no other host and breaks no policy', async () => {
    const { page, bad } = await openPage()
    await page.goto(`${origin}/docs`)
    await page.locator('.opblock').first().waitFor()
    const { paths } = (await app.send({ url: '/api/v1/openapi.json' })).json()
    const operations = Object.values(paths).flatMap((path) => Object.keys(path as object))
    expect(await page.locator('.opblock').count()).toBe(operations.length)
    await page.locator('.opblock-summary-control').first().click()
    await page.getByText('Parameters').first().waitFor()
    expect(await fitsWidth(page)).toBe(true)
    expect(bad).toEqual([])
    await page.close()
  })
})
