import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type PlayedProvider,
  playProvider,
} from '../../src/einvoicing/access-point/inner/provider.testing.ts'
import { type Givens, givens } from '../givens.ts'
import { type ConsoleSite, signIn, skipped, startConsole } from './console-site.ts'

describe.skipIf(skipped !== '')(`rarely used fields of invoices${skipped}`, () => {
  let site: ConsoleSite
  let given: Givens
  let page: Page
  let provider: PlayedProvider
  beforeAll(async () => {
    provider = await playProvider()
    site = await startConsole({ OUTBOUND_ALLOW: provider.host })
    given = givens(site.app)
    page = (await site.open()).page
    await signIn(page)
  })
  afterAll(async () => {
    await site?.close()
    await provider?.close()
  })

  test('a price for 100 units is typed on demand, and the invoice prints it', async () => {
    const { id } = await given.invoice()
    await page.goto(`/invoices/${id}/edit`)
    await page.getByRole('button', { name: 'Item 1' }).click()
    await page.getByRole('menuitem', { name: 'More on this item' }).click()
    await page.getByLabel('Price base quantity').fill('100')
    await page.getByText('per 100', { exact: true }).waitFor()
    const base = async () => (await given.read(id)).items[0].price_base_quantity
    await expect.poll(base).toBe('100')
    await page.getByRole('button', { name: 'Save and close' }).click()
    const paper = page.frameLocator('iframe[title="The document as your customer sees it"]')
    await paper
      .getByText(/ \/ 100$/)
      .first()
      .waitFor()
  })

  test('an access point is set up in the settings, and turned off again', async () => {
    const stored = async () => (await site.app.call('GET', '/access-point')).json().url
    const card = page.locator('section', { hasText: 'Access point' })
    await page.goto('/settings/einvoices')
    await card.getByLabel('Address of the API').fill(provider.url)
    await card.getByLabel('Key').fill(provider.token)
    await card.getByRole('button', { name: 'Turn on' }).click()
    await card.getByText('On', { exact: true }).waitFor()
    expect(await stored()).toBe(provider.url)
    const endpoint = { scheme: '0088', id: '4000001123452' }
    provider.unknown.add('0088:4000001123469')
    const known = await given.customer({ endpoint })
    const stranger = await given.customer({ endpoint: { ...endpoint, id: '4000001123469' } })
    for (const [customer, said] of [
      [known, 'The network delivers to this address.'],
      [stranger, 'The network does not know this address.'],
    ] as const) {
      await page.goto(`/customers/${customer.id}`)
      await page.getByRole('button', { name: 'Look up' }).click()
      await page.getByText(said).waitFor()
    }
    await page.goto('/settings/einvoices')
    await card.getByLabel('Address of the API').fill('http://10.0.0.1/')
    await card.getByRole('button', { name: 'Save access point' }).click()
    await card.getByRole('alert').waitFor()
    expect(await stored()).toBe(provider.url)
    await card.getByRole('button', { name: 'Turn off' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
    await card.getByText('Off', { exact: true }).waitFor()
    expect(await stored()).toBeNull()
  })

  test('contact and delivery address are chosen among those of the customer', async () => {
    const customer = await given.customer()
    const add = async (list: string, body: object) =>
      (await site.app.call('POST', `/customers/${customer.id}/${list}`, body)).json()
    await add('contacts', { name: 'Ida Brandt', default: true })
    const other = await add('contacts', { name: 'Ole Falk' })
    const gate = { kind: 'delivery', address: { line1: 'Tor 3', city: 'Kiel', country_code: 'DE' } }
    const address = await add('addresses', gate)
    await page.goto(`/invoices/new?customer_id=${customer.id}`)
    const contact = page.getByLabel('Contact', { exact: true })
    const delivery = page.getByLabel('Delivery address')
    expect(await contact.locator('option:checked').textContent()).toBe('Ida Brandt')
    await contact.selectOption('Ole Falk')
    await delivery.selectOption('Tor 3, Kiel')
    await page.getByLabel('Description 1').fill('Cover design')
    await page.waitForURL(/inv_/)
    const id = /inv_[0-9a-f-]*/.exec(page.url())?.[0] ?? ''
    expect(await given.read(id)).toMatchObject({
      contact_id: other.id,
      delivery_address_id: address.id,
      delivery: { address: { line1: 'Tor 3' } },
    })
    await delivery.selectOption('The customer’s address')
    const stored = async () => (await given.read(id)).delivery.address.line1
    await expect.poll(stored).toBeNull()
    expect((await given.read(id)).contact_id).toBe(other.id)
  })

  test('a seller in Italy or Poland finds the fields of that country, others do not', async () => {
    const { id } = await given.invoice()
    const country = (countryCode: string) => given.settings({ companyAddress: { countryCode } })
    const open = async (name: string) => {
      await page.goto(`/invoices/${id}/edit`)
      await page.getByRole('button', { name }).click()
    }
    await country('IT')
    await open('Italy (FatturaPA)')
    await page.getByRole('button', { name: 'Item 1' }).click()
    await page.getByRole('menuitem', { name: 'More on this item' }).click()
    await page.getByLabel('Tax category').selectOption('E')
    await page.getByText('Natura, e.g. N2.2.').waitFor()
    await page.getByLabel('Reason code').fill('n4')
    const taxOf = async () => (await given.read(id)).items[0].tax
    await expect.poll(taxOf).toMatchObject({ category: 'E', reason_code: 'N4' })
    await page.getByLabel('Tax category').selectOption('O')
    await expect.poll(taxOf).toMatchObject({ category: 'O', reason_code: null })
    expect(await page.getByText('Poland (KSeF)').count()).toBe(0)
    await page.getByLabel('Document type').selectOption('TD06')
    await page.getByLabel('Stamp duty').fill('2.00')
    const italy = async () => (await given.read(id)).italy
    await expect
      .poll(italy)
      .toEqual({ document_type: 'TD06', stamp_duty: '2.00', withholding: null })
    // Left before the page knows that it is saved, the editor offers to restore it.
    await page.getByText(/^Saved at/).waitFor()
    await page.goto('/settings/einvoices')
    await page.getByRole('combobox', { name: 'Tax regime' }).waitFor()

    await given.put(id, { italy: null })
    await country('PL')
    await open('Poland (KSeF)')
    expect(await page.getByText('Italy (FatturaPA)').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Withholding tax' }).count()).toBe(0)
    await page.getByLabel('Split payment mechanism').check()
    const split = async () => (await given.read(id)).poland.split_payment
    await expect.poll(split).toBe(true)
  })

  test('withholding: defaults of the settings and the customer, typed in the editor, down to what is to be paid', async () => {
    await given.settings({ companyAddress: { countryCode: 'IT' }, withholdings: [] })
    await page.goto('/settings/tax')
    await page.getByRole('button', { name: 'Withhold 20%', exact: true }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    const byDefault = async () => (await site.app.call('GET', '/settings')).json().withholdings
    await expect.poll(byDefault).toMatchObject([{ rate: '20', code: 'RT01', reason: 'A' }])
    const customer = await given.customer()
    await page.goto(`/customers/${customer.id}/edit`)
    await page.getByLabel('Different from the settings').check()
    await page.getByRole('button', { name: 'Withhold 23% of 50%' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    const own = async () =>
      (await site.app.call('GET', `/customers/${customer.id}`)).json().withholdings
    await expect.poll(own).toMatchObject([{ rate: '23', base_percent: '50', reason: 'R' }])

    const { id } = await given.invoice({
      customer_id: customer.id,
      items: [
        { description: 'Provvigioni', unit_price: '2450.50', tax: { rate: '22' } },
        { description: 'Spese', unit_price: '100', tax: { rate: '22' } },
      ],
    })
    const read = () => given.read(id)
    const withheld = async () => (await read()).totals.withheld
    expect(await withheld()).toBe('293.31')
    await page.goto(`/invoices/${id}/edit`)
    await page.getByRole('button', { name: 'Item 2' }).click()
    await page.getByRole('menuitem', { name: 'More on this item' }).click()
    await page.getByLabel('Withholding tax on this item').uncheck()
    await expect.poll(withheld).toBe('281.81')
    await page.getByText('Withholding tax 23% on €1,225.25').waitFor()
    await page.getByRole('button', { name: 'Withholding tax' }).click()
    await page.getByRole('button', { name: 'Add withholding' }).click()
    const second = page.getByRole('group', { name: 'Withholding 2' })
    await second.getByLabel('Rate withheld (%)').fill('8.5')
    await second.getByLabel('Type (TipoRitenuta)').selectOption('RT04')
    await second.getByLabel('Reason (causale)').fill('r')
    const payable = async () => (await read()).totals.payable
    await expect.poll(payable).toBe('2621.51')
    expect((await read()).withholdings).toMatchObject([{}, { kind: 'social', reason: 'R' }])
    await page.getByText('€2,621.51').waitFor()
    await second.getByLabel('Fixed amount').fill('10000')
    await page.getByRole('alert').getByText(/keep/).waitFor()
    await page.getByRole('button', { name: 'Remove Withholding 2' }).click()
    await expect.poll(payable).toBe('2829.80')
    await page.getByText(/^Saved at/).waitFor()
    await given.settings({ withholdings: [] })
  })
})
