import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens, ITEM } from '../givens.ts'
import {
  type ConsoleSite,
  fitsWidth,
  type Opened,
  placeOf,
  settled,
  signIn,
  skipped,
  startConsole,
} from './console-site.ts'

const LONG_NAME = 'Donaudampfschifffahrtsgesellschaft'.repeat(4)

describe.skipIf(skipped !== '')(`the list of invoices${skipped}`, () => {
  let site: ConsoleSite
  let given: Givens
  let signedIn: Opened
  beforeAll(async () => {
    site = await startConsole()
    given = givens(site.app)
    signedIn = await site.open()
    await signIn(signedIn.page)
  })
  afterAll(() => site?.close())

  const opened = async (path: string): Promise<Page> => {
    const { page } = signedIn
    await page.goto(path)
    await settled(signedIn)
    return page
  }
  const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

  test('a name without spaces leaves room for the amounts', async () => {
    const { id, customer_id } = await given.invoice({ customer: { name: LONG_NAME } })
    const page = await opened(`/invoices?customer_id=${customer_id}`)
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 390, height: 800 },
    ]) {
      await page.setViewportSize(viewport)
      await settled(signedIn)
      const amount = row(page, 'Donau').getByText('€', { exact: false }).first()
      const end = async () => {
        const box = await amount.boundingBox()
        return (box?.x ?? 9999) + (box?.width ?? 0)
      }
      // The page may be drawn a moment after the window has its new width.
      await expect.poll(end).toBeLessThanOrEqual(viewport.width)
    }
    await page.goto(`/invoices/${id}`)
    await settled(signedIn)
    await expect.poll(() => fitsWidth(page)).toBe(true)
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  test('a filter that the list does not know is removed from the URL', async () => {
    const { customer_id } = await given.invoice({ customer: { name: 'Campaign & Sons' } })
    const page = await opened(`/invoices?customer_id=${customer_id}&utm_source=mail`)
    await row(page, 'Campaign').waitFor()
    expect(new URL(page.url()).search).toBe(`?customer_id=${customer_id}`)
  })

  test('nothing is due on a draft, and columns keep their place', async () => {
    const draft = await given.invoice({ customer: { name: 'Column & Sons' } })
    const sent = await given.invoice({
      customer_id: draft.customer_id,
      status: 'sent',
      items: [{ ...ITEM, unit_price: '123456.00', description: 'Much' }],
    })
    await signedIn.page.setViewportSize({ width: 1440, height: 900 })
    const page = await opened(`/invoices?customer_id=${draft.customer_id}`)
    const placesOf = () =>
      page
        .getByRole('columnheader')
        .evaluateAll((heads) => heads.map((it) => it.getBoundingClientRect().x))
    const before = await placesOf()
    expect(await row(page, 'Draft').getByText('€').allTextContents()).toHaveLength(1)
    expect(await row(page, sent.number).getByText('€').allTextContents()).toHaveLength(2)
    await page.getByText('Draft', { exact: true }).first().click()
    await page.getByText(sent.number).waitFor({ state: 'detached' })
    await settled(signedIn)
    expect(await placesOf()).toEqual(before)
  })

  test('a search keeps the focus during slow typing', async () => {
    await given.invoice({ customer: { name: 'Slow Typing Ltd' } })
    const page = await opened('/invoices')
    const field = page.getByRole('searchbox')
    await field.click()
    for (const key of ['x', 'y', 'z', 'n']) {
      await page.keyboard.press(key)
      const typed = await field.inputValue()
      await page.waitForURL((url) => url.searchParams.get('q') === typed)
      await settled(signedIn)
    }
    expect(await field.inputValue()).toBe('xyzn')
    await page.getByRole('button', { name: 'Clear' }).click()
    await expect.poll(() => field.inputValue()).toBe('')
    await row(page, 'Slow Typing Ltd').first().waitFor()
  })

  test('a search is kept as a view with its sums, renamed, and deleted again', async () => {
    const item = { ...ITEM, quantity: '1', unit_price: '75.00', tax: { category: 'Z', rate: '0' } }
    const one = await given.invoice({
      customer: { name: 'View & Sons' },
      status: 'sent',
      items: [item],
    })
    await given.invoice({ customer_id: one.customer_id, items: [item] })
    const page = await opened('/invoices?q=view')
    await page.getByText('2 invoices · Total €150.00 · Amount due €75.00').waitFor()
    await page.getByRole('button', { name: 'Save view' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Ours')
    await page.keyboard.press('Enter')
    const chip = page.getByRole('group', { name: 'Saved views' }).getByRole('button')
    await page.getByRole('button', { name: /^Ours.*2 · €150.00/, pressed: true }).waitFor()
    await page.goto('/invoices')
    await page.getByRole('button', { name: /^Ours/, pressed: false }).click()
    await page.getByRole('button', { name: /^Ours/, pressed: true }).waitFor()
    await page.getByRole('button', { name: 'Actions for Ours' }).click()
    await page.getByRole('menuitem', { name: 'Rename or share' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Theirs')
    await page.getByLabel('Share with everyone').check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: /^Theirs/ }).waitFor()
    const { data } = (await site.app.call('GET', '/invoice-views')).json()
    expect(data).toMatchObject([{ name: 'Theirs', shared: true, own: false }])
    await page.getByRole('button', { name: 'Actions for Theirs' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await chip.first().waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await chip.first().waitFor()
    expect(signedIn.bad).toEqual([])
  })

  test('selected invoices become one table', async () => {
    const { customer_id, number } = await given.invoice({
      customer: { name: 'Table Ltd' },
      status: 'sent',
    })
    const page = await opened(`/invoices?customer_id=${customer_id}`)
    await page.getByLabel('Select all on this page').check()
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Export as CSV' }).click()
    const file = page.waitForEvent('download')
    await page.getByRole('dialog').getByRole('button', { name: 'Export as CSV' }).click()
    const text = await readFile(await (await file).path(), 'utf8')
    expect(text.trim().split('\n')).toEqual([
      expect.stringContaining('number'),
      expect.stringContaining(number),
    ])
    await page.getByRole('button', { name: 'Close' }).last().click()
  })

  test('what can be done to selected invoices covers no row at the end of the list', async () => {
    const customer = await given.customer({ name: 'Rows & Rows' })
    for (let count = 0; count < 15; count += 1) await given.invoice({ customer_id: customer.id })
    const page = await opened(`/invoices?customer_id=${customer.id}`)
    await page.setViewportSize({ width: 1280, height: 500 })
    await page.getByLabel('Select all on this page').check()
    const bar = page.locator('.bulk-bar')
    await bar.waitFor()
    await page.evaluate('window.scrollTo(0, document.body.scrollHeight)')
    const [last, above] = [
      await page.getByRole('row').last().boundingBox(),
      await bar.boundingBox(),
    ]
    if (!last || !above) throw new Error('One of them is not on the page.')
    expect(last.y + last.height).toBeLessThanOrEqual(above.y)
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  test('a click anywhere in a row opens the invoice', async () => {
    const { id, customer_id } = await given.invoice({ customer: { name: 'Row Ltd' } })
    const page = await opened(`/invoices?customer_id=${customer_id}`)
    await row(page, 'Row Ltd').getByText('Nov', { exact: false }).last().click()
    await page.getByRole('heading', { name: 'Draft invoice' }).waitFor()
    expect(placeOf(page.url())).toBe(`/invoices/${id}`)
  })

  test('a dark page is printed in dark letters', async () => {
    const dark = await site.open({ colorScheme: 'dark' })
    const { page } = dark
    await signIn(page)
    await page.goto('/invoices')
    await settled(dark)
    const lightness = () =>
      page.evaluate<number>(
        'Math.max(...getComputedStyle(document.body).color.match(/[0-9]+/g).slice(0, 3).map(Number))',
      )
    expect(await lightness()).toBeGreaterThan(150)
    await page.emulateMedia({ media: 'print' })
    await expect.poll(lightness).toBeLessThan(50)
    await page.emulateMedia({ media: 'screen' })
    await expect.poll(lightness).toBeGreaterThan(150)
  })

  test('paper shows the page without menus and buttons', async () => {
    const page = await opened('/invoices')
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(false)
    expect(await page.getByRole('link', { name: 'New invoice' }).isVisible()).toBe(false)
    expect(await page.getByRole('table').isVisible()).toBe(true)
    const controls = page.getByRole('main').locator('input, button').filter({ visible: true })
    // The headings of columns sort.
    expect(await controls.allTextContents()).toEqual(['Number', 'Date', 'Due', 'Total'])
    await page.emulateMedia({ media: 'screen' })
  })

  test('on a phone, the bar of the chosen invoices keeps its last button in sight', async () => {
    const { customer_id } = await given.invoice({
      customer: { name: 'Narrow & Sons' },
      status: 'sent',
    })
    const phone = await site.open({ viewport: { width: 390, height: 844 }, locale: 'de-DE' })
    await phone.page.context().addCookies(await signedIn.page.context().cookies())
    await phone.page.goto(`/invoices?customer_id=${customer_id}`)
    await settled(phone)
    await phone.page.getByRole('checkbox').first().check()
    const more = await phone.page.getByRole('button', { name: 'Mehr', exact: true }).boundingBox()
    expect((more?.x ?? 390) + (more?.width ?? 0)).toBeLessThanOrEqual(390 - 12)
    expect(await phone.page.locator('.bulk-steps > button').count()).toBe(3)
  })

  test('on paper, a document is as wide as the sheet, without the links and hints around it', async () => {
    const page = await opened('/invoices')
    await page.getByRole('table').getByRole('link', { name: /^INV-/ }).first().click()
    await page.getByRole('heading', { name: /^Invoice INV-/ }).waitFor()
    const frame = page.locator('main iframe')
    await frame.waitFor()
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('link', { name: 'All invoices' }).isVisible()).toBe(false)
    expect(await page.getByText('Link for the customer').isVisible()).toBe(false)
    // The width on the screen is measured, and prints are laid out anew without a measure.
    const beside = () =>
      frame.evaluate((it) => (it.parentElement?.clientWidth ?? 0) - it.clientWidth)
    await expect.poll(beside).toBe(0)
    await page.emulateMedia({ media: 'screen' })
  })
})
