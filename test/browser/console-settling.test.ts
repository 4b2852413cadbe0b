import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { words as de } from '../../console/src/words/de.ts'
import { words as en } from '../../console/src/words/en.ts'
import { words as fr } from '../../console/src/words/fr.ts'
import type { TestApp } from '../harness.ts'
import { inSomeWay, violationsOf } from './axe.ts'
import {
  type ConsoleSite,
  type Opened,
  settled,
  signIn,
  skipped,
  speak,
  startConsole,
} from './console-site.ts'

const WORDS = { en, de, fr }
const DESKTOP = { width: 1280, height: 900 }
const PHONE = { width: 360, height: 780 }
const WAYS = [
  { language: 'en', colorScheme: 'light', viewport: DESKTOP },
  { language: 'de', colorScheme: 'dark', viewport: PHONE },
  { language: 'fr', colorScheme: 'light', viewport: PHONE },
  { language: 'en', colorScheme: 'dark', viewport: DESKTOP },
] as const
const TABS_MAX = 120

describe.skipIf(skipped !== '')(`settling in the console${skipped}`, () => {
  let site: ConsoleSite
  let customer: string
  let quote: string
  let deposit: string
  let final: string

  beforeAll(async () => {
    site = await startConsole()
    site.app.clock.set(new Date().toISOString())
    customer = (await call('POST', '/customers', { name: 'Fernweh Books' })).id
    const items = [
      { description: 'Cover design', quantity: '4', unit_price: '250' },
      { description: 'Atlas', quantity: '10', unit: 'C62', unit_price: '30' },
    ]
    quote = (await call('POST', '/quotes', { customer_id: customer, items })).id
    await call('POST', `/quotes/${quote}/open`)
    await call('POST', `/quotes/${quote}/accept`, {})
    const bill = async (body: object) => {
      const { id } = await call('POST', `/quotes/${quote}/invoice`, body)
      await call('PATCH', `/invoices/${id}`, { status: 'sent' })
      return id
    }
    deposit = await bill({ mode: 'deposit', percent: '30' })
    final = await bill({ mode: 'final' })
    await call('POST', `/customers/${customer}/payments`, { amount: '500', apply: 'none' })
    const [atlas] = (await call('GET', `/quotes/${quote}`)).items.slice(1)
    const part = [{ item_id: atlas.id, quantity: '4' }]
    await call('POST', '/delivery-notes', { quote_id: quote, items: part })
  })
  afterAll(() => site?.close())

  const call: TestApp['json'] = (...request) => site.app.json(...request)

  async function look({ page, pending }: Opened, name: string): Promise<void> {
    await settled({ page, pending })
    expect(await violationsOf(page), name).toEqual([])
  }

  test.each(
    inSomeWay(WAYS),
  )('deposits, final invoices, the account and deliveries are accessible and fit in $language, $colorScheme', async ({
    language,
    ...way
  }) => {
    const words = WORDS[language]
    const opened = await site.open(way)
    const { page, bad } = opened
    await signIn(page)
    await speak(page, language)
    const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click()
    await page.goto(`/invoices/${deposit}`)
    await page.getByText(words.onAccount.deductedBy).first().waitFor()
    await look(opened, 'deposit')
    await page.goto(`/invoices/${final}`)
    await page.getByText(words.onAccount.deposits).first().waitFor()
    await look(opened, 'final invoice')
    await page.goto(`/quotes/${quote}`)
    await page.getByText('DN-').first().waitFor()
    await look(opened, 'quote')
    await press(words.deliveryNotes.create)
    await page.getByRole('dialog').getByLabel(words.deliveryNotes.date).waitFor()
    await look(opened, 'delivery note')
    await page.goto(`/customers/${customer}`)
    await page.getByText(words.onAccount.balance).first().waitFor()
    await look(opened, 'account')
    for (const name of [words.onAccount.receive, words.onAccount.payBack]) {
      await press(name)
      await page.getByRole('dialog').getByRole('textbox').first().waitFor()
      await look(opened, name)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
    }
    expect(bad).toEqual([])
  })

  test('a delivery note, money on account and its refund need no mouse', async () => {
    const { page, bad } = await site.open({ viewport: DESKTOP })
    await signIn(page)
    await page.goto(`/quotes/${quote}`)
    await page.getByText('DN-').first().waitFor()
    await tabTo(page, en.deliveryNotes.create)
    await page.keyboard.press('Enter')
    await tabTo(page, en.deliveryNotes.issue)
    await page.keyboard.press('Enter')
    await page.getByText(en.deliveryNotes.states.full).waitFor()
    await page.getByRole('link', { name: en.deliveryNotes.allOfThem }).click()
    const rows = page.getByRole('row').filter({ hasText: 'DN-' })
    await rows.nth(1).waitFor()
    const pdf = page.getByRole('link', { name: /^Open the PDF of DN-/ })
    expect(await pdf.first().getAttribute('href')).toMatch(/\/delivery-notes\/dln_[^/]+\/pdf$/)
    await page.locator('.states label', { hasText: en.deliveryNotes.noteStates.void }).click()
    await page.getByText(en.deliveryNotes.nothingTitle).waitFor()
    await page.getByRole('button', { name: en.deliveryNotes.clear }).click()
    await rows.first().getByRole('link').first().click()
    await page.waitForURL(new RegExp(`/quotes/${quote}$`))
    await page.goto(`/customers/${customer}`)
    await page.getByText(en.onAccount.balance).first().waitFor()
    await tabTo(page, en.onAccount.payBack)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').locator('input:focus').waitFor()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('120.50')
    await page.keyboard.press('Enter')
    await page.getByText('€379.50').first().waitFor()
    const { balances } = await call('GET', `/customers/${customer}/account`)
    expect(balances).toEqual([{ currency: 'EUR', balance: '379.50' }])
    expect(bad).toEqual([])
  })
})

/** Goes on with Tab until a button of that name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const focused = page.locator(':focus').and(page.getByRole('button', { name, exact: true }))
  for (let count = 0; count < TABS_MAX; count += 1) {
    if ((await focused.count()) > 0) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${name}.`)
}
