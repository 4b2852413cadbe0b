import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens } from '../givens.ts'
import { inSomeWay, violationsOf, WAYS } from './axe.ts'
import {
  type ConsoleSite,
  fitsWidth,
  settled,
  signIn,
  skipped,
  speak,
  startConsole,
} from './console-site.ts'

/** A folder for pictures of the screens, to look at. */
const { PICTURES } = process.env
const DETAILS = /^(Period and time|Zeitraum und Uhrzeit|Période et heure)/
const REPRICE = /^(Change prices|Preise ändern|Modifier les prix)/
const TODAY = new Date().toISOString().slice(0, 10)

describe.skipIf(skipped !== '')(`recurring invoices in the console${skipped}`, () => {
  let site: ConsoleSite
  let given: Givens
  beforeAll(async () => {
    site = await startConsole()
    given = givens(site.app)
    // The days to come are those from today on, here as in the browser.
    site.app.clock.set(new Date().toISOString())
  })
  afterAll(() => site?.close())

  test('a schedule is made from an invoice, changed, skipped once, and run', async () => {
    const { id } = await given.invoice({ status: 'sent' })
    const { page, bad } = await site.open()
    await signIn(page)
    await page.goto(`/invoices/${id}`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: /^Make recurring/ }).click()
    await page.getByText('Paused', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Edit schedule' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit schedule' })
    await dialog.getByLabel('Name').fill('Hosting')
    await dialog.getByLabel(/^From/).fill('2099-01-31')
    await dialog.getByText(/^Every month on the last day, from/).waitFor()
    expect(await dialog.getByRole('listitem').allTextContents()).toMatchObject([
      '31\u00a0Jan\u00a02099',
      '28\u00a0Feb\u00a02099',
      '31\u00a0Mar\u00a02099',
      ...Array(9).fill(expect.stringContaining('2099')),
    ])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Hosting' }).waitFor()
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByText('Active', { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: /^Skip: / }).count()).toBe(3)
    await page.getByRole('button', { name: '9 more' }).click()
    await page.getByRole('button', { name: 'Skip: 28 Feb 2099' }).click()
    await page.getByRole('button', { name: 'Restore: 28 Feb 2099' }).waitFor()
    await page.getByRole('button', { name: 'More: 31 Jan 2099' }).click()
    await page.getByRole('menuitem', { name: 'Create now' }).click()
    await page.getByRole('link', { name: 'Draft created' }).click()
    await page.getByRole('link', { name: 'invoice 1', exact: true }).click()
    await page.getByRole('heading', { name: 'Hosting' }).waitFor()
    const [made] = (await site.app.call('GET', '/recurring-invoices')).json().data
    expect(made).toMatchObject({
      name: 'Hosting',
      made: 1,
      skips: ['2099-02-28'],
      next: { date: '2099-03-31' },
    })
    await page.goto('/recurring')
    await page.getByRole('cell', { name: /^Every month on the last day/ }).click()
    await page.getByRole('heading', { name: 'Hosting' }).waitFor()
    expect(bad).toEqual([])
  })

  test('contents change from a day on, a day gets more, and prices rise', async () => {
    const { id: customer_id } = await given.customer({ name: 'Fernweh Books' })
    const body = {
      name: 'Mail and hosting',
      customer_id,
      schedule: { unit: 'month', start_date: '2099-01-31' },
      invoice: { items: [{ description: 'Hosting {month_year}', unit_price: '49.00' }] },
    }
    const { id } = (await site.app.call('POST', '/recurring-invoices', body)).json()
    const read = async () => (await site.app.call('GET', `/recurring-invoices/${id}`)).json()
    const { page, bad } = await site.open()
    await signIn(page)
    const choose = async (day: string, item: string) => {
      await page.goto(`/recurring/${id}`)
      await page.getByRole('button', { name: `More: ${day}` }).click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    await choose('31 Mar 2099', 'Change from here on…')
    await page.getByLabel('Price 1').fill('59')
    await page.getByRole('cell', { name: 'Hosting March 2099' }).waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('changed from here').waitFor()
    await choose('28 Feb 2099', 'Add to this day…')
    await page.getByLabel('Description 1').fill('Setup in {month}')
    await page.getByLabel('Price 1').fill('10')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('with additions').waitFor()
    expect(await read()).toMatchObject({
      changes: [{ from: '2099-03-31', invoice: { items: [{ unit_price: '59' }] } }],
      extras: [{ date: '2099-02-28', items: [{ description: 'Setup in {month}' }] }],
    })
    await page.getByRole('link', { name: 'Edit contents' }).click()
    await page.getByLabel('Notes').first().fill('For {month}')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'Edit contents' }).waitFor()
    expect((await read()).invoice.notes).toBe('For {month}')
    await page.goto('/recurring')
    await page.getByRole('button', { name: 'Change prices' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change prices' })
    await dialog.getByLabel('Percent').fill('10')
    await dialog.getByLabel('From').fill('2099-05-01')
    await dialog.getByRole('button', { name: 'Show the new prices' }).click()
    await dialog.getByRole('cell', { name: '64.90' }).waitFor()
    await dialog.getByRole('button', { name: /^Change \d|^Change one/ }).click()
    await dialog.waitFor({ state: 'hidden' })
    const { changes } = await read()
    expect(changes.at(-1)).toMatchObject({
      from: '2099-05-31',
      invoice: { items: [{ unit_price: '64.9' }] },
    })
    expect(bad).toEqual([])
  })

  test('German: what a day lacks is said in German', async () => {
    const { id: customer_id } = await given.customer({ name: 'Fernweh Books' })
    const prices = [{ currency: 'EUR', unit_price: '10' }]
    const product = await site.app.call('POST', '/products', { name: 'Hosting', prices })
    const { id: product_id } = product.json()
    const body = {
      name: 'Hosting',
      customer_id,
      schedule: { unit: 'month', start_date: '2099-01-31' },
      invoice: { items: [{ product_id }] },
    }
    const { id } = (await site.app.call('POST', '/recurring-invoices', body)).json()
    await site.app.call('PATCH', `/products/${product_id}`, { prices: [] })
    const { page } = await site.open()
    await signIn(page)
    await speak(page, 'de')
    await page.goto(`/recurring/${id}`)
    const german = 'Das Produkt hat für diese Währung, diese Menge und diesen Tag keinen Preis.'
    await page.getByRole('cell', { name: german }).first().waitFor()
  })

  test('one is made from nothing, and bills what is open', async () => {
    const { id: customer_id } = await given.customer({ name: 'Lighthouse Ltd' })
    const entry = { customer_id, date: '2026-01-02', description: 'Call', unit_price: '80' }
    await site.app.call('POST', '/entries', entry)
    const { page, bad } = await site.open()
    await signIn(page)
    await page.goto('/recurring')
    await page.getByRole('link', { name: 'New recurring invoice' }).click()
    await page.getByLabel('Customer', { exact: true }).fill('Lightho')
    await page.getByRole('option', { name: 'Lighthouse Ltd' }).click()
    await page.getByLabel(/^Name/).fill('Support')
    await page.getByLabel(/^From/).fill('2099-01-31')
    await page.getByLabel('Bill open time and expenses, too').check()
    await page.getByLabel('Description 1').fill('Retainer {month_year}')
    await page.getByLabel('Price 1').fill('100')
    await page.getByRole('cell', { name: 'Retainer January 2099, Call' }).waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Support', exact: true }).waitFor()
    await page.getByRole('cell', { name: 'Open time and expenses' }).waitFor()
    const { data } = (await site.app.call('GET', '/recurring-invoices?q=Support')).json()
    expect(data).toMatchObject([
      {
        status: 'active',
        include_entries: true,
        next: { date: '2099-01-31' },
        invoice: { items: [{ description: 'Retainer {month_year}', unit_price: '100' }] },
      },
    ])
    expect(bad).toEqual([])
  })

  test.each([
    390, 768,
  ])('at %i pixels, the next invoices are previewed before saving', async (width) => {
    await given.customer({ name: `Quay ${width}` })
    const { page, bad } = await site.open({ viewport: { width, height: 900 } })
    await signIn(page)
    await page.goto('/recurring/new')
    await page.getByLabel('Customer', { exact: true }).fill(`Quay ${width}`)
    await page.getByRole('option', { name: `Quay ${width}` }).click()
    await page.getByLabel(/^From/).fill('2099-01-31')
    await page.getByLabel('Description 1').fill('Mooring {month_year}')
    await page.getByLabel('Price 1').fill('100')
    await page.getByRole('heading', { name: 'Preview' }).waitFor()
    for (const month of ['January', 'February', 'March']) {
      const row = page.getByRole('row').filter({ hasText: `Mooring ${month} 2099` })
      await row.scrollIntoViewIfNeeded()
      await row.getByText('100.00').waitFor()
    }
    expect(await fitsWidth(page)).toBe(true)
    expect((await site.app.call('GET', '/recurring-invoices?q=Quay')).json().data).toEqual([])
    expect(bad).toEqual([])
  })

  test('what saving creates at once is said before, and shown afterwards', async () => {
    await site.app.call('PATCH', '/settings', { recurringTime: '00:00' })
    await given.customer({ name: 'Harbor Cranes' })
    const { page, bad } = await site.open()
    await signIn(page)
    const write = async (name: string) => {
      await page.goto('/recurring/new')
      await page.getByLabel('Customer', { exact: true }).fill('Harbor')
      await page.getByRole('option', { name: 'Harbor Cranes' }).click()
      await page.getByLabel(/^Name/).fill(name)
      await page.getByLabel('Description 1').fill('Inspection {date}')
      await page.getByLabel('Price 1').fill('100')
    }
    const note = page.getByRole('status').filter({ hasText: 'at once' })
    const day = (date: string) =>
      new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(
        new Date(date),
      )
    await write('Monthly inspection')
    await note.getByText(`A draft for ${day(TODAY)} will be created at once.`).waitFor()
    await page.getByRole('combobox', { name: 'What happens' }).click()
    await page.getByRole('option', { name: 'Issue and send' }).click()
    await note.getByText(/^An invoice for .* will be issued and sent at once/).waitFor()
    await page.getByRole('combobox', { name: 'What happens' }).click()
    await page.getByRole('option', { name: 'Create a draft' }).click()
    await page.getByLabel(/^From/).fill('2099-01-31')
    await note.waitFor({ state: 'detached' })
    await page.getByLabel(/^From/).fill(TODAY)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Monthly inspection' }).waitFor()
    await site.app.services.jobRunner.runDue()
    await page.getByText('One draft created').waitFor()
    await page.getByRole('button', { name: 'Show' }).click()
    await page.waitForURL(/\/invoices\/inv_/)

    await write('Daily inspection')
    await page.getByRole('combobox', { name: 'Unit', exact: true }).click()
    await page.getByRole('option', { name: 'Days', exact: true }).click()
    await page.getByRole('button', { name: DETAILS }).click()
    await page.getByLabel('Create early (days)').fill('9')
    await note.getByText('This schedule would create 10 invoices at once. Confirm first').waitFor()
    await page.getByLabel('Create early (days)').fill('1')
    await note.getByText(`2 drafts will be created at once: for ${day(TODAY)} and `).waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Daily inspection' }).waitFor()
    await site.app.services.jobRunner.runDue()
    await page.getByText('2 drafts created').waitFor()
    await page.getByRole('link', { name: 'Draft created' }).nth(1).waitFor()
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click()
    await page.getByText('Paused', { exact: true }).first().waitFor()

    await page.getByRole('button', { name: 'Edit schedule' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit schedule' })
    await dialog.getByRole('button', { name: DETAILS }).click()
    await dialog.getByLabel('Create early (days)').fill('2')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Resume' }).click()
    const resume = page.getByRole('dialog', { name: 'Resume' })
    await resume.getByText(/^A draft for .* will be created at once/).waitFor()
    await resume.getByRole('button', { name: 'Resume' }).click()
    await resume.waitFor({ state: 'hidden' })
    await site.app.services.jobRunner.runDue()
    await page.getByText('One draft created').waitFor()

    await page.getByRole('button', { name: 'Edit schedule' }).click()
    await dialog.getByRole('button', { name: DETAILS }).click()
    await dialog.getByLabel('Create early (days)').fill('4')
    await dialog.getByText('2 drafts will be created at once').waitFor()
    expect(bad).toEqual([])
  })

  test('after a pause, missed days are listed, and resuming creates their invoices', async () => {
    const { id: customer_id } = await given.customer({ name: 'Kiln' })
    const today = new Date()
    const start = new Date(today.getTime() - 2 * 86_400_000).toISOString().slice(0, 10)
    const body = {
      name: 'Daily rent',
      customer_id,
      status: 'paused',
      schedule: { unit: 'day', start_date: start, end: { after: 5 } },
      backfill: true,
      invoice: { items: [{ description: 'Rent {date}', unit_price: '9.00' }] },
    }
    const { id } = (await site.app.call('POST', '/recurring-invoices', body)).json()
    const { page, bad } = await site.open()
    await signIn(page)
    await page.goto(`/recurring/${id}`)
    await page.getByRole('button', { name: 'Resume' }).click()
    const dialog = page.getByRole('dialog', { name: 'Resume' })
    await dialog.getByLabel('Create 2 invoices now').check()
    await dialog.getByRole('button', { name: 'Resume' }).click()
    await page.getByText('Active', { exact: true }).waitFor()
    await page
      .getByRole('button', { name: /^Skip: / })
      .first()
      .click()
    await page.getByRole('button', { name: /^Restore: / }).waitFor()
    await page.getByText('1 × €9.00').waitFor()
    await page.getByText(/^Rent [^{]/).waitFor()
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('dialog').getByLabel('Until').fill('2099-01-01')
    await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click()
    await page.getByText('Paused', { exact: true }).first().waitFor()
    await page.getByText('until 1 Jan 2099').waitFor()
    const read = (await site.app.call('GET', `/recurring-invoices/${id}`)).json()
    expect(read).toMatchObject({ status: 'paused', paused_until: '2099-01-01' })
    expect(bad).toEqual([])
  })

  test.each(
    inSomeWay(WAYS),
  )('list, detail and schedule in $language are accessible and fit', async ({
    language,
    ...way
  }) => {
    const customer = (await site.app.call('POST', '/customers', { name: 'Fernweh Books' })).json()
    const body = {
      name: 'Hosting and mail',
      customer_id: customer.id,
      action: 'issue',
      schedule: { unit: 'month', start_date: '2099-01-31', end: { after: 12 } },
      period: { basis: 'calendar', offset: 0 },
      invoice: { items: [{ description: 'Hosting {month_year}', unit_price: '49.00' }] },
    }
    const { id } = (await site.app.call('POST', '/recurring-invoices', body)).json()
    await site.app.call('POST', `/recurring-invoices/${id}/run`, {})
    const opened = await site.open(way)
    const { page, bad } = opened
    await signIn(page)
    await speak(page, language)
    const upcoming = { ...body, name: 'Care', schedule: { unit: 'week', start_date: TODAY } }
    await site.app.call('POST', '/recurring-invoices', upcoming)
    const look = async (name: string) => {
      await settled(opened)
      if (PICTURES !== undefined)
        await page.screenshot({ path: join(PICTURES, `${language}-${name}.png`), fullPage: true })
      expect(await violationsOf(page), name).toEqual([])
    }
    await page.goto('/recurring')
    await page.getByRole('link', { name: 'Hosting and mail' }).first().waitFor()
    await look('list')
    await page.goto('/recurring/new')
    await page.locator('[data-column=price]').first().waitFor()
    await look('new')
    await page.goto(`/recurring/${id}`)
    await page.getByRole('table').nth(1).waitFor()
    await look('detail')
    await page.getByRole('button', { name: /schedule|Zeitplan|calendrier/ }).click()
    await page.getByRole('dialog').getByRole('listitem').first().waitFor()
    await page.getByRole('dialog').getByRole('button', { name: DETAILS }).first().click()
    await look('schedule')
    await page.keyboard.press('Escape')
    await page.goto(`/recurring/${id}/contents`)
    await page.getByRole('table').first().waitFor()
    await look('contents')
    await page.goto('/recurring')
    await page.getByRole('button', { name: REPRICE }).click()
    await page.getByRole('dialog').getByRole('textbox').first().fill('3.5')
    await page.getByRole('dialog').locator('button[type=submit]').click()
    await page.getByRole('dialog').getByRole('table').waitFor()
    await look('reprice')
    await page.goto('/')
    await page.getByRole('link', { name: 'Care' }).first().waitFor()
    await look('dashboard')
    expect(bad).toEqual([])
  })
})
