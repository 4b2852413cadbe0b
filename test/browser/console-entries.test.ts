import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givens } from '../givens.ts'
import { type ConsoleSite, signIn, skipped, startConsole } from './console-site.ts'

describe.skipIf(skipped !== '')(`time and expenses in the console${skipped}`, () => {
  let site: ConsoleSite
  beforeAll(async () => {
    site = await startConsole()
    const given = givens(site.app)
    await given.settings({ companyName: 'Atelier Nord' })
    await given.customer({ name: 'Fernweh Books' })
  })
  afterAll(() => site?.close())

  const read = async (path: string) => (await site.app.call('GET', path)).json()

  test('with the keyboard, entries are entered one after the other, changed, and billed once', async () => {
    const { page, bad } = await site.open()
    await signIn(page)
    await page.goto('/entries')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('Choose a customer, or create one.').waitFor()
    await page.getByLabel('Customer', { exact: true }).fill('Fern')
    await page.getByRole('option', { name: 'Fernweh Books' }).click()
    for (const [description, quantity] of [
      ['Cover design', '2.5'],
      ['Call', '0.25'],
      ['Cover design', '1'],
    ] as const) {
      await page.getByLabel('Description', { exact: true }).fill(description)
      await page.getByLabel('Quantity', { exact: true }).fill(quantity)
      await page.getByLabel('Price', { exact: true }).fill('80')
      await page.keyboard.press('Enter')
      const typed = () => page.getByLabel('Description', { exact: true }).inputValue()
      await expect.poll(typed).toBe('')
    }
    const { data } = await read('/entries?status=open')
    expect(data).toMatchObject([
      { description: 'Cover design', quantity: '1', unit: 'HUR', unit_price: '80.00' },
      { description: 'Call', quantity: '0.25' },
      { description: 'Cover design', quantity: '2.5' },
    ])

    const names = { external_ids: [{ system: 'tracker', id: 'T-7' }], metadata: { room: '12' } }
    await site.app.call('PATCH', `/entries/${data[1].id}`, names)
    await page.reload()
    await page.getByRole('cell', { name: '€200.00', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Edit Call' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/^Drop files here/).waitFor()
    await dialog.getByRole('region', { name: 'External IDs' }).getByText('tracker: T-7').waitFor()
    await dialog.getByRole('region', { name: 'Metadata' }).getByText('room: 12').waitFor()
    await dialog.getByLabel('Quantity').fill('0')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Out of range').waitFor()
    await dialog.getByLabel('Quantity').fill('0.5')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Entry saved').waitFor()
    expect(await read(`/entries/${data[1].id}`)).toMatchObject({ quantity: '0.5', ...names })

    await page.getByRole('button', { name: 'Bill', exact: true }).click()
    await dialog.getByLabel('Customer', { exact: true }).fill('Fern')
    await page.getByRole('option', { name: 'Fernweh Books' }).click()
    await dialog.getByText('3 open entries').waitFor()
    await dialog.getByRole('button', { name: 'Create draft' }).click()
    await page.getByRole('heading', { name: 'Draft invoice' }).waitFor()
    const [draft] = (await read('/invoices')).data
    expect((await read(`/invoices/${draft.id}`)).items).toMatchObject([
      { description: 'Cover design', quantity: '3.5' },
      { description: 'Call', quantity: '0.5' },
    ])
    await page.goto('/entries?billed=true')
    const links = page.getByRole('link', { name: 'Invoice', exact: true })
    await expect.poll(() => links.count()).toBe(3)
    await page.getByRole('searchbox').fill('nothing has this')
    await page.getByRole('button', { name: 'Clear search' }).click()
    await expect.poll(() => links.count()).toBe(3)
    expect(bad).toEqual([])
  })

  test('all customers are billed at once: seen before, with what fails', async () => {
    const given = givens(site.app)
    const enter = async (name: string, entry: object) => {
      const { id: customer_id } = await given.customer({ name })
      const body = { customer_id, date: '2026-11-02', description: 'Layout', unit_price: '80' }
      return (await site.app.call('POST', '/entries', { ...body, ...entry })).json()
    }
    await enter('Kiln Ceramics', { quantity: '2' })
    await enter('Later Ltd', { date: '2026-12-01' })
    const big = await enter('Too Much AG', { quantity: '999999', unit_price: '999999999' })
    const { page, bad } = await site.open()
    await signIn(page)
    await page.goto('/entries')
    await page.getByRole('button', { name: 'Bill all customers' }).click()
    const dialog = page.getByRole('dialog', { name: 'Bill all customers with open entries' })
    const row = (name: string) => dialog.getByRole('row', { name: new RegExp(`^${name}`) })
    await row('Later Ltd').waitFor()
    await dialog.getByLabel('Up to (optional)').fill('2026-11-30')
    await row('Later Ltd').waitFor({ state: 'detached' })
    await row('Kiln Ceramics').getByText('€160.00').waitFor()
    await row('Too Much AG').getByText('Lower the quantities or prices.').waitFor()
    expect((await read('/entries?status=billed&q=Layout')).data).toEqual([])
    await dialog.getByRole('button', { name: 'Create 1 draft' }).click()
    await dialog.getByRole('status').getByText('1 draft created · 1 draft failed').waitFor()
    await row('Too Much AG').getByRole('link', { name: 'Show entries' }).waitFor()
    const link = await row('Kiln Ceramics').getByRole('link').getAttribute('href')
    const { data } = await read('/entries?status=billed&q=Layout')
    expect(data).toMatchObject([{ customer_name: 'Kiln Ceramics' }])
    expect(link).toContain(`/invoices/${data[0].invoice_id}`)
    expect(await read(`/entries/${big.id}`)).toMatchObject({ status: 'open' })
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('cell', { name: /Later Ltd/ }).waitFor()
    expect(await page.getByRole('cell', { name: /Kiln Ceramics/ }).count()).toBe(0)
    expect(bad).toEqual([])
  })
})
