/**
 * Draws every message that customers get, and the letter of a reminder, as they look on a telephone:
 * `node scripts/mail-pictures.ts FOLDER`. A picture for each language, light and dark; and one of all
 * letters on a wide screen.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { changeSettings } from '../src/company/settings/change.ts'
import { previewMessageTemplate } from '../src/messages/mail/inner/templates/templates.ts'
import { MAIL_LANGUAGES } from '../src/messages/mail/inner/words/words.ts'
import { CUSTOMER_KINDS } from '../src/messages/mail/message.ts'
import { reminderLetterHtml } from '../src/messages/reminders/letter.ts'
import { createPlan } from '../src/messages/reminders/plans.ts'
import { fontConfiguration, fontFiles } from '../src/platform/browser/fonts.ts'
import { readConfig } from '../src/platform/config.ts'
import { recordPayment } from '../src/receivables/payments/change.ts'
import { createInvoice } from '../src/sales/invoices/create.ts'
import { findBrowser } from '../test/chromium.ts'
import { type AppAt, openAppAt } from '../test/faults/app-at.ts'

const PHONE = 360
const DESKTOP = 900
const GAP = 16
const COLOR_SCHEMES = ['light', 'dark'] as const
const AT_MS = Date.parse('2026-11-21T09:00:00Z')

/** Runs in the page. Answers once every frame is as high as its document. */
const FRAMES = `async (pages, width) => {
  for (const html of pages) {
    const frame = document.createElement('iframe')
    frame.style.cssText = 'border:0;width:' + width + 'px;height:100px'
    const loaded = new Promise((done) => { frame.onload = done })
    frame.srcdoc = html
    document.body.append(frame)
    await loaded
    const root = frame.contentDocument.documentElement
    frame.style.height = root.scrollHeight + 'px'
    if (root.scrollWidth > root.clientWidth) frame.style.outline = '4px solid red'
  }
}`

interface Pages {
  readonly messages: readonly string[]
  readonly letter: string
}

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Name a folder for the pictures.')
mkdirSync(folder, { recursive: true })
const dataDir = mkdtempSync(join(tmpdir(), 'mail-pictures-'))
const app = await openAppAt(readConfig({ DATA_DIR: dataDir }).database, AT_MS)
const binary = await findBrowser()
if (!binary) throw new Error('There is no Chromium; name one in CHROMIUM_PATH.')
// The machine may lack letters of some languages.
const fonts = join(dataDir, 'fonts.conf')
writeFileSync(fonts, fontConfiguration(fontFiles(), join(dataDir, 'fonts')))
const browser = await chromium.launch({
  executablePath: binary.path,
  env: { ...process.env, LD_LIBRARY_PATH: binary.libraryDir ?? '', FONTCONFIG_FILE: fonts },
})
try {
  const letters: string[] = []
  await prepare(app)
  for (const language of MAIL_LANGUAGES) {
    const { messages, letter } = await pagesOf(app, language)
    letters.push(letter)
    for (const colorScheme of COLOR_SCHEMES)
      await picture(browser, [...messages, letter], {
        width: PHONE,
        colorScheme,
        path: join(folder, `${language}-${colorScheme}.png`),
      })
  }
  await picture(browser, letters, {
    width: DESKTOP,
    colorScheme: 'light',
    path: join(folder, 'letters.png'),
  })
} finally {
  await browser.close()
  await app.close()
  rmSync(dataDir, { recursive: true })
}

async function prepare({ work }: AppAt): Promise<void> {
  await changeSettings(work, {
    body: {
      companyName: 'Atelier Nord',
      companyEmail: 'office@nord.example',
      companyAddress: { line1: 'Hafenstraße 7', postalCode: '20457', city: 'Hamburg' },
      bankAccount: { iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' },
    },
    mode: 'patch',
    ifMatch: undefined,
  })
  await createPlan(work, {
    name: 'Plan',
    enabled: true,
    default: true,
    remind_from: '2026-01-01',
    at: '00:00',
    levels: [
      {
        title: 'second',
        after_days: 7,
        mode: 'auto',
        fee: [{ currency: 'EUR', amount: '5.00' }],
        interest: true,
        pay_within_days: 10,
      },
    ],
    interest: { margin: '9', base: [{ from: '2026-07-01', rate: '1.27' }] },
  })
}

async function pagesOf({ work }: AppAt, language: string): Promise<Pages> {
  const messages: string[] = []
  for (const kind of CUSTOMER_KINDS) {
    const { html } = await previewMessageTemplate(work, { kind, language }, undefined)
    messages.push(html)
  }
  const { invoice } = await createInvoice(work, {
    customer: { name: 'Buchhandlung Fernweh', email: 'desk@fernweh.example' },
    items: [{ description: 'Cover design', quantity: '12', unit_price: '1040' }],
    currency: 'EUR',
    language,
    issue_date: '2026-09-01',
    due_date: '2026-09-15',
    status: 'sent',
  })
  const paid = { id: invoice.id, ifMatch: undefined }
  await recordPayment(work, paid, { amount: '1000.00' })
  const { bytes } = await reminderLetterHtml(work, invoice.id, 1)
  return { messages, letter: Buffer.from(bytes).toString() }
}

/** The pages side by side, each in a frame of its own. */
async function picture(
  browser: Browser,
  pages: readonly string[],
  options: { width: number; colorScheme: 'light' | 'dark'; path: string },
): Promise<void> {
  const { width, colorScheme, path } = options
  const context = await browser.newContext({
    colorScheme,
    viewport: { width: pages.length * (width + GAP), height: 700 },
  })
  const page = await context.newPage()
  await page.setContent(
    '<body style="margin:0;display:flex;gap:16px;align-items:flex-start;background:#777">',
  )
  await page.evaluate(`(${FRAMES})(${JSON.stringify(pages)}, ${width})`)
  await page.screenshot({ path, fullPage: true })
  await context.close()
}
