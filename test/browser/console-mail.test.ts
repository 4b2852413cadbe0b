import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BUYER, SELLER } from '../einvoice-parties.ts'
import { runNow } from '../jobs.ts'
import { type MailServer, startMailServer } from '../mail-server.ts'
import { violationsOf } from './axe.ts'
import {
  type ConsoleSite,
  type Opened,
  settled,
  signIn,
  skipped,
  startConsole,
} from './console-site.ts'

/** Folder for pictures to look at, e.g. `PICTURES=/tmp/mail`. */
const { PICTURES } = process.env
const DESKTOP = { width: 1440, height: 900 }
const PHONE = { width: 360, height: 800 }
const GERMAN = ['de-DE', 'dark', PHONE] as const
/** `console-axe` sees them in English; `AXE=full` in all languages. */
const WAYS =
  process.env.AXE === 'full'
    ? ([['en-GB', 'light', DESKTOP], GERMAN, ['fr-FR', 'light', PHONE]] as const)
    : [GERMAN]

describe.skipIf(skipped !== '')(`e-mail in the console${skipped}`, () => {
  let site: ConsoleSite
  let server: MailServer
  let opened: Opened
  beforeAll(async () => {
    server = await startMailServer()
    site = await startConsole({ OUTBOUND_ALLOW: `127.0.0.1:${server.port}` })
    opened = await site.open({ viewport: DESKTOP })
    await signIn(opened.page)
  })
  afterAll(async () => {
    await site?.close()
    await server?.close()
  })

  const issue = async (more: object = {}) => {
    const answer = await site.app.call('POST', '/invoices', {
      customer: { name: 'Fernweh', email: 'desk@fernweh.example', contact_name: 'Mara Lind' },
      items: [{ description: 'Cover design', quantity: '3', unit_price: '80' }],
      status: 'sent',
      ...more,
    })
    return answer.json()
  }
  const deliver = async () => {
    await runNow(site.app, 'mail.sweep')
    await site.app.services.jobRunner.runDue()
  }
  const dialog = () => opened.page.getByRole('dialog')
  /** Beside the list. */
  const reading = () => opened.page.locator('section.outbox-message')

  test('without a mail server the sheet shows the way to one, and sends nothing', async () => {
    const { page } = opened
    const { id } = await issue()
    await page.goto(`/invoices/${id}`)
    await page.getByRole('button', { name: 'Send…' }).click()
    await dialog()
      .getByText(/^No mail server/)
      .waitFor()
    expect(await dialog().getByRole('button', { name: 'Send' }).isDisabled()).toBe(true)
    await dialog().getByRole('link', { name: 'Set up the mail server' }).click()
    await page.getByRole('heading', { level: 1, name: 'Mail server' }).waitFor()
  })

  test('without a mail server this is said before the invoice is issued, with the ways left', async () => {
    const { page } = opened
    const { id } = await issue({ status: 'draft' })
    await page.goto(`/invoices/${id}`)
    await page.getByRole('button', { name: 'Issue and send' }).click()
    const note = dialog().getByRole('status').filter({ hasText: 'No mail server' })
    await note.getByRole('link', { name: 'Set up the mail server' }).waitFor()
    expect((await site.app.call('GET', `/invoices/${id}`)).json().status).toBe('draft')
    await note.getByRole('link', { name: 'Set up the mail server' }).click()
    await page.getByRole('heading', { level: 1, name: 'Mail server' }).waitFor()
    expect(await dialog().count()).toBe(0)
    await page.goBack()
    await page.getByRole('button', { name: 'Issue and send' }).click()
    await dialog().getByRole('button', { name: 'Issue without sending' }).click()
    await page.getByRole('button', { name: 'Record payment' }).waitFor()
    expect((await site.app.call('GET', `/invoices/${id}`)).json().status).toBe('sent')
  })

  test('a mail server is set up and tested', async () => {
    const { page } = opened
    await site.app.call('PATCH', '/settings', {
      mailFrom: { name: null, address: 'billing@ada.example' },
    })
    await page.goto('/mail/server')
    const host = page.getByLabel('Server', { exact: true })
    const provider = page.getByLabel('Your e-mail provider')
    await provider.selectOption('Microsoft 365, Outlook')
    expect(await host.inputValue()).toBe('smtp.office365.com')
    expect(await page.getByLabel('Port').inputValue()).toBe('587')
    expect(await page.getByLabel('Token address').inputValue()).toMatch(/^https:\/\/login\./)
    await provider.selectOption('Fastmail')
    expect(await page.getByLabel('Port').inputValue()).toBe('465')
    await page.getByText('Create an app password').waitFor()
    await host.fill('127.0.0.1')
    expect(await provider.locator('option:checked').textContent()).toBe('Another provider')
    await page.getByLabel('Encryption').selectOption('none')
    await page.getByLabel('Port').fill(String(server.port))
    await page.getByLabel('User name').fill('user')
    await page.getByLabel('Password', { exact: true }).fill('wrong')
    await page.getByRole('button', { name: 'Save' }).click()
    const to = page.getByLabel('Send a test message to')
    expect(await to.inputValue()).toBe('ada@example.org')
    await page.getByRole('button', { name: 'Send test' }).click()
    await page.getByRole('alert').getByText('Check user name and password.').waitFor()
    await page.getByRole('alert').locator('q').getByText('535').waitFor()
    await page.getByLabel('Password', { exact: true }).fill('secret')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByLabel('Send a test message to').fill('ada@example.org')
    await page.getByRole('button', { name: 'Send test' }).click()
    await page.getByText('The mail server accepted the message.').waitFor()
    expect(server.received.map(({ to }) => to)).toEqual([['ada@example.org']])
    await look('server')
    await page.goto('/settings/email')
    await page.getByLabel('Send notices to').fill('ada@example.org')
    await page.getByLabel('Payments received').uncheck()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Settings saved').waitFor()
    const { notify } = (await site.app.call('GET', '/settings')).json()
    expect(notify.email).toBe('ada@example.org')
    expect(notify.on.toSorted()).toEqual([
      'attention',
      'drafts_waiting',
      'message_failed',
      'quote_answered',
    ])
    await look('settings')
    await site.app.call('PATCH', '/settings', { notify: { email: null } })
  })

  test('an invoice is sent with other words, arrives, and shows it', async () => {
    const { page } = opened
    const { id, number } = await issue()
    await page.goto(`/invoices/${id}`)
    await page.getByRole('button', { name: 'Send…' }).click()
    const to = dialog().getByRole('combobox', { name: 'To' })
    await to.fill('second@fernweh.example')
    await to.press('Enter')
    await dialog().getByLabel('Subject').fill('Your {{invoice}} {number}')
    const body = dialog().getByLabel(/^Text/)
    expect(await body.inputValue()).toMatch(/Mara Lind[\s\S]+\n\{link\}\n/)
    await body.fill('Dear Mara,\n\n{link}\n\nSee you <soon>')
    await dialog().getByText(`Your {invoice} ${number}`).waitFor()
    const mail = dialog().frameLocator('iframe')
    await mail.getByText('See you <soon>').waitFor()
    await look('sheet')
    await dialog().getByRole('button', { name: 'Send' }).click()
    await dialog().waitFor({ state: 'detached' })
    await page.getByText('E-mail waits').filter({ visible: true }).first().waitFor()
    await deliver()
    const sent = server.received.at(-1)
    expect(sent?.to).toEqual(['desk@fernweh.example', 'second@fernweh.example'])
    await page.goto(`/invoices/${id}`)
    await page.getByText('E-mailed').first().waitFor()
    await look('invoice')
    await page
      .getByRole('link', { name: /second@fernweh/ })
      .first()
      .click()
    await reading().getByText('accepted').first().waitFor()
    expect(await reading().getByText(/250/).count()).toBeGreaterThan(0)
    await look('message')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      reading().getByRole('link', { name: 'Download message' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^msg_.+\.eml$/)
  })

  test('a message that waits for its day shows that day, not a next attempt', async () => {
    const { page } = opened
    const { id } = await issue()
    const send_on = new Date(site.app.clock.now() + 48 * 60 * 60_000).toISOString()
    const answer = await site.app.call('POST', `/invoices/${id}/send`, { send_on })
    expect(answer.statusCode, answer.body).toBeLessThan(300)
    await page.goto('/mail?status=queued')
    await reading()
      .getByText(/scheduled for/)
      .waitFor()
    await page.getByRole('button', { name: /^Show: / }).click()
    await reading().getByRole('button', { name: 'Do not send' }).click()
    await dialog().getByRole('button', { name: 'Do not send' }).click()
    await reading().getByText('Canceled', { exact: true }).waitFor()
  })

  test('a customer has copies, a salutation and fields; mail that came back is an alert', async () => {
    const { page } = opened
    const { customer_id } = await issue()
    await page.goto(`/customers/${customer_id}/edit`)
    await page.getByRole('button', { name: 'E-mail and reminders' }).click()
    await page.getByLabel('With a copy to').fill('books@fernweh.example')
    await page.getByLabel('Salutation').fill('Good morning Mara,')
    await page.getByRole('button', { name: 'Add field' }).click()
    await page.getByLabel('Value 1').fill('4711')
    await page.getByRole('button', { name: 'Save' }).click()
    const label = page.getByLabel('Label 1')
    await label.and(page.locator('[aria-invalid=true]')).waitFor()
    await label.fill('Cost center')
    await look('customer-form')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.waitForURL((url) => !url.pathname.endsWith('/edit'))
    await page.getByText('Cost center').waitFor()
    await page.getByText('4711').waitFor()

    const { id } = await issue({ customer_id, customer: undefined })
    const { custom_fields } = (await site.app.call('GET', `/invoices/${id}`)).json()
    expect(custom_fields).toEqual([{ label: 'Cost center', value: '4711' }])
    await page.goto(`/invoices/${id}`)
    await page.getByRole('button', { name: 'Send…' }).click()
    await dialog().getByText('books@fernweh.example').first().waitFor()
    await dialog().frameLocator('iframe').getByText('Good morning Mara,').waitFor()
    await dialog().getByRole('button', { name: 'Send' }).click()
    await dialog().waitFor({ state: 'detached' })
    moveOn()
    await deliver()
    expect(server.received.at(-1)?.to).toEqual(['desk@fernweh.example', 'books@fernweh.example'])
    const [sent] = (await site.app.call('GET', `/messages?subject_id=${id}`)).json().data
    const { message_id } = sent
    const bounce = { message_id, recipient: 'desk@fernweh.example', state: 'bounced' }
    await site.app.call('POST', '/messages/bounces', { ...bounce, code: '5.1.1' })
    await page.goto(`/customers/${customer_id}`)
    await page.getByRole('alert').getByText('desk@fernweh.example').waitFor()
    await look('customer')
    await page.goto(`/mail?message=${sent.id}`)
    await reading().getByText('Came back', { exact: true }).first().waitFor()
    expect(await reading().getByText('Sent', { exact: true }).count()).toBe(0)
    await issue()
    await page.goto('/mail')
    await reading().getByText('Came back', { exact: true }).first().waitFor()
    await page.goto(`/invoices/${id}`)
    await page.getByRole('link', { name: 'Correct address' }).click()
    await page.waitForURL(`**/customers/${customer_id}/edit#email`)
  })

  test('a paid invoice offers its receipt first, and the invoice in the menu', async () => {
    const { page } = opened
    const { id, totals } = await issue()
    await site.app.call('POST', `/invoices/${id}/send`, { attach: [] })
    moveOn()
    await deliver()
    await site.app.call('POST', `/invoices/${id}/payments`, { amount: totals.due })
    await page.goto(`/invoices/${id}`)
    await page.getByRole('button', { name: 'Send receipt', exact: true }).click()
    await dialog().getByLabel('Subject').waitFor()
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Send…' }).waitFor()
    await page.keyboard.press('Escape')
  })

  test('waiting messages can be canceled, and failed ones retried', async () => {
    const { page } = opened
    const { id } = await issue()
    server.onData = () => ({ code: 554, text: 'No thanks' })
    const message = await site.app.call('POST', `/invoices/${id}/send`, { attach: [] })
    moveOn()
    await deliver()
    await page.goto(`/mail?status=failed&message=${message.json().id}`)
    await reading().getByText('The mail server refuses the message.').waitFor()
    await reading().locator('q:lang(en)').getByText('No thanks').first().waitFor()
    server.onData = () => 'accept'
    await reading().getByRole('button', { name: 'Retry' }).click()
    await reading().getByRole('button', { name: 'Do not send' }).click()
    await page
      .getByRole('dialog', { name: 'Do not send this message?' })
      .getByRole('button', { name: 'Do not send' })
      .click()
    await reading().getByText('A person canceled it.').waitFor()
  })

  test('filters that no message matches can be cleared', async () => {
    const { page } = opened
    await page.goto('/mail?q=nobody')
    await page.getByText('No messages found').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page
      .getByRole('button', { name: /^Show: / })
      .first()
      .waitFor()
    expect(await page.getByRole('searchbox').inputValue()).toBe('')
  })

  test('j and Enter open a message', async () => {
    const { page } = opened
    await page.goto('/mail')
    const first = page.getByRole('button', { name: /^Show: / }).first()
    await first.waitFor()
    await page.keyboard.press('j')
    expect(await first.evaluate((it) => it.matches(':focus'))).toBe(true)
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    const second = page.locator('tr').filter({ has: page.locator('button:focus') })
    await second.and(page.locator('[aria-current=true]')).waitFor()
    await reading().getByRole('heading').first().waitFor()
  })

  test('a filter is a word, the rest is behind one button', async () => {
    const { page } = opened
    await page.goto('/mail')
    await page.getByRole('radiogroup', { name: 'Status' }).getByText('Failed').click()
    await page.waitForURL(/status=failed/)
    await page.getByRole('button', { name: 'Filters', exact: true }).click()
    await page.getByLabel('Message', { exact: true }).selectOption('Reminder')
    await page.waitForURL(/kind=reminder/)
    await page.getByRole('button', { name: 'Filters (1)' }).waitFor()
  })

  test('words are changed, looked at and restored', async () => {
    const { page } = opened
    await page.goto('/mail/words')
    await page.getByLabel('Message', { exact: true }).selectOption('receipt')
    await page.getByLabel('Subject').fill('Thanks for {nothing}')
    await page
      .getByText(/Unknown placeholder/)
      .first()
      .waitFor()
    await page.getByLabel('Subject').fill('Thanks for {amount}')
    await page.getByText(/^Thanks for .*119\.00/).waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Your text').waitFor()
    await look('words')
    await page.getByRole('button', { name: 'Restore built-in text' }).click()
    await page.getByText('Built in').waitFor()
  })

  test('an unticked format can be ticked again; the others get the focus', async () => {
    const { page } = opened
    await site.app.call('PATCH', '/settings', { ...SELLER, locale: 'en' })
    const { id } = await issue({ customer: BUYER, e_invoice_profile: 'xrechnung' })
    await page.goto(`/invoices/${id}`)
    await page.getByRole('button', { name: 'Send…' }).click()
    const box = (name: string) => dialog().getByRole('checkbox', { name, exact: true })
    const isFocused = (name: string) =>
      box(name).evaluate((it) => it === it.ownerDocument.activeElement)
    await box('XRechnung (XML)').uncheck()
    expect(await isFocused('XRechnung (XML)')).toBe(true)
    await settled(opened)
    await box('XRechnung (XML)').check()
    expect(await box('Peppol (XML)').count()).toBe(0)
    await dialog().getByRole('button', { name: 'Other e-invoice formats' }).click()
    await box('Peppol (XML)').waitFor()
    expect(await isFocused('PDF with e-invoice for France (Factur-X)')).toBe(true)
  })

  test.each(
    WAYS,
  )('%s, %s: every screen fits and has no violation of WCAG A and AA', async (locale, colorScheme, viewport) => {
    const { id } = await issue()
    const other = await site.open({ locale, colorScheme, viewport })
    const { page } = other
    await page.goto('/sign-in')
    await page.locator('input[type=email]').fill('ada@example.org')
    await page.locator('input[type=password]').fill('nine quiet lighthouses')
    await page.locator('button[type=submit]').click()
    // The address has the company once the console is through with its own navigation.
    await page.waitForURL(/\/c\//)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    const name = `${locale}-${colorScheme}`
    for (const place of ['/mail', '/mail/server', '/mail/words', '/settings/email']) {
      await page.goto(place)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await settled(other)
      expect(await violationsOf(page), place).toEqual([])
      await picture(page, `${name}${place.replaceAll('/', '-')}`)
    }
    const refused = await refusedMessage(id)
    await page.goto(`/mail?message=${refused}`)
    const said = {
      'en-GB': 'This address does not exist.',
      'de-DE': 'Diese Adresse gibt es nicht.',
      'fr-FR': 'Cette adresse n’existe pas.',
    }[locale]
    // A phone has no room for it beside the list.
    const shown = viewport === PHONE ? page.getByRole('dialog') : page.locator('.outbox-message')
    await shown.getByRole('alert').getByText(said).waitFor()
    await shown.locator('q:lang(en)').getByText('No such user').first().waitFor()
    await settled(other)
    expect(await violationsOf(page), 'refused').toEqual([])
    await picture(page, `${name}-refused`)
    await page.goto(`/invoices/${id}`)
    const verb = { 'en-GB': 'Send…', 'de-DE': 'Senden …', 'fr-FR': 'Envoyer…' }[locale]
    await page.getByRole('button', { name: verb }).click()
    await page.getByRole('dialog').locator('iframe').waitFor()
    await settled(other)
    expect(await violationsOf(page), 'sheet').toEqual([])
    await picture(page, `${name}-sheet`)
    expect(other.bad).toEqual([])
  })

  const refusedMessage = async (invoice: string): Promise<string> => {
    server.onRecipient = () => ({ code: 550, text: '5.1.1 No such user' })
    const message = await site.app.call('POST', `/invoices/${invoice}/send`, { attach: [] })
    moveOn()
    await deliver()
    server.onRecipient = () => 'accept'
    return message.json().id
  }

  /** The next place in the pace. */
  const moveOn = () => site.app.clock.set(new Date(site.app.clock.now() + 60_000).toISOString())

  const look = async (name: string) => {
    await settled(opened)
    expect(await violationsOf(opened.page), name).toEqual([])
    await picture(opened.page, name)
    expect(opened.bad).toEqual([])
  }
})

async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return
  mkdirSync(PICTURES, { recursive: true })
  await page.screenshot({ path: `${PICTURES}/${name}.png` })
}
