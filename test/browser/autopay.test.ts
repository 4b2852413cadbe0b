import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens, type Json } from '../givens.ts'
import { DESKTOP, PHONE, violationsOf } from './axe.ts'
import { signIn, skipped, speak } from './console-site.ts'
import { type PayingSite, startPaying } from './paying.ts'

const CARD = 'Visa •••• 4242'

describe.skipIf(skipped !== '')(`automatic payment in the browser${skipped}`, () => {
  let site: PayingSite
  let given: Givens
  beforeAll(async () => {
    site = await startPaying()
    site.app.clock.set('2026-01-10T08:00:00Z')
    given = givens(site.app)
    await given.settings({ companyEmail: 'office@ateliernord.example', autopay: true })
    const provider = { kind: 'stripe', label: 'Stripe', api_key: 'sk_test_autopay1' }
    await site.call('POST', '/payment-providers', { ...provider, methods: ['card'] })
  })
  afterAll(() => site?.close())

  /** A customer who gets an invoice on the last day of each month. */
  const subscribed = async (start_date: string): Promise<string> => {
    const { id } = await given.customer({ email: 'accounts@fernweh.example' })
    await site.call('POST', '/recurring-invoices', {
      ...{ name: 'Hosting', customer_id: id, action: 'send' },
      schedule: { unit: 'month', every: 1, start_date },
      invoice: { items: [{ description: 'Hosting', unit_price: '49.00' }] },
    })
    return id
  }
  /** The invoice of a day, and the address of its page. */
  const billed = async (customer: string, day: string): Promise<Json> => {
    await site.goTo(`${day}T06:00:00Z`)
    const { data } = await site.call('GET', `/invoices?customer_id=${customer}&sort=-created_at`)
    const invoice = await site.call('GET', `/invoices/${data[0].id}`)
    return { ...invoice, path: new URL(invoice.share_url).pathname }
  }
  const methodsOf = async (customer: string): Promise<readonly Json[]> =>
    (await site.call('GET', `/customers/${customer}/payment-methods`)).data
  const collectionOf = async ({ id }: Json): Promise<Json> =>
    (await site.call('GET', `/collections?invoice_id=${id}`)).data[0]
  const ownerAt = async (path: string, language: string, viewport = DESKTOP) => {
    const { page } = await site.open({ viewport })
    await speak(page, language)
    await signIn(page)
    await page.goto(path)
    return page
  }

  test('on a phone, in German: the customer agrees and pays, is charged, and ends it', async () => {
    const customer = await subscribed('2026-01-31')
    const first = await billed(customer, '2026-01-31')
    const { page } = await site.open({ viewport: PHONE })
    await page.goto(`${first.path}?language=de`)
    const box = page.getByRole('checkbox').first()
    expect(await box.isChecked()).toBe(false)
    await box.check()
    await page.getByLabel('Höchstbetrag je Zahlung (optional)').first().fill('60')
    expect(await violationsOf(page)).toEqual([])
    await site.leave(page, 'Mit Karte bezahlen')
    await site.says(first, 'paid')
    await site.back(page, 'de')
    await page.getByText(`Automatische Zahlung ist aktiv: ${CARD}`).waitFor()
    expect(await page.getByRole('status').textContent()).toContain('Vielen Dank')
    expect(await methodsOf(customer)).toMatchObject([
      { status: 'active', consent: { max_amount: '60.00' } },
    ])

    const second = await billed(customer, '2026-02-28')
    await page.goto(`${second.path}?language=de`)
    await page.getByText(`Automatische Zahlung ist aktiv: ${CARD}`).waitFor()
    const { id, next_on: told } = await collectionOf(second)
    await site.call('POST', `/collections/${id}/announce`, {})
    await page.reload()
    await page.getByText(/^Wir ziehen den Betrag am .* von Visa •••• 4242 ein/).waitFor()
    const owner = await ownerAt(`/invoices/${second.id}`, 'de', PHONE)
    await owner.getByText(CARD).first().waitFor()
    await site.goTo(`${told}T12:00:00Z`)
    await site.goTo(`${told}T12:05:00Z`)
    expect(await site.call('GET', `/invoices/${second.id}`)).toMatchObject({ status: 'paid' })
    await page.reload()
    expect(await page.locator('.hero').textContent()).toContain('Vollständig bezahlt')
    await signIn(owner)
    await owner.goto(`/invoices/${second.id}`)
    await owner
      .locator('.mantine-Timeline-root')
      .getByText(/^Online bezahlt: /)
      .waitFor()

    const third = await billed(customer, '2026-03-31')
    await page.goto(`${third.path}?language=de`)
    await page.getByRole('button', { name: 'Automatische Zahlung beenden' }).click()
    await page.getByRole('button', { name: 'Mit Karte bezahlen' }).waitFor()
    expect(await page.getByText('Automatische Zahlung ist aktiv').count()).toBe(0)
    await site.goTo('2026-04-20T12:00:00Z')
    expect(await methodsOf(customer)).toMatchObject([{ status: 'canceled' }])
    expect(await collectionOf(third)).toMatchObject({ status: 'canceled', attempts: [] })
    expect(site.stripe.charges.size).toBe(1)
    expect(site.stripe.detached).toHaveLength(1)
    await signIn(owner)
    await owner.goto(`/customers/${customer}`)
    await owner
      .getByRole('region', { name: 'Zahlungsmittel' })
      .getByText('vom Kunden beendet')
      .waitFor()
  })

  test('without scripts, in French: the customer gives a card and pays nothing', async () => {
    const customer = await subscribed('2026-05-31')
    const invoice = await billed(customer, '2026-05-31')
    await site.call('POST', `/invoices/${invoice.id}/payments`, { amount: '49.00' })
    const { page } = await site.open({ viewport: DESKTOP, javaScriptEnabled: false })
    await page.goto(`${invoice.path}?language=fr`)
    const save = 'Enregistrer un moyen de paiement sans payer maintenant'
    await page.locator('summary').getByText(save).click()
    const form = page.locator('details.save form')
    await form.locator('button').first().click()
    // Without the box, the browser does not send it.
    expect(new URL(page.url()).origin).toBe(site.origin)
    await form.getByRole('checkbox').check()
    await site.leave(page, /sans payer maintenant/)
    await site.says(invoice, 'paid')
    await site.back(page, 'fr')
    await page.getByText(`Le paiement automatique est activé : ${CARD}`).waitFor()
    expect(await page.locator('details.save').count()).toBe(0)
    const active = (await methodsOf(customer)).filter(({ status }) => status === 'active')
    expect(active).toMatchObject([{ label: CARD, consent: { language: 'fr' } }])
    expect(await site.call('GET', `/invoices/${invoice.id}/payments`)).toMatchObject({
      data: [{ amount: '49.00', source: null }],
    })
    const owner = await ownerAt(`/customers/${customer}`, 'fr')
    await owner.getByText(CARD).first().waitFor()
    await owner.getByText('Actif', { exact: true }).first().waitFor()
  })
})
