import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json } from '../givens.ts'
import type { TestApp } from '../harness.ts'
import { DESKTOP, inSomeWay, violationsOf, WAYS } from './axe.ts'
import {
  type ConsoleSite,
  type Opened,
  settled,
  signIn,
  skipped,
  speak,
  startConsole,
} from './console-site.ts'

/** A folder for pictures of the screens, to look at. */
const { PICTURES } = process.env

describe.skipIf(skipped !== '')(`quotes in the console${skipped}`, () => {
  let site: ConsoleSite
  let customer_id: string
  beforeAll(async () => {
    site = await startConsole()
    site.app.clock.set(new Date().toISOString())
    customer_id = (await call('POST', '/customers', { name: 'Fernweh Books' })).id
  })
  afterAll(() => site?.close())

  const call: TestApp['json'] = (...request) => site.app.json(...request)

  async function look({ page, pending }: Opened, name: string): Promise<void> {
    await settled({ page, pending })
    if (PICTURES !== undefined)
      await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true })
    expect(await violationsOf(page), name).toEqual([])
  }

  test('a quote is written, opened, accepted by the link, and billed in part', async () => {
    const { page, bad } = await site.open({ viewport: DESKTOP })
    await signIn(page)
    await page.goto('/quotes')
    await page.getByRole('heading', { name: 'No quotes yet' }).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'New quote' }).first().click()
    await page.getByLabel('Customer', { exact: true }).fill('Fernweh')
    await page.getByRole('option', { name: 'Fernweh Books' }).click()
    // With the keyboard alone, as in invoices: Tab through the cells, Enter for the next line.
    await page.getByLabel('Description 1').fill('Cover design')
    await page.keyboard.press('Tab')
    await page.keyboard.type('4')
    await page.getByLabel('Price 1').fill('250')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Second draft')
    await page.getByLabel('Price 2').fill('300')
    await page.getByRole('button', { name: 'Item 2' }).click()
    await page.getByRole('menuitem', { name: 'Make optional' }).click()
    expect(await page.getByTestId('total').textContent()).toBe('€1,000.00')
    await page.getByLabel('Chosen 2').check()
    expect(await page.getByTestId('total').textContent()).toBe('€1,300.00')
    await page.getByLabel('Chosen 2').uncheck()
    await page.getByLabel(/^Terms of the quote/).fill('Half in advance.')
    await page.getByText(/^Saved at/).waitFor()
    await page.reload()
    await page.getByLabel('Description 2').waitFor()
    expect(await page.getByLabel('Chosen 2').isChecked()).toBe(false)
    await page.getByRole('button', { name: 'Issue without sending' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Issue' }).click()
    await page.getByRole('heading', { name: /^Quote Q-/ }).waitFor()
    const [entry] = (await call('GET', '/quotes?limit=1')).data
    const quote = await call('GET', `/quotes/${entry.id}`)
    expect(quote).toMatchObject({ status: 'open', terms_text: 'Half in advance.' })
    const { share_token: token, document_hash } = quote
    const selected = [quote.items[1].id]
    const shown = await call('GET', `/public/quotes/${token}?selected=${selected}`)
    const { total } = shown.totals
    const said = { name: 'Mia Brandt', consent: true, selected, total }
    await call('POST', `/public/quotes/${token}/accept`, { revision: 1, document_hash, ...said })
    await page.reload()
    await page.getByText('Mia Brandt, by the link').waitFor()
    await page.getByText('Evidence').click()
    await page.getByText(document_hash).waitFor()
    await page.getByRole('button', { name: 'Create invoice' }).click()
    await page.getByRole('radio', { name: 'Chosen items' }).check()
    await page.getByLabel('Quantity or percent of Cover design').fill('50 %')
    await page.getByRole('dialog').getByRole('button', { name: 'Create invoice' }).click()
    await page.getByRole('heading', { name: 'Draft invoice' }).waitFor()
    const { invoicing } = await call('GET', `/quotes/${entry.id}`)
    expect(invoicing).toMatchObject({ state: 'partial', net: '500.00', rest: '800.00' })
    expect(invoicing.items[0]).toMatchObject({ invoiced: '2', left: '2' })
    await page.goto(`/quotes/${entry.id}`)
    await page.getByRole('button', { name: 'Create invoice' }).click()
    await page.getByRole('radio', { name: 'Deposit' }).check()
    await page.getByLabel('Percent of the order, or an amount with tax').fill('10 %')
    await page.getByRole('dialog').getByRole('button', { name: 'Create invoice' }).click()
    await page.getByRole('heading', { name: 'Draft invoice' }).waitFor()
    const { invoices } = (await call('GET', `/quotes/${entry.id}`)).invoicing
    expect(invoices.map(({ kind, total }: Json) => [kind, total])).toContainEqual([
      'prepayment',
      '130.00',
    ])
    expect(bad).toEqual([])
  })

  test('after a deposit, the final invoice is preselected and can be created', async () => {
    const items = [{ description: 'Letterpress', unit_price: '900' }]
    const { id } = await call('POST', '/quotes', { customer_id, items, deposit_percent: '30' })
    await call('POST', `/quotes/${id}/open`)
    await call('POST', `/quotes/${id}/accept`, { name: 'Mia Brandt' })
    const deposit = await call('POST', `/quotes/${id}/invoice`, { mode: 'deposit', percent: '30' })
    await call('PATCH', `/invoices/${deposit.id}`, { status: 'sent' })
    const { page, bad } = await site.open({ viewport: DESKTOP })
    await signIn(page)
    await page.goto(`/quotes/${id}`)
    await page.getByRole('button', { name: 'Create invoice' }).click()
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByLabel('Final invoice, less the deposits').isChecked()).toBe(true)
    expect(await dialog.getByLabel('Everything that is left').count()).toBe(0)
    await dialog.getByRole('button', { name: 'Create invoice' }).click()
    await page.getByRole('heading', { name: 'Draft invoice' }).waitFor()
    const { data } = await call('GET', `/invoices?quote_id=${id}`)
    expect(data.map(({ role }: Json) => role).toSorted()).toEqual(['deposit', 'final'])
    expect(bad).toEqual([])
  })

  test('without a mail server, a message to send oneself has the number and the link', async () => {
    const { page } = await site.open({ viewport: DESKTOP })
    await signIn(page)
    const items = [{ description: 'Cover design', quantity: '1', unit_price: '250' }]
    const { id } = await call('POST', '/quotes', { customer_id, items })
    await page.goto(`/quotes/${id}`)
    await page.getByRole('button', { name: 'Send…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send quote' })
    await dialog.getByText('{number} becomes the number of the quote.').waitFor()
    await dialog.getByRole('button', { name: 'Create link' }).click()
    await page.getByRole('heading', { name: /^Quote Q-/ }).waitFor()
    const { number, share_url } = await call('GET', `/quotes/${id}`)
    const write = page.getByRole('dialog').getByRole('link', { name: 'Write e-mail' })
    const sentence = `Here is our quote ${number} for €250.00.`
    await expect
      .poll(async () => new URL((await write.getAttribute('href')) ?? '').searchParams.get('body'))
      .toContain(sentence)
    const mail = new URL((await write.getAttribute('href')) ?? '').searchParams
    expect(mail.get('subject')).toContain(`Quote ${number} from`)
    expect(mail.get('body')).toContain(`\n\n${share_url}\n\n`)
    expect(mail.get('body')).not.toMatch(/[{}]/)
  })

  test('an open quote is revised, compared, answered by staff, and its validity changed', async () => {
    const items = [{ description: 'Letterpress', unit_price: '90' }]
    const draft = await call('POST', '/quotes', { customer_id, items })
    const { number } = await call('POST', `/quotes/${draft.id}/open`)
    const { page, bad } = await site.open({ viewport: DESKTOP })
    await signIn(page)
    await page.goto(`/quotes/${draft.id}`)
    const choose = async (name: RegExp) => {
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await choose(/^Change validity/)
    await page.getByRole('dialog').getByLabel('Valid until').fill('2099-05-04')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByText('4 May 2099').waitFor()
    await choose(/^Revise/)
    await page.getByLabel('Price 1').fill('80')
    await page.getByText(/^Saved at/).waitFor()
    await page.getByRole('button', { name: 'Issue without sending' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Issue' }).click()
    await page.getByRole('heading', { name: `Quote ${number}-2` }).waitFor()
    await page.getByRole('button', { name: 'Compare with the previous one' }).click()
    await page.getByRole('dialog').getByTitle('Revision 1').waitFor()
    await page.keyboard.press('Escape')
    await choose(/^Record refusal/)
    await page.getByRole('dialog').getByLabel('How, or why').fill('Too late')
    await page.getByRole('dialog').getByRole('button', { name: 'Record' }).click()
    await page.getByText('Too late').waitFor()
    await choose(/^Open again/)
    await page.getByText('The quote is open again.').waitFor()
    await choose(/^Duplicate/)
    await page.getByRole('heading', { name: 'Draft quote' }).waitFor()
    expect(bad).toEqual([])
  })

  test.each(
    inSomeWay(WAYS),
  )('all screens in $language, $colorScheme, are accessible and fit', async ({
    language,
    ...way
  }) => {
    const items = [
      { description: 'Cover design', details: 'Two drafts', quantity: '4', unit_price: '250' },
      { description: 'Second draft', unit_price: '300', optional: true },
    ]
    const body = { customer_id, items, terms_text: 'Half in advance.' }
    const draft = await call('POST', '/quotes', body)
    const other = await call('POST', '/quotes', body)
    await call('POST', `/quotes/${other.id}/open`)
    const next = await call('POST', `/quotes/${other.id}/revise`)
    const { share_token: token, document_hash } = await call('POST', `/quotes/${next.id}/open`)
    const selected = [next.items[1].id]
    const shown = await call('GET', `/public/quotes/${token}?selected=${selected}`)
    const { total } = shown.totals
    const said = { name: 'Mia Brandt', consent: true, selected, total }
    await call('POST', `/public/quotes/${token}/accept`, { revision: 2, document_hash, ...said })
    const part = [{ id: next.items[0].id, quantity: '1' }]
    await call('POST', `/quotes/${next.id}/invoice`, { mode: 'items', items: part })
    const opened = await site.open(way)
    const { page, bad } = opened
    await signIn(page)
    await speak(page, language)
    const name = (screen: string) =>
      `${language}-${way.colorScheme}-${way.viewport.width}-${screen}`
    await page.goto('/quotes')
    await page.getByRole('table').waitFor()
    await look(opened, name('list'))
    await page.goto(`/quotes/${draft.id}/edit`)
    await page.getByTestId('total').waitFor()
    await look(opened, name('editor'))
    await page.goto(`/quotes/${next.id}`)
    await page.getByRole('table').waitFor()
    await page.locator('summary').click()
    await look(opened, name('detail'))
    await page
      .getByRole('button', { name: /^(Create invoice|Rechnung erstellen|Créer une facture)$/ })
      .click()
    await page.getByRole('dialog').getByRole('radio').nth(1).check()
    await look(opened, name('invoice'))
    expect(bad).toEqual([])
  })
})
