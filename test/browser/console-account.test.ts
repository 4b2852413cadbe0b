import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens, type Json } from '../givens.ts'
import { inSomeWay, violationsOf } from './axe.ts'
import { type ConsoleSite, settled, signIn, skipped, speak, startConsole } from './console-site.ts'

/** A folder for pictures of the screens, to look at. */
const { PICTURES } = process.env
const DESKTOP = { width: 1440, height: 1000 }
const PHONE = { width: 390, height: 900 }
const WAYS = [
  {
    language: 'en',
    colorScheme: 'light',
    viewport: DESKTOP,
    words: {
      more: 'More actions',
      deduct: /^Deduct deposits/,
      deducted: '1 deposit deducted',
      deposits: 'Deposits deducted',
      toRefund: 'To be refunded',
      keep: 'Keep on account',
      kept: 'Kept on account',
      onAccount: 'Kept on account',
      onPage: 'Kept on account',
    },
  },
  {
    language: 'de',
    colorScheme: 'dark',
    viewport: PHONE,
    words: {
      more: 'Weitere Aktionen',
      deduct: /^Anzahlungen abziehen/,
      deducted: '1 Anzahlung abgezogen',
      deposits: 'Abgezogene Anzahlungen',
      toRefund: 'Zu erstatten',
      keep: 'Als Guthaben behalten',
      kept: 'Als Guthaben verbucht',
      onAccount: 'Als Guthaben geführt',
      onPage: 'Als Guthaben geführt',
    },
  },
  {
    language: 'fr',
    colorScheme: 'light',
    viewport: PHONE,
    words: {
      more: 'Autres actions',
      deduct: /^Déduire les acomptes/,
      deducted: '1 acompte déduit',
      deposits: 'Acomptes déduits',
      toRefund: 'À rembourser',
      keep: 'Garder en compte',
      kept: 'Gardé en compte',
      onAccount: 'Porté au crédit du compte',
      onPage: 'Porté au crédit du compte',
    },
  },
] as const

const item = (unit_price: string) => ({
  description: 'Chart',
  unit_price,
  tax: { category: 'Z', rate: '0' },
})

describe.skipIf(skipped !== '')(`money on account in the console${skipped}`, () => {
  let site: ConsoleSite
  let given: Givens
  beforeAll(async () => {
    site = await startConsole()
    given = givens(site.app)
  })
  afterAll(() => site?.close())

  const opened = async (path: string) => {
    const { page, bad } = await site.open()
    await signIn(page)
    await page.goto(path)
    return { page, bad }
  }
  const post = (path: string, body: object): Promise<Json> => site.app.json('POST', path, body)

  test('one payment for several invoices, and the rest is used and paid back', async () => {
    const { id } = await given.customer()
    const issued = (unit_price: string) =>
      given.invoice({ customer_id: id, items: [item(unit_price)], status: 'sent' })
    const first = await issued('100.00')
    const second = await issued('50.00')
    const { page, bad } = await opened(`/customers/${id}`)
    await page.getByRole('button', { name: 'Record payment' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Amount').fill('200')
    await dialog.getByLabel('Reference').fill('Bank 7')
    await dialog.getByLabel('Invoices that I choose').check()
    await dialog.getByLabel(first.number).fill('100')
    await dialog.getByLabel(second.number).fill('20')
    await dialog.getByRole('button', { name: 'Record' }).click()
    await page.getByText('Payment recorded').waitFor()
    await page.getByText('Payment received').waitFor()
    expect((await given.read(first.id)).status).toBe('paid')
    expect((await given.read(second.id)).totals.due).toBe('30.00')
    await page.goto(`/invoices/${second.id}`)
    await page.getByText('€80.00 is on account.').waitFor()
    await page.getByRole('button', { name: 'Use it' }).click()
    await page.getByText('Used for this invoice').waitFor()
    expect((await given.read(second.id)).status).toBe('paid')
    await page.goto(`/customers/${id}`)
    await page.getByRole('button', { name: 'Pay back' }).click()
    expect(await page.getByRole('dialog').getByLabel('Amount').inputValue()).toBe('50.00')
    await page.getByRole('dialog').getByRole('button', { name: 'Record' }).click()
    await page.getByText('Refund recorded').waitFor()
    await page.getByText('Paid back').first().waitFor()
    expect(bad).toEqual([])
  })

  test('an overpayment stays on account, and so does a refund', async () => {
    const { id, customer_id } = await given.invoice({ items: [item('100.00')], status: 'sent' })
    const { page, bad } = await opened(`/invoices/${id}`)
    await page.getByRole('button', { name: 'Record payment' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Amount').fill('120')
    await dialog.getByRole('button', { name: 'Record' }).click()
    await dialog.getByText('This is more than is due. The rest can stay on account.').waitFor()
    await dialog.getByRole('button', { name: 'Keep the rest on account' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect((await given.read(id)).status).toBe('paid')
    await given.creditNote(id, { status: 'sent' })
    await page.reload()
    await page.getByRole('button', { name: 'Keep on account' }).click()
    await page.getByText('Kept on account').first().waitFor()
    const { balances } = (await site.app.call('GET', `/customers/${customer_id}/account`)).json()
    expect(balances).toEqual([{ currency: 'EUR', balance: '120.00' }])
    await page.goto('/')
    await page.getByText('On account', { exact: true }).waitFor()
    await page.getByText('1 customer', { exact: true }).waitFor()
    expect(bad).toEqual([])
  })

  test('a final invoice lists its deposits and their amounts due', async () => {
    const { id: customer_id } = await given.customer()
    const quote = await post('/quotes', { customer_id, items: [item('1000.00')] })
    await post(`/quotes/${quote.id}/open`, {})
    await post(`/quotes/${quote.id}/accept`, {})
    const part = await post(`/quotes/${quote.id}/invoice`, { mode: 'deposit', percent: '30' })
    const deposit = await given.put(part.id, { status: 'sent' })
    const draft = await post(`/quotes/${quote.id}/invoice`, { mode: 'final' })
    const final = await given.put(draft.id, { status: 'sent' })
    const { page, bad } = await opened(`/invoices/${final.id}`)
    await page.getByText('€300.00 of this deposit is still due.').waitFor()
    await page.getByRole('link', { name: deposit.number }).click()
    await page.getByText('Deducted by').waitFor()
    await page.getByRole('link', { name: final.number }).waitFor()
    expect(bad).toEqual([])
  })

  test.each(
    inSomeWay(WAYS),
  )('an order is settled from the deposit to the credit note, in $language', async ({
    language,
    viewport,
    colorScheme,
    words,
  }) => {
    const { id: customer_id } = await given.customer({ language })
    const { id } = await post('/quotes', { customer_id, items: [item('1000.00')] })
    const { share_token: token } = await post(`/quotes/${id}/open`, {})

    // The customer accepts on a page without scripts.
    const customer = await site.open({ viewport, colorScheme, javaScriptEnabled: false })
    await customer.page.goto(`/q/${token}`)
    await customer.page.locator('input[name=name]').fill('Mia Brandt')
    await customer.page.locator('input[name=consent]').check()
    await customer.page.locator('form button').first().click()
    await customer.page.locator('.state.accepted').waitFor()

    const opened = await site.open({ viewport, colorScheme })
    const { page, bad } = opened
    await signIn(page)
    await speak(page, language)
    const look = async (screen: string) => {
      await settled(opened)
      if (PICTURES !== undefined)
        await page.screenshot({
          path: join(PICTURES, `${language}-${viewport.width}-${screen}.png`),
          fullPage: true,
        })
      expect(await violationsOf(page), screen).toEqual([])
    }
    const part = await post(`/quotes/${id}/invoice`, { mode: 'deposit', percent: '30' })
    await given.put(part.id, { status: 'sent' })
    const rest = await post(`/quotes/${id}/invoice`, { allow_more: true })
    await page.goto(`/invoices/${rest.id}`)
    await page.getByRole('button', { name: words.more }).click()
    await page.getByRole('menuitem', { name: words.deduct }).click()
    await page.getByText(words.deducted).waitFor()
    const final = await given.put(rest.id, { status: 'sent' })
    expect(final).toMatchObject({ totals: { total: '700.00' }, deposits: [{ deducted: '300.00' }] })
    await page.reload()
    await page.getByText(words.deposits, { exact: true }).waitFor()
    await look('final')

    await post(`/invoices/${final.id}/payments`, {})
    const note = await post(`/invoices/${final.id}/credit-note`, {
      items: [{ id: final.items[0].id, amount: '50.00' }],
      status: 'sent',
    })
    await page.goto(`/invoices/${note.id}`)
    await page.getByText(words.toRefund, { exact: true }).waitFor()
    await look('credit-note')
    await page.goto(`/invoices/${final.id}`)
    await page.getByRole('button', { name: words.keep }).click()
    await page.getByText(words.kept).first().waitFor()
    await page.goto(`/invoices/${note.id}`)
    await page.getByText(words.onAccount, { exact: true }).waitFor()
    const { share_token: link } = await given.publish(note.id)
    await customer.page.goto(`/i/${link}`)
    await customer.page.getByText(words.onPage, { exact: true }).first().waitFor()
    expect([...bad, ...customer.bad]).toEqual([])
  })
})
