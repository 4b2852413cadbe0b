import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type ConsoleSite,
  fitsWidth,
  LONG,
  paste,
  signIn,
  skipped,
  startConsole,
} from './console-site.ts'

const PHONE = { viewport: { width: 360, height: 740 } }

describe.skipIf(skipped !== '')(`pasting from a spreadsheet${skipped}`, LONG, () => {
  let site: ConsoleSite
  beforeAll(async () => {
    site = await startConsole()
  }, LONG.timeout)
  afterAll(() => site?.close())

  const editor = async (options = {}) => {
    const { page, bad } = await site.open(options)
    await signIn(page)
    await page.goto('/invoices/new')
    await page.getByLabel('Description 1').focus()
    const value = (label: string) => page.getByLabel(label, { exact: true }).inputValue()
    return { page, bad, value }
  }

  test('discount and tax go where their headers say', async () => {
    const { page, value } = await editor()
    const header = 'Item\tQty\tPrice\tDiscount\tTax\tTotal'
    await paste(page, `${header}\nStickers\t3\t18.50\t10%\t19%\t49.95\nInk\t1\t40\t\t7%\t40`)
    await page.getByText('totals are calculated here').waitFor()
    expect(await Promise.all(['Discount 1', 'Tax % 1', 'Tax % 2'].map(value))).toEqual([
      '10 %',
      '19',
      '7',
    ])
  })

  test('a table that could mean something else is refused as a whole, and says why', async () => {
    const { page, value, bad } = await editor(PHONE)
    await page.getByLabel('Description 1').fill('Cover design')
    await paste(page, 'Stickers\t3\t18.50\t49.95')
    const refusal = page.getByRole('alert')
    await refusal.getByText('copy the header row too').waitFor()
    expect(await value('Description 1')).toBe('Cover design')
    expect(await page.getByLabel('Description 2').count()).toBe(0)
    expect(await fitsWidth(page)).toBe(true)
    await paste(page, 'Stickers\t3\t18.50')
    await page.getByLabel('Description 2').waitFor()
    expect(await value('Price 2')).toBe('18.50')
    await refusal.waitFor({ state: 'detached' })
    expect(bad).toEqual([])
  })
})
