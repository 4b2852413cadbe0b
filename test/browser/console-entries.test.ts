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
    await page.context().close()
  })
})
