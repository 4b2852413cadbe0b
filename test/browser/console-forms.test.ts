import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens, ITEM, type Json } from '../givens.ts'
import {
  type ConsoleSite,
  type Opened,
  placeOf,
  settled,
  signIn,
  skipped,
  speak,
  startConsole,
} from './console-site.ts'

const PHONE = { width: 390, height: 844 }
const TABLET = { width: 768, height: 1024 }

describe.skipIf(skipped !== '')(`forms of the console${skipped}`, () => {
  let site: ConsoleSite
  let given: Givens
  beforeAll(async () => {
    site = await startConsole({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'ada@example.org' })
    given = givens(site.app)
  })
  afterAll(() => site?.close())

  const call = async (method: string, path: string, body?: unknown): Promise<Json> =>
    (await site.app.call(method, path, body)).json()
  const opened = async (path: string, viewport = { width: 1280, height: 800 }): Promise<Opened> => {
    const it = await site.open({ viewport })
    await signIn(it.page)
    await it.page.goto(path)
    await settled(it)
    return it
  }
  const quote = async (body: object = {}): Promise<Json> =>
    call('POST', '/quotes', {
      customer_id: (await given.customer()).id,
      items: [ITEM],
      ...body,
    })

  describe('a date is typed as in the region of the person', () => {
    const payment = async (language: string, locale: string) => {
      const { id } = await given.invoice({ status: 'sent' })
      const it = await site.open({ locale, viewport: PHONE })
      await speak(it.page, language)
      await signIn(it.page)
      await it.page.goto(`/invoices/${id}`)
      await settled(it)
      await it.page.keyboard.press('p')
      const dialog = it.page.getByRole('dialog')
      const paid = dialog.getByLabel(/Paid on|Bezahlt am|Payé le/)
      await paid.waitFor()
      const payments = async () => (await call('GET', `/invoices/${id}/payments`)).data
      return { page: it.page, dialog, paid, payments }
    }

    test.each([
      ['de', 'de-AT', '3.2.2026', '03.02.2026'],
      ['en', 'en-US', '2/3/2026', '02/03/2026'],
      ['en', 'en-GB', '3 Feb 2026', '03/02/2026'],
      ['fr', 'fr-FR', '03022026', '03/02/2026'],
      ['fr', 'fr-CA', '2026-02-03', '2026-02-03'],
    ])('%s in %s: %s', async (language, locale, typed, shown) => {
      const { page, paid, payments } = await payment(language, locale)
      await paid.fill(typed)
      await paid.press('Tab')
      expect(await paid.inputValue()).toBe(shown)
      await paid.press('Enter')
      await expect.poll(payments).toMatchObject([{ paid_at: '2026-02-03' }])
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    })

    test('Enter takes a day without a year, and refuses what is no day', async () => {
      const { page, paid, payments } = await payment('de', 'de-DE')
      await paid.fill('31.2.')
      await paid.press('Enter')
      await page.getByText('Geben Sie ein Datum ein, zum Beispiel 31.12.2026.').waitFor()
      expect(await paid.inputValue()).toBe('31.2.')
      await page.getByRole('dialog').locator('[type="submit"]').click()
      await expect.poll(() => isFocused(paid)).toBe(true)
      expect(await payments()).toEqual([])
      await paid.fill('28.2.')
      await paid.press('Enter')
      await expect.poll(payments).toMatchObject([{ paid_at: `${new Date().getFullYear()}-02-28` }])
    })

    test('a calendar has the words and the first weekday of the region', async () => {
      const { page, dialog, paid, payments } = await payment('fr', 'fr-FR')
      await paid.fill('3/2/2026')
      const button = dialog.getByRole('button', { name: 'Calendrier' }).first()
      await button.click()
      const calendar = page.getByRole('dialog', { name: 'Calendrier' })
      await calendar.getByText(/^février 2026$/i).waitFor()
      expect(await calendar.locator('th').allInnerTexts()).toMatchObject({ 0: 'Lu', 6: 'Di' })
      await page.keyboard.press('Escape')
      await calendar.waitFor({ state: 'detached' })
      expect(await paid.isVisible()).toBe(true)
      await button.click()
      await calendar.getByRole('button', { name: '14 février 2026' }).click()
      expect(await paid.inputValue()).toBe('14/02/2026')
      await paid.press('Enter')
      await expect.poll(payments).toMatchObject([{ paid_at: '2026-02-14' }])
    })

    test('a filter is cleared by deleting the text', async () => {
      const { page } = await opened('/invoices?issued_from=2026-02-03')
      const from = page.getByRole('textbox', { name: 'Dated from' })
      await from.waitFor()
      expect(await from.inputValue()).toBe('03/02/2026')
      await from.fill('')
      await expect.poll(() => page.url()).not.toContain('issued_from')
    })
  })

  describe('a number that stands in a field is replaced by typing', () => {
    const amount = (page: Page) => page.getByRole('dialog').getByLabel('Amount', { exact: true })

    test('the amount of a payment, opened with the key p', async () => {
      const { id } = await given.invoice({ status: 'sent' })
      const { page } = await opened(`/invoices/${id}`)
      await page.keyboard.press('p')
      await expect.poll(() => isFocused(amount(page))).toBe(true)
      await page.keyboard.type('20')
      expect(await amount(page).inputValue()).toBe('20')
    })

    test('by a click, while a second click places the caret', async () => {
      const { id } = await given.invoice({ status: 'sent' })
      const { page } = await opened(`/invoices/${id}`)
      await page.getByRole('button', { name: 'Record payment' }).click()
      await page.getByLabel('Reference').focus()
      await amount(page).click()
      await page.keyboard.type('20')
      expect(await amount(page).inputValue()).toBe('20')
      await amount(page).click()
      await page.keyboard.press('End')
      await page.keyboard.type('5')
      expect(await amount(page).inputValue()).toBe('205')
    })

    test('the deposit of a quote', async () => {
      const { id } = await quote({ deposit_percent: '30' })
      await call('POST', `/quotes/${id}/open`)
      await call('POST', `/quotes/${id}/accept`, { name: 'Mia' })
      const { page } = await opened(`/quotes/${id}`)
      await page.getByRole('button', { name: 'Create invoice' }).click()
      await page
        .getByRole('dialog')
        .getByRole('radio', { name: /deposit/i })
        .check()
      const field = page.getByRole('dialog').locator('input[name=deposit]')
      await field.focus()
      await page.keyboard.type('25')
      expect(await field.inputValue()).toBe('25')
    })

    test('quantity and price in the editor', async () => {
      const { id } = await given.invoice()
      const { page } = await opened(`/invoices/${id}/edit`)
      for (const label of ['Quantity 1', 'Price 1']) {
        await page.getByLabel(label).focus()
        await page.keyboard.type('7')
        expect(await page.getByLabel(label).inputValue()).toBe('7')
      }
    })
  })

  describe('a fault is shown where the person looks', () => {
    test('a quote that is past its date, in the dialog that sends it', async () => {
      const { id } = await quote({ issue_date: '2020-01-01', valid_until: '2020-01-31' })
      for (const viewport of [PHONE, { width: 1280, height: 500 }]) {
        const { page } = await opened(`/quotes/${id}`, viewport)
        await page.getByRole('button', { name: 'Send…' }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByLabel('Subject').waitFor()
        await dialog.getByRole('button', { name: 'Send', exact: true }).click()
        const fault = dialog.getByRole('alert')
        await expect.poll(() => isFocused(fault)).toBe(true)
        expect(await fault.textContent()).toContain('2020')
        expect(await isInView(fault)).toBe(true)
      }
    })

    test('a field far above the button, each time the form is sent', async () => {
      const { page } = await opened('/customers/new', PHONE)
      const street = page.getByLabel('Street and number')
      await street.fill('Hafen 1')
      for (let round = 0; round < 2; round += 1) {
        await page.getByRole('button', { name: 'Save' }).click()
        const name = page.getByLabel('Name', { exact: true })
        await expect.poll(() => isFocused(name)).toBe(true)
        expect(await isInView(name)).toBe(true)
      }
    })

    test('an invoice that is not complete, in the editor, also after its preview', async () => {
      const { page } = await opened('/invoices/new', PHONE)
      await page.getByRole('button', { name: 'Preview' }).click()
      await page.getByText('The preview appears once').waitFor()
      await page.getByRole('button', { name: 'Close' }).click()
      await page.getByRole('button', { name: 'Send…' }).click()
      const customer = page.getByLabel('Customer', { exact: true })
      await expect.poll(() => isFocused(customer)).toBe(true)
      expect(await isInView(customer)).toBe(true)
    })
  })

  test.each([
    ['an invoice', PHONE, async () => `/invoices/${(await given.invoice()).id}/edit`],
    ['a quote', TABLET, async () => `/quotes/${(await quote()).id}/edit`],
    [
      'a credit note',
      PHONE,
      async () => {
        const { id } = await given.invoice({ status: 'sent' })
        return `/invoices/${(await given.creditNote(id)).id}/edit`
      },
    ],
  ])('%s has its sheet one tap away on a small screen', async (_name, viewport, pathOf) => {
    const { page, bad } = await opened(await pathOf(), viewport)
    const button = page.getByRole('button', { name: 'Preview' })
    await button.click()
    const sheet = page.getByRole('dialog', { name: 'Preview' })
    await page.frameLocator('iframe[title="Preview"]').getByText('Cover design').first().waitFor()
    await expect.poll(() => shapeOf(sheet.locator('.document'))).toBeCloseTo(A4, 2)
    await page.keyboard.press('Escape')
    await expect.poll(() => sheet.count()).toBe(0)
    await expect.poll(() => isFocused(button)).toBe(true)
    expect(bad).toEqual([])
  })

  test('beside its form, the sheet of a draft follows with one request for each save', async () => {
    const { page, bad } = await opened(`/invoices/${(await given.invoice()).id}/edit`, {
      width: 1440,
      height: 900,
    })
    const paper = page.frameLocator('iframe[title="Preview"]')
    await paper.getByText('Cover design').first().waitFor()
    await expect.poll(() => shapeOf(page.locator('.preview .document'))).toBeCloseTo(A4, 2)
    const sent: string[] = []
    page.on('request', (request) =>
      sent.push(`${request.method()} ${new URL(request.url()).pathname}`),
    )
    await page.getByLabel('Description 1').pressSequentially(' of a long novel', { delay: 20 })
    await paper.getByText('of a long novel').waitFor()
    const about = (part: RegExp) => sent.filter((it) => part.test(it)).length
    expect(about(/^PATCH .*\/invoices\//)).toBe(1)
    expect(about(/^GET .*\/html$/)).toBe(1)
    // The sheet changed in its place: the frame was not loaded again.
    expect(about(/fonts/)).toBe(0)
    expect(bad).toEqual([])
  })

  test('who goes back while the settings are saved is not asked', async () => {
    const { page } = await opened('/customers')
    const released = Promise.withResolvers<void>()
    await page.route('**/api/v1/settings', async (route) => {
      if (route.request().method() === 'PATCH') await released.promise
      await route.fallback()
    })
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByLabel('Trading name').fill('Ada')
    const sent = page.waitForRequest((it) => it.method() === 'PATCH')
    await page.getByRole('button', { name: 'Save' }).click()
    await sent
    await page.evaluate('history.back()')
    released.resolve()
    await expect.poll(() => placeOf(page.url())).toBe('/customers')
    await page.getByText('Settings saved').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await call('GET', '/settings')).toMatchObject({ companyTradingName: 'Ada' })
  })

  test('who goes back while the settings are refused is asked', async () => {
    const { page } = await opened('/customers')
    const released = Promise.withResolvers<void>()
    await page.route('**/api/v1/settings', async (route) => {
      if (route.request().method() === 'PATCH') await released.promise
      await route.fallback()
    })
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByLabel('Website').fill('no address at all')
    const sent = page.waitForRequest((it) => it.method() === 'PATCH')
    await page.getByRole('button', { name: 'Save' }).click()
    await sent
    await page.evaluate('history.back()')
    released.resolve()
    await page.getByRole('button', { name: 'Leave without saving' }).waitFor()
  })

  test('an invoice is issued without sending, as a quote is', async () => {
    for (const viewport of [PHONE, { width: 1280, height: 800 }]) {
      const { id } = await given.invoice()
      const { page, bad } = await opened(`/invoices/${id}/edit`, viewport)
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Issue without sending' }).click()
      const dialog = page.getByRole('dialog', { name: /^Issue this document/ })
      await dialog.getByText('Check this first').waitFor()
      expect(await dialog.getByRole('button', { name: 'Issue and send' }).count()).toBe(0)
      await dialog.getByRole('button', { name: 'Issue', exact: true }).click()
      await page.getByRole('button', { name: 'Record payment' }).waitFor()
      expect(await page.getByRole('dialog').count()).toBe(0)
      expect(await call('GET', `/invoices/${id}`)).toMatchObject({ status: 'sent' })
      expect(bad).toEqual([])
    }
  })

  test('a notice covers no button and no total', async () => {
    const { page } = await opened('/settings/company', PHONE)
    const notice = page.getByText('Settings saved')
    await page.getByLabel('Trading name').fill('Ada, again')
    await page.getByRole('button', { name: 'Save' }).click()
    await notice.waitFor()
    await page.getByLabel('Trading name').fill('Ada, once more')
    const topOf = async () => (await page.locator(BAR).boundingBox())?.y ?? 0
    const save = await page.getByRole('button', { name: 'Save' }).boundingBox()
    expect((save?.y ?? 0) + (save?.height ?? 0)).toBeLessThanOrEqual(await topOf())
    // The end of the page can be read above it.
    await page.evaluate('window.scrollTo(0, 1e6)')
    const end = await page.locator('form').boundingBox()
    expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual(await topOf())
  })

  test.each([320, 390])('amounts stay in one piece at %i pixels', async (width) => {
    const { id, customer_id: customer } = await given.invoice({
      currency: 'EUR',
      items: [{ ...ITEM, quantity: '1', unit_price: '1650.0000' }],
    })
    await given.invoice({ customer_id: customer, status: 'sent' })
    const it = await site.open({ viewport: { width, height: 844 } })
    await speak(it.page, 'de')
    await signIn(it.page)
    for (const path of [`/invoices?customer_id=${customer}`, `/invoices/${id}`, '/']) {
      await it.page.goto(path)
      await settled(it)
      expect(await it.page.evaluate(BROKEN), path).toEqual([])
    }
    await it.page.goto(`/invoices/${id}`)
    await it.page.getByRole('button', { name: 'Ausstellen und senden' }).click()
    await it.page.getByRole('dialog').getByText('Bitte vorher prüfen').waitFor()
    expect(await it.page.evaluate(BROKEN)).toEqual([])
  })
})

const BAR = '.mantine-Notifications-root[data-position="bottom-center"]'

/** Height over width. */
const shapeOf = async (it: Locator): Promise<number> => {
  const { width, height } = (await it.boundingBox()) ?? { width: 1, height: 0 }
  return height / width
}

const A4 = 1123 / 794

const isFocused = (it: Locator): Promise<boolean> =>
  it.evaluate((node) => node === node.ownerDocument.activeElement)

const isInView = (it: Locator): Promise<boolean> =>
  it.evaluate((node) => {
    const { top, bottom, left } = node.getBoundingClientRect()
    const seen = node.ownerDocument.elementFromPoint(left + 8, (top + bottom) / 2)
    return top >= 0 && node.contains(seen)
  })

/** The amounts in euros that stand on two lines. */
const BROKEN = `{
  const found = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { currentNode: node } = texts
    for (const { 0: amount, index } of node.data.matchAll(/[\\d.]+,\\d\\d\\s€/g)) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + amount.length)
      const lines = [...range.getClientRects()].filter(({ width }) => width > 0)
      if (new Set(lines.map(({ top }) => Math.round(top))).size > 1) found.push(amount)
    }
  }
  found
}`
