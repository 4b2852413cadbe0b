import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givens, ITEM, type Json } from '../givens.ts'
import { runNow } from '../jobs.ts'
import { DESKTOP, PHONE, violationsOf } from './axe.ts'
import { signIn, skipped, speak } from './console-site.ts'
import { type PayingSite, startPaying } from './paying.ts'

const KEY = 'sk_test_journey12'

describe.skipIf(skipped !== '')(`online payment in the console${skipped}`, () => {
  let site: PayingSite
  beforeAll(async () => {
    site = await startPaying()
  })
  afterAll(() => site?.close())

  const providers = async (): Promise<readonly Json[]> =>
    (await site.app.call('GET', '/payment-providers')).json().data
  const withoutProviders = async () => {
    for (const { id } of await providers())
      await site.app.call('DELETE', `/payment-providers/${id}`)
  }
  const openSettings = async (page: Page, language = 'en') => {
    await speak(page, language)
    await signIn(page)
    await page.goto('/settings/online')
  }

  test('a provider is added in three steps; a refused key is not stored', async () => {
    await withoutProviders()
    const { page, bad } = await site.open({ viewport: DESKTOP })
    await openSettings(page)
    await page.getByRole('button', { name: 'Add provider' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Next' }).click()
    const key = dialog.getByLabel('Secret key')
    const run = dialog.getByRole('button', { name: 'Test' })
    for (const [typed, fault] of [
      ['pk_test_journey12', /This key is public/],
      ['test_abcdefghijklmnopqrstuvwx', /This is a key of Mollie/],
      ['sk_live', /not a secret key of Stripe/],
    ] as const) {
      await key.fill(typed)
      await run.click()
      await dialog.getByText(fault).waitFor()
    }
    site.stripe.refusesKeys = true
    await key.fill(KEY)
    await run.click()
    await dialog.getByText('Stripe does not accept this key').waitFor()
    expect(await providers()).toEqual([])
    site.stripe.refusesKeys = false
    site.stripe.broken.set('account', 1)
    await run.click()
    await dialog.getByText('Stripe does not answer').waitFor()
    expect(await providers()).toEqual([])
    await run.click()
    await dialog.getByText('Atelier Nord (acct_1played)').waitFor()
    await dialog.getByText('This is a test key').waitFor()
    await dialog.getByText('Card, SEPA direct debit').waitFor()
    expect(await providers()).toMatchObject([{ enabled: false, account: 'acct_1played' }])
    expect(await violationsOf(page)).toEqual([])
    await dialog.getByLabel('Signing secret').fill('whsec_journey')
    await dialog.getByRole('button', { name: 'Turn on' }).click()
    await page.getByText('Provider turned on').waitFor()
    await page.locator('.state[data-shape=done]').getByText('On', { exact: true }).waitFor()
    expect(await providers()).toMatchObject([
      { enabled: true, label: 'Stripe', mode: 'test', has_hook_secrets: true },
    ])
    expect(await page.content()).not.toContain(KEY)
    expect(bad).toEqual([])
  })

  test('on a phone, in German: a provider is tested, changed, and turned off where it has payments', async () => {
    await withoutProviders()
    const body = { kind: 'stripe', label: 'Kasse', api_key: KEY }
    const { id } = (await site.app.call('POST', '/payment-providers', body)).json()
    const { page, bad } = await site.open({ viewport: PHONE, colorScheme: 'dark' })
    await openSettings(page, 'de')
    await page.getByText('Nicht geprüft').waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Kasse bearbeiten' }).click()
    const dialog = page.getByRole('dialog')
    site.stripe.refusesKeys = true
    await dialog.getByRole('button', { name: 'Verbindung prüfen' }).click()
    await dialog.getByText('Stripe nimmt diesen Schlüssel nicht an').waitFor()
    site.stripe.refusesKeys = false
    await dialog.getByRole('button', { name: 'Verbindung prüfen' }).click()
    await dialog.getByText('Atelier Nord (acct_1played)').waitFor()
    expect(await violationsOf(page)).toEqual([])
    await dialog.getByLabel('Name', { exact: true }).fill('Karten')
    await dialog.getByLabel('Angebotene Zahlungsarten').first().click()
    await page.getByRole('option', { name: 'Karte', exact: true }).click()
    await dialog.getByRole('button', { name: 'Speichern' }).click()
    await page.getByText('Anbieter gespeichert').waitFor()
    expect(await providers()).toMatchObject([
      { label: 'Karten', methods: ['card'], account: 'acct_1played', enabled: true },
    ])
    const invoice = await givens(site.app).invoice({ status: 'sent' })
    const opened = await site.app.call('POST', `/invoices/${invoice.id}/checkout`, {})
    expect(opened.statusCode, opened.body).toBe(201)
    await page.getByRole('button', { name: 'Karten löschen' }).click()
    await page.getByRole('button', { name: 'Löschen', exact: true }).click()
    await page.getByText('Karten hat Zahlungen').waitFor()
    await page.getByRole('button', { name: 'Ausschalten' }).click()
    await page.getByText('Anbieter ausgeschaltet').waitFor()
    await page.locator('.state[data-shape=void]').getByText('Aus', { exact: true }).waitFor()
    expect((await site.app.call('GET', `/payment-providers/${id}`)).json().enabled).toBe(false)
    expect(bad).toEqual([])
  })

  const providerOf = async (label: string, methods: readonly string[]): Promise<Json> => {
    const body = { kind: 'stripe', label, api_key: KEY, methods, enabled: true }
    return (await site.app.call('POST', '/payment-providers', body)).json()
  }
  const routes = async (): Promise<readonly Json[]> =>
    (await site.app.call('GET', '/settings')).json().paymentRouting

  test('rules choose the provider: added, ordered, changed, deleted', async () => {
    const cards = await providerOf('Cards', ['card'])
    const shop = await providerOf('Shop', [])
    const customer = await givens(site.app).customer({ name: 'Routed Ltd' })
    const { page, bad } = await site.open({ viewport: DESKTOP })
    await openSettings(page)
    const rules = page.getByRole('region', { name: 'Which provider is used' })
    const dialog = page.getByRole('dialog')
    const save = dialog.getByRole('button', { name: 'Save' })
    await rules.getByRole('button', { name: 'Add rule' }).click()
    await dialog.getByLabel('Use this provider').selectOption('Cards')
    await dialog.getByLabel('For payments by').selectOption('Card')
    await dialog.getByLabel('From amount').fill('a lot')
    await save.click()
    await dialog.locator('.mantine-InputWrapper-error').waitFor()
    expect(await dialog.getByLabel('From amount').getAttribute('aria-invalid')).toBe('true')
    expect(await routes()).toEqual([])
    await dialog.getByLabel('From amount').fill('1,000')
    await dialog.getByLabel('Up to amount').fill('999.50')
    await save.click()
    await dialog.getByText('use 1000 or more').waitFor()
    await dialog.getByLabel('Up to amount').fill('')
    expect(await violationsOf(page)).toEqual([])
    await save.click()
    await rules.getByText('Card, from 1,000').waitFor()
    await rules.getByRole('button', { name: 'Add rule' }).click()
    await dialog.getByLabel('Use this provider').selectOption('Shop')
    for (const [field, option] of [
      ['Currency', 'CHF · Swiss Franc'],
      ['Country of the customer', 'Switzerland'],
      ['Only for this customer', 'Routed Ltd'],
    ] as const) {
      await dialog.getByLabel(field).first().fill(option.slice(0, 9))
      await page.getByRole('option', { name: option }).click()
    }
    await save.click()
    await rules.getByText('CHF, customer country: Switzerland, Routed Ltd').waitFor()
    const none = { method: null, currency: null, country: null, customer_id: null, to: null }
    const large = { when: { ...none, method: 'card', from: '1000' }, provider_id: cards.id }
    const swiss = {
      when: { ...none, from: null, currency: 'CHF', country: 'CH', customer_id: customer.id },
      provider_id: shop.id,
    }
    expect(await routes()).toEqual([large, swiss])
    await rules.getByRole('button', { name: 'Move rule 2 up' }).click()
    await page.getByText('Rule moved').waitFor()
    expect(await routes()).toEqual([swiss, large])
    await rules.getByRole('button', { name: 'Edit rule 2' }).click()
    expect(await dialog.getByLabel('From amount').inputValue()).toBe('1000')
    await dialog.getByLabel('For payments by').selectOption('Any method')
    await save.click()
    await rules.getByText('from 1,000', { exact: true }).waitFor()
    await rules.getByRole('button', { name: 'Delete rule 1' }).click()
    await page.getByText('Rule deleted').waitFor()
    expect(await routes()).toEqual([{ ...large, when: { ...large.when, method: null } }])
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await rules.getByText('CHF, customer country: Switzerland, Routed Ltd').waitFor()
    expect(await violationsOf(page)).toEqual([])
    expect(bad).toEqual([])
  })

  test.each([
    ['de', 'Welcher Anbieter verwendet wird', 'Über Karten', /^Ohne Wirkung: .* ausgeschaltet$/],
    ['fr', 'Prestataire utilisé', 'Par Karten', /^Sans effet\s: le prestataire est désactivé$/],
  ])('on a phone, in %s: a rule without effect says why', async (language, title, use, why) => {
    const { id } = await providerOf('Karten', ['card'])
    await site.app.call('PATCH', `/payment-providers/${id}`, { enabled: false })
    await givens(site.app).settings({
      paymentRouting: [{ when: { method: 'card' }, provider_id: id }],
    })
    const { page, bad } = await site.open({ viewport: PHONE, colorScheme: 'dark' })
    await openSettings(page, language)
    const rules = page.getByRole('region', { name: title })
    await rules.getByText(use).waitFor()
    await rules.getByText(why).waitFor()
    await rules
      .getByRole('button', { name: / 1( |$)/ })
      .first()
      .click()
    await page.getByRole('dialog').waitFor()
    expect(await violationsOf(page)).toEqual([])
    expect(bad).toEqual([])
    await givens(site.app).settings({ paymentRouting: [] })
  })

  /** The customer goes to the provider and comes back. */
  const customerPays = async (page: Page, invoice: Json, status: 'paid' | 'failed') => {
    await page.goto(`/i/${invoice.share_token}`)
    await site.leave(page)
    await site.says(invoice, status)
    await site.back(page)
    await page.getByRole('status').first().waitFor()
  }

  test.each([
    ['on a desktop', { viewport: DESKTOP }],
    ['on a phone', { viewport: PHONE }],
  ] as const)('%s: a customer fails to pay, and pays; the invoice shows both', async (_, way) => {
    await site.app.call('POST', '/payment-providers', {
      ...{ kind: 'stripe', label: 'Stripe', api_key: KEY, methods: ['card'] },
    })
    const given = givens(site.app)
    const { id } = await given.invoice({ items: [ITEM], status: 'sent' })
    const invoice = { ...(await given.publish(id)), id }
    const customer = (await site.open(way)).page
    const { page, bad } = await site.open(way)
    await speak(page, 'en')
    await signIn(page)
    await page.goto(`/invoices/${id}`)
    await page.getByText(/Customers can pay there: Card/).waitFor()
    await customerPays(customer, invoice, 'failed')
    await page.reload()
    await page.getByText('The online payment failed', { exact: true }).waitFor()
    await site.leave(customer)
    await page.reload()
    await page.getByText('The customer is paying online').waitFor()
    expect(await violationsOf(page)).toEqual([])
    await customerPays(customer, invoice, 'paid')
    await page.reload()
    const slip = page.locator('.slip')
    await slip.getByText('Paid online · Card · provider fee €1.98').waitFor()
    expect(await slip.getByRole('button', { name: /Remove the payment/ }).count()).toBe(0)
    const history = page.locator('.mantine-Timeline-root')
    await history.getByText('Paid online: €142.80').waitFor()
    for (const text of ['Online payment failed: €142.80', 'Payment page opened: €142.80'])
      await history.getByText(text).first().waitFor()
    expect((await site.app.call('GET', `/invoices/${id}`)).json()).toMatchObject({
      status: 'paid',
      totals: { due: '0.00' },
    })
    expect(bad).toEqual([])
    await page.goto('/bank/online?show=all')
    await page.locator('.bank-row').getByText('€142.80').first().waitFor()
    expect(await violationsOf(page)).toEqual([])
  })

  const call: PayingSite['call'] = (...request) => site.call(...request)
  const runJobs = () => site.app.services.jobRunner.runDue()
  const givenInvoice = async (): Promise<Json> => {
    const kind = { kind: 'stripe', label: 'Stripe', api_key: KEY, methods: ['card'] }
    if (!(await providers()).some(({ enabled }) => enabled))
      await call('POST', '/payment-providers', kind)
    const { id } = await givens(site.app).invoice({ items: [ITEM], status: 'sent' })
    return { ...(await givens(site.app).publish(id)), id }
  }
  /** What the customer reads on the paper and on the page of the link. */
  const expectEverywhere = async (invoice: Json, amount: string) => {
    for (const path of [`/api/v1/invoices/${invoice.id}/html`, `/i/${invoice.share_token}`]) {
      const headers = { authorization: `Bearer ${site.app.config.apiKey}` }
      const answer = await site.app.send({ method: 'GET', url: path, headers })
      expect(answer.body, path).toContain(amount)
    }
  }

  test('a refund in part: requested, on its way, booked; the credit note is the next step', async () => {
    const invoice = await givenInvoice()
    const { page, bad } = await site.open({ viewport: DESKTOP })
    await customerPays((await site.open()).page, invoice, 'paid')
    await speak(page, 'en')
    await signIn(page)
    await page.goto(`/invoices/${invoice.id}`)
    await page.getByRole('button', { name: 'Refund the payment of €142.80' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('€142.80 is left to refund').waitFor()
    await dialog.getByLabel('Amount').fill('200')
    await dialog.getByLabel('Reason').fill('Damaged in transit')
    await dialog.getByRole('button', { name: 'Refund', exact: true }).click()
    await dialog.locator('[aria-invalid=true]').waitFor()
    await dialog.getByLabel('Amount').fill('30')
    expect(await violationsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Refund', exact: true }).click()
    await dialog.getByText('The provider pays €30.00 back').waitFor()
    await dialog.getByRole('link', { name: 'Credit note' }).click()
    await page.getByRole('dialog', { name: /^Credit/ }).waitFor()
    await page.keyboard.press('Escape')
    const slip = page.locator('.slip')
    await slip.getByText('Refund requested · €30.00 · Damaged in transit').waitFor()
    await runJobs()
    const { data } = await call('GET', '/provider-payments?limit=1')
    expect(data[0]).toMatchObject({ refundable: '112.80', refunds: [{ status: 'pending' }] })
    const session = site.stripe.of(data[0].checkout_id)
    const [paid] = session.facts.payments
    if (!paid) throw new Error('Nothing was paid.')
    const refunds = (paid.refunds ?? []).map((it) => ({ ...it, status: 'done' }))
    session.facts = { status: 'paid', payments: [{ ...paid, refunds }] }
    await call('POST', `/provider-payments/${data[0].id}/fetch`)
    await page.reload()
    await slip.getByText('−€30.00').waitFor()
    await page.locator('.mantine-Timeline-root').getByText('Refunded online: €30.00').waitFor()
    expect(await call('GET', `/invoices/${invoice.id}`)).toMatchObject({
      status: 'sent',
      totals: { due: '30.00', paid: '112.80' },
    })
    await expectEverywhere(invoice, '30.00')
    await page.goto('/bank/online')
    await page.getByText('Money was refunded without a credit note').first().waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.locator('.bank-row').getByRole('button', { name: 'Done' }).first().click()
    await page.getByText('Acknowledged').first().waitFor()
    expect((await call('GET', '/provider-payments?problem=refund_without_credit')).data).toEqual([])
    expect(bad).toEqual([])
  })

  test('on a phone: a transfer settles the invoice while the customer is at the provider', async () => {
    const invoice = await givenInvoice()
    const { id: checkout } = await call('POST', `/invoices/${invoice.id}/checkout`, {})
    const { page, bad } = await site.open({ viewport: PHONE })
    await speak(page, 'en')
    await signIn(page)
    await page.goto(`/invoices/${invoice.id}`)
    await page.getByText('The customer is paying online').waitFor()
    await page.getByRole('button', { name: 'Record payment' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Record', exact: true }).click()
    await page.locator('.slip').waitFor()
    await runNow(site.app, 'checkout.watch')
    await runJobs()
    expect(await call('GET', `/checkouts/${checkout}`)).toMatchObject({
      status: 'canceled',
      closed_because: 'settled_otherwise',
    })
    await page.reload()
    await page.locator('.mantine-Timeline-root').getByText('Payment page closed').waitFor()
    await page.getByText('paid otherwise').waitFor()
    expect(await page.getByText('The customer is paying online').count()).toBe(0)
    expect(await call('GET', `/invoices/${invoice.id}`)).toMatchObject({ status: 'paid' })
    await expectEverywhere(invoice, '0.00')
    expect(bad).toEqual([])
  })
})
