import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givens, ITEM } from '../givens.ts'
import {
  type ConsoleSite,
  fitsWidth,
  type Opened,
  settled,
  signIn,
  skipped,
  startConsole,
} from './console-site.ts'

const PHONE = { viewport: { width: 390, height: 800 } }

describe.skipIf(skipped !== '')(`long names and amounts${skipped}`, () => {
  let site: ConsoleSite
  let opened: Opened
  beforeAll(async () => {
    site = await startConsole()
    opened = await site.open()
    await signIn(opened.page)
  })
  afterAll(() => site?.close())

  const boxOf = async (locator: Locator) => {
    const box = await locator.boundingBox()
    if (!box) throw new Error('It is not on the page.')
    return { ...box, right: box.x + box.width }
  }

  test('amounts and documents are shown whole, on a phone and beside the menu', async () => {
    const name = `Donaudampfschifffahrtsgesellschaft${'x'.repeat(46)}`
    const customer = (await site.app.call('POST', '/customers', { name, currency: 'CHF' })).json()
    const items = [{ ...ITEM, quantity: '1', unit_price: '9999999999.99' }]
    const given = givens(site.app)
    const { id } = await given.invoice({ customer_id: customer.id, status: 'sent', items })
    const cookies = await opened.page.context().cookies()
    for (const viewport of [PHONE.viewport, { width: 1280, height: 900 }]) {
      const german = await site.open({ viewport, locale: 'de-DE' })
      await german.page.context().addCookies(cookies)
      for (const path of ['/invoices', '/customers', `/customers/${customer.id}`]) {
        await german.page.goto(path)
        await settled(german)
        const seen = `${path} at ${viewport.width}`
        expect(await fitsWidth(german.page), seen).toBe(true)
        const cells = german.page.locator('td.figures:visible')
        await cells.filter({ hasText: '9.999' }).first().waitFor()
        const cut = await cells.evaluateAll((all) =>
          all.filter((it) => it.scrollWidth > it.clientWidth).map((it) => it.textContent),
        )
        expect(cut, seen).toEqual([])
      }
      await german.page.goto(`/invoices/${id}`)
      await settled(german)
      // The frame has the height of a page for a printed document, else exactly that of the document.
      const isWhole = () =>
        german.page.evaluate<boolean>(`(() => {
          const frame = document.querySelector('iframe')
          const height = frame?.contentDocument?.body?.offsetHeight ?? 0
          const spare = frame.offsetHeight - height
          return height > 0 && spare >= 0 && (frame.offsetWidth > 700 || spare < 40)
        })()`)
      await expect.poll(isWhole).toBe(true)
    }
  })

  test('an amount of eleven digits is on one line, in a list and in the editor', async () => {
    const items = [{ ...ITEM, quantity: '1', unit_price: '99999999999.99' }]
    const { id } = await givens(site.app).invoice({ items })
    const lines = (cell: Locator) =>
      cell.evaluate((it) => {
        const text = it.ownerDocument.createRange()
        text.selectNodeContents(it)
        return new Set([...text.getClientRects()].map(({ top }) => top)).size
      })
    const { page } = opened
    for (const width of [768, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/invoices')
      await settled(opened)
      const amount = page.locator('td.figures:visible', { hasText: '€118,999,999,999' }).first()
      expect(await lines(amount), `${width}`).toBe(1)
      expect(await fitsWidth(page), `${width}`).toBe(true)
    }
    await page.goto(`/invoices/${id}/edit`)
    const price = page.getByLabel('Price 1')
    await price.waitFor()
    await page.locator('.preview iframe').waitFor()
    // With the preview open, the figures of an item are still on one row, and its description is readable.
    const quantity = await boxOf(page.getByLabel('Quantity 1'))
    expect((await boxOf(price)).y).toBe(quantity.y)
    expect((await boxOf(page.getByLabel('Description 1'))).width).toBeGreaterThan(400)
    expect(await price.evaluate((it) => it.scrollWidth <= it.clientWidth)).toBe(true)
    expect(await lines(page.locator('.line .line-total'))).toBe(1)
  })

  test('on a phone, search results show their state, and copy buttons stay on one line', async () => {
    await site.app.call('PATCH', '/settings', { bankAccount: { iban: 'DE89370400440532013000' } })
    const given = givens(site.app)
    const { id } = await given.invoice({ status: 'sent', language: 'de' })
    const { share_token: token, number } = await given.publish(id)
    const phone = await site.open({ ...PHONE, locale: 'de-DE' })
    await phone.page.context().addCookies(await opened.page.context().cookies())
    await phone.page.goto('/invoices')
    await settled(phone)
    await phone.page.keyboard.press('ControlOrMeta+k')
    await phone.page.getByRole('dialog').getByRole('textbox').fill(number)
    const found = phone.page.locator('[data-action]').filter({ hasText: number })
    const state = await boxOf(found.locator('.state'))
    const list = await boxOf(phone.page.getByRole('dialog'))
    expect(state.right).toBeLessThanOrEqual(list.right)
    await phone.page.goto(`/i/${token}`)
    const copies = phone.page.locator('button[data-copy]')
    await copies.first().waitFor()
    const heights = await copies.evaluateAll((all) => all.map((it) => it.clientHeight))
    expect(Math.max(...heights)).toBeLessThan(45)
  })
})
