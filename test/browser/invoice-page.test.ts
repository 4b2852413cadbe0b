import { DARK } from '@billwright/rules/design-tokens'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lightenedOn } from '../../src/paper/printing/color.ts'
import { type Givens, givens, ITEM, type Json } from '../givens.ts'
import { violationsOf } from './axe.ts'
import { type ConsoleSite, type Opened, skipped, startConsole } from './console-site.ts'

const SETTINGS = {
  companyName: 'Atelier Nordlicht',
  companyEmail: 'hello@nordlicht.example',
  companyTaxId: 'DE123456788',
  companyAddress: {
    line1: 'Lindenallee 12',
    postalCode: '10999',
    city: 'Berlin',
    countryCode: 'DE',
  },
  bankAccount: { iban: 'DE89370400440532013000' },
  accentColor: '#7a1f4b',
}
const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe.skipIf(skipped !== '')(`the customer's page${skipped}`, () => {
  let site: ConsoleSite
  let given: Givens
  let opened: Opened
  beforeAll(async () => {
    site = await startConsole()
    given = givens(site.app)
    await site.app.call('PATCH', '/settings', { ...SETTINGS, logo: PNG })
    opened = await site.open()
    await opened.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  })
  afterAll(() => site?.close())

  const published = async (invoice: object): Promise<Json> => {
    const { id } = await given.invoice({ status: 'sent', ...invoice })
    return { ...(await given.publish(id)), id }
  }

  test('shows amount, logo and how to pay, copies for the banking app, and speaks the chosen language', async () => {
    const invoice = await published({ items: [{ ...ITEM, quantity: '12', unit_price: '100.50' }] })
    const { page } = opened
    await page.goto(`/i/${invoice.share_token}`)
    await page.locator('header .logo').waitFor()
    for (const [name, copied] of [
      ['Copy: IBAN', 'DE89370400440532013000'],
      ['Copy: Reference', invoice.number],
      ['Copy: Amount due', invoice.totals.due],
    ] as const) {
      await page.getByRole('button', { name }).click()
      await page.getByText('Copied').first().waitFor()
      expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(copied)
    }
    const ask = page.getByRole('link', { name: 'Ask a question' })
    expect(await ask.getAttribute('href')).toBe(
      `mailto:hello%40nordlicht.example?subject=Invoice%20${invoice.number}`,
    )
    expect(await violationsOf(page)).toEqual([])
    await page.locator('summary').click()
    await page.getByRole('link', { name: 'Deutsch' }).click()
    await page.getByText('Fällig am').first().waitFor()
    expect(opened.bad).toEqual([])
  })

  test('prints one sheet; a long invoice names its PDF instead of a part of itself', async () => {
    const { page } = opened
    const pagesOf = async () =>
      (await page.pdf()).toString('latin1').match(/\/Type\s*\/Page\b/g)?.length
    const { share_token: token } = await published({})
    await page.goto(`/i/${token}`, { waitUntil: 'networkidle' })
    expect(await pagesOf()).toBe(1)
    const items = Array.from({ length: 40 }, (_, line) => ({
      ...ITEM,
      description: `Line ${line}`,
    }))
    const long = await published({ items })
    await page.goto(`/i/${long.share_token}`, { waitUntil: 'networkidle' })
    expect(await pagesOf()).toBe(1)
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('iframe').isVisible()).toBe(false)
    expect(await page.getByRole('link', { name: 'Download PDF' }).isVisible()).toBe(true)
    await page.emulateMedia({ media: 'screen' })
  })

  test('on a phone the frame is as high as the document, and the IBAN is on one line', async () => {
    const phone = await site.open({ viewport: { width: 390, height: 844 } })
    const items = Array.from({ length: 9 }, () => ({ ...ITEM, details: 'Two drafts, one final' }))
    for (const invoice of [{ items }, { status: 'paid' }]) {
      const { share_token: token } = await published(invoice)
      await phone.page.goto(`/i/${token}`, { waitUntil: 'networkidle' })
      const [, frame] = phone.page.frames()
      const space = () =>
        frame?.evaluate<number>('innerHeight - document.documentElement.offsetHeight')
      await expect.poll(space).toBe(0)
    }
    const { share_token: token } = await published({})
    await phone.page.goto(`/i/${token}`)
    const box = await phone.page.getByText('DE89 3704 0044 0532 0130 00').boundingBox()
    expect(box?.height).toBeLessThan(30)
  })

  test('on a wide screen the sheet has the margins of paper, and only the stamp says its state', async () => {
    const { page } = opened
    const { share_token: token } = await published({ status: 'paid' })
    await page.goto(`/i/${token}`, { waitUntil: 'networkidle' })
    const [, frame] = page.frames()
    const margin = () =>
      frame?.evaluate<number>(
        'Math.round(parseFloat(getComputedStyle(document.querySelector(".sheet")).paddingLeft))',
      )
    // 25 mm.
    await expect.poll(margin).toBe(94)
    const badge = page.frameLocator('iframe').locator('.badge')
    expect(await badge.isVisible()).toBe(false)
    await page.emulateMedia({ media: 'print' })
    expect(await badge.isVisible()).toBe(true)
    await page.emulateMedia({ media: 'screen' })
  })

  test('a dark page lightens the color of its buttons', async () => {
    const dark = await site.open({ colorScheme: 'dark' })
    const { share_token: token } = await published({})
    const button = 'getComputedStyle(document.documentElement).getPropertyValue("--button")'
    for (const [page, color] of [
      [opened.page, SETTINGS.accentColor],
      [dark.page, lightenedOn(DARK.surface, SETTINGS.accentColor)],
    ] as const) {
      await page.goto(`/i/${token}`)
      expect(await page.evaluate<string>(button)).toBe(color)
    }
    expect(await violationsOf(dark.page)).toEqual([])
  })

  test('works without scripts, on a phone', async () => {
    const phone = await site.open({
      javaScriptEnabled: false,
      viewport: { width: 360, height: 740 },
    })
    const { share_token: token } = await published({})
    await phone.page.goto(`/i/${token}`)
    expect(await phone.page.getByRole('button').count()).toBe(0)
    await phone.page.getByText('DE89 3704 0044 0532 0130 00').waitFor()
    // The whole document shows: its total is not below the edge of the frame.
    const [, frame] = phone.page.frames()
    await frame?.waitForLoadState()
    expect(await frame?.evaluate('document.documentElement.scrollHeight <= innerHeight')).toBe(true)
    await phone.page.locator('summary').click()
    await phone.page.getByRole('link', { name: 'Français' }).click()
    await phone.page.getByText('Date d’échéance').first().waitFor()
  })
})
