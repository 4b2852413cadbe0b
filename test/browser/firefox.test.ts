import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givens, ITEM, type Json } from '../givens.ts'
import { type ConsoleSite, isBuilt, OWNER, startConsole, startNewConsole } from './console-site.ts'
import { type Firefox, type FirefoxPage, findFirefox, startFirefox } from './firefox.ts'

const path = findFirefox()
const skipped =
  path === null
    ? ' (skipped: no Firefox; name one in FIREFOX_PATH)'
    : isBuilt
      ? ''
      : ' (skipped: the console is not built; `npm test` builds it)'

describe.skipIf(skipped !== '')(`in Firefox${skipped}`, () => {
  let firefox: Firefox
  let site: ConsoleSite
  beforeAll(async () => {
    firefox = await startFirefox(path ?? '')
    site = await startConsole()
  })
  afterAll(async () => {
    await firefox?.close()
    await site?.close()
  })

  const signedIn = async (): Promise<FirefoxPage> => {
    const page = await firefox.newPage()
    await page.goto(`${site.origin}/sign-in`)
    await page.fill('E-mail', OWNER.email)
    await page.fill('Password', OWNER.password)
    await page.click('button', 'Sign in')
    await page.sees(/Home/)
    return page
  }
  const read = async (path: string): Promise<Json> => (await site.app.call('GET', path)).json()

  test('the first run: an account, the company, and the form of the first invoice', async () => {
    const fresh = await startNewConsole()
    const page = await firefox.newPage()
    await page.goto(`${fresh.origin}/setup#${fresh.setupToken}`)
    await page.fill('E-mail', OWNER.email)
    await page.fill('Password', OWNER.password)
    await page.click('button', 'Create account')
    await page.fill('Company name', 'Ada & Sons')
    await page.fill('Street and number', 'Lindenallee 12')
    await page.fill('Postal code', '10999')
    await page.fill('City', 'Berlin')
    await page.fill('Country', 'Germany')
    await page.click('option', 'Germany')
    await page.fill('IBAN', 'NL91 ABNA 0417 1643 00')
    expect(await page.value('BIC')).toBe('ABNANL2A')
    await page.click('button', 'Continue')
    await page.click('button', 'Save and write the first invoice')
    await page.fill('Description 1', 'Cover design')
    const settings = (await fresh.app.call('GET', '/settings')).json()
    expect(settings).toMatchObject({
      companyName: 'Ada & Sons',
      companyAddress: { line1: 'Lindenallee 12', postalCode: '10999', city: 'Berlin' },
      bankAccount: { iban: 'NL91ABNA0417164300' },
    })
    await fresh.close()
  })

  test('an invoice is written and issued', async () => {
    await givens(site.app).customer({ name: 'Grace Ltd' })
    const page = await signedIn()
    await page.goto(`${site.origin}/invoices/new`)
    await page.fill('Customer', 'Grace')
    await page.click('option', 'Grace Ltd')
    await page.fill('Description 1', 'Cover design')
    await page.fill('Quantity 1', '3')
    await page.fill('Price 1', '80')
    await page.click('button', 'Issue and send')
    await page.sees(/Check this first|Checked: nothing unusual/)
    await page.click('button', 'Issue and send')
    await page.click('button', 'Create link')
    await page.sees(/Link for the customer/)
    const { data } = await read('/invoices?q=grace')
    expect(data).toMatchObject([{ status: 'sent', total: '240.00' }])
    expect(data[0].number).not.toBeNull()
  })

  test('a payment of an invoice is recorded', async () => {
    const { id } = await givens(site.app).invoice({ status: 'sent' })
    const page = await signedIn()
    await page.goto(`${site.origin}/invoices/${id}`)
    await page.click('button', 'Record payment')
    await page.click('button', 'Record')
    const paid = { status: 'paid', totals: { due: '0.00' } }
    await expect.poll(() => read(`/invoices/${id}`)).toMatchObject(paid)
  })

  test('a customer reads an invoice and accepts a quote', async () => {
    const given = givens(site.app)
    const page = await firefox.newPage()
    const invoice = await given.invoice({ status: 'sent' })
    const { share_token: shared } = await given.publish(invoice.id)
    await page.goto(`${site.origin}/i/${shared}`)
    await page.sees(/Ada & Sons/)
    await page.sees(new RegExp(`${invoice.number}[^]*Download PDF`))

    const customer = await given.customer()
    const items = [ITEM]
    const made = await site.app.call('POST', '/quotes', { customer_id: customer.id, items })
    const opened = await site.app.call('POST', `/quotes/${made.json().id}/open`)
    const { id, share_token: token, totals } = opened.json()
    await page.goto(`${site.origin}/q/${token}`)
    await page.fill('Your name', 'Mia Brandt')
    await page.click('checkbox', 'I accept this quote and its terms.')
    await page.click('button', `Accept quote · €${totals.total}`)
    await page.sees(/Accepted by Mia Brandt/)
    expect(await read(`/quotes/${id}`)).toMatchObject({ acceptance: { name: 'Mia Brandt' } })
  })
})
