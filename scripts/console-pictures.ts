/**
 * Draws screens of the console with sample data, at double size, for docs/images: `node scripts/console-pictures.ts`.
 * Build the console first: `npm run generate -- --console`. `LOCALE=de-DE`, `WIDTH=390`, `DARK=1` and
 * `FOLDER=/tmp/pictures` draw all of them otherwise, to look at; `ONLY=editor,quote` draws those.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { DEMO_ACTOR, fillDemo } from '../src/entry/demo/demo.ts'
import {
  closeBrowser,
  givenOwner,
  type Opened,
  OWNER,
  settled,
  startNewConsole,
} from '../test/browser/console-site.ts'
import type { TestDatabase } from '../test/databases.ts'
import type { Json } from '../test/givens.ts'
import { closePrinters } from '../test/printer.ts'

const { LOCALE = 'en-US', WIDTH, DARK, FOLDER, ONLY } = process.env
const DESKTOP = 1280
const IMAGES = FOLDER ?? fileURLToPath(new URL('../docs/images/', import.meta.url))

const folder = mkdtempSync(join(tmpdir(), 'console-pictures-'))
const database: TestDatabase = {
  config: { engine: 'sqlite', path: join(folder, 'billwright.db') },
  drop: async () => rmSync(folder, { recursive: true, force: true }),
}
const site = await startNewConsole({}, database, { mailSink: { take: () => {} } })
try {
  await givenOwner(site)
  await fillDemo({ ...site.app.work(), actor: DEMO_ACTOR })
  await fillOutbox()
  const opened = await site.open({
    locale: LOCALE,
    viewport: { width: DESKTOP, height: 840 },
    deviceScaleFactor: 2,
  })
  await draw(opened)
} finally {
  await site.close()
  await closeBrowser()
  await closePrinters()
  await database.drop()
}

async function draw(opened: Opened): Promise<void> {
  const { page } = opened
  // Ages and dates follow the clock of the service.
  await page.clock.setFixedTime(site.app.clock.now())
  await page.goto('/sign-in')
  await page.locator('input[type=email]').fill(OWNER.email)
  await page.locator('input[type=password]').fill(OWNER.password)
  await page.locator('button[type=submit]').click()
  await page.waitForURL(/\/c\//)
  const screens = await allScreens()
  const wanted = ONLY?.split(',')
  mkdirSync(IMAGES, { recursive: true })
  for (const { name, path, height = 840, width = DESKTOP, isDark = false, act } of screens) {
    if (wanted?.includes(name) === false) continue
    await page.setViewportSize({ width: Number(WIDTH ?? width), height })
    await page.emulateMedia({ colorScheme: isDark || DARK ? 'dark' : 'light' })
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await settled(opened)
    await act?.(page)
    await settled(opened)
    await page.screenshot({ path: join(IMAGES, `console-${name}.png`) })
  }
}

async function allScreens(): Promise<readonly Screen[]> {
  const first = async (path: string): Promise<string> => (await get(`${path}&limit=1`)).data[0].id
  const open = await first('/invoices?status=sent&sort=-issue_date')
  const unsent = await first('/invoices?status=sent&q=Nordic')
  const late = await first('/invoices?overdue=true&sort=-issue_date')
  const [draft, note, quote, plan, hosting, rent] = await Promise.all([
    first('/invoices?status=draft&sort=created_at'),
    first('/invoices?type=credit_note&status=sent&sort=-issue_date'),
    first('/quotes?status=accepted'),
    get('/reminder-plans').then(({ data }) => data[0].id as string),
    first('/recurring-invoices?sort=name'),
    first('/recurring-invoices?sort=-name'),
  ])
  return [
    { name: 'dashboard', path: '/' },
    { name: 'outbox', path: '/mail' },
    { name: 'reminders', path: '/reminders', height: 520, act: choose },
    { name: 'payment', path: `/invoices/${open}`, act: pay },
    { name: 'schedule', path: `/recurring/${rent}` },
    { name: 'products', path: '/products', height: 480 },
    { name: 'editor', path: `/invoices/${draft}/edit` },
    { name: 'invoice', path: `/invoices/${late}` },
    { name: 'invoice-phone', path: `/invoices/${late}`, width: 390, height: 844 },
    { name: 'invoices-dark', path: '/invoices', height: 560, isDark: true },
    { name: 'credit-note', path: `/invoices/${note}`, height: 760 },
    { name: 'quote', path: `/quotes/${quote}`, height: 1000 },
    { name: 'recurring', path: `/recurring/${hosting}`, height: 1000 },
    { name: 'reminder-plan', path: `/reminders/plans/${plan}`, height: 1130 },
    { name: 'send', path: `/invoices/${unsent}`, width: 1440, height: 900, act: send },
    { name: 'templates', path: '/templates' },
  ]
}

interface Screen {
  readonly name: string
  readonly path: string
  readonly height?: number
  readonly width?: number
  readonly isDark?: boolean
  readonly act?: (page: Page) => Promise<void>
}

async function choose(page: Page): Promise<void> {
  await page.locator('main').getByRole('checkbox').nth(1).check()
}

async function pay(page: Page): Promise<void> {
  await page
    .locator('main button')
    .filter({ hasText: /pay|zahl|paie/i })
    .first()
    .click()
  await page.getByRole('dialog').waitFor()
}

async function send(page: Page): Promise<void> {
  await page
    .locator('main button')
    .filter({ hasText: /^(send|senden|envoyer)/i })
    .first()
    .click()
  await page.getByRole('dialog').locator('iframe').waitFor()
}

/** One has left, one came back, one leaves later. */
async function fillOutbox(): Promise<void> {
  const { data } = await get('/invoices?status=sent&type=invoice&limit=4')
  const ids: string[] = data.map(({ id }: Json) => id)
  for (const [index, id] of ids.entries())
    await site.app.call('POST', `/invoices/${id}/send`, {
      attach: [],
      ...(index === 0 ? { send_on: '2026-11-23T08:00:00Z' } : {}),
    })
  for (let minute = 0; minute < 3; minute++) {
    await site.app.services.jobRunner.runDue()
    site.app.clock.set(new Date(site.app.clock.now() + 60_000).toISOString())
  }
  const { data: sent } = await get('/messages?status=sent&limit=2')
  const [{ message_id, recipients }] = sent
  await site.app.call('POST', '/messages/bounces', {
    message_id,
    recipient: recipients[0].address,
    state: 'bounced',
    code: '5.1.1',
    detail: 'User unknown',
  })
}

async function get(path: string): Promise<Json> {
  const answer = await site.app.call('GET', path)
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json()
}
