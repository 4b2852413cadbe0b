import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ADJUSTED, EVERY_FIELD, EVERY_ITEM_FIELD } from '../every-field.ts'
import { type Givens, givens, type Json } from '../givens.ts'
import {
  type ConsoleSite,
  loaded,
  placeOf,
  signIn,
  skipped,
  slowDown,
  startConsole,
} from './console-site.ts'

describe.skipIf(skipped !== '')(`drafts that are not saved yet${skipped}`, () => {
  let site: ConsoleSite
  let given: Givens
  beforeAll(async () => {
    site = await startConsole()
    given = givens(site.app)
  })
  afterAll(() => site?.close())

  const opened = async (path: string) => {
    const { page } = await site.open()
    await signIn(page)
    await slowDown(page)
    await page.goto(path)
    return page
  }
  const customer = (page: Page) => page.getByLabel('Customer', { exact: true })
  const read = async (path: string): Promise<Json> => (await site.app.call('GET', path)).json()
  /** By the links of the console, as people go: the page is not loaded anew. */
  const newInvoice = async (page: Page) => {
    await page.getByRole('link', { name: 'Invoices', exact: true }).click()
    await page.getByRole('link', { name: 'New invoice' }).first().click()
  }

  test('the first settings keep what was typed when the page is loaded again', async () => {
    const page = await opened('/start')
    page.on('dialog', (dialog) => dialog.accept())
    const city = page.getByLabel('City')
    await city.fill('Lübeck')
    await page.reload()
    await city.waitFor()
    expect(await city.inputValue()).toBe('Lübeck')
    await city.fill('')
    await page.reload()
    await city.waitFor()
    expect(await city.inputValue()).toBe('')
  })

  test('the first settings go on to the next question, and open an answered one', async () => {
    const page = await opened('/start')
    page.on('dialog', (dialog) => dialog.accept())
    await page.getByLabel('City').fill('')
    await page.getByText('Step 1 of 4').waitFor()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('IBAN').waitFor()
    await page.getByRole('button', { name: /^Change: Language/ }).click()
    await page.getByLabel('Invoice numbers').waitFor()
  })

  test('the invoice of a customer is for that customer, and for no other invoice', async () => {
    const { id } = await given.customer({ name: 'Hopper & Sons' })
    const page = await opened(`/customers/${id}`)
    await page.getByRole('link', { name: 'New invoice' }).click()
    await expect.poll(() => customer(page).inputValue()).toBe('Hopper & Sons')
    await newInvoice(page)
    await customer(page).waitFor()
    expect(await customer(page).inputValue()).toBe('')

    await page.goto(`/customers/${id}`)
    await page.getByRole('link', { name: 'New invoice' }).click()
    await page.getByLabel('Description 1').fill('Cover design')
    await page.getByText(/Saved at/).waitFor()
    expect(await customer(page).inputValue()).toBe('Hopper & Sons')
    expect(await page.getByLabel('Description 1').inputValue()).toBe('Cover design')
    const { data } = await read(`/invoices?customer_id=${id}`)
    expect(data).toHaveLength(1)
    await newInvoice(page)
    await customer(page).waitFor()
    expect(await customer(page).inputValue()).toBe('')
  })

  test('a draft is offered where it was started, and gone once it is discarded', async () => {
    const { id } = await given.customer({ name: 'Lovelace Ltd' })
    const page = await opened('/invoices/new')
    await page.getByLabel('Description 1').fill('Half a thought')
    await newInvoice(page)
    await page.getByText('Half a thought').waitFor()
    await page.getByRole('button', { name: 'Continue' }).click()
    expect(await page.getByLabel('Description 1').inputValue()).toBe('Half a thought')

    await page.goto(`/invoices/new?customer_id=${id}`)
    await expect.poll(() => customer(page).inputValue()).toBe('Lovelace Ltd')
    expect(await page.getByLabel('Description 1').inputValue()).toBe('')

    await newInvoice(page)
    await page.getByRole('button', { name: /^Discard/ }).click()
    expect(await page.getByLabel('Description 1').inputValue()).toBe('')
    await newInvoice(page)
    await page.getByLabel('Description 1').waitFor()
    expect(await page.getByLabel('Description 1').inputValue()).toBe('')
    expect(await page.getByText('Half a thought').count()).toBe(0)
  })

  test('a draft that is saved while one leaves is saved once and does not come back', async () => {
    await given.customer({ name: 'Leaving GmbH' })
    const page = await opened('/invoices/new')
    await customer(page).fill('Leaving')
    await page.getByRole('option', { name: /^Leaving GmbH/ }).click()
    await page.getByLabel('Description 1').fill('On the way out')
    const isSaved = page.waitForResponse((it) => it.request().method() === 'POST' && it.ok())
    await page.getByRole('link', { name: 'Customers', exact: true }).click()
    await isSaved
    await page.getByRole('link', { name: 'Leaving GmbH' }).waitFor()
    expect(placeOf(page.url())).toBe('/customers')
    await newInvoice(page)
    await page.getByLabel('Description 1').waitFor()
    expect(await page.getByLabel('Description 1').inputValue()).toBe('')
    expect((await read('/invoices?q=Leaving')).data).toHaveLength(1)
  })

  test('a deleted draft comes back with everything', async () => {
    // The day of its terms: the editor takes another one as typed, which ends the terms.
    const fields = { ...EVERY_FIELD, due_date: '2027-01-05' }
    const draft = await given.invoice({ ...fields, items: [EVERY_ITEM_FIELD], ...ADJUSTED })
    const page = await opened(`/invoices/${draft.id}`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: /^Delete draft/ }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('heading', { name: 'Draft invoice' }).waitFor()
    const id = placeOf(page.url()).split('/').at(-1) ?? ''
    expect(id).not.toBe(draft.id)
    // The editor spells it as one of the `withholdings`.
    const italy = { ...draft.italy, withholding: null }
    expect(contentOf(await given.read(id))).toEqual({ ...contentOf(draft), italy })
  })

  test('without a network, a draft stays until the next page can be loaded', async () => {
    const { id } = await given.invoice()
    const page = await opened(`/invoices/${id}/edit`)
    await page.getByLabel('Description 1').waitFor()
    await page.context().setOffline(true)
    await page.getByLabel('Description 1').fill('Written on the train')
    for (const name of ['Customers', 'Invoices']) {
      await page.getByRole('link', { name, exact: true }).click()
      await expect.poll(() => placeOf(page.url())).toBe(`/${name.toLowerCase()}`)
    }
    await page.getByText(/You are offline/).waitFor()
    expect(await page.getByLabel('Description 1').inputValue()).toBe('Written on the train')
    await page.context().setOffline(false)
    await page.getByRole('heading', { name: 'Invoices', level: 1 }).waitFor()
    await page.goto(`/invoices/${id}/edit`)
    const kept = page.getByRole('button', { name: 'Continue' })
    await page.getByLabel('Description 1').or(kept).waitFor()
    if (await kept.isVisible()) await kept.click()
    expect(await page.getByLabel('Description 1').inputValue()).toBe('Written on the train')
  })

  test('while the service is down, a draft stays until the next page can be loaded', async () => {
    const { id } = await given.invoice()
    const page = await opened(`/invoices/${id}/edit`)
    await page.getByLabel('Description 1').waitFor()
    await loaded(page, 'notices-shown')
    await page.route('**/*', (route) => route.abort())
    await page.getByRole('link', { name: 'Customers', exact: true }).click()
    await page.getByText(/does not answer/).waitFor()
    expect(await page.getByLabel('Description 1').isVisible()).toBe(true)
    await page.unroute('**/*')
    await page.getByRole('heading', { name: 'Customers', level: 1 }).waitFor()
  })

  test('changes of a draft that are discarded are never saved', async () => {
    const { id, items } = await given.invoice()
    const page = await opened(`/invoices/${id}/edit`)
    await page.getByLabel('Description 1').waitFor()
    await page.route('**/api/v1/invoices/**', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.fallback(),
    )
    await page.getByLabel('Description 1').fill('Thought better of')
    await page.reload()
    await page.getByRole('button', { name: /^Discard/ }).waitFor()
    await page.unrouteAll()
    await page.getByRole('button', { name: /^Discard/ }).click()
    const { description } = items[0]
    await expect.poll(() => page.getByLabel('Description 1').inputValue()).toBe(description)
    await page.getByRole('button', { name: 'Save and close' }).click()
    await page.getByRole('heading', { name: 'Draft invoice' }).waitFor()
    expect((await read(`/invoices/${id}`)).items[0].description).toBe(description)
  })
})

/** Without the fields that differ in every invoice. */
const contentOf = (invoice: Json): Json => {
  const { id: _id, created_at: _at, updated_at: _updated, version: _version, ...content } = invoice
  return { ...content, items: content.items.map(({ id: _, ...item }: Json) => item) }
}
