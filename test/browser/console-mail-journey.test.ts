import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { words as laterDe } from '../../console/src/words/de.ts'
import { words as laterEn } from '../../console/src/words/en.ts'
import { first as firstDe } from '../../console/src/words/first/de.ts'
import { first as firstEn } from '../../console/src/words/first/en.ts'
import { first as firstFr } from '../../console/src/words/first/fr.ts'
import { words as laterFr } from '../../console/src/words/fr.ts'
import { de as deReminders } from '../../console/src/words/reminders/de.ts'
import { en as enReminders } from '../../console/src/words/reminders/en.ts'
import { fr as frReminders } from '../../console/src/words/reminders/fr.ts'
import type { Json } from '../givens.ts'
import { runNow } from '../jobs.ts'
import { type MailServer, startMailServer } from '../mail-server.ts'
import { inSomeWay, violationsOf } from './axe.ts'
import {
  type ConsoleSite,
  type Opened,
  OWNER,
  settled,
  skipped,
  startConsole,
} from './console-site.ts'

/** Folder for pictures to look at, e.g. `PICTURES=/tmp/mail`. */
const { PICTURES } = process.env
const DESKTOP = { width: 1440, height: 900 }
/** The plan's time, by language. */
const en = { ...firstEn, ...laterEn }
const de = { ...firstDe, ...laterDe }
const fr = { ...firstFr, ...laterFr }
const AT = { en: '00:01', de: '00:02', fr: '00:03' } as const
const PHONE = { width: 390, height: 844 }

describe.skipIf(skipped !== '')(`from the first message to the payment${skipped}`, () => {
  let site: ConsoleSite
  let server: MailServer
  const customers: Record<string, string> = {}
  let plan = ''

  beforeAll(async () => {
    server = await startMailServer()
    site = await startConsole({
      SMTP_URL: server.url,
      MAIL_FROM: 'Ada & Sons <billing@ada.example>',
    })
    const { data } = await call('GET', '/reminder-plans')
    plan = data[0].id
    // Due at once, so that no session ends while the clock goes on.
    const levels = [{ after_days: 0, mode: 'ask', title: 'reminder' }]
    await call('PATCH', `/reminder-plans/${plan}`, {
      enabled: true,
      levels,
      remind_from: '2026-01-01',
    })
    for (const language of ['en', 'de', 'fr'])
      customers[language] = (
        await call('POST', '/customers', {
          name: `Fernweh ${language}`,
          email: 'desk@fernweh.example',
          contact_name: 'Mara Lind',
          language,
          payment_terms_days: 0,
        })
      ).id
  })
  afterAll(async () => {
    await site?.close()
    await server?.close()
  })

  const call = async (method: string, path: string, body?: unknown): Promise<Json> => {
    const answer = await site.app.call(method, path, body)
    expect(answer.statusCode, answer.body).toBeLessThan(400)
    return answer.body === '' ? null : answer.json()
  }
  const moveBy = (ms: number) =>
    site.app.clock.set(new Date(site.app.clock.now() + ms).toISOString())
  const deliver = async () => {
    moveBy(60_000)
    await runNow(site.app, 'mail.sweep')
    await site.app.services.jobRunner.runDue()
  }
  const newest = () => PostalMime.parse(server.received.at(-1)?.bytes ?? '')

  const signedIn = async (options: Parameters<ConsoleSite['open']>[0]): Promise<Opened> => {
    const opened = await site.open(options)
    const { page } = opened
    // The editor dates the invoice by the browser's clock.
    await page.clock.setFixedTime(site.app.clock.now())
    await page.goto('/sign-in')
    await page.locator('input[type=email]').fill(OWNER.email)
    await page.locator('input[type=password]').fill(OWNER.password)
    await page.locator('button[type=submit]').click()
    await page.waitForURL(/\/c\//)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    return opened
  }

  const ways = [
    ['en', { ...en, reminders: enReminders }, { locale: 'en-GB', viewport: DESKTOP }],
    [
      'de',
      { ...de, reminders: deReminders },
      { locale: 'de-DE', viewport: PHONE, colorScheme: 'dark' },
    ],
    ['fr', { ...fr, reminders: frReminders }, { locale: 'fr-FR', viewport: DESKTOP }],
  ] as const
  test.each(
    inSomeWay(ways),
  )('%s: written, sent, delivered, opened by the link, reminded, paid, and receipted', async (language, words, options) => {
    const opened = await signedIn(options)
    const { page } = opened
    const look = async (name: string) => {
      await settled(opened)
      expect(await violationsOf(page), `${language} ${name}`).toEqual([])
      await picture(page, `${language}-${name}`)
    }
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const dialog = page.getByRole('dialog')
    await page.goto(`/invoices/new?customer_id=${customers[language]}`)
    await page.getByLabel(`${words.lines.description} 1`).fill('Cover design')
    await page.getByLabel(`${words.lines.quantity} 1`).fill('3')
    await page.getByLabel(`${words.lines.price} 1`).fill('80')
    // A phone has no room for more.
    const { send } = options.viewport === PHONE ? words.actions : words.issuing
    await button(send).click()
    await dialog.getByRole('button', { name: words.issuing.send, exact: true }).click()
    await dialog.locator('iframe').waitFor()
    const { data } = await call('GET', `/invoices?customer_id=${customers[language]}`)
    const [invoice] = data
    // A changed plan is looked at again on the same day.
    await call('PATCH', `/reminder-plans/${plan}`, { at: AT[language] })
    await runNow(site.app, 'reminder.look')
    await look('sheet')
    await dialog.getByRole('button', { name: words.mail.send.send, exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await deliver()
    expect(server.received.at(-1)?.to).toEqual(['desk@fernweh.example'])
    const { text = '', attachments } = await newest()
    expect(attachments.map(({ filename }) => filename)).toEqual([`${invoice.number}.pdf`])
    const link = /\/i\/\S+/.exec(text)?.[0] ?? ''

    const visitor = await site.open({ locale: options.locale })
    await visitor.page.goto(link)
    await visitor.page.getByText(invoice.number).first().waitFor()

    await page.goto('/')
    await page.getByRole('heading', { name: words.attention.title }).waitFor()
    await page.getByText(words.attention.remind, { exact: true }).first().waitFor()
    await look('dashboard')
    await page.goto('/reminders')
    await page.getByRole('checkbox', { name: new RegExp(invoice.number) }).check()
    await look('reminders')
    await button(words.reminders.sendSome(1)).click()
    await page.getByText(words.reminders.sent(1)).waitFor()
    await deliver()
    expect((await newest()).subject).toContain(invoice.number)
    const { data: waiting } = await call('GET', '/attention?kind=reminder')
    expect(JSON.stringify(waiting)).not.toContain(invoice.id)

    await page.goto(`/invoices/${invoice.id}`)
    await button(words.actions.pay).click()
    await dialog.getByRole('button', { name: words.invoice.record, exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    expect((await call('GET', `/invoices/${invoice.id}`)).status).toBe('paid')
    const receipt = words.invoice.sendReceipt('').trim().split(/\s+/)[0] ?? ''
    await page.getByRole('button', { name: new RegExp(`^${receipt}.*240`) }).click()
    await dialog.locator('iframe').waitFor()
    await look('receipt')
    await dialog.getByRole('button', { name: words.mail.send.send, exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await deliver()
    expect((await newest()).text).toContain('240')

    await page.goto(`/customers/${invoice.customer_id}`)
    await button(words.statement.send).click()
    await dialog.locator('iframe').waitFor()
    await dialog.getByRole('button', { name: words.mail.send.send, exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await deliver()
    expect((await newest()).attachments[0]?.filename).toMatch(/^statement-.*\.pdf$/)

    await page.goto('/mail?kind=statement')
    await page.getByLabel(words.mail.kind, { exact: true }).selectOption('receipt')
    await page.waitForURL(/kind=receipt/)
    await look('outbox')
    expect(opened.bad).toEqual([])
  })

  test('a forgotten password: asked for, mailed, chosen, and used', async () => {
    const { page, bad } = await site.open({ viewport: PHONE })
    const password = 'ten louder lighthouses'
    await page.goto('/sign-in')
    await page.getByRole('link', { name: en.passwordReset.forgot }).click()
    await page.getByRole('heading', { name: en.passwordReset.forgot }).waitFor()
    await page.getByLabel(en.auth.email).fill(OWNER.email)
    await page.getByRole('button', { name: en.passwordReset.send }).click()
    await page.getByRole('status').waitFor()
    expect(await violationsOf(page)).toEqual([])
    await site.app.services.access.settled()
    await deliver()
    const { text = '' } = await newest()
    const link = /\/password-reset#\S+/.exec(text)?.[0] ?? ''
    await page.goto(link)
    await page.reload()
    await page.getByLabel(en.auth.password, { exact: true }).fill(password)
    expect(await violationsOf(page)).toEqual([])
    await picture(page, 'new-password')
    await page.getByRole('button', { name: en.passwordReset.save }).click()
    await page.getByText(en.passwordReset.done).waitFor()
    await page.goto('about:blank')
    await page.goto(link)
    await page.getByText(en.passwordReset.invalid).waitFor()
    await page.getByRole('button', { name: en.passwordReset.send }).waitFor()
    await page.getByRole('link', { name: en.shell.signIn }).click()
    await page.waitForURL(/\/sign-in/)
    await page.getByLabel(en.auth.email).fill(OWNER.email)
    await page.getByLabel(en.auth.password, { exact: true }).fill(password)
    await page.locator('button[type=submit]').click()
    await page.waitForURL(/\/c\//)
    await page.goto('/access/people')
    await page.getByRole('button', { name: en.invitations.invite }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(en.people.email).fill('mia@example.org')
    await dialog.getByRole('button', { name: en.invitations.invite }).click()
    await dialog.getByText(en.invitations.mailed('mia@example.org')).waitFor()
    await deliver()
    expect(server.received.at(-1)?.to).toEqual(['mia@example.org'])
    expect(bad).toEqual([])
  })
})

async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return
  mkdirSync(PICTURES, { recursive: true })
  await page.screenshot({ path: `${PICTURES}/${name}.png` })
}
