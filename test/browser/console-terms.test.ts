import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens } from '../givens.ts'
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
const ITEMS = [{ description: 'Atlas', unit_price: '1000.00', tax: { category: 'S', rate: '19' } }]

describe.skipIf(skipped !== '')(`payment terms in the console${skipped}`, () => {
  let site: ConsoleSite
  let given: Givens
  let opened: Opened
  beforeAll(async () => {
    site = await startConsole()
    given = givens(site.app)
    opened = await site.open()
    await signIn(opened.page)
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
  const read = async (path: string) => (await site.app.call('GET', path)).json()

  test('settings and a customer have terms in words', async () => {
    const page = await go('/settings/payment')
    await page.getByLabel('When due').selectOption('days_end_of_month')
    await page.getByText('30 days, end of month').waitFor()
    await picture('terms-settings')
    await page.getByRole('button', { name: 'Save', exact: true }).first().click()
    await expect
      .poll(async () => (await read('/settings')).paymentTerms)
      .toMatchObject({ kind: 'days_end_of_month', days: 30 })
    const { id } = await given.customer()
    await go(`/customers/${id}/edit`)
    await page.getByText('30 days, end of month').waitFor()
    await page.getByLabel('When due').selectOption('day_of_month')
    await page.getByLabel('Months later').fill('1')
    await page.getByText('on the 15th of next month').waitFor()
    await picture('terms-customer')
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect
      .poll(async () => (await read(`/customers/${id}`)).payment_terms)
      .toMatchObject({ kind: 'day_of_month', months: 1, day: 15 })
    await page.getByText('on the 15th of next month').first().waitFor()
    expect(opened.bad).toEqual([])
  })

  test('the editor shows the terms as words below their day, live', async () => {
    const draft = await given.invoice({ items: ITEMS, issue_date: '2026-01-15' })
    const page = await go(`/invoices/${draft.id}/edit`)
    const due = page.locator('[data-place="/due_date"]')
    const terms = page.locator('[data-place="/payment_terms"]')
    expect(await due.inputValue()).toContain('28')
    expect(await terms.innerText()).toBe('30 days, end of month')
    await terms.click()
    await page.getByLabel('When due').selectOption('end_of_month_days')
    await page.getByLabel('Number of days').fill('45')
    await expect.poll(() => terms.innerText()).toBe('end of month + 45 days')
    await expect.poll(() => due.inputValue()).toContain('17')
    await picture('terms-editor')
    expect(await violationsOf(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect
      .poll(() => read(`/invoices/${draft.id}`))
      .toMatchObject({ due_date: '2026-03-17', payment_terms: { kind: 'end_of_month_days' } })
    await due.fill('2026-03-20')
    await due.blur()
    await expect.poll(() => terms.innerText()).toBe('Own due date')
    await expect
      .poll(() => read(`/invoices/${draft.id}`))
      .toMatchObject({ due_date: '2026-03-20', payment_terms: null })
    expect(opened.bad).toEqual([])
  })

  test('the document prints them after the due date', async () => {
    const { id } = await given.invoice({
      items: ITEMS,
      issue_date: '2026-01-15',
      payment_terms: { kind: 'days_end_of_month', days: 45 },
      status: 'sent',
    })
    const page = await go(`/invoices/${id}`)
    await page.frameLocator('iframe').getByText('45 days, end of month').waitFor()
    await picture('terms-document')
  })
})
