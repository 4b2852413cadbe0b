import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens } from '../givens.ts'
import {
  type ConsoleSite,
  fitsWidth,
  LONG,
  settled,
  signIn,
  skipped,
  startConsole,
} from './console-site.ts'

/** A folder for pictures of the screens, to look at. */
const { PICTURES } = process.env
const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const WAYS = [
  { language: 'en', colorScheme: 'light', viewport: { width: 1440, height: 1000 } },
  { language: 'de', colorScheme: 'dark', viewport: { width: 390, height: 900 } },
  { language: 'fr', colorScheme: 'light', viewport: { width: 390, height: 900 } },
] as const

describe.skipIf(skipped !== '')(`recurring invoices in the console${skipped}`, LONG, () => {
  let site: ConsoleSite
  let given: Givens
  beforeAll(async () => {
    site = await startConsole()
    given = givens(site.app)
    // The days to come are those from today on, here as in the browser.
    site.app.clock.set(new Date().toISOString())
  }, LONG.timeout)
  afterAll(() => site?.close())

  test('a schedule is made from an invoice, changed, skipped once, and run', async () => {
    const { id } = await given.invoice({ status: 'sent' })
    const { page, bad } = await site.open()
    await signIn(page)
    await page.goto(`/invoices/${id}`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: /^Make recurring/ }).click()
    await page.getByText('Paused', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Edit schedule' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit schedule' })
    await dialog.getByLabel('Name').fill('Hosting')
    await dialog.getByLabel(/^From/).fill('2099-01-31')
    await dialog.getByText(/^Every month on the last day, from/).waitFor()
    expect(await dialog.getByRole('listitem').allTextContents()).toMatchObject([
      'Jan 31, 2099',
      'Feb 28, 2099',
      'Mar 31, 2099',
      ...Array(9).fill(expect.stringContaining('2099')),
    ])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Hosting' }).waitFor()
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByText('Active', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Skip: Feb 28, 2099' }).click()
    await page.getByRole('button', { name: 'Do not skip: Feb 28, 2099' }).waitFor()
    await page.getByRole('button', { name: 'Make now' }).click()
    await page.getByRole('link', { name: 'Draft made' }).waitFor()
    const [made] = (await site.app.call('GET', '/recurring-invoices')).json().data
    expect(made).toMatchObject({
      name: 'Hosting',
      made: 1,
      skips: ['2099-02-28'],
      next: { date: '2099-03-31' },
    })
    expect(bad).toEqual([])
  })

  test.each(WAYS)('list, detail and schedule in $language are accessible and fit', async ({
    language,
    ...way
  }) => {
    const customer = (await site.app.call('POST', '/customers', { name: 'Fernweh Books' })).json()
    const body = {
      name: 'Hosting and mail',
      customer_id: customer.id,
      action: 'issue',
      schedule: { unit: 'month', start_date: '2099-01-31', end: { after: 12 } },
      period: { basis: 'calendar', offset: 0 },
      invoice: { items: [{ description: 'Hosting {month_year}', unit_price: '49.00' }] },
    }
    const { id } = (await site.app.call('POST', '/recurring-invoices', body)).json()
    await site.app.call('POST', `/recurring-invoices/${id}/run`, {})
    const opened = await site.open(way)
    const { page, bad } = opened
    await signIn(page)
    await page.evaluate(`localStorage.setItem('billwright.language', '${language}')`)
    const look = async (name: string) => {
      await settled(opened)
      if (PICTURES !== undefined)
        await page.screenshot({ path: join(PICTURES, `${language}-${name}.png`), fullPage: true })
      const { violations } = await new AxeBuilder({ page }).withTags(LEVELS).analyze()
      expect(
        violations.map((it) => `${it.id}: ${it.nodes[0]?.html}`),
        name,
      ).toEqual([])
      expect(await fitsWidth(page), name).toBe(true)
    }
    await page.goto('/recurring')
    await page.getByRole('link', { name: 'Hosting and mail' }).first().waitFor()
    await look('list')
    await page.goto(`/recurring/${id}`)
    await page.getByRole('table').nth(1).waitFor()
    await look('detail')
    await page.getByRole('button', { name: /schedule|Zeitplan|calendrier/ }).click()
    await page.getByRole('dialog').getByRole('listitem').first().waitFor()
    await look('schedule')
    expect(bad).toEqual([])
  })
})
