import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens, ITEM, type Json } from '../givens.ts'
import { runNow } from '../jobs.ts'
import { DESKTOP, PHONE, violationsOf } from './axe.ts'
import { signIn, skipped, speak } from './console-site.ts'
import { type PayingSite, startPaying } from './paying.ts'

const SMALL = { width: 360, height: 740 }

describe.skipIf(skipped !== '')(`paying an invoice in the browser${skipped}`, () => {
  let site: PayingSite
  let given: Givens
  beforeAll(async () => {
    site = await startPaying()
    given = givens(site.app)
    const provider = { kind: 'stripe', label: 'Stripe', api_key: 'sk_test_browser1' }
    await site.call('POST', '/payment-providers', { ...provider, methods: ['card', 'ideal'] })
  })
  afterAll(() => site?.close())

  const published = async (): Promise<Json> => {
    const { id } = await given.invoice({ items: [ITEM], status: 'sent' })
    return { ...(await given.publish(id)), id }
  }
  /** The page of the provider is the only other host. */
  const expectNothingBad = (bad: readonly string[]) =>
    expect(bad.filter((it) => !it.startsWith(site.stripe.origin))).toEqual([])

  // Browsers check the policy of forms on the redirect to the provider, too.
  test.each([
    ['with scripts, on a phone', { viewport: SMALL }, 'de', 'Mit Karte bezahlen', 'Vielen Dank'],
    ['without scripts', { javaScriptEnabled: false }, 'fr', 'Payer par carte', 'Merci'],
  ] as const)('%s: fail, pay again, paid', async (_, options, language, button, thanks) => {
    const invoice = await published()
    const { page, bad } = await site.open(options)
    await page.goto(`/i/${invoice.share_token}?language=${language}`)
    const pay = page.getByRole('button', { name: button })
    await pay.waitFor()
    if (!('javaScriptEnabled' in options)) expect(await violationsOf(page)).toEqual([])
    await site.leave(page, button)
    expect(new URL(page.url()).origin).toBe(site.stripe.origin)
    await site.says(invoice, 'failed')
    await site.back(page)
    await page.getByRole('status').waitFor()
    expect(await page.content()).toContain('payment did not succeed')
    await site.leave(page)
    await site.says(invoice, 'paid')
    await site.back(page, language)
    expect(await page.getByRole('status').textContent()).toContain(thanks)
    expect(await page.locator('form').count()).toBe(0)
    expectNothingBad(bad)
  })

  test.each([
    ['with scripts, on a phone', { viewport: PHONE }],
    ['without scripts', { viewport: DESKTOP, javaScriptEnabled: false }],
  ] as const)('%s, in German: two parts pay an invoice', async (_, options) => {
    await given.settings({ allowPartialOnline: true })
    const invoice = await published()
    const { page, bad } = await site.open(options)
    await page.goto(`/i/${invoice.share_token}?language=de`)
    const amount = page.getByLabel('Betrag, falls Sie nur einen Teil zahlen')
    await amount.fill('500')
    await page.getByRole('button', { name: 'Mit Karte bezahlen' }).click()
    // The browser refuses it.
    expect(await page.locator('input[name=amount]:invalid').count()).toBe(1)
    await amount.fill('40.50')
    if (!('javaScriptEnabled' in options)) expect(await violationsOf(page)).toEqual([])
    await site.leave(page, 'Mit Karte bezahlen')
    await site.says(invoice, 'paid')
    await site.back(page, 'de')
    expect(await page.getByRole('status').textContent()).toContain('Vielen Dank')
    expect(await page.locator('.hero').textContent()).toMatch(/102,30\s€/)
    expect(await amount.getAttribute('max')).toBe('102.30')
    expect(await site.call('GET', `/invoices/${invoice.id}`)).toMatchObject({
      ...{ status: 'sent', totals: { paid: '40.50', due: '102.30' } },
    })
    const owner = (await site.open(options.viewport === PHONE ? { viewport: PHONE } : {})).page
    await speak(owner, 'de')
    await signIn(owner)
    await owner.goto(`/invoices/${invoice.id}`)
    const history = owner.locator('.mantine-Timeline-root')
    await history.getByText(/^Online bezahlt: 40,50\s€/).waitFor()
    await site.leave(page, 'Mit Karte bezahlen')
    await site.says(invoice, 'paid')
    await site.back(page, 'de')
    expect(await page.locator('form').count()).toBe(0)
    await owner.reload()
    await history.getByText(/^Online bezahlt: 102,30\s€/).waitFor()
    const { data } = await site.call('GET', `/invoices/${invoice.id}/payments`)
    expect(data.map((it: Json) => it.amount).toSorted()).toEqual(['102.30', '40.50'])
    expectNothingBad(bad)
    await given.settings({ allowPartialOnline: false })
  })

  test.each([
    ['the provider closes its page', 'closed'],
    ['the customer pays there, too', 'paid'],
  ] as const)('a transfer arrives while the customer is at the provider: %s', async (_, how) => {
    const invoice = await published()
    const { page, bad } = await site.open({ viewport: PHONE })
    await page.goto(`/i/${invoice.share_token}?language=de`)
    await site.leave(page)
    if (how === 'paid') await site.says(invoice, 'paid')
    await site.call('POST', `/invoices/${invoice.id}/payments`, { amount: '142.80' })
    await runNow(site.app, 'checkout.watch')
    await site.app.services.jobRunner.runDue()
    await site.back(page, 'de')
    await page.getByText('Vollständig bezahlt am').first().waitFor()
    expect(await page.locator('form').count()).toBe(0)
    expect(await page.getByRole('status').count()).toBe(how === 'paid' ? 1 : 0)
    const [{ id: checkout }] = (await site.call('GET', `/invoices/${invoice.id}/checkouts`)).data
    const { data } = await site.call('GET', `/invoices/${invoice.id}/payments`)
    expect(data).toMatchObject([{ amount: '142.80', source: null }])
    const { customer_id: customer } = await site.call('GET', `/invoices/${invoice.id}`)
    const account = await site.call('GET', `/customers/${customer}/account`)
    const left = how === 'paid' ? [{ currency: 'EUR', balance: '142.80' }] : []
    expect(account.balances ?? account).toMatchObject(left)
    const problems = (await site.call('GET', '/provider-payments?problem=overpaid_online')).data
    expect(problems.map((it: Json) => it.checkout_id)).toEqual(how === 'paid' ? [checkout] : [])
    if (how === 'paid') {
      const owner = (await site.open({ viewport: PHONE })).page
      await speak(owner, 'de')
      await signIn(owner)
      await owner.goto('/bank/online')
      await owner
        .locator('.bank-row')
        .getByText(/142,80\s€/)
        .first()
        .waitFor()
    }
    expectNothingBad(bad)
  })
})
