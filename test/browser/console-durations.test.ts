import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens } from '../givens.ts'
import { type ConsoleSite, signIn, skipped, startConsole } from './console-site.ts'

describe.skipIf(skipped !== '')(`durations in the console${skipped}`, () => {
  let site: ConsoleSite
  let given: Givens
  beforeAll(async () => {
    site = await startConsole()
    given = givens(site.app)
  })
  afterAll(() => site?.close())

  test('the editor takes 80m and 1:20, and computes from the seconds', async () => {
    const { id } = await given.invoice({
      items: [{ description: 'Call', unit_price: '80.00', tax: { category: 'S', rate: '19' } }],
    })
    const { page, bad } = await site.open()
    await signIn(page)
    await page.goto(`/invoices/${id}/edit`)
    const quantity = page.locator('[data-column="quantity"]').first()
    const itemOf = async () => (await given.read(id)).items[0]
    for (const [typed, duration, total] of [
      ['80m', '1:20', '106.67'],
      ['0:20', '0:20', '26.67'],
    ] as const) {
      await quantity.fill(typed)
      await page.getByText(`€${total}`).first().waitFor()
      await expect.poll(itemOf).toMatchObject({ duration, total, unit: 'HUR' })
    }
    // Before that, the page would ask whether to continue what it has kept.
    await page.getByText(/^Saved at/).waitFor()
    await page.reload()
    await expect.poll(() => quantity.inputValue()).toBe('0:20')
    await quantity.fill('2')
    await expect.poll(itemOf).toMatchObject({ duration: null, quantity: '2', total: '160.00' })
    expect(bad).toEqual([])
  })
})
