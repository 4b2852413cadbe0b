import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givens } from '../givens.ts'
import { violationsOf } from './axe.ts'
import { type ConsoleSite, signIn, skipped, startConsole } from './console-site.ts'

describe.skipIf(skipped !== '')(`a customer in the console${skipped}`, () => {
  let site: ConsoleSite
  beforeAll(async () => {
    site = await startConsole()
  })
  afterAll(() => site?.close())

  test('a discount is added, then deleted', async () => {
    const { id } = await givens(site.app).customer({ name: 'Fernweh Books' })
    const prices = [{ currency: 'EUR', unit_price: '50' }]
    await site.app.call('POST', '/products', { name: 'Atlas of stars', prices })
    const read = async () => (await site.app.call('GET', `/customers/${id}/prices`)).json().data
    const { page, bad } = await site.open()
    await signIn(page)
    await page.goto(`/customers/${id}`)
    await page.getByText('This customer pays the list prices.').waitFor()
    await page.getByRole('button', { name: 'Add price' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Product', { exact: true }).fill('sta')
    await page.getByRole('option', { name: 'Atlas of stars' }).click()
    await dialog.getByText('Discount', { exact: true }).click()
    await dialog.getByLabel('Percent off the list price').fill('101')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Out of range').waitFor()
    await dialog.getByLabel('Percent off the list price').fill('12.5')
    await dialog.getByLabel('From quantity').fill('10')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('−12.5%').waitFor()
    expect(await read()).toMatchObject([{ discount_percent: '12.5', min_quantity: '10' }])
    await page.getByRole('button', { name: 'Delete the price of Atlas of stars' }).click()
    await page.getByText('This customer pays the list prices.').waitFor()
    expect(await read()).toEqual([])
    expect(bad).toEqual([])
  })

  test('prices and quantities are shown with all their digits', async () => {
    const { id: customer_id } = await givens(site.app).customer({ name: 'Per piece' })
    const post = async (path: string, body: object) => {
      const answer = await site.app.call('POST', path, body)
      expect(answer.statusCode, answer.body).toBe(201)
      return answer.json()
    }
    const prices = [{ currency: 'EUR', unit_price: '0.02' }]
    const { id: product_id } = await post('/products', { name: 'Print', prices })
    const item = { description: 'Print', quantity: '0.0625', unit_price: '0.0125' }
    const price = { product_id, unit_price: '0.0125', currency: 'EUR' }
    await post(`/customers/${customer_id}/prices`, price)
    await post('/entries', { customer_id, ...item })
    const schedule = { unit: 'month', start_date: '2099-01-31' }
    const recurring = { name: 'Prints', customer_id, schedule, invoice: { items: [item] } }
    const { id } = await post('/recurring-invoices', recurring)
    const { page } = await site.open()
    await signIn(page)
    await page.goto(`/customers/${customer_id}`)
    await page.getByText('€0.0125', { exact: true }).waitFor()
    await page.goto('/entries')
    await page.getByRole('cell', { name: '€0.0125', exact: true }).waitFor()
    await page.goto(`/recurring/${id}`)
    await page.getByRole('cell', { name: '0.0625 × €0.0125', exact: true }).waitFor()
  })

  test('a number series is added in the settings, and numbers the invoices of a customer', async () => {
    const given = givens(site.app)
    const { id } = await given.customer({ name: 'Branch Ltd' })
    const { page, bad } = await site.open()
    await signIn(page)
    await page.goto('/settings/tax')
    await page.getByRole('button', { name: 'Add series' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Key').fill('AT')
    await dialog.getByLabel('Pattern').fill('AT-{YYYY}')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByLabel('Pattern').and(page.locator('[aria-invalid=true]')).waitFor()
    await dialog.getByLabel('Pattern').fill('AT-{YYYY}-{SEQ}')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Invoices · AT-{YYYY}-{SEQ}').waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.goto(`/customers/${id}/edit`)
    await page.getByRole('combobox', { name: 'Number series' }).fill('AT')
    await page.getByRole('option', { name: 'AT' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.waitForURL(`**/customers/${id}`)
    const issued = await given.invoice({ customer_id: id, status: 'sent' })
    expect(issued.number).toBe('AT-2026-1')
    expect(bad).toEqual([])
  })

  test('contacts and addresses are added, changed and deleted; the VAT number shows its check', async () => {
    const { id } = await givens(site.app).customer({ name: 'Zeta', tax_id: 'DE136695976' })
    const read = async (list: string) =>
      (await site.app.call('GET', `/customers/${id}/${list}`)).json().data
    const { page, bad } = await site.open()
    await signIn(page)
    await page.goto(`/customers/${id}`)
    await page.getByText('The number is well formed.').waitFor()
    await page.getByRole('button', { name: 'Ask VIES' }).waitFor()
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Add contact' }).click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Ida Brandt')
    await dialog.getByLabel('E-mail').fill('ida@')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByLabel('E-mail').and(page.locator('[aria-invalid=true]')).waitFor()
    await dialog.getByLabel('E-mail').fill('ida@zeta.example')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Edit Ida Brandt' }).click()
    await dialog.getByLabel('Gets').selectOption('Reminders')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await read('contacts')).toMatchObject([
      { name: 'Ida Brandt', email: 'ida@zeta.example', role: 'reminders', default: false },
    ])
    await page.getByRole('button', { name: 'Add address' }).click()
    await dialog.getByLabel('Your name for it').fill('Warehouse')
    await dialog.getByLabel('City').fill('Bremen')
    await dialog.getByRole('combobox', { name: 'Country' }).fill('Germ')
    await page.getByRole('option', { name: 'Germany' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Bremen', { exact: true }).waitFor()
    expect(await read('addresses')).toMatchObject([
      { kind: 'delivery', label: 'Warehouse', address: { city: 'Bremen', country_code: 'DE' } },
    ])
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Delete Ida Brandt' }).click()
    await page.getByText('Documents go to the e-mail address').waitFor()
    expect(await read('contacts')).toEqual([])
    expect(bad).toEqual([])
  })
})
