import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBrowser } from '../chromium.ts'
import type { Json } from '../givens.ts'
import { startTestApp, type TestApp } from '../harness.ts'
import { WAIT } from '../patience.ts'
import { violationsOf, WAYS } from './axe.ts'

/** A folder for pictures of the page, to look at. */
const { PICTURES } = process.env
const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 30"><rect width="120" height="30" fill="#1f5f5b"/></svg>'
const WORDS = {
  en: { accept: 'Accept quote', decline: 'Decline quote', accepted: /^Accepted by Mia Brandt/ },
  de: { accept: 'Angebot annehmen', decline: 'Angebot ablehnen', accepted: /^Angenommen von Mia/ },
  fr: { accept: 'Accepter le devis', decline: 'Refuser le devis', accepted: /^Accepté par Mia/ },
}

const binary = await findBrowser()
const skipped = binary === null ? ' (skipped: no Chromium; name one in CHROMIUM_PATH)' : ''

describe.skipIf(skipped !== '')(`the customer's page of a quote${skipped}`, () => {
  let app: TestApp
  let browser: Browser
  let origin: string
  beforeAll(async () => {
    app = await startTestApp('sqlite')
    origin = await app.server.listen({ port: 0, host: '127.0.0.1' })
    const logo = `data:image/svg+xml;base64,${Buffer.from(LOGO).toString('base64')}`
    await call('PATCH', '/settings', {
      companyName: 'Nordlicht',
      companyEmail: 'hello@nordlicht.example',
      accentColor: '#1f5f5b',
      logo,
    })
    browser = await chromium.launch({
      executablePath: binary?.path ?? '',
      env: { ...process.env, LD_LIBRARY_PATH: binary?.libraryDir ?? '' },
    })
  })
  afterAll(async () => {
    await browser?.close()
    await app?.close()
  })

  const call: TestApp['json'] = (...request) => app.json(...request)

  const opened = async (language: string): Promise<Json> => {
    const { id: customer_id } = await call('POST', '/customers', { name: 'Fernweh', language })
    const items = [
      { description: 'Cover design', quantity: '4', unit_price: '250', tax: { rate: '19' } },
      { description: 'Second draft', unit_price: '300', optional: true },
      { description: 'Printed proof', unit_price: '40', optional: true, selected: true },
    ]
    const terms_text = 'Half in advance, half on delivery.\nWork begins in March.'
    const draft = await call('POST', '/quotes', { customer_id, items, terms_text })
    return call('POST', `/quotes/${draft.id}/open`)
  }

  async function look(page: Page, name: string): Promise<void> {
    await page.waitForLoadState('networkidle')
    if (PICTURES !== undefined)
      await page.screenshot({ path: join(PICTURES, `page-${name}.png`), fullPage: true })
    expect(await violationsOf(page), name).toEqual([])
  }

  test.each(WAYS)('in $language, $colorScheme, is accessible and fits in every state', async ({
    language,
    ...way
  }) => {
    const context = await browser.newContext({ ...way, baseURL: origin })
    const page = await context.newPage()
    const name = (state: string) => `${language}-${way.colorScheme}-${way.viewport.width}-${state}`
    const quote = await opened(language)
    const show = async (state: string, revision = '') => {
      await page.goto(`/q/${quote.share_token}${revision}`)
      await look(page, name(state))
    }
    await show('open')
    expect(await page.locator('header img.logo').isVisible()).toBe(true)
    app.clock.set('2027-06-01T08:00:00Z')
    await show('expired')
    expect(await page.locator('form').count()).toBe(0)
    app.clock.set('2026-11-21T08:00:00Z')
    await call('POST', `/quotes/${quote.id}/decline`, { note: 'Too late' })
    await show('declined')
    const next = await call('POST', `/quotes/${quote.id}/revise`)
    await call('POST', `/quotes/${next.id}/open`)
    await show('earlier', '?revision=1')
    expect(await page.locator('form').count()).toBe(0)
    await context.close()
  })

  test('paper has one sheet, a long quote names its PDF on it, and the seller is asked by e-mail', async () => {
    const context = await browser.newContext({ baseURL: origin })
    const page = await context.newPage()
    await page.goto(`/q/${(await opened('en')).share_token}`, { waitUntil: 'networkidle' })
    const pdf = (await page.pdf()).toString('latin1')
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
    const { id: customer_id } = await call('POST', '/customers', { name: 'Fernweh' })
    const items = Array.from({ length: 40 }, (_, line) => ({
      description: `Line ${line}`,
      unit_price: '80',
    }))
    const draft = await call('POST', '/quotes', { customer_id, items })
    const { share_token: token, number } = await call('POST', `/quotes/${draft.id}/open`)
    await page.goto(`/q/${token}`)
    const ask = page.getByRole('link', { name: 'Ask a question' })
    expect(await ask.getAttribute('href')).toBe(
      `mailto:hello%40nordlicht.example?subject=Quote%20${number}`,
    )
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('iframe').isVisible()).toBe(false)
    expect(await page.getByRole('link', { name: 'Download PDF' }).isVisible()).toBe(true)
    await context.close()
  })

  /** The total at the top of the page, and what is payable in the form and on its button, in whole units. */
  const totals = async (page: Page): Promise<readonly string[]> =>
    (await page.locator('[data-shown=total], [data-shown=payable]').allTextContents()).map((text) =>
      text.replace(/[.,]00/, '').replace(/\D/g, ''),
    )

  test('with scripts: the total follows the choices, and is the accepted one', async () => {
    const context = await browser.newContext({ baseURL: origin })
    context.setDefaultTimeout(WAIT.timeout)
    const page = await context.newPage()
    const quote = await opened('en')
    await page.goto(`/q/${quote.share_token}`)
    await expect.poll(() => totals(page)).toEqual(['1230', '1230', '1230'])
    await page.getByRole('checkbox', { name: /Second draft/ }).check()
    await page.locator('.total', { hasText: '1,530' }).waitFor()
    await expect.poll(() => totals(page)).toEqual(['1530', '1530', '1530'])
    await page.locator('input[name=name]').fill('Mia Brandt')
    await page.locator('input[name=consent]').check()
    await page.getByRole('button', { name: WORDS.en.accept }).click()
    await page.getByText(WORDS.en.accepted).first().waitFor()
    expect(await call('GET', `/quotes/${quote.id}`)).toMatchObject({
      status: 'accepted',
      acceptance: { total: '1530.00' },
    })
    await context.close()
  })

  test.each(WAYS)('without scripts in $language, $colorScheme: chosen, accepted; declined', async ({
    language,
    ...way
  }) => {
    const words = WORDS[language]
    const context = await browser.newContext({
      ...way,
      baseURL: origin,
      javaScriptEnabled: false,
    })
    context.setDefaultTimeout(WAIT.timeout)
    const page = await context.newPage()
    const quote = await opened(language)
    await page.goto(`/q/${quote.share_token}`)
    await page.getByRole('checkbox', { name: /Second draft/ }).check()
    await page.getByRole('checkbox', { name: /Printed proof/ }).uncheck()
    await page.locator('input[name=name]').fill('Mia Brandt')
    await page.locator('input[name=consent]').check()
    // The page shows another total than that of the choices, so it shows that first.
    await page.getByRole('button', { name: words.accept }).click()
    await page.getByRole('alert').waitFor()
    await expect.poll(() => totals(page)).toEqual(['1490', '1490', '1490'])
    expect(await page.locator('input[name=name]').inputValue()).toBe('Mia Brandt')
    await page.getByRole('checkbox', { name: /Printed proof/ }).check()
    await page.locator('[data-update]').click()
    await expect.poll(() => totals(page)).toEqual(['1530', '1530', '1530'])
    await page.getByRole('checkbox', { name: /Printed proof/ }).uncheck()
    await page.locator('[data-update]').click()
    await page.locator('input[name=consent]').check()
    await page.getByRole('button', { name: words.accept }).click()
    await page.getByText(words.accepted).first().waitFor()
    expect(await call('GET', `/quotes/${quote.id}`)).toMatchObject({
      status: 'accepted',
      totals: { net: '1300.00' },
      acceptance: {
        by: 'customer',
        name: 'Mia Brandt',
        language,
        document_hash: quote.document_hash,
        selected: [quote.items[1].id],
      },
    })
    const other = await opened(language)
    await page.goto(`/q/${other.share_token}`)
    await page.locator('.answer summary').click()
    await page.locator('textarea[name=reason]').fill('Not this year')
    await page.getByRole('button', { name: words.decline }).click()
    await page.locator('.state.declined').waitFor()
    expect(await call('GET', `/quotes/${other.id}`)).toMatchObject({
      status: 'declined',
      answers: [{ by: 'customer', note: 'Not this year' }],
    })
    await context.close()
  })
})
