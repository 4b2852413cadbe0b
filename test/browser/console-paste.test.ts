import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type ConsoleSite,
  fitsWidth,
  paste,
  signIn,
  skipped,
  startConsole,
} from './console-site.ts'

const PHONE = { viewport: { width: 360, height: 740 } }

describe.skipIf(skipped !== '')(`pasting from a spreadsheet${skipped}`, () => {
  let site: ConsoleSite
  beforeAll(async () => {
    site = await startConsole()
  })
  afterAll(() => site?.close())

  const editor = async (options = {}) => {
    const { page, bad } = await site.open(options)
    await signIn(page)
    await page.goto('/invoices/new')
    await page.getByLabel('Description 1').focus()
    const value = (label: string) => page.getByLabel(label, { exact: true }).inputValue()
    return { page, bad, value }
  }

  test('discount and tax follow their headers', async () => {
    const { page, value } = await editor()
    const header = 'Item\tQty\tPrice\tDiscount\tTax\tTotal'
    await paste(page, `${header}\nStickers\t3\t18.50\t10%\t19%\t49.95\nInk\t1\t40\t\t7%\t40`)
    await insert(page, 2)
    await page.getByText('totals are calculated here').waitFor()
    expect(await Promise.all(['Discount 1', 'Tax % 1', 'Tax % 2'].map(value))).toEqual([
      '10 %',
      '19',
      '7',
    ])
  })

  test('an ambiguous table is refused as a whole, with the reason', async () => {
    const { page, value, bad } = await editor(PHONE)
    await page.getByLabel('Description 1').fill('Cover design')
    await paste(page, 'Stickers\t3\t18.50\t49.95')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('alert').getByText('copy the header row too').waitFor()
    expect(await dialog.getByRole('button', { name: 'Insert 1 item' }).isDisabled()).toBe(true)
    expect(await fitsWidth(page)).toBe(true)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await value('Description 1')).toBe('Cover design')
    expect(await page.getByLabel('Description 2').count()).toBe(0)
    await page.getByLabel('Description 1').focus()
    await paste(page, 'Stickers\t3\t18.50')
    await insert(page, 1)
    await page.getByLabel('Description 2').waitFor()
    expect(await value('Price 2')).toBe('18.50')
    expect(bad).toEqual([])
  })

  test('a person chooses the meaning of unclear columns, and sees a preview', async () => {
    const { page, value } = await editor()
    await paste(page, 'Article name\tQty\tPrice\tDiscount\tSum\nStickers\t3\t18.50\t10\t49.95')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('alert').getByText('“Article name” is unknown').waitFor()
    await dialog.getByLabel('Column 1').selectOption('description')
    await dialog.getByRole('alert').getByText('may be a percentage or an amount').waitFor()
    await dialog.getByRole('cell', { name: '49.95' }).waitFor()
    await dialog.getByLabel('Column 4').selectOption({ label: 'Discount in %' })
    await insert(page, 1)
    await page.getByText('totals are calculated here').waitFor()
    expect(await Promise.all(['Description 1', 'Discount 1', 'Price 1'].map(value))).toEqual([
      'Stickers',
      '10 %',
      '18.50',
    ])
  })
})

const insert = (page: Page, lines: number): Promise<void> =>
  page
    .getByRole('dialog')
    .getByRole('button', { name: lines === 1 ? 'Insert 1 item' : `Insert ${lines} items` })
    .click()
