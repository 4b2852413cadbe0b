import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens } from '../givens.ts'
import { type ConsoleSite, placeOf, signIn, skipped, startConsole } from './console-site.ts'

const ITEMS = [
  { description: 'Chart', unit_price: '200.00', tax: { category: 'S', rate: '19' } },
  { description: 'Atlas', unit_price: '800.00', tax: { category: 'S', rate: '19' } },
]

describe.skipIf(skipped !== '')(`balances in the console${skipped}`, () => {
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

  test('a refund is found on the dashboard and recorded with one button', async () => {
    const { id, items } = await given.invoice({ items: ITEMS, status: 'paid' })
    const part = { items: [{ id: items[0].id, quantity: 1 }], status: 'sent' }
    const note = await given.creditNote(id, part)
    const { page, bad } = await opened('/')
    await page.getByRole('link', { name: /To be refunded €238\.00 1 invoice/ }).click()
    await page.getByRole('cell', { name: 'Refund due' }).waitFor()
    await page.getByRole('cell', { name: '−€238.00' }).waitFor()
    await page.goto(`/invoices/${id}`)
    const frame = page.frameLocator('iframe')
    await frame.getByText('To be refunded').first().waitFor()
    expect(await page.getByRole('button', { name: 'Record payment' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Record refund' }).click()
    expect(await page.getByLabel('Amount').inputValue()).toBe('238.00')
    await page.getByLabel('Amount').fill('238.01')
    await page.getByLabel('Amount').press('Enter')
    await page.getByText('This is more than is to be refunded.').waitFor()
    await page.getByLabel('Amount').fill('-238')
    await page.getByLabel('Amount').press('Enter')
    await page.getByText('Enter the amount without a minus sign.').waitFor()
    await page.getByLabel('Amount').fill('238')
    await page.getByRole('dialog').getByRole('button', { name: 'Record' }).click()
    await page.getByText('Refund of €238.00 recorded').waitFor()
    await page.getByText('Refunded', { exact: true }).first().waitFor()
    await page.getByRole('button', { name: 'Remove the refund of €238.00' }).waitFor()
    expect(await given.read(id)).toMatchObject({ display_status: 'paid', totals: { due: '0.00' } })
    await page.goto(`/invoices/${note.id}`)
    await page.locator('.state').getByText('Credit note', { exact: true }).first().waitFor()
    expect(bad).toEqual([])
  })

  test('a refund before its credit note: what to do first, at the amount', async () => {
    const first = 'There is nothing to refund. Issue a credit note first'
    const { id } = await given.invoice({ items: ITEMS, status: 'sent' })
    await given.payment(id, { amount: '100.00' })
    const { page, bad } = await opened(`/invoices/${id}`)
    await page.getByRole('button', { name: 'Record payment' }).click()
    await page.getByLabel('Amount').fill('-100')
    await page.getByLabel('Amount').press('Enter')
    await page.getByText(first).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    const paid = await given.invoice({ items: ITEMS, status: 'paid' })
    const note = await given.creditNote(paid.id, { status: 'sent' })
    await page.goto(`/invoices/${paid.id}`)
    await page.getByRole('button', { name: 'Record refund' }).click()
    await page.getByLabel('Amount').waitFor()
    // Meanwhile, another person takes the credit note back.
    await given.put(note.id, { status: 'void' })
    await page.getByLabel('Amount').press('Enter')
    await page.getByText(first).waitFor()
    expect(bad).toEqual([])
  })

  test('the credit form says once which quantity is wrong, without words for programs', async () => {
    const { id } = await given.invoice({ items: ITEMS, status: 'sent' })
    const { page } = await opened(`/invoices/${id}`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: /^Credit note/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Chosen items').click()
    const fault = dialog.getByRole('alert')
    const atlas = dialog.getByLabel('Quantity to credit of Atlas')
    for (const [quantity, text] of [
      ['-1', 'Out of range: use a value above 0, as on the invoice.'],
      ['2', 'This exceeds the amount left to credit: 1190.00 EUR.'],
      ['0', 'Enter the quantity of at least one item.'],
    ] as const) {
      await atlas.fill(quantity)
      await atlas.press('Enter')
      await expect.poll(() => fault.allInnerTexts()).toEqual([text])
    }
    // An item with nothing to credit is left out.
    await atlas.fill('1')
    await dialog.getByLabel('Quantity to credit of Chart').fill('0')
    await dialog.getByRole('button', { name: 'Create draft' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('€952.00').first().waitFor()
  })

  test('the list behind the dashboard shows owed invoices and no credited ones', async () => {
    const one = (unit_price: string, more = {}) =>
      given.invoice({
        currency: 'CHF',
        items: [{ description: 'Map', unit_price }],
        status: 'sent',
        ...more,
      })
    const credited = await one('10.00')
    await given.creditNote(credited.id, { status: 'sent' })
    const owed = await one('20.00', { due_date: '2026-12-24' })
    const undated = await one('40.00', { due_date: null })
    const late = await one('80.00', { issue_date: '2026-11-01', due_date: '2026-11-10' })
    const { page, bad } = await opened('/?currency=CHF')
    const francs = page.getByRole('region', { name: 'CHF' })
    const expectListed = async (invoices: readonly { readonly number: string }[]) => {
      const rows = page.getByRole('row').filter({ hasText: 'CHF' })
      await expect.poll(() => rows.count()).toBe(invoices.length)
      for (const { number } of invoices)
        expect(await rows.filter({ hasText: number }).count()).toBe(1)
    }
    await francs.getByRole('link', { name: /Outstanding CHF\s140\.00 3 invoices/ }).click()
    await expectListed([owed, undated, late])
    expect(await page.getByRole('radio', { name: 'Open', exact: true }).isChecked()).toBe(true)
    await page.goBack()
    await francs.getByRole('link', { name: /^Not due yet CHF\s60\.00/ }).click()
    await expectListed([owed, undated])
    await page.goBack()
    await francs.getByRole('link', { name: /^1–30 days overdue CHF\s80\.00/ }).click()
    await expectListed([late])
    await page.goto('/invoices?currency=CHF')
    await page.getByText(credited.number, { exact: true }).waitFor()
    await page.getByText('Open', { exact: true }).first().click()
    await page.getByText(credited.number, { exact: true }).waitFor({ state: 'detached' })
    await expectListed([owed, undated, late])
    expect(bad).toEqual([])
  })

  test('without a company nothing is issued, and the way to the field is shown', async () => {
    const { id } = await given.invoice({ items: ITEMS })
    await given.settings({ companyName: null })
    const { page, bad } = await opened(`/invoices/${id}`)
    await page.getByRole('button', { name: 'Issue and send' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Issue and send' }).click()
    await page.getByText('An invoice needs the name of your company.').waitFor()
    await page.getByRole('link', { name: 'Enter it in the settings' }).click()
    await page.getByLabel('Company name').waitFor()
    expect(placeOf(page.url())).toBe('/settings/company')
    expect((await given.read(id)).status).toBe('draft')
    await given.settings({ companyName: 'Ada & Sons' })
    expect(bad).toEqual([])
  })

  test('a payment that is recorded already is named, and recorded on demand', async () => {
    const { id } = await given.invoice({ items: ITEMS, status: 'sent' })
    await given.payment(id, { amount: '100.00', reference: 'Statement 12/3' })
    const { page, bad } = await opened(`/invoices/${id}`)
    await page.getByText('Partly paid').waitFor()
    await page.getByRole('button', { name: 'Record payment' }).click()
    await page.getByLabel('Amount').fill('100')
    await page.getByLabel('Reference').fill('Statement 12/3')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Record', exact: true }).click()
    await page.getByText('A payment with this reference and amount is already recorded.').waitFor()
    expect((await given.read(id)).totals.paid).toBe('100.00')
    await dialog.getByRole('button', { name: 'Record anyway' }).click()
    await page.getByText('Payment of €100.00 recorded').waitFor()
    expect((await given.read(id)).totals.paid).toBe('200.00')
    expect(bad).toEqual([])
  })

  test('“Mark as unpaid” is offered only after “Mark as paid”', async () => {
    const marked = await given.invoice({ items: ITEMS, status: 'paid' })
    const { id } = await given.invoice({ items: ITEMS, status: 'sent' })
    await given.payment(id, { amount: '1190.00' })
    const { page, bad } = await opened(`/invoices/${marked.id}`)
    const offers = async (path: string) => {
      await page.goto(path)
      await page.getByRole('button', { name: /^Remove the payment/ }).waitFor()
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Duplicate' }).waitFor()
      return page.getByRole('menuitem', { name: 'Mark as unpaid' }).count()
    }
    expect(await offers(`/invoices/${marked.id}`)).toBe(1)
    expect(await offers(`/invoices/${id}`)).toBe(0)
    expect(bad).toEqual([])
  })

  test('a payment has today’s date, and the history shows its amount', async () => {
    const { id } = await given.invoice({ items: ITEMS, status: 'sent' })
    const { page, bad } = await opened(`/invoices/${id}`)
    await page.getByRole('button', { name: 'Record payment' }).click()
    const dialog = page.getByRole('dialog')
    const today = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC' }).format(new Date())
    expect(await dialog.getByLabel('Paid on').inputValue()).toBe(today)
    await dialog.getByLabel('Amount').fill('150')
    await dialog.getByLabel('Method').fill('Bank')
    await page.getByRole('option', { name: 'Bank transfer' }).click()
    await dialog.getByLabel('Paid on').fill('2026-11-21')
    await dialog.getByRole('button', { name: 'Record', exact: true }).click()
    await page.getByText('Payment recorded: €150.00').first().waitFor()
    await page.getByText('Bank transfer').first().waitFor()
    await page.getByRole('button', { name: 'Remove the payment of €150.00' }).click()
    await page.getByText('Payment removed: €150.00').first().waitFor()
    expect((await site.app.call('GET', `/invoices/${id}/pdf`)).statusCode).toBe(200)
    await page.reload()
    // The history is about people: what only the service did is not in it.
    await page.getByText('Payment removed: €150.00').first().waitFor()
    for (const text of ['PDF created', 'PDF renderer', 'Created'])
      expect(await page.getByText(text, { exact: true }).count()).toBe(0)
    expect(bad).toEqual([])
  })
})
