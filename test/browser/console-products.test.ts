import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givens } from '../givens.ts'
import { violationsOf } from './axe.ts'
import { type ConsoleSite, settled, signIn, skipped, startConsole } from './console-site.ts'

/** A folder for pictures of the screens, to look at. */
const { PICTURES } = process.env

describe.skipIf(skipped !== '')(`products in the console${skipped}`, () => {
  let site: ConsoleSite
  beforeAll(async () => {
    site = await startConsole()
    const given = givens(site.app)
    const rates = [{ from: null, rate: '7' }]
    const taxPresets = [{ key: 'books', name: 'Books', category: 'S', rates }]
    await given.settings({ companyName: 'Atelier Nord', taxPresets })
    await given.customer({ name: 'Fernweh Books' })
  })
  afterAll(() => site?.close())

  const read = async (path: string) => (await site.app.call('GET', path)).json()

  test('a product is made with two prices, changed, archived and brought back', async () => {
    const { page, bad } = await site.open()
    await signIn(page)
    await page.goto('/products')
    await page.getByRole('link', { name: 'New product' }).first().click()
    await page.getByRole('heading', { name: 'New product' }).waitFor()
    await page.getByLabel('Name').fill('Atlas of stars')
    await page.getByLabel('Item number').fill('A-1')
    await page.getByLabel('Unit', { exact: true }).selectOption('C62')
    await page.getByLabel('Tax', { exact: true }).selectOption({ label: 'Books' })
    await page.getByLabel('Price 1', { exact: true }).fill('50')
    await page.getByRole('button', { name: 'Add price' }).click()
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
    // Its field says it, once, and has the focus.
    await page.getByText('Out of range').waitFor()
    expect(await page.getByRole('main').getByRole('alert').count()).toBe(0)
    const focused = page.getByLabel('Price 1', { exact: true }).and(page.locator(':focus'))
    await focused.waitFor()
    await page.getByLabel('Price 1', { exact: true }).fill('52')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Atlas of stars saved').waitFor()
    const [changed] = (await read('/products')).data
    expect(changed.prices[0]).toMatchObject({ id: data[0].prices[0].id, unit_price: '52.00' })

    // A row opens wherever one clicks.
    await page.getByRole('cell', { name: 'A-1', exact: true }).click()
    await page.getByRole('button', { name: 'Archive' }).click()
    await page.getByRole('button', { name: 'Restore' }).click()
    await page.getByRole('button', { name: 'Archive' }).waitFor()
    expect(bad).toEqual([])
  })

  test('with the keyboard alone, an item gets unit, price and tax from a product', async () => {
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
    await expect.poll(async () => (await stored()).length).toBe(2)
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
  })

  test('a tax preset and a field of the settings are used by a draft', async () => {
    const opened = await site.open()
    const { page, bad } = opened
    await signIn(page)
    const look = async (name: string) => {
      await settled(opened)
      if (PICTURES !== undefined)
        await page.screenshot({ path: join(PICTURES, `products-${name}.png`), fullPage: true })
      expect(await violationsOf(page), name).toEqual([])
    }
    await page.goto('/settings/tax')
    await page.getByRole('button', { name: 'Add preset' }).click()
    const preset = page.locator('#taxPresets fieldset').last()
    await preset.getByLabel('Name', { exact: true }).fill('Reduced rate')
    await preset.getByLabel('Tax rate (%)').fill('5.5')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Settings saved').waitFor()
    await look('presets')
    await page.goto('/settings/payment')
    await page.getByRole('button', { name: 'Add field' }).click()
    await page.getByLabel('Label 1').fill('Cost center')
    await page.getByLabel('Value 1').fill('4711')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Settings saved').waitFor()
    expect(await read('/settings')).toMatchObject({
      taxPresets: [{ key: 'books' }, { key: 'reduced-rate', rates: [{ from: null, rate: '5.5' }] }],
      customFields: [{ label: 'Cost center', value: '4711' }],
    })

    await page.goto('/invoices/new')
    await page.getByLabel('Customer', { exact: true }).fill('Fern')
    await page.getByRole('option', { name: 'Fernweh Books' }).click()
    await page.getByLabel('Description 1').fill('Atlas')
    await page.getByLabel('Price 1').fill('100')
    await page.getByRole('button', { name: 'Item 1' }).click()
    await page.getByRole('menuitem', { name: 'More on this item' }).click()
    await page.getByLabel('Tax category').selectOption({ label: 'Reduced rate' })
    expect(await page.getByLabel('Tax % 1').inputValue()).toBe('5.5')
    await page.getByRole('button', { name: 'More dates, language and references' }).click()
    expect(await page.getByLabel('Label 1').inputValue()).toBe('Cost center')
    await page.getByLabel('Value 1').fill('0815')
    await look('editor')
    const drafts = async () => (await read('/invoices?status=draft')).data
    const written = async () => {
      const [draft] = await drafts()
      return draft && (await read(`/invoices/${draft.id}`))
    }
    const wanted = {
      items: [{ tax: { preset: 'reduced-rate', rate: '5.5' } }],
      custom_fields: [{ label: 'Cost center', value: '0815' }],
    }
    await expect.poll(written).toMatchObject(wanted)
    expect(bad).toEqual([])
  })
})
