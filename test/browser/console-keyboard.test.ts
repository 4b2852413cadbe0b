import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens, ITEM, type Json } from '../givens.ts'
import {
  type ConsoleSite,
  type Opened,
  paste,
  placeOf,
  settled,
  signIn,
  skipped,
  startConsole,
} from './console-site.ts'

describe.skipIf(skipped !== '')(`the console by keyboard${skipped}`, () => {
  let site: ConsoleSite
  let given: Givens
  let signedIn: Opened
  let page: Page
  beforeAll(async () => {
    site = await startConsole()
    given = givens(site.app)
    signedIn = await site.open()
    page = signedIn.page
    await signIn(page)
  })
  afterAll(() => site?.close())

  const go = async (path: string) => {
    await page.goto(path)
    await settled(signedIn)
  }
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const isAt = (path: string) => expect.poll(() => placeOf(page.url())).toBe(path)
  const read = async (id: string): Promise<Json> =>
    (await site.app.call('GET', `/invoices/${id}`)).json()

  /** The palette forgets what was typed once it has closed. */
  const openPalette = async () => {
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await press('Control+k')
  }

  test('the palette finds invoices, customers, settings and actions from every page', async () => {
    const { id, customer_id } = await given.invoice({ customer: { name: 'Palette & Sons' } })
    await go('/settings/company')
    await openPalette()
    const search = page.getByRole('textbox', { name: /^Search invoices/ })
    await search.fill('palette')
    await page.getByText('Draft · Palette & Sons').waitFor()
    // The first result is selected before any key is pressed.
    await page.locator('[data-action][data-selected]', { hasText: 'Draft · Palette' }).waitFor()
    await press('Enter')
    await isAt(`/invoices/${id}`)
    await openPalette()
    await search.fill('palette')
    await page.getByRole('dialog').getByText('Draft · Palette & Sons').waitFor()
    await page.getByRole('dialog').getByText('Palette & Sons', { exact: true }).waitFor()
    await press('ArrowDown', 'Enter')
    await isAt(`/customers/${customer_id}`)
    await openPalette()
    await search.fill('bank pay')
    await page.getByRole('dialog').getByText('Bank and payment').waitFor()
    await press('Enter')
    await isAt('/settings/payment')
    for (const [typed, path] of [
      ['webh', '/access/webhooks'],
      ['your acc', '/account'],
    ] as const) {
      await openPalette()
      await search.fill(typed)
      await press('Enter')
      await isAt(path)
    }
    await openPalette()
    await search.fill('nothing has this name')
    await page.getByText('Nothing found').waitFor()
    await press('Escape')
    expect(signedIn.bad).toEqual([])
  })

  test('what is typed while the palette still loads goes into its search', async () => {
    await page.route('**/palette-*.js', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500))
      await route.continue()
    })
    await go('/customers')
    await press('Control+k')
    await page.keyboard.type('new inv')
    const search = page.getByRole('textbox', { name: /^Search invoices/ })
    await expect.poll(() => search.inputValue()).toBe('new inv')
    expect(placeOf(page.url())).toBe('/customers')
    await press('Enter')
    await isAt('/invoices/new')
    await page.unroute('**/palette-*.js')
  })

  test('Enter before the results opens the first one once it is there', async () => {
    const { id } = await given.invoice({ customer: { name: 'Hasty Harbor' } })
    let isHeld = true
    await page.route('**/api/v1/invoices?*Hasty*', async (route) => {
      await expect.poll(() => isHeld).toBe(false)
      await route.continue()
    })
    const search = page.getByRole('textbox', { name: /^Search invoices/ })
    const isAsked = () => page.waitForRequest(/invoices\?.*Hasty/)
    await go('/customers')
    for (const leave of [() => search.fill('nothing has this'), () => press('Escape')]) {
      isHeld = true
      await openPalette()
      const asked = isAsked()
      await search.fill('Hasty')
      await press('Enter')
      await asked
      await leave()
      isHeld = false
      await settled(signedIn)
      if (await search.isVisible()) await press('Escape')
      expect(placeOf(page.url())).toBe('/customers')
      await page.reload()
      await settled(signedIn)
    }
    isHeld = true
    await openPalette()
    await search.fill('Hasty')
    await press('Enter')
    isHeld = false
    await isAt(`/invoices/${id}`)
    await page.unroute('**/api/v1/invoices?*Hasty*')
  })

  test('j, k, Enter, x, e, s and p on the list', async () => {
    const sent = await given.invoice({ customer: { name: 'Keys Ltd' }, status: 'sent' })
    const query = `?customer_id=${sent.customer_id}`
    const draft = await given.invoice({
      customer_id: sent.customer_id,
      issue_date: '2026-11-01',
    })
    await go(`/invoices${query}`)
    await press('j', 'j', 'k', 'x')
    await page.getByText('1 selected').waitFor()
    await press('j', 'k', 'Enter')
    await isAt(`/invoices/${sent.id}`)
    // Through the list that it was opened from, also on its page.
    await page.getByRole('button', { name: 'Next in the list' }).waitFor()
    await press('j')
    await isAt(`/invoices/${draft.id}`)
    await page.getByRole('button', { name: 'Previous in the list' }).click()
    await isAt(`/invoices/${sent.id}`)
    await page.getByRole('button', { name: 'Record payment' }).waitFor()
    await press('p')
    await page.getByRole('dialog', { name: 'Record payment' }).waitFor()
    await go(`/invoices${query}`)
    await press('j', 'p')
    await page.getByRole('dialog', { name: 'Record payment' }).waitFor()
    await go(`/invoices${query}`)
    await press('j', 'j', 's')
    await page.getByRole('dialog', { name: /^Issue this document/ }).waitFor()
    await isAt(`/invoices/${draft.id}`)
    await go(`/invoices${query}`)
    await press('j', 'j', 'e')
    await page.getByLabel('Price 1').press('Control+Enter')
    await page.getByRole('dialog', { name: /^Issue this document/ }).waitFor()
    await go(`/invoices${query}`)
    await press('/')
    await page.keyboard.type('jkn?')
    expect(await page.getByRole('searchbox').inputValue()).toBe('jkn?')
    await go('/customers')
    await press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await go('/customers')
    await press('n')
    await isAt('/invoices/new')
    expect(signedIn.bad).toEqual([])
  })

  test('in the editor changes are undone and done again, and saved', async () => {
    const { id } = await given.invoice({ items: [ITEM, { ...ITEM, description: 'Second' }] })
    await go(`/invoices/${id}/edit`)
    const first = page.getByLabel('Description 1')
    await first.fill('Changed')
    await page.getByText(/Saved at/).waitFor()
    await page.getByLabel('Description 2').focus()
    await press('Alt+ArrowUp')
    expect(await first.inputValue()).toBe('Second')
    await press('Control+z', 'Control+z')
    expect(await first.inputValue()).toBe(ITEM.description)
    await press('Control+Shift+z')
    expect(await first.inputValue()).toBe('Changed')
    await page.getByRole('button', { name: 'Redo' }).click()
    expect(await first.inputValue()).toBe('Second')
    await expect.poll(async () => (await read(id)).items[0].description).toBe('Second')
  })

  test('an invoice is issued from its editor with Ctrl-Enter and Enter', async () => {
    const { id } = await given.invoice()
    await go(`/invoices/${id}/edit`)
    await page.getByLabel('Price 1').press('Control+Enter')
    const send = page.getByRole('dialog').getByRole('button', { name: 'Issue and send' })
    await send.waitFor()
    await expect.poll(() => send.evaluate((it) => it.matches(':focus'))).toBe(true)
    await page
      .getByText('Checked: nothing unusual.')
      .or(page.getByText('Check this first'))
      .waitFor()
    await press('Enter')
    await expect.poll(async () => (await read(id)).status).toBe('sent')
  })

  test('Ctrl-Enter sends a quote from its editor', async () => {
    const { customer_id } = await given.invoice()
    const quote = await site.app.call('POST', '/quotes', { customer_id, items: [ITEM] })
    await go(`/quotes/${quote.json().id}/edit`)
    await page.getByLabel('Price 1').press('Control+Enter')
    await page.getByRole('dialog', { name: /^Send/ }).waitFor()
  })

  test('Enter pressed twice deletes no drafts', async () => {
    const { id, customer_id } = await given.invoice({ customer: { name: 'Twice Ltd' } })
    await go(`/invoices?customer_id=${customer_id}`)
    await press('j', 'x')
    await page.getByRole('button', { name: 'More', exact: true }).focus()
    await press('Enter')
    await page.getByRole('menuitem', { name: /^Delete drafts/ }).focus()
    await press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Delete 1 draft' })
    await dialog.waitFor()
    await expect
      .poll(() =>
        dialog.getByRole('button', { name: 'Cancel' }).evaluate((it) => it.matches(':focus')),
      )
      .toBe(true)
    await press('Enter')
    await dialog.waitFor({ state: 'detached' })
    expect(await read(id)).toMatchObject({ id })
  })

  test('a closed dialog returns the focus to its button', async () => {
    const { id, customer_id } = await given.invoice({ status: 'sent' })
    for (const [path, name] of [
      [`/invoices/${id}`, 'Record payment'],
      [`/invoices/${id}`, 'Send…'],
      [`/customers/${customer_id}`, 'Add contact'],
    ] as const) {
      await go(path)
      const button = page.getByRole('button', { name, exact: true })
      await button.press('Enter')
      await page.getByRole('dialog').waitFor()
      await settled(signedIn)
      await press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await expect.poll(() => button.evaluate((it) => it.matches(':focus'))).toBe(true)
    }
  })

  test('a closed dialog returns the focus to the menu that opened it', async () => {
    const { id } = await given.invoice({ status: 'sent' })
    const { id: customer } = await given.customer({ name: 'Menu & Sons' })
    for (const [path, name] of [
      [`/invoices/${id}`, 'Void'],
      [`/invoices/${id}`, 'Credit note'],
      [`/customers/${customer}`, 'Delete'],
    ] as const) {
      await go(path)
      const button = page.getByRole('button', { name: 'More actions' })
      await button.press('Enter')
      await page.getByRole('menuitem', { name }).press('Enter')
      await page.getByRole('dialog').waitFor()
      await settled(signedIn)
      await press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await expect
        .poll(() => button.evaluate((it) => it.matches(':focus')), { message: name })
        .toBe(true)
    }
  })

  test('a goes to the actions for the selected rows, and Escape back to the row', async () => {
    const { customer_id } = await given.invoice({ customer: { name: 'Bulk Ltd' } })
    await given.invoice({ customer_id })
    await go(`/invoices?customer_id=${customer_id}`)
    await press('j', 'x', 'j', 'x')
    await page.getByText('2 selected').waitFor()
    await press('a')
    const focused = () => page.evaluate('document.activeElement.textContent')
    expect(await focused()).toBe('Issue')
    await press('Escape')
    expect(await focused()).toBe('–')
    await press('k', 'x')
    await page.getByText('1 selected').waitFor()
  })

  test('Ctrl-Enter rests below a dialog', async () => {
    const { id } = await given.invoice()
    await go(`/invoices/${id}/edit`)
    await page.getByLabel('Description 1').focus()
    await paste(page, 'Stickers\t3\t18.50')
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    await press('Control+Enter')
    await settled(signedIn)
    expect(await dialog.count()).toBe(1)
    await press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  test('a line is dragged to another place, and the preview follows', async () => {
    const { id } = await given.invoice({
      items: ['One', 'Two', 'Three'].map((description) => ({ ...ITEM, description })),
    })
    await page.setViewportSize({ width: 1600, height: 900 })
    await go(`/invoices/${id}/edit`)
    const paper = page.frameLocator('iframe[title="Preview"]')
    await paper.getByText('Three').waitFor()
    await page.locator('.line-grip').nth(2).dragTo(page.locator('.line').nth(0))
    expect(await page.getByLabel('Description 1').inputValue()).toBe('Three')
    await page.getByLabel('Description 2').fill('One and a half')
    await paper.getByText('One and a half').waitFor()
    expect((await read(id)).items.map((it: Json) => it.description)).toEqual([
      'Three',
      'One and a half',
      'Two',
    ])
    // This browser remembers who wants no preview.
    await page.getByRole('button', { name: 'Hide preview' }).click()
    await page.reload()
    await page.getByRole('button', { name: 'Show preview' }).click()
    await page.setViewportSize({ width: 1280, height: 800 })
    expect(signedIn.bad).toEqual([])
  })
})
