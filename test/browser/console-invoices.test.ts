import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openArchive } from '../../src/platform/zip/reader.ts'
import { type Givens, givens, ITEM, type Json } from '../givens.ts'
import { type ConsoleSite, paste, placeOf, signIn, skipped, startConsole } from './console-site.ts'

const INTERACTIONS_MAX = 25
/** As a spreadsheet copies it: a head, amounts with their marks, a column of sums. */
const SHEET = [
  'Item\tQuantity\tUnit\tPrice\tSum',
  'Paper, A4\t3\tpcs\t€ 1,234.50\t€ 3,703.50',
  'Ink\t0.5\thours\t40.00\t20.00',
  'Postage\t\t\t7.25\t',
].join('\r\n')

describe.skipIf(skipped !== '')(`invoices in the console${skipped}`, () => {
  let site: ConsoleSite
  let given: Givens
  beforeAll(async () => {
    site = await startConsole()
    given = givens(site.app)
  })
  afterAll(() => site?.close())

  const opened = async (path: string) => {
    const { page, bad } = await site.open()
    await signIn(page)
    await page.goto(path)
    return { page, bad }
  }
  const read = async (id: string): Promise<Json> =>
    (await site.app.call('GET', `/invoices/${id}`)).json()
  const newest = async (): Promise<Json> =>
    read((await site.app.call('GET', '/invoices?sort=-created_at&limit=1')).json().data[0].id)

  test('a first invoice is written and published with the keyboard alone, in few steps', async () => {
    const { page, bad } = await opened('/')
    const user = keyboard(page)
    await page.getByRole('link', { name: 'New invoice' }).focus()
    await user.press('Enter')
    await page.getByLabel('Customer', { exact: true }).waitFor()
    await user.type('Grace Ltd')
    await page.getByRole('option', { name: 'Create “Grace Ltd”' }).waitFor()
    await user.press('Enter')
    await page.getByRole('button', { name: 'Address and tax number' }).waitFor()
    // The link to the address, date, due date, currency.
    await user.pressUntil('Tab', page.getByLabel('Description 1'))
    await user.type('Cover design')
    await user.press('Tab')
    await user.type('3')
    await user.pressUntil('Tab', page.getByLabel('Price 1'))
    await user.type('80')
    await user.click(page.getByRole('button', { name: 'Issue and send' }))
    await user.click(page.getByRole('dialog').getByRole('button', { name: 'Issue and send' }))
    await user.click(page.getByRole('button', { name: 'Create link' }))
    await page.getByRole('dialog').getByLabel('Link for the customer').waitFor()
    expect(user.count()).toBeLessThan(INTERACTIONS_MAX)
    expect(await newest()).toMatchObject({
      status: 'sent',
      customer_name: 'Grace Ltd',
      items: [{ description: 'Cover design', quantity: '3', unit_price: '80.00' }],
      share_url: expect.stringContaining('/i/'),
    })
    expect(bad).toEqual([])
  })

  test('rows of a spreadsheet become lines, and the total is that of the service', async () => {
    const { page, bad } = await opened('/invoices/new')
    await page.getByLabel('Customer', { exact: true }).fill('Sheet & Co')
    await page.getByRole('option', { name: /^Create/ }).click()
    await page.getByLabel('Description 1').focus()
    await paste(page, SHEET)
    await page.getByRole('button', { name: 'Insert 3 items' }).click()
    await page.getByLabel('Description 3').waitFor()
    expect(await page.getByLabel('Price 1').inputValue()).toBe('1234.50')
    await page.getByLabel('Discount 1').fill('12.5 %')
    await page.getByLabel('Tax % 1').fill('7')
    await page.getByLabel('Tax % 2').fill('19')
    await page.getByLabel('Tax % 3').fill('19')
    const total = await page.getByTestId('total').textContent()
    await page.getByRole('button', { name: 'Save and close' }).click()
    await page.getByRole('heading', { name: 'Draft invoice' }).waitFor()
    await page.getByText('History').first().waitFor()
    const { items, totals, currency } = await newest()
    expect(items.map((it: Json) => [it.description, it.quantity, it.unit, it.unit_price])).toEqual([
      ['Paper, A4', '3', 'C62', '1234.50'],
      ['Ink', '0.5', 'HUR', '40.00'],
      ['Postage', '1', null, '7.25'],
    ])
    const money = new Intl.NumberFormat('en', { style: 'currency', currency })
    expect(total).toBe(money.format(totals.total))
    expect(bad).toEqual([])
  })

  test('another person saved: nothing is overwritten, and both ways on work', async () => {
    const { id } = await given.invoice()
    const { page, bad } = await opened(`/invoices/${id}/edit`)
    await page.getByLabel('Description 1').waitFor()
    await given.put(id, { items: [{ ...ITEM, description: 'By another person' }] })
    await page.getByLabel('Description 1').fill('By me')
    await page.getByText('This draft changed meanwhile').waitFor()
    expect((await read(id)).items[0].description).toBe('By another person')

    await page.getByRole('button', { name: 'Take theirs' }).click()
    await expect.poll(() => page.getByLabel('Description 1').inputValue()).toBe('By another person')
    await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click()
    await page.getByText(/Saved at/).waitFor()
    expect((await read(id)).items[0].description).toBe('By me')

    await given.put(id, { items: [{ ...ITEM, description: 'Once more' }] })
    await page.getByLabel('Description 1').fill('Mine again')
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await page.getByText(/Saved at/).waitFor()
    expect((await read(id)).items[0].description).toBe('Mine again')
    expect(bad).toEqual([])
  })

  test('deleted meanwhile: what was written becomes a new draft', async () => {
    const { id } = await given.invoice()
    const { page, bad } = await opened(`/invoices/${id}/edit`)
    await page.getByLabel('Description 1').waitFor()
    await site.app.call('DELETE', `/invoices/${id}`)
    await page.getByLabel('Description 1').fill('Written too late')
    await page.getByText('This draft was deleted').waitFor()
    await page.getByRole('button', { name: 'Make mine a new draft' }).click()
    await page.waitForURL((url) => !url.href.includes(id) && url.href.endsWith('/edit'))
    const created = placeOf(page.url()).split('/').at(-2) ?? ''
    expect((await read(created)).items[0].description).toBe('Written too late')
    expect(bad).toEqual([])
  })

  test('unsaved input survives a reload', async () => {
    const { id } = await given.invoice()
    const { page } = await opened(`/invoices/${id}/edit`)
    await page.getByLabel('Description 1').waitFor()
    await page.route('**/api/v1/invoices/**', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    )
    await page.getByLabel('Description 1').fill('Not saved yet')
    await page.reload()
    await page.getByRole('button', { name: 'Continue' }).click()
    expect(await page.getByLabel('Description 1').inputValue()).toBe('Not saved yet')
    await page.unrouteAll()
    await page.getByText(/Saved at/).waitFor()
    expect((await read(id)).items[0].description).toBe('Not saved yet')
  })

  test('a fault is shown at its field, and saved once it is fixed', async () => {
    const { id } = await given.invoice()
    const { page } = await opened(`/invoices/${id}/edit`)
    await page.getByLabel('Price 1').fill('a lot')
    await page.getByText('This is not a number.').waitFor()
    expect(await page.getByLabel('Price 1').getAttribute('aria-invalid')).toBe('true')
    expect(await page.locator('.line .line-total').innerText()).not.toContain('0')
    await page.getByText('Not saved: fix the highlighted fields.').waitFor()
    await page.getByLabel('Price 1').fill('90')
    await page.getByText(/Saved at/).waitFor()
    expect((await read(id)).items[0].unit_price).toBe('90.00')
  })

  test('before issuing, anything unusual is listed, with a link to each field', async () => {
    await given.settings({ companyAddress: { countryCode: 'DE' }, companyTaxId: null })
    const items = [{ ...ITEM, tax: { category: 'S', rate: '17' } }]
    const customer = await given.customer({ name: 'Unusual Ltd', address: { country_code: 'DE' } })
    const earlier = await given.invoice({ customer_id: customer.id, items, status: 'sent' })
    const { id } = await given.invoice({
      customer_id: customer.id,
      items: [ITEM, ...items].slice(1),
      e_invoice_profile: 'xrechnung',
    })
    const { page, bad } = await opened(`/invoices/${id}`)
    const dialog = page.getByRole('dialog')
    const change = (text: string) =>
      dialog.getByRole('listitem').filter({ hasText: text }).getByRole('link')
    const look = async () => {
      await page.goto(`/invoices/${id}`)
      await page.getByRole('button', { name: 'Issue and send' }).click()
      await dialog.getByText('Fix this first').waitFor()
    }
    await look()
    await dialog.getByText('you have no VAT or tax number').waitFor()
    await change('17% is not a usual tax rate here').click()
    await isFocused(page, 'Tax % 1')
    await look()
    await change('Leitweg-ID').click()
    await isFocused(page, 'Buyer reference')
    await look()
    await change('no VAT or tax number').click()
    await isFocused(page, 'VAT number')
    expect(placeOf(page.url())).toBe('/settings/tax')
    await look()
    await change('The customer has no address').click()
    await isFocused(page, 'Street and number')
    expect(placeOf(page.url())).toBe(`/customers/${customer.id}/edit`)
    await look()
    await change('Enter the customer’s electronic address').click()
    await isFocused(page, 'Scheme of the electronic address')
    await look()
    await dialog.getByRole('link', { name: `Open ${earlier.number}` }).click()
    await page.getByRole('heading', { name: `Invoice ${earlier.number}` }).waitFor()
    // What a rule forbids cannot be issued, and the reason is read out.
    await look()
    await dialog.getByText('Fix this first').waitFor()
    const issue = dialog.getByRole('button', { name: /^Issue/ })
    expect(await issue.count()).toBe(2)
    for (const button of await issue.all()) expect(await button.isDisabled()).toBe(true)
    const reason = await issue.last().getAttribute('aria-describedby')
    expect(await page.locator(`#${reason}`).textContent()).toContain('Fix this first')
    await page.keyboard.press('Enter')
    expect(await read(id)).toMatchObject({ status: 'draft' })
    expect(bad).toEqual([])
  })

  test('many at once: issue, mark as paid on a day, delete, download', async () => {
    const customer = await given.customer({ name: 'Bulk buyer' })
    const body = { customer_id: customer.id }
    const drafts = [await given.invoice(body), await given.invoice(body)]
    const gone = await given.invoice({ ...body, issue_date: '2026-11-01' })
    const { page, bad } = await opened(`/invoices?customer_id=${customer.id}`)
    const run = async (step: string, count: number) => {
      await page.getByRole('dialog').getByRole('button', { name: step, exact: true }).click()
      await page.getByText(`${count} of ${count}`).waitFor()
      await page.getByRole('button', { name: 'Close', exact: true }).last().click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    // With Shift all rows in between are ticked.
    const boxes = page.getByRole('checkbox', { name: /^Select .*Bulk buyer/ })
    await boxes.nth(0).check()
    await boxes.nth(1).click({ modifiers: ['Shift'] })
    await page.getByText('2 selected').waitFor()
    await page.getByRole('button', { name: 'Issue', exact: true }).click()
    // What is selected before the list is read again gets its new state, too.
    const selecting = Promise.withResolvers<void>()
    await page.route(/\/api\/v1\/invoices\?/, async (route) => {
      await selecting.promise
      await route.fallback()
    })
    await run('Issue', 2)
    await page.getByLabel('Select all on this page').check()
    selecting.resolve()
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Mark as paid (2)' }).click()
    await page.getByLabel('Paid on').fill('2026-11-21')
    await page.getByLabel('Method').first().fill('Cash')
    await page.keyboard.press('Tab')
    await run('Mark as paid', 2)
    for (const { id } of drafts) {
      expect(await read(id)).toMatchObject({ status: 'paid' })
      const { data } = (await site.app.call('GET', `/invoices/${id}/payments`)).json()
      expect(data).toMatchObject([{ paid_at: '2026-11-21', method: 'Cash' }])
    }
    await page.getByLabel('Select all on this page').check()
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Delete drafts (1)' }).click()
    await run('Delete drafts', 1)
    expect((await site.app.call('GET', `/invoices/${gone.id}`)).statusCode).toBe(404)
    await expect.poll(() => boxes.count()).toBe(2)
    await page.getByLabel('Select all on this page').check()
    await page.getByRole('button', { name: 'Download PDFs' }).click()
    const download = page.waitForEvent('download')
    await run('Download PDFs', 2)
    expect((await download).suggestedFilename()).toBe('Invoices.zip')
    const archive = await openArchive(await (await download).path())
    const numbers = await Promise.all(drafts.map(async ({ id }) => (await read(id)).number))
    expect(archive.names.toSorted()).toEqual(numbers.map((it) => `${it} Bulk buyer.pdf`).toSorted())
    for (const name of archive.names) expect(await archive.text(name)).toMatch(/^%PDF-/)
    archive.close()
    expect(bad).toEqual([])
  })
})

const isFocused = (page: Page, label: string): Promise<void> =>
  expect
    .poll(() =>
      page
        .getByLabel(label, { exact: true })
        .evaluate((it) => it === it.ownerDocument.activeElement),
    )
    .toBe(true)

/** A person at the keyboard: each key, each text typed and each click counts. */
function keyboard(page: Page) {
  let count = 0
  const press = async (key: string) => {
    count++
    await page.keyboard.press(key)
  }
  return {
    count: () => count,
    press,
    async pressUntil(key: string, place: ReturnType<Page['getByLabel']>) {
      const isThere = () => place.evaluate((it) => it === it.ownerDocument.activeElement)
      while (!(await isThere()) && count < INTERACTIONS_MAX) await press(key)
    },
    async type(text: string) {
      count++
      await page.keyboard.type(text)
    },
    async click(place: ReturnType<Page['getByRole']>) {
      count++
      await place.click()
    },
  }
}
