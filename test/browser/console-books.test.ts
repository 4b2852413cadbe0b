import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens, type Json } from '../givens.ts'
import { violationsOf } from './axe.ts'
import {
  type ConsoleSite,
  type Opened,
  settled,
  signIn,
  skipped,
  startConsole,
} from './console-site.ts'

/** A folder for pictures of the screens, to look at. */
const { PICTURES } = process.env

describe.skipIf(skipped !== '')(`the books in the console${skipped}`, () => {
  let site: ConsoleSite
  let given: Givens
  let opened: Opened
  let invoice: Json
  beforeAll(async () => {
    site = await startConsole()
    given = givens(site.app)
    opened = await site.open()
    await signIn(opened.page)
    const { id } = await given.customer({ name: 'Studio Rossi', tax_id: 'IT00743110157' })
    invoice = await given.invoice({
      ...{ customer_id: id, status: 'sent', issue_date: '2026-03-02', due_date: null },
      items: [{ description: 'Consulenza', unit_price: '1000', tax: { rate: '22' } }],
      withholdings: [{ rate: '20', code: 'RT01', reason: 'A' }],
    })
    await given.payment(invoice.id, { amount: '510.00', paid_at: '2026-04-02' })
  })
  afterAll(() => site?.close())

  const go = async (path: string) => {
    await opened.page.goto(path)
    await opened.page.getByRole('heading', { level: 1 }).first().waitFor()
    await settled(opened)
    return opened.page
  }
  const picture = async (name: string) => {
    if (PICTURES) await opened.page.screenshot({ path: join(PICTURES, `${name}.png`) })
  }
  const books = async (): Promise<Json> => (await site.app.call('GET', '/books')).json()

  test('the tax that customers withheld, by year and by quarter', async () => {
    const page = await go('/books/withheld?year=2026')
    const row = page.getByRole('row').filter({ hasText: 'Studio Rossi' })
    await row.getByText('€200.00').waitFor()
    await row.getByText('€100.00').waitFor()
    await picture('books-withheld')
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download as CSV' }).click()
    expect((await download).suggestedFilename()).toBe('withheld-2026.csv')
    await page.getByRole('combobox', { name: 'Group by' }).click()
    await page.getByRole('option', { name: 'Quarter' }).click()
    await page.getByRole('cell', { name: '2026-Q2' }).waitFor()
    expect(page.url()).toContain('by=quarter')
    expect(await violationsOf(page)).toEqual([])
    expect(opened.bad).toEqual([])
  })

  test('a period is closed with its sums, and reopened with a reason', async () => {
    const page = await go('/books')
    await page.getByText('No period is closed').waitFor()
    await page.getByRole('button', { name: 'Close a period' }).click()
    const day = page.getByLabel('Last day')
    await day.fill('2099-01-31')
    await day.blur()
    await page.locator('form').getByRole('button', { name: 'Close' }).click()
    await page.getByText('Only past days can be closed').first().waitFor()
    await day.fill('2026-03-31')
    await day.blur()
    await page.getByLabel('Note').fill('First quarter filed')
    await picture('books-close')
    await page.locator('form').getByRole('button', { name: 'Close' }).click()
    await page.getByText('First quarter filed').waitFor()
    await page.getByRole('row').filter({ hasText: 'Invoices' }).getByText('€1,020.00').waitFor()
    await picture('books-closed')
    expect(await violationsOf(page)).toEqual([])
    expect(await books()).toMatchObject({ closed_until: '2026-03-31' })

    await page.getByRole('button', { name: 'Reopen' }).click()
    await page.getByLabel('Reason').fill('A payment was missing')
    await page.locator('form').getByRole('button', { name: 'Reopen' }).click()
    await page.getByText('No period is closed').waitFor()
    expect(await books()).toMatchObject({ closed_until: null, note: 'A payment was missing' })
    expect(opened.bad).toEqual([])
  })
})
