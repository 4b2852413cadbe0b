import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens } from '../givens.ts'
import { type ConsoleSite, LONG, signIn, skipped, startConsole } from './console-site.ts'

const SOON = { timeout: 30_000 }

describe.skipIf(skipped !== '')(`what only some invoices say${skipped}`, LONG, () => {
  let site: ConsoleSite
  let given: Givens
  let page: Page
  beforeAll(async () => {
    site = await startConsole()
    given = givens(site.app)
    page = (await site.open()).page
    await signIn(page)
  }, LONG.timeout)
  afterAll(() => site?.close())

  test('a price for 100 units is typed on demand, and the invoice prints it', async () => {
    const { id } = await given.invoice()
    await page.goto(`/invoices/${id}/edit`)
    await page.getByRole('button', { name: 'Line 1' }).click()
    await page.getByRole('menuitem', { name: 'More on this line' }).click()
    await page.getByLabel('Price base quantity').fill('100')
    await page.getByText('per 100', { exact: true }).waitFor()
    const base = async () => (await given.read(id)).items[0].price_base_quantity
    await expect.poll(base, SOON).toBe('100')
    await page.getByRole('button', { name: 'Save and close' }).click()
    const paper = page.frameLocator('iframe[title="The document as your customer sees it"]')
    await paper
      .getByText(/ \/ 100$/)
      .first()
      .waitFor()
  })
})
