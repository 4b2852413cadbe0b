import type { Page } from 'playwright-core'
import PostalMime from 'postal-mime'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runNow } from '../jobs.ts'
import { type MailServer, startMailServer } from '../mail-server.ts'
import { violationsOf } from './axe.ts'
import {
  type ConsoleSite,
  givenOwner,
  MOVING,
  type NewConsoleSite,
  OWNER,
  paste,
  signIn,
  signInByPage,
  skipped,
  speak,
  startNewConsole,
} from './console-site.ts'

/** What a first-time user may need at most from the set-up link to the first invoice sent. */
const INTERACTIONS_MAX = 14
const LETTERHEAD = `Ada & Sons GmbH
Lindenallee 12
10999 Berlin
ada.sons@mailbox.org
USt-IdNr.: DE123456788
IBAN DE89 3704 0044 0532 0130 00`
const CUSTOMER = `Grace GmbH
Mara Lind
Hafenweg 3
20457 Hamburg
desk@grace.example`
const FIRST_RUNS = [
  {
    name: 'on a desktop in English',
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    words: {
      email: 'E-mail',
      password: 'Password',
      create: 'Create account',
      letterhead: /^Your letterhead/,
      found: '8 fields filled in.',
      street: 'Street and number',
      mailPassword: 'Password of the mailbox',
      save: 'Save and write the first invoice',
      customer: 'Customer',
      createCustomer: 'Create “Grace GmbH”',
      description: 'Description 1',
      quantity: 'Quantity 1',
      price: 'Price 1',
      send: 'Issue and send',
      issueAndSend: 'Issue and send',
      sendNow: 'Send',
      pay: 'Record payment',
      record: 'Record',
      paid: 'Paid',
    },
    locales: 'en',
  },
  {
    name: 'on a phone in German',
    viewport: { width: 390, height: 844 },
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    words: {
      email: 'E-Mail',
      password: 'Passwort',
      create: 'Konto anlegen',
      letterhead: /^Ihr Briefkopf/,
      found: '8 Felder ausgefüllt.',
      street: 'Straße und Hausnummer',
      mailPassword: 'Passwort des Postfachs',
      save: 'Speichern und erste Rechnung schreiben',
      customer: 'Kunde',
      createCustomer: '„Grace GmbH“ anlegen',
      description: 'Beschreibung 1',
      quantity: 'Menge 1',
      price: 'Preis 1',
      send: 'Senden …',
      issueAndSend: 'Ausstellen und senden',
      sendNow: 'Senden',
      pay: 'Zahlung erfassen',
      record: 'Erfassen',
      paid: 'Bezahlt',
    },
    locales: 'de',
  },
]
const TRIES_BEFORE_WAITING = 10

describe.skipIf(skipped !== '')(`the way through the console${skipped}`, () => {
  let site: NewConsoleSite
  let server: MailServer
  beforeEach(async () => {
    server = await startMailServer()
    site = await startNewConsole({ OUTBOUND_ALLOW: `127.0.0.1:${server.port}` })
  })
  afterEach(async () => {
    await site?.close()
    await server?.close()
  })

  /** The provider's server answers on this machine; the test knows which one the page asked for. */
  const answerMailHost = async (page: Page): Promise<string[]> => {
    const asked: string[] = []
    await page.route('**/api/v1/mail-transport', async (route) => {
      if (route.request().method() !== 'PUT') return route.continue()
      const body = route.request().postDataJSON()
      asked.push(`${body.security} ${body.host}:${body.port} ${body.auth.username}`)
      const auth = { ...body.auth, username: 'user' }
      const here = { host: '127.0.0.1', port: server.port, security: 'none', auth }
      await route.continue({ postData: JSON.stringify({ ...body, ...here }) })
    })
    return asked
  }
  const deliver = async () => {
    site.app.clock.set(new Date(site.app.clock.now() + 60_000).toISOString())
    await runNow(site.app, 'mail.sweep')
    await site.app.services.jobRunner.runDue()
  }

  test.each(FIRST_RUNS)('first run → first invoice sent, $name → read → paid', async (run) => {
    const { viewport, locale, timezoneId, words } = run
    const { page, bad } = await site.open({ ...MOVING, viewport, locale, timezoneId })
    const asked = await answerMailHost(page)
    const user = counted(page)
    const begun = performance.now()
    await page.goto(`/setup#${site.setupToken}`)
    await user.fill(words.email, OWNER.email)
    await user.fill(words.password, OWNER.password)
    await user.click('button', words.create)

    await user.paste(words.letterhead, LETTERHEAD)
    await page.getByText(words.found).waitFor()
    expect(await page.getByLabel(words.street).inputValue()).toBe('Lindenallee 12')
    await page.getByText('DE89 3704 0044 0532 0130 00 · DE123456788').waitFor()
    await user.fill(words.mailPassword, server.password)
    await user.click('button', words.save)

    await user.paste(words.customer, CUSTOMER)
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
    await page.getByRole('dialog').locator('iframe').waitFor()
    await user.click('button', words.sendNow, 'dialog')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const seconds = (performance.now() - begun) / 1000
    process.stdout.write(`${run.name}: ${user.count()} interactions, ${seconds.toFixed(1)} s\n`)
    expect(user.count()).toBeLessThanOrEqual(INTERACTIONS_MAX)

    expect(asked).toEqual(['tls smtp.mailbox.org:465 ada.sons@mailbox.org'])
    await deliver()
    expect(server.received.map(({ from, to }) => [from, ...to])).toEqual([
      ['ada.sons@mailbox.org', OWNER.email],
      ['ada.sons@mailbox.org', 'desk@grace.example'],
    ])
    const { data } = (await site.app.call('GET', '/invoices')).json()
    expect(data[0]).toMatchObject({ currency: 'EUR', total: '285.60', status: 'sent' })
    expect((await site.app.call('GET', '/settings')).json()).toMatchObject({
      companyName: 'Ada & Sons GmbH',
      companyEmail: 'ada.sons@mailbox.org',
      companyAddress: { line1: 'Lindenallee 12', postalCode: '10999', countryCode: 'DE' },
      companyTaxId: 'DE123456788',
      bankAccount: { iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' },
      locale: run.locales,
      currency: 'EUR',
      timeZone: timezoneId,
      defaultTax: { category: 'S', rate: '19' },
      invoiceNumbering: { pattern: `${run.locales === 'de' ? 'RE' : 'INV'}-{YYYY}-{SEQ:4}` },
    })
    const customers = (await site.app.call('GET', '/customers')).json()
    expect(customers.data[0]).toMatchObject({
      name: 'Grace GmbH',
      contact_name: 'Mara Lind',
      email: 'desk@grace.example',
      address: { line1: 'Hafenweg 3', postal_code: '20457', city: 'Hamburg', country_code: 'DE' },
    })

    const { text = '' } = await PostalMime.parse(server.received.at(-1)?.bytes ?? '')
    const customer = await site.open()
    await customer.page.goto(/\/i\/\S+/.exec(text)?.[0] ?? '')
    const seen = customer.page.locator('body')
    expect(await seen.textContent()).toContain('Ada & Sons GmbH')
    expect(customer.bad).toEqual([])

    await user.click('button', words.pay)
    await user.click('button', words.record, 'dialog')
    await page.getByText(words.paid, { exact: true }).first().waitFor()
    await customer.page.reload()
    expect(await seen.textContent()).toContain(words.paid)
    expect(bad).toEqual([])
  })

  test('a mailbox that refuses the test message is not stored, and the page says why', async () => {
    const { page, bad } = await site.open()
    const asked = await answerMailHost(page)
    await givenOwner(site)
    await signIn(page)
    await page.goto('/start')
    await page.getByLabel(/^Your letterhead/).fill(LETTERHEAD)
    await page.getByRole('radio', { name: /^Gmail/ }).check()
    await page.getByLabel('Password of the mailbox').fill('not the password')
    await page.getByRole('button', { name: 'Save and write the first invoice' }).click()
    await page.getByRole('alert').getByText('The test message was refused').waitFor()
    expect(asked).toEqual(['tls smtp.gmail.com:465 ada.sons@mailbox.org'])
    expect(await violationsOf(page)).toEqual([])
    const stored = (await site.app.call('GET', '/mail-transport')).json()
    expect(stored).toMatchObject({ source: null, host: null })
    await page.getByLabel('Password of the mailbox').fill(server.password)
    await page.getByRole('button', { name: 'Save and write the first invoice' }).click()
    await page.getByText(`Test message sent to ${OWNER.email}`).waitFor()
    await page.waitForURL(/\/invoices\/new/)
    expect(server.received.map(({ to }) => to)).toEqual([[OWNER.email]])
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
    await page.context().close()
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
    async paste(label: string | RegExp, text: string) {
      count++
      const field = page.getByLabel(label, { exact: typeof label === 'string' }).first()
      await field.focus()
      // A browser pastes into a field of several lines by itself, which a made-up event does not.
      if (await field.evaluate((it) => it.nodeName === 'TEXTAREA')) await field.fill(text)
      else await paste(page, text)
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
