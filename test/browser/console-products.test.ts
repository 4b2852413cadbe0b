import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givens } from '../givens.ts'
import { type ConsoleSite, LONG, settled, signIn, skipped, startConsole } from './console-site.ts'

describe.skipIf(skipped !== '')(`products in the console${skipped}`, LONG, () => {
  let site: ConsoleSite
  beforeAll(async () => {
    site = await startConsole()
    const given = givens(site.app)
    const rates = [{ from: null, rate: '7' }]
    const taxPresets = [{ key: 'books', name: 'Books', category: 'S', rates }]
    await given.settings({ companyName: 'Atelier Nord', taxPresets })
    await given.customer({ name: 'Fernweh Books' })
  }, LONG.timeout)
  afterAll(() => site?.close())

  const read = async (path: string) => (await site.app.call('GET', path)).json()

  test('a product is made with two prices, changed, archived and brought back', async () => {
    const { page, bad } = await site.open()
    await signIn(page)
    await page.goto('/products')
    await page.getByRole('link', { name: 'New product' }).click()
    await page.getByRole('heading', { name: 'New product' }).waitFor()
    await page.getByLabel('Name').fill('Atlas of stars')
    await page.getByLabel('Item number').fill('A-1')
    await page.getByLabel('Unit', { exact: true }).selectOption('C62')
    await page.getByLabel('Tax', { exact: true }).selectOption({ label: 'Books' })
    await page.getByLabel('Price 1', { exact: true }).fill('50')
    await page.getByRole('button', { name: 'Add a price' }).click()
    await page.getByLabel('Price 2', { exact: true }).fill('45.50')
    await page.getByLabel('From quantity 2').fill('10')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'Atlas of stars' }).waitFor()
    const { data } = await read('/products')
    expect(data).toMatchObject([
      {
        name: 'Atlas of stars',
        unit: 'C62',
        tax: { preset: 'books' },
        prices: [{ unit_price: '50.00' }, { unit_price: '45.50', min_quantity: '10' }],
      },
    ])

    await page.getByRole('link', { name: 'Atlas of stars' }).click()
    await page.getByLabel('Price 1', { exact: true }).fill('-1')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').filter({ hasText: 'Out of range' }).waitFor()
    await page.getByLabel('Price 1', { exact: true }).fill('52')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Atlas of stars is saved.').waitFor()
    const [changed] = (await read('/products')).data
    expect(changed.prices[0]).toMatchObject({ id: data[0].prices[0].id, unit_price: '52.00' })

    await page.getByRole('link', { name: 'Atlas of stars' }).click()
    await page.getByRole('button', { name: 'Archive' }).click()
    await page.getByRole('button', { name: 'Bring back' }).click()
    await page.getByRole('button', { name: 'Archive' }).waitFor()
    expect(bad).toEqual([])
    await page.context().close()
  })

  test('with the keyboard alone, an item takes unit, price and tax from a product', async () => {
    await site.app.call('POST', '/products', {
      name: 'Globe',
      description: 'With light',
      item_number: 'G-1',
      unit: 'C62',
      tax: { preset: 'books' },
      prices: [{ currency: 'EUR', unit_price: '107', includes_tax: true }],
    })
    const opened = await site.open()
    const { page, bad } = opened
    await signIn(page)
    await page.goto('/invoices/new')
    await page.getByLabel('Customer', { exact: true }).fill('Fern')
    await page.getByRole('option', { name: 'Fernweh Books' }).click()
    await page.getByLabel('Description 1').focus()
    await page.keyboard.type('Glo')
    await page.getByRole('option', { name: /Globe/ }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const price = page.getByLabel('Price 1', { exact: true })
    await expect.poll(() => price.inputValue()).toBe('100.00')
    expect(await page.getByLabel('Description 1').inputValue()).toBe('Globe')
    expect(await page.getByLabel('Unit 1').inputValue()).toBe('C62')
    expect(await page.getByLabel('Tax % 1').inputValue()).toBe('7')
    await expect
      .poll(() => page.evaluate('document.activeElement?.getAttribute("aria-label")'))
      .toBe('Quantity 1')
    await page.keyboard.type('3')
    // What is only typed stays free text.
    await page.keyboard.press('Enter')
    await page.keyboard.type('Glo')
    await page.getByRole('option', { name: /Globe/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByLabel('Description 3').waitFor()
    const stored = async () => {
      const [found] = (await read('/invoices')).data
      return found === undefined ? [] : (await read(`/invoices/${found.id}`)).items
    }
    await expect.poll(async () => (await stored()).length, { timeout: 20_000 }).toBe(2)
    await settled(opened)
    expect(await stored()).toMatchObject([
      {
        product_id: expect.stringMatching(/^prd_/),
        description: 'Globe',
        details: 'With light',
        item_number: 'G-1',
        quantity: '3',
        unit_price: '100.00',
        tax: { rate: '7', preset: 'books' },
      },
      { product_id: null, description: 'Glo' },
    ])
    expect(bad).toEqual([])
    await page.context().close()
  })
})
