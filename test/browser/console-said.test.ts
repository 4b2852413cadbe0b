import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens } from '../givens.ts'
import { violationsOf } from './axe.ts'
import {
  type ConsoleSite,
  type Opened,
  settled,
  signIn,
  skipped,
  startConsole,
} from './console-site.ts'

const ITEMS = [{ description: 'Atlas', unit_price: '1000.00', tax: { category: 'S', rate: '19' } }]
/** A code, where a name is meant: `en`, `de-CH`, `en16931`, `factur-x`. */
const CODE = /^([a-z]{2}(-[A-Z]{2})?|[a-z0-9]+(-[a-z]+)*)$/

describe.skipIf(skipped !== '')(`the console’s words about a document${skipped}`, () => {
  let site: ConsoleSite
  let given: Givens
  let opened: Opened
  beforeAll(async () => {
    site = await startConsole()
    given = givens(site.app)
    opened = await site.open()
    await signIn(opened.page)
  })
  afterAll(() => site?.close())

  const go = async (path: string) => {
    await opened.page.goto(path)
    await opened.page.getByRole('heading', { level: 1 }).first().waitFor()
    await settled(opened)
    return opened.page
  }

  test('a draft has no amount due, and partly paid documents say so in list, invoice and document', async () => {
    const draft = await given.invoice({ items: ITEMS })
    const page = await go(`/invoices/${draft.id}`)
    await page.getByText('€1,190.00').first().waitFor()
    expect(await page.getByText('Amount due').count()).toBe(0)
    const { id, number } = await given.invoice({ items: ITEMS, status: 'sent' })
    await given.payment(id, { amount: '190.00' })
    await go(`/invoices/${id}`)
    await page.getByText('Partly paid', { exact: true }).first().waitFor()
    const due = page.getByText('Amount due').locator('..')
    expect(await due.innerText()).toContain('€1,000.00')
    await page.frameLocator('iframe').getByText('Partly paid').first().waitFor()
    await go('/invoices')
    const row = page.getByRole('row').filter({ hasText: number })
    await row.getByText('Partly paid').locator('visible=true').waitFor()
    expect(opened.bad).toEqual([])
  })

  test('the editor names languages and e-invoices, and shows no codes', async () => {
    const { id } = await given.invoice({ items: ITEMS, language: 'es-AR' })
    const page = await go(`/invoices/${id}/edit`)
    for (const name of ['More dates, language and references', 'E-invoice details'])
      await page.getByRole('button', { name }).click()
    const language = page.getByRole('combobox', { name: 'Language of the document' })
    expect(await language.inputValue()).toBe('Spanish (Argentina)')
    await language.click()
    await page.getByRole('option', { name: 'German', exact: true }).waitFor()
    const names = await page.locator('[data-combobox-option]:visible').allInnerTexts()
    expect(names.filter((it) => CODE.test(it))).toEqual([])
    await page.keyboard.press('Escape')
    const formats = await page.getByLabel('Must be valid as').locator('option').allInnerTexts()
    expect(formats).toEqual(expect.arrayContaining(['EN 16931', 'Factur-X / ZUGFeRD', 'XRechnung']))
    expect(formats.filter((it) => CODE.test(it))).toEqual([])
    expect(await violationsOf(page)).toEqual([])
  })

  test('terms are those of the customer’s language, in the editor and on the document', async () => {
    const arabic = {
      language: 'ar',
      terms: 'الدفع خلال 10 أيام.',
      notes: null,
      termsOfQuotes: null,
    }
    await given.settings({
      defaultTerms: 'Please pay within ten days.',
      defaultTexts: [arabic],
    })
    const customer = await given.customer({ name: 'Dar al-Kutub', language: 'ar' })
    const page = await go(`/invoices/new?customer_id=${customer.id}`)
    await page.getByRole('button', { name: 'Terms and notes' }).click()
    await expect.poll(() => page.getByLabel('Payment terms').inputValue()).toBe(arabic.terms)
    const { id } = await given.invoice({
      customer_id: customer.id,
      items: ITEMS,
      status: 'sent',
    })
    await go(`/invoices/${id}`)
    const paper = page.frameLocator('iframe')
    await paper.getByText(arabic.terms).waitFor()
    expect(await paper.getByText('Please pay').count()).toBe(0)
    await given.settings({ defaultTerms: null, defaultTexts: [] })
  })

  test('texts in a language that the list lacks have its name', async () => {
    const danish = { language: 'da', terms: 'Netto 8 dage.', notes: null, termsOfQuotes: null }
    await given.settings({ defaultTexts: [danish] })
    const page = await go('/settings/payment')
    const language = page.locator('#defaultTexts select')
    expect(await language.inputValue()).toBe('da')
    expect(await language.locator('option:checked').innerText()).toBe('Danish')
    await given.settings({ defaultTexts: [] })
  })

  test('the PDF and the e-invoice have different names, and the customer gets one PDF', async () => {
    const sent = await given.invoice({ items: ITEMS, status: 'sent' })
    const page = await go(`/invoices/${sent.id}`)
    const downloads = async () => {
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Duplicate' }).waitFor()
      const names = await page.getByRole('menuitem', { name: /^Download/ }).allInnerTexts()
      await page.keyboard.press('Escape')
      return names
    }
    expect(await downloads()).toEqual(['Download PDF'])
    await given.settings({ eInvoiceProfile: 'factur-x' })
    await page.reload()
    await settled(opened)
    expect(await downloads()).toEqual(['Download PDF', 'Download Factur-X / ZUGFeRD'])
    const { share_token: token } = await given.publish(sent.id)
    await page.goto(`/i/${token}`)
    expect(await page.getByRole('link', { name: /PDF/ }).count()).toBe(1)
    await given.settings({ eInvoiceProfile: null })
  })
})
