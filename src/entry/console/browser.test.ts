import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  fitsWidth,
  type NewConsoleSite,
  OWNER,
  openMenu,
  skipped,
  startNewConsole,
} from '../../../test/browser/console-site.ts'
import { ensureFirstRun } from '../../company/access/set-up/first-run.ts'

/** The narrowest telephone there is. */
const PHONE = { viewport: { width: 360, height: 740 } }
const HIGH = 4000

describe.skipIf(skipped !== '')(`the pages in a browser${skipped}`, () => {
  let site: NewConsoleSite
  beforeAll(async () => {
    site = await startNewConsole()
  })
  afterAll(() => site?.close())

  test('the setup link leads to the first key, which works until it is revoked', async () => {
    const { app } = site
    const { page, bad } = await site.open(PHONE)
    const { setupToken } = await ensureFirstRun({ ...app, config: { ...app.config, apiKey: null } })
    await page.goto(`/setup#${setupToken}`)
    await page.getByLabel('E-mail').fill(OWNER.email)
    await page.getByLabel('Password', { exact: true }).fill('password1234')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('too easy to guess').waitFor()
    const password = page.getByLabel('Password', { exact: true })
    expect(await password.evaluate((it) => it === it.ownerDocument.activeElement)).toBe(true)
    await password.fill(OWNER.password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.waitForURL(/\/c\/.+\/start/)

    await page.goto('/access')
    await page.getByRole('button', { name: 'Create key' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Nightly <b>export</b>')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    const key = await dialog.getByLabel('Key', { exact: true }).inputValue()
    expect(await dialog.getByLabel('Try it').inputValue()).toContain(key)
    const headers = { authorization: `Bearer ${key}` }
    const tryIt = () => app.send({ url: '/api/v1/invoices', headers })
    expect((await tryIt()).statusCode).toBe(200)
    await dialog.getByRole('button', { name: 'I’ve saved it' }).click()
    await page.getByText('Nightly <b>export</b>').waitFor()
    expect(await fitsWidth(page)).toBe(true)

    await page.getByRole('button', { name: 'Revoke: Nightly' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('No keys yet').waitFor()
    expect((await tryIt()).statusCode).toBe(401)

    await openMenu(page)
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(bad).toEqual([])
    await page.context().close()
  })

  test('the reference shows every operation and event, asks no other host and breaks no policy', async () => {
    const { page, bad } = await site.open(PHONE)
    await page.goto('/docs')
    await page.locator('.opblock').first().waitFor()
    const { paths, webhooks } = (await site.app.send({ url: '/api/v1/openapi.json' })).json()
    const items: object[] = [...Object.values<object>(paths), ...Object.values<object>(webhooks)]
    const operations = items.flatMap((item) => Object.keys(item))
    // The reader draws only the operations in view, so that a high window has fewer steps.
    await page.setViewportSize({ ...PHONE.viewport, height: HIGH })
    const shown = new Set<string>()
    const collect = async () => {
      const ids = await page.locator('.opblock').evaluateAll((all) => all.map(({ id }) => id))
      for (const id of ids) shown.add(id)
      await page.mouse.wheel(0, HIGH / 2)
      return shown.size
    }
    await expect.poll(collect).toBe(operations.length)
    await page.setViewportSize(PHONE.viewport)
    await page.evaluate('scrollTo(0, 0)')
    await page.locator('.opblock-summary-control').first().click()
    await page.getByText('Parameters').first().waitFor()
    expect(await fitsWidth(page)).toBe(true)
    expect(bad).toEqual([])
    await page.context().close()
  })
})
