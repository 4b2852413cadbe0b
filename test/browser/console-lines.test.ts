import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens, ITEM, type Json } from '../givens.ts'
import { type ConsoleSite, signIn, skipped, startConsole } from './console-site.ts'

describe.skipIf(skipped !== '')(`lines without amounts in the console${skipped}`, () => {
  let site: ConsoleSite
  let given: Givens
  beforeAll(async () => {
    site = await startConsole()
    given = givens(site.app)
  })
  afterAll(() => site?.close())

  test('the editor adds a heading, a text and a subtotal, and moves them', async () => {
    const { id } = await given.invoice({ items: [{ ...ITEM, unit_price: '80.00', quantity: '2' }] })
    const { page, bad } = await site.open()
    await signIn(page)
    await page.goto(`/invoices/${id}/edit`)
    const linesOf = async () =>
      (await given.read(id)).items.map(({ kind, description }: Json) => [kind, description])
    const add = async (name: string) => {
      await page.getByRole('button', { name: 'Add a heading, text or subtotal' }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    const focused = page.locator('[data-column="description"]:focus')
    await add('Add heading')
    await focused.fill('Kitchen')
    await page.keyboard.press('Alt+ArrowUp')
    await expect.poll(linesOf).toEqual([
      ['heading', 'Kitchen'],
      ['item', ITEM.description],
    ])
    await add('Add subtotal')
    await expect.poll(linesOf).toHaveLength(3)
    await add('Add text')
    await focused.fill('Delivered free of charge')
    await expect.poll(linesOf).toEqual([
      ['heading', 'Kitchen'],
      ['item', ITEM.description],
      ['subtotal', null],
      ['text', 'Delivered free of charge'],
    ])
    const subtotal = page.getByRole('group', { name: 'Subtotal 3' })
    await subtotal.getByText('160.00').waitFor()
    await page.reload()
    await subtotal.getByText('160.00').waitFor()
    expect(bad).toEqual([])
  })
})
