import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PlayedProvider, playProvider } from '../../src/access-point/provider.testing.ts'
import { type Givens, givens } from '../givens.ts'
import { type ConsoleSite, LONG, signIn, skipped, startConsole } from './console-site.ts'

const SOON = { timeout: 30_000 }

describe.skipIf(skipped !== '')(`what only some invoices say${skipped}`, LONG, () => {
  let site: ConsoleSite
  let given: Givens
  let page: Page
  let provider: PlayedProvider
  beforeAll(async () => {
    provider = await playProvider()
    site = await startConsole({ OUTBOUND_ALLOW: provider.host })
    given = givens(site.app)
    page = (await site.open()).page
    await signIn(page)
  }, LONG.timeout)
  afterAll(async () => {
    await site?.close()
    await provider?.close()
  })

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

  test('an access point is set up in the settings, and turned off again', async () => {
    const stored = async () => (await site.app.call('GET', '/access-point')).json().url
    const card = page.locator('section', { hasText: 'Access point' })
    await page.goto('/settings/einvoices')
    await card.getByLabel('Address of the interface').fill(provider.url)
    await card.getByLabel('Key').fill(provider.token)
    await card.getByRole('button', { name: 'Turn on' }).click()
    await card.getByText('On', { exact: true }).waitFor()
    expect(await stored()).toBe(provider.url)
    await card.getByLabel('Address of the interface').fill('http://10.0.0.1/')
    await card.getByRole('button', { name: 'Save access point' }).click()
    await card.getByRole('alert').waitFor()
    expect(await stored()).toBe(provider.url)
    await card.getByRole('button', { name: 'Turn off' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
    await card.getByText('Off', { exact: true }).waitFor()
    expect(await stored()).toBeNull()
  })
})
