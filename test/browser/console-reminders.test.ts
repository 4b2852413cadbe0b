import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lookAtReminders } from '../../src/messages/reminders/look.ts'
import { type Givens, givens, type Json } from '../givens.ts'
import type { TestApp } from '../harness.ts'
import { violationsOf } from './axe.ts'
import {
  type ConsoleSite,
  placeOf,
  settled,
  signIn,
  skipped,
  speak,
  startConsole,
} from './console-site.ts'

/** A folder for pictures of the screens, to look at. */
const { PICTURES } = process.env
const GERMAN = {
  language: 'de',
  colorScheme: 'dark',
  viewport: { width: 360, height: 900 },
} as const
/** `console-axe` sees them in English; `AXE=full` in all languages. */
const WAYS =
  process.env.AXE === 'full'
    ? ([
        { language: 'en', colorScheme: 'light', viewport: { width: 1440, height: 1000 } },
        GERMAN,
        { language: 'fr', colorScheme: 'light', viewport: { width: 360, height: 900 } },
      ] as const)
    : [GERMAN]
const PLAN = {
  name: 'Business',
  enabled: true,
  default: true,
  remind_from: '2026-01-01',
  at: '00:00',
  levels: [
    {
      title: 'reminder',
      after_days: 7,
      mode: 'ask',
      fee: [{ currency: 'EUR', amount: '5.00' }],
      interest: true,
      pay_within_days: 7,
    },
    { title: 'final', after_days: 21, mode: 'auto', pay_within_days: 10 },
  ],
  interest: { margin: '9', consumer_margin: '5', base: [{ from: '2026-07-01', rate: '1.27' }] },
}

describe.skipIf(skipped !== '')(`reminders in the console${skipped}`, () => {
  let site: ConsoleSite
  let given: Givens
  let plan: string
  beforeAll(async () => {
    site = await startConsole()
    given = givens(site.app)
    site.app.clock.set('2026-11-21T09:00:00Z')
    await given.settings({ companyEmail: 'office@nord.example', companyTaxId: 'DE123456789' })
    plan = (await call('POST', '/reminder-plans', PLAN)).id
  })
  afterAll(() => site?.close())

  const call: TestApp['json'] = (...request) => site.app.json(...request)
  let looks = 0
  /** Overdue for a while, with a reminder that waits. */
  const overdue = async (name: string): Promise<Json> => {
    const customer = { name, email: 'desk@fernweh.example' }
    const dates = { issue_date: '2026-10-01', due_date: '2026-10-31' }
    const invoice = await given.invoice({ customer, ...dates, status: 'sent' })
    // A changed plan is looked at once more on the same day.
    looks += 1
    await call('PATCH', `/reminder-plans/${plan}`, { at: `00:0${looks % 10}` })
    await lookAtReminders(site.app.work())
    return invoice
  }

  test('reminders are approved and dismissed together, and the invoice shows them', async () => {
    const [one, two] = [await overdue('Fernweh Books'), await overdue('Night Train')]
    const { page, bad } = await site.open()
    await signIn(page)
    await page.goto(`/invoices/${one.id}`)
    await page.getByRole('link', { name: 'A reminder waits for your approval.' }).click()
    await page.getByLabel(`Select ${two.number} Night Train`).check()
    await page.getByRole('button', { name: 'Dismiss 1' }).click()
    await page.getByText('Reminder dismissed').waitFor()
    await page.getByLabel('Select all').check()
    await page.getByRole('button', { name: 'Send 1' }).click()
    await page.getByText('Reminder queued').waitFor()
    await page.getByText('No reminders to approve').waitFor()
    await page.goto(`/invoices/${one.id}`)
    const sent = page.getByRole('link', { name: 'Payment reminder' })
    expect(await sent.getAttribute('href')).toContain('/reminder/pdf?level=1')
    // The history names it, unlike the invoice itself.
    await page
      .getByText(/^Reminder: (written|sent by e-mail|not sent)$/)
      .first()
      .waitFor()
    expect(await page.getByText('E-mailed').count()).toBe(0)
    await page.getByText('Reminder fee').waitFor()
    expect(bad).toEqual([])
  })

  test('j, x and Enter on the reminders that wait', async () => {
    const { id, number } = await overdue('Row Keys')
    const { page } = await site.open()
    await signIn(page)
    await page.goto('/reminders')
    const box = page.getByLabel(`Select ${number} Row Keys`)
    await box.waitFor()
    await page.getByText('The invoice is 21 days late.').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    expect(await box.isChecked()).toBe(true)
    await page.keyboard.press('Enter')
    await expect.poll(() => placeOf(page.url())).toBe(`/invoices/${id}`)
    await call('POST', '/reminders/dismiss', {
      ids: (await call('GET', '/reminders/due')).data.map((it: Json) => it.id),
    })
  })

  test('a late invoice offers its reminder first, and the invoice in the menu', async () => {
    const { id, number } = await overdue('Late First')
    const { page, bad } = await site.open()
    await signIn(page)
    await page.goto(`/invoices/${id}`)
    await page.getByRole('button', { name: 'Send reminder' }).click()
    const dialog = page.getByRole('dialog', { name: `Send a reminder for ${number} now?` })
    await dialog.getByRole('button', { name: 'Send' }).click()
    await page.getByText('Reminder queued').waitFor()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Send…' }).waitFor()
    expect(bad).toEqual([])
  })

  test('reminders are paused with a reason, and charges waived and settled', async () => {
    const { id, number, customer_id } = await overdue('Fernweh Books')
    const { data } = await call('GET', '/reminders/due')
    const waiting = data.find((it: Json) => it.invoice_id === id)
    await call('POST', '/reminders/send', { ids: [waiting.id] })
    const { page, bad } = await site.open()
    await signIn(page)
    await page.goto(`/invoices/${id}`)
    await page.getByRole('button', { name: 'Pause' }).click()
    const pause = page.getByRole('dialog', { name: `Pause reminders for ${number}` })
    await pause.getByLabel('Reason').selectOption({ label: 'Payment promised' })
    await pause.getByLabel(/^Until/).fill('2026-12-15')
    await pause.getByLabel(/^Note/).fill('By phone')
    await pause.getByRole('button', { name: 'Pause' }).click()
    await page.getByText('Paused: payment promised until 15 Dec 2026').waitFor()
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByText(/^Reminder 2 follows on/).waitFor()
    await page.getByRole('button', { name: 'Waive' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Waive' }).click()
    await page.getByText('waived', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Settle' }).click()
    const settle = page.getByRole('dialog', { name: `Settle charges of ${number}` })
    await settle.getByRole('button', { name: 'Settle' }).click()
    await page.getByRole('link', { name: 'See the invoice' }).waitFor()
    const { data: charges } = await call('GET', `/invoices/${id}/charges`)
    expect(charges.map(({ status }: Json) => status)).toEqual(['waived', 'settled'])

    await page.getByLabel('Plan of this invoice').selectOption('No reminders')
    await page.getByText('This invoice gets no reminders.').waitFor()
    expect(await call('GET', `/invoices/${id}/reminders`)).toMatchObject({ own_plan: 'none' })
    await page.goto(`/customers/${customer_id}/edit`)
    await page.getByRole('button', { name: 'E-mail and reminders' }).click()
    await page.getByLabel('Invoices go to').fill('books@fernweh.example, no address')
    await page.getByRole('combobox', { name: 'Business or consumer' }).click()
    await page.getByRole('listbox').getByText('Business').click()
    await page.getByLabel('Reminder plan').selectOption('Business')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('#billing_emails[aria-invalid=true]').waitFor()
    await page.getByLabel('Invoices go to').fill('books@fernweh.example, cfo@fernweh.example')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('cfo@fernweh.example').first().waitFor()
    expect(await call('GET', `/customers/${customer_id}`)).toMatchObject({
      billing_emails: ['books@fernweh.example', 'cfo@fernweh.example'],
      kind: 'business',
      reminder_plan: plan,
    })
    expect(bad).toEqual([])
  })

  test('no reminder is offered for an invoice that a credit note settled', async () => {
    const { id } = await overdue('Stadtmuseum Lindental')
    const note = await call('POST', `/invoices/${id}/credit-note`, {})
    await call('PUT', `/invoices/${note.id}`, { status: 'sent' })
    const opened = await site.open()
    const { page } = opened
    await signIn(page)
    await page.goto(`/invoices/${id}`)
    await page.getByRole('heading', { name: 'Reminders' }).waitFor()
    await settled(opened)
    expect(await page.getByRole('button', { name: 'Send reminder' }).count()).toBe(0)
  })

  test('a plan is edited, and shows its customers before it is turned on', async () => {
    const made = await call('POST', '/reminder-plans', {
      name: 'Slow',
      levels: [{ title: 'reminder', after_days: 10, mode: 'ask' }],
    })
    const { page, bad } = await site.open()
    await signIn(page)
    await page.goto(`/reminders/plans/${made.id}`)
    await page.getByRole('button', { name: 'Add level' }).click()
    const level = page.getByRole('region', { name: 'Level 2' })
    await level.getByLabel('Days after the due date').fill('30')
    await level.getByLabel(/^Fee/).fill('7.50')
    await page.getByLabel(/^Days between/).fill('14')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Plan saved').waitFor()
    expect(await call('GET', `/reminder-plans/${made.id}`)).toMatchObject({
      min_gap_days: 14,
      levels: [{ after_days: 10 }, { after_days: 30, fee: [{ currency: 'EUR', amount: '7.50' }] }],
    })
    await page.getByRole('button', { name: 'Turn on' }).click()
    const dialog = page.getByRole('dialog', { name: 'Turn on Slow?' })
    await dialog.getByText('0 invoices would get a reminder today.').waitFor()
    await dialog.getByRole('button', { name: 'Turn on' }).click()
    await page.getByText('Plan turned on').waitFor()
    expect(await call('GET', `/reminder-plans/${made.id}`)).toMatchObject({
      enabled: true,
      remind_from: '2026-11-21',
    })
    await page.goto('/reminders/plans')
    await page.getByLabel('Sunday').check()
    await page.getByLabel('Holidays').fill('2026-12-25')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Days off saved').waitFor()
    expect((await call('GET', '/settings')).nonWorkingDays).toEqual({
      weekdays: [7],
      dates: ['2026-12-25'],
    })
    await given.settings({ nonWorkingDays: null })
    expect(bad).toEqual([])
  })

  test('on a tablet amounts are shown whole, and matters are rows', async () => {
    await overdue('Donaudampfschifffahrt Elektrizitäten und Hauptbetriebswerkbau')
    const opened = await site.open({ viewport: { width: 768, height: 1024 } })
    const { page } = opened
    await signIn(page)
    const right = async (cells: Locator) => {
      await cells.first().waitFor()
      return Math.max(
        ...(await cells.evaluateAll((all) => all.map((it) => it.getBoundingClientRect().right))),
      )
    }
    await page.goto('/')
    const section = page.getByRole('region', { name: 'To do' })
    expect(await right(section.locator('li button'))).toBeLessThan(await right(section))
    const text = section.locator('li small').first()
    expect((await text.boundingBox())?.height).toBeLessThan(30)
    await page.goto('/reminders')
    await settled(opened)
    const table = page.locator('.ledger-rows')
    expect(await right(table.locator('td.figures'))).toBeLessThanOrEqual(await right(table))
  })

  test.each(WAYS)('passes axe and fits in $language, $colorScheme', async (way) => {
    const { id, customer_id } = await overdue('Buchhandlung Fernweh am Hafen')
    await call('PATCH', `/customers/${customer_id}`, { kind: 'business' })
    const { data } = await call('GET', '/reminders/due')
    const waiting = data.find((it: Json) => it.invoice_id === id)
    await call('POST', '/reminders/send', { ids: [waiting.id] })
    await overdue('Night Train')
    const { language, colorScheme, viewport } = way
    const opened = await site.open({ colorScheme, viewport })
    const { page } = opened
    await signIn(page)
    await speak(page, language)
    for (const [name, path] of [
      ['due', '/reminders'],
      ['plans', '/reminders/plans'],
      ['plan', `/reminders/plans/${plan}`],
      ['invoice', `/invoices/${id}`],
      ['list', '/invoices'],
      ['customer', `/customers/${customer_id}/edit`],
    ] as const) {
      await page.goto(path)
      await page.locator('h1').waitFor()
      await settled(opened)
      if (PICTURES !== undefined) {
        const file = `${name}-${language}-${colorScheme}.png`
        await page.screenshot({ path: join(PICTURES, file), fullPage: true })
      }
      expect(await violationsOf(page), `${name} ${language}`).toEqual([])
    }
  })
})
