import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CamtEntry, camt, OWN_IBAN } from '../../src/receivables/bank/statements.testing.ts'
import { givens, type Json } from '../givens.ts'
import { DESKTOP, PHONE, violationsOf } from './axe.ts'
import { type ConsoleSite, signIn, skipped, speak, startConsole } from './console-site.ts'

/** A day in the closed period, which ends on October 31. */
const CLOSED = '2026-10-20'

describe.skipIf(skipped !== '')(`days in a closed period${skipped}`, () => {
  let site: ConsoleSite
  beforeAll(async () => {
    site = await startConsole()
    await givens(site.app).settings({ bankAccount: { iban: OWN_IBAN } })
    const closed = await site.app.call('POST', '/books/close', { until: '2026-10-31' })
    expect(closed.statusCode, closed.body).toBe(200)
  })
  afterAll(() => site?.close())

  const openInvoice = (): Promise<Json> => givens(site.app).invoice({ status: 'sent' })
  const payments = async ({ id }: Json): Promise<readonly Json[]> =>
    (await site.app.call('GET', `/invoices/${id}/payments`)).json().data
  const readStatement = async (entry: CamtEntry & { readonly reference: string }) => {
    const bytes = camt([{ id: entry.reference, entries: [entry] }], entry.reference)
    const read = await site.app.call('POST', '/bank-files', bytes, {
      'content-type': 'application/octet-stream',
    })
    expect(read.statusCode, read.body).toBe(201)
    await site.app.services.jobRunner.runDue()
  }

  test('a payment takes the first open day with one click', async () => {
    const invoice = await openInvoice()
    const { page, bad } = await site.open({ viewport: DESKTOP })
    await signIn(page)
    await page.goto(`/invoices/${invoice.id}`)
    await page.getByRole('button', { name: 'Record payment' }).first().click()
    const dialog = page.getByRole('dialog')
    const day = dialog.getByLabel('Paid on')
    await day.fill('20/10/2026')
    await dialog.getByRole('button', { name: 'Record' }).click()
    await dialog.getByText('The books are closed until 31 Oct 2026.').waitFor()
    expect(await day.getAttribute('aria-invalid')).toBe('true')
    expect(await violationsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Use 1 Nov 2026' }).click()
    expect(await day.inputValue()).toBe('01/11/2026')
    expect(await dialog.getByText('The books are closed until').count()).toBe(0)
    await dialog.getByRole('button', { name: 'Record' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await payments(invoice)).toMatchObject([{ paid_at: '2026-11-01' }])
    expect(bad).toEqual([])
  })

  test('a bank entry is confirmed on the first open day', async () => {
    const invoice = await openInvoice()
    await readStatement({
      ...{ amount: invoice.totals.due, day: CLOSED, reference: 'closed-1' },
      text: invoice.number,
    })
    const { page, bad } = await site.open({ viewport: DESKTOP })
    await signIn(page)
    await page.goto('/bank')
    await page
      .getByRole('button', { name: /^(Confirm|Book) / })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: 'The period is closed' })
    await dialog.getByText(/20\sOct\s2026 .* ends on 31\sOct\s2026/).waitFor()
    expect(await violationsOf(page)).toEqual([])
    expect(await payments(invoice)).toEqual([])
    await dialog.getByRole('button', { name: 'Book on 1 Nov 2026' }).click()
    await page.getByText('Payment booked').waitFor()
    expect(await payments(invoice)).toMatchObject([{ paid_at: '2026-11-01' }])
    expect(bad).toEqual([])
  })

  test.each([
    {
      language: 'de',
      byHand: 'Von Hand',
      book: 'Buchen',
      text: /^Die Bücher sind bis .*31.* abgeschlossen/,
      use: / verwenden$/,
    },
    {
      language: 'fr',
      byHand: 'À la main',
      book: 'Rapprocher',
      text: /^Les comptes sont clôturés jusqu’au .*31/,
      use: /^Utiliser le /,
    },
  ])('on a phone, in $language: an entry is split on the first open day', async (words) => {
    const { language, byHand, book, text, use } = words
    const customer = await givens(site.app).customer({ name: `Kunde ${language}` })
    await readStatement({ amount: '77.01', day: CLOSED, reference: `closed-${language}` })
    const { page, bad } = await site.open({ viewport: PHONE, colorScheme: 'dark' })
    await speak(page, language)
    await signIn(page)
    await page.goto('/bank?tab=open')
    await page.getByRole('button', { name: byHand, exact: true }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('select').first().selectOption('account')
    await dialog.getByRole('group').getByRole('combobox').nth(1).fill(customer.name)
    await page.getByRole('option', { name: customer.name }).click()
    await dialog.getByRole('button', { name: book, exact: true }).click()
    await dialog.getByText(text).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: use }).click()
    await dialog.getByRole('button', { name: book, exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    const account = (await site.app.call('GET', `/customers/${customer.id}/account`)).json()
    expect(account.data).toMatchObject([{ amount: '77.01', paid_at: '2026-11-01' }])
    expect(bad).toEqual([])
  })
})
