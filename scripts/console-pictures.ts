/**
 * Draws screens of the console with sample data for docs/images: `node scripts/console-pictures.ts`.
 * Build the console first: `npm run generate -- --console`. `LOCALE=de-DE`, `WIDTH=390`, `DARK=1` and
 * `FOLDER=/tmp/pictures` draw them otherwise, to look at.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { DEMO_ACTOR, fillDemo } from '../src/demo.ts'
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

const { LOCALE = 'en-US', WIDTH = '1280', DARK, FOLDER } = process.env
const IMAGES = FOLDER ?? fileURLToPath(new URL('../docs/images/', import.meta.url))

const folder = mkdtempSync(join(tmpdir(), 'console-pictures-'))
const database: TestDatabase = {
  config: { engine: 'sqlite', path: join(folder, 'billwright.db') },
  drop: async () => rmSync(folder, { recursive: true, force: true }),
}
const site = await startNewConsole({}, database, { mailSink: { take: () => {} } })
try {
  await givenOwner(site)
  await fillDemo({ ...site.app.work(), actor: DEMO_ACTOR }, site.app.services)
  await fillOutbox()
  const opened = await site.open({
    locale: LOCALE,
    viewport: { width: Number(WIDTH), height: 840 },
    colorScheme: DARK ? 'dark' : 'light',
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
  const { data: open } = await get('/invoices?status=sent&sort=-issue_date&limit=1')
  const { data: schedules } = await get('/recurring-invoices?sort=-name&limit=1')
  const screens: readonly Screen[] = [
    { name: 'dashboard', path: '/', height: 840 },
    { name: 'outbox', path: '/mail', height: 840 },
    { name: 'reminders', path: '/reminders', height: 520, act: choose },
    { name: 'payment', path: `/invoices/${open[0].id}`, height: 840, act: pay },
    { name: 'schedule', path: `/recurring/${schedules[0].id}`, height: 840 },
    { name: 'products', path: '/products', height: 480 },
  ]
  mkdirSync(IMAGES, { recursive: true })
  for (const { name, path, height, act } of screens) {
    await page.setViewportSize({ width: Number(WIDTH), height })
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await settled(opened)
    await act?.(page)
    await settled(opened)
    await page.screenshot({ path: join(IMAGES, `console-${name}.png`) })
  }
}

interface Screen {
  readonly name: string
  readonly path: string
  readonly height: number
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
