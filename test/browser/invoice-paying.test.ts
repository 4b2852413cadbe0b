import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens, ITEM, type Json } from '../givens.ts'
import { type PlayedStripe, playStripe } from '../providers/stripe.ts'
import { violationsOf } from './axe.ts'
import { type ConsoleSite, skipped, startConsole } from './console-site.ts'

const PHONE = { width: 360, height: 740 }

describe.skipIf(skipped !== '')(`paying an invoice in the browser${skipped}`, () => {
  let site: ConsoleSite
  let stripe: PlayedStripe
  let given: Givens
  beforeAll(async () => {
    stripe = await playStripe()
    site = await startConsole({
      OUTBOUND_ALLOW: stripe.host,
      PAYMENT_ORIGINS: `stripe=${stripe.origin}`,
    })
    given = givens(site.app)
    const provider = { kind: 'stripe', label: 'Stripe', api_key: 'sk_test_browser1' }
    await site.app.call('POST', '/payment-providers', { ...provider, methods: ['card', 'ideal'] })
  })
  afterAll(async () => {
    await site?.close()
    await stripe?.close()
  })

  const published = async (): Promise<Json> => {
    const { id } = await given.invoice({ items: [ITEM], status: 'sent' })
    return { ...(await given.publish(id)), id }
  }
  const pays = async (invoice: Json, status: 'paid' | 'failed' | 'pending'): Promise<void> => {
    const path = `/invoices/${invoice.id}/checkouts`
    const [checkout] = (await site.app.call('GET', path)).json().data
    const at = Number(BigInt(site.app.clock.now()) / 1000n)
    const payment = { ref: 'p', status, amount: 14280, currency: 'EUR', at }
    stripe.of(checkout.id).facts = { status, payments: [payment] }
  }

  /** Its link has the public address of the service, which is not that of the test. */
  const back = async (page: Page): Promise<void> => {
    const href = await page.getByRole('link', { name: 'Back to the shop' }).getAttribute('href')
    const { pathname, search } = new URL(String(href))
    await page.goto(`${site.origin}${pathname}${search}`)
  }

  // Browsers check the policy of forms on the redirect to the provider, too.
  test.each([
    ['with scripts, on a phone', { viewport: PHONE }, 'de', 'Mit Karte bezahlen', 'Vielen Dank'],
    ['without scripts', { javaScriptEnabled: false }, 'fr', 'Payer par carte', 'Merci'],
  ] as const)('%s: fail, pay again, paid', async (_, options, language, button, thanks) => {
    const invoice = await published()
    const { page, bad } = await site.open(options)
    await page.goto(`/i/${invoice.share_token}?language=${language}`)
    const pay = page.getByRole('button', { name: button })
    await pay.waitFor()
    if (!('javaScriptEnabled' in options)) expect(await violationsOf(page)).toEqual([])
    await pay.click()
    await page.getByRole('link', { name: 'Back to the shop' }).waitFor()
    expect(new URL(page.url()).origin).toBe(stripe.origin)
    await pays(invoice, 'failed')
    await back(page)
    await page.getByRole('status').waitFor()
    expect(await page.content()).toContain('payment did not succeed')
    await page.locator('form.online button').first().click()
    await page.getByRole('link', { name: 'Back to the shop' }).waitFor()
    await pays(invoice, 'paid')
    await back(page)
    await page.getByRole('status').waitFor()
    await page.goto(`${page.url()}&language=${language}`)
    expect(await page.getByRole('status').textContent()).toContain(thanks)
    expect(await page.locator('form').count()).toBe(0)
    // The page of the provider is the only other host.
    expect(bad.filter((it) => !it.startsWith(stripe.origin))).toEqual([])
  })
})
