import type { Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { violationsOf } from './axe.ts'
import {
  type ConsoleSite,
  givenOwner,
  MOVING,
  type NewConsoleSite,
  OWNER,
  signInByPage,
  skipped,
  speak,
  startNewConsole,
} from './console-site.ts'

/** What a first-time user may need at most from the set-up link to the first invoice sent. */
const INTERACTIONS_MAX = 20
const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path d="M0 0h4v4H0z"/></svg>'
const FIRST_RUNS = [
  {
    name: 'on a desktop in English',
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    words: {
      email: 'E-mail',
      password: 'Password',
      companyName: /^Company name/,
      create: 'Create account',
      street: 'Street and number',
      postalCode: 'Postal code',
      city: 'City',
      taxId: 'VAT number',
      save: 'Save and write the first invoice',
      customer: 'Customer',
      createCustomer: 'Create “Grace Ltd”',
      description: 'Description 1',
      quantity: 'Quantity 1',
      price: 'Price 1',
      send: 'Send…',
      issueAndSend: 'Issue and send',
      createLink: 'Create link',
      link: 'Link for the customer',
      pay: 'Record payment',
      record: 'Record',
      paid: 'Paid',
    },
    expected: {
      invoice: { currency: 'GBP', total: '288.00', status: 'sent' },
      settings: {
        locale: 'en-GB',
        currency: 'GBP',
        timeZone: 'Europe/London',
        companyAddress: { countryCode: 'GB', city: 'Berlin' },
        defaultTax: { category: 'S', rate: '20' },
        invoiceNumbering: { pattern: 'INV-{YYYY}-{SEQ:4}' },
      },
    },
  },
  {
    name: 'on a phone in German',
    viewport: { width: 390, height: 844 },
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    words: {
      email: 'E-Mail',
      password: 'Passwort',
      companyName: /^(Name des Unternehmens|Unternehmen)/,
      create: 'Konto anlegen',
      street: 'Straße und Hausnummer',
      postalCode: 'Postleitzahl',
      city: 'Ort',
      taxId: 'USt-IdNr.',
      save: 'Speichern und erste Rechnung schreiben',
      customer: 'Kunde',
      createCustomer: '„Grace Ltd“ anlegen',
      description: 'Beschreibung 1',
      quantity: 'Menge 1',
      price: 'Preis 1',
      send: 'Senden …',
      issueAndSend: 'Ausstellen und senden',
      createLink: 'Link erstellen',
      link: 'Link für den Kunden',
      pay: 'Zahlung erfassen',
      record: 'Erfassen',
      paid: 'Bezahlt',
    },
    expected: {
      invoice: { currency: 'EUR', total: '285.60', status: 'sent' },
      settings: {
        locale: 'de',
        currency: 'EUR',
        timeZone: 'Europe/Berlin',
        companyAddress: { countryCode: 'DE' },
        defaultTax: { category: 'S', rate: '19' },
        invoiceNumbering: { pattern: 'RE-{YYYY}-{SEQ:4}' },
      },
    },
  },
]
const TRIES_BEFORE_WAITING = 10

describe.skipIf(skipped !== '')(`the way through the console${skipped}`, () => {
  let site: NewConsoleSite
  beforeEach(async () => {
    site = await startNewConsole()
  })
  afterEach(() => site?.close())

  test.each(FIRST_RUNS)('first run → first invoice sent, $name → read → paid', async (run) => {
    const { viewport, locale, timezoneId, words, expected } = run
    const { page, bad } = await site.open({ ...MOVING, viewport, locale, timezoneId })
    const user = counted(page)
    const begun = performance.now()
    await page.goto(`/setup#${site.setupToken}`)
    await user.fill(words.email, OWNER.email)
    await user.fill(words.password, OWNER.password)
    await user.fill(words.companyName, 'Ada & Sons')
    await user.click('button', words.create)

    await user.fill(words.street, 'Lindenallee 12')
    await user.fill(words.postalCode, '10999')
    await user.fill(words.city, 'Berlin')
    await user.choose('logo.svg', LOGO)
    await user.fill('IBAN', 'NL91 ABNA 0417 1643 00')
    expect(await page.getByLabel('BIC').inputValue()).toBe('ABNANL2A')
    await user.fill(words.taxId, 'DE123456788')
    await user.click('button', words.save)

    await user.fill(words.customer, 'Grace Ltd')
    const created = page.waitForResponse(
      (it) => it.request().method() === 'POST' && it.url().endsWith('/customers'),
    )
    await user.click('option', words.createCustomer)
    // Without its customer the invoice is not complete.
    await created
    await user.fill(words.description, 'Cover design')
    await user.fill(words.quantity, '3')
    await user.fill(words.price, '80')
    await user.click('button', words.send)
    await user.click('button', words.issueAndSend, 'dialog')
    await user.click('button', words.createLink, 'dialog')
    const link = await page.getByRole('dialog').getByLabel(words.link).inputValue()
    const seconds = (performance.now() - begun) / 1000
    expect(user.count()).toBeLessThanOrEqual(INTERACTIONS_MAX)
    process.stdout.write(`${run.name}: ${user.count()} interactions, ${seconds.toFixed(1)} s\n`)
    const { data } = (await site.app.call('GET', '/invoices')).json()
    expect(data[0]).toMatchObject(expected.invoice)
    const { logo, ...settings } = (await site.app.call('GET', '/settings')).json()
    expect(settings).toMatchObject(expected.settings)
    expect(logo).toMatch(/^data:image\/svg/)

    const customer = await site.open()
    await customer.page.goto(new URL(link).pathname)
    const seen = customer.page.locator('.hero')
    expect(await seen.textContent()).toContain('Ada & Sons')
    expect(customer.bad).toEqual([])

    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await user.click('button', words.pay)
    await user.click('button', words.record, 'dialog')
    await page.getByText(words.paid, { exact: true }).first().waitFor()
    await customer.page.reload()
    expect(await seen.textContent()).toContain(words.paid)
    expect(bad).toEqual([])
  })

  test('a setup link that is wrong or used says so at once, and leads to the sign-in', async () => {
    const { page, bad } = await site.open()
    const open = async (secret: string) => {
      await page.goto('about:blank')
      await page.goto(`/setup#${secret}`)
    }
    await open('a-secret')
    await page.getByText('Start the service again for a new one.').waitFor()
    await open(site.setupToken)
    await page.getByLabel('E-mail').waitFor()
    expect(await violationsOf(page)).toEqual([])
    await givenOwner(site)
    await open(site.setupToken)
    await page.getByText('This service is set up already.').waitFor()
    expect(await page.getByLabel('E-mail').count()).toBe(0)
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Sign in to Billwright' }).waitFor()
    expect(bad).toEqual([])
  })

  test('what is wrong with a field is said in the language of the console', async () => {
    const { page } = await site.open()
    await speak(page, 'de')
    await page.goto(`/setup#${site.setupToken}`)
    const email = page.getByLabel('E-Mail')
    const submit = page.getByRole('button', { name: 'Konto anlegen' })
    const said = () => page.evaluate('document.querySelector("[type=email]").validationMessage')
    await submit.click()
    await expect.poll(said).toBe('Füllen Sie dieses Feld aus.')
    await email.fill('ada')
    await submit.click()
    await expect.poll(said).toMatch(/^Geben Sie eine E‑Mail-Adresse ein/)
    await email.fill(OWNER.email)
    await submit.click()
    await expect.poll(said).toBe('')
  })

  test('too many attempts: the seconds to wait count down, and then signing in works', async () => {
    await givenOwner(site)
    for (let tries = 0; tries < TRIES_BEFORE_WAITING; tries++) await guess(site)
    const { page, bad } = await site.open()
    await page.clock.install()
    await page.goto('/sign-in')
    const submit = page.getByRole('button', { name: 'Sign in', exact: true })
    await page.getByLabel('E-mail').fill(OWNER.email)
    await page.getByLabel('Password', { exact: true }).fill(OWNER.password)
    await submit.click()
    const alert = page.getByRole('alert')
    await alert.waitFor()
    const first = await secondsIn(alert.locator('[aria-hidden]'))
    expect(first).toBeGreaterThan(0)
    expect(await submit.getAttribute('aria-disabled')).toBe('true')

    await page.clock.runFor(5_000)
    expect(await secondsIn(alert.locator('[aria-hidden]'))).toBeLessThanOrEqual(first - 4)
    await page.clock.runFor(first * 1_000)
    await alert.waitFor({ state: 'detached' })
    site.app.clock.set(new Date(site.app.clock.now() + (first + 1) * 1_000).toISOString())
    await submit.click()
    await page.getByRole('button', { name: 'Account' }).waitFor()
    expect(bad).toEqual([])
  })

  test('when a session ends, the person signs in again on the same page', async () => {
    await givenOwner(site)
    const { page } = await site.open()
    await signInByPage(page)
    await page.getByRole('link', { name: 'People' }).click()
    await page.getByText('may do everything').waitFor()
    await page.getByRole('link', { name: 'Access' }).click()
    await page.getByRole('heading', { name: 'API keys' }).waitFor()
    await page.context().clearCookies()
    await page.getByRole('link', { name: 'Webhooks' }).click()
    await page.getByLabel('E-mail').fill(OWNER.email)
    await page.getByLabel('Password', { exact: true }).fill(OWNER.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('No webhooks yet').waitFor()
  })

  test('a wrong password: the reason is shown, and the password is selected', async () => {
    await givenOwner(site)
    const { page } = await site.open()
    await page.goto('/sign-in')
    const password = page.getByLabel('Password', { exact: true })
    await page.getByLabel('E-mail').fill(OWNER.email)
    await password.fill('eight loud lighthouses')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('alert').getByText('is not right').waitFor()
    expect(await password.evaluate((it) => it === it.ownerDocument.activeElement)).toBe(true)
    await page.keyboard.type(OWNER.password)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Account' }).waitFor()
  })
})

/** A person at the page, whose every click and every field filled counts. */
function counted(page: Page) {
  let count = 0
  return {
    count: () => count,
    async fill(label: string | RegExp, text: string) {
      count++
      const exact = typeof label === 'string'
      await page.getByLabel(label, { exact }).first().fill(text)
    },
    async choose(name: string, content: string) {
      count++
      const buffer = Buffer.from(content)
      await page.locator('input[type=file]').setInputFiles({
        name,
        mimeType: 'image/svg+xml',
        buffer,
      })
    },
    async click(role: 'button' | 'link' | 'option', name: string, within?: 'dialog') {
      count++
      const place = within === undefined ? page : page.getByRole(within)
      await place
        .getByRole(role, { name, exact: role !== 'option' })
        .first()
        .click()
    },
  }
}

const guess = ({ app }: ConsoleSite) =>
  app.send({
    method: 'POST',
    url: '/api/v1/session',
    payload: { email: OWNER.email, password: 'eight loud lighthouses' },
  })

const secondsIn = async (place: { textContent(): Promise<string | null> }): Promise<number> =>
  Number(/\d+/.exec((await place.textContent()) ?? '')?.[0] ?? 0)
