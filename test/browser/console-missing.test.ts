import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givens } from '../givens.ts'
import {
  type ConsoleSite,
  fitsWidth,
  type Opened,
  placeOf,
  signIn,
  skipped,
  slowDown,
  startConsole,
} from './console-site.ts'

const PHONE = { viewport: { width: 360, height: 740 } }
const NO_ID = '019a9e2c-6f04-7c3b-9d52-6f5d5b7f2a10'

describe.skipIf(skipped !== '')(`missing records${skipped}`, () => {
  let site: ConsoleSite
  beforeAll(async () => {
    site = await startConsole()
  })
  afterAll(() => site?.close())

  test('an unknown address has ways on, signed out and signed in', async () => {
    const { page, bad } = await site.open(PHONE)
    await slowDown(page)
    const response = await page.goto('/invoces')
    expect(response?.status()).toBe(404)
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByLabel('E-mail').waitFor()
    await signIn(page)
    for (const address of ['/nothing/here', '/invoices/there/is/nothing']) {
      await page.goto(address)
      await page.getByRole('heading', { name: 'Page not found' }).waitFor()
      expect(await fitsWidth(page)).toBe(true)
      await page.getByRole('button', { name: 'Menu' }).waitFor()
      await page.getByRole('link', { name: 'To the dashboard' }).click()
      await page.getByRole('heading', { name: 'Home' }).waitFor()
    }
    expect(bad).toEqual([])
  })

  describe('for signed-in people', () => {
    let signedIn: Opened
    beforeAll(async () => {
      signedIn = await site.open()
      await signIn(signedIn.page)
      await slowDown(signedIn.page)
    })

    test.each([
      [`/invoices/${NO_ID}`, 'invoice', '/invoices'],
      ['/invoices/no-id', 'invoice', '/invoices'],
      [`/invoices/${NO_ID}/edit`, 'invoice', '/invoices'],
      [`/invoices/new?draft=${NO_ID}`, 'invoice', '/invoices'],
      [`/invoices/new?customer_id=${NO_ID}`, 'customer', '/customers'],
      [`/customers/${NO_ID}`, 'customer', '/customers'],
      [`/customers/${NO_ID}/edit`, 'customer', '/customers'],
      ['/templates/nothing', 'template', '/templates'],
      [`/access/webhooks/${NO_ID}`, 'webhook', '/access/webhooks'],
    ])('%s: there is no such %s, and %s is a click away', async (address, kind, list) => {
      const { page } = signedIn
      await page.goto(address)
      await page.getByRole('heading', { name: `${kind} not found` }).waitFor()
      await page.getByRole('link', { name: /^Show all/ }).click()
      await page.waitForURL((url) => placeOf(url) === list)
    })
  })

  test('a record that was deleted elsewhere shows that', async () => {
    const { id } = await givens(site.app).invoice()
    const { page } = await site.open()
    await signIn(page)
    await page.goto(`/invoices/${id}`)
    await page.getByRole('heading', { name: 'Draft invoice' }).waitFor()
    await site.app.call('DELETE', `/invoices/${id}`)
    await page.goto('/customers')
    await page.goBack()
    await page.getByRole('heading', { name: 'Invoice not found' }).waitFor()
  })

  test('after an update, a page whose files are gone is loaded anew', async () => {
    const { page } = await site.open()
    await signIn(page)
    await page.goto('/')
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await page.route('**/assets/*.css', (route) => route.fulfill({ status: 404 }), { times: 1 })
    await page.getByRole('link', { name: 'Supplier invoices' }).click()
    await page.getByRole('heading', { name: 'Supplier invoices', exact: true }).waitFor()
  })

  test('a page that cannot be loaded says so, and the menu stays', async () => {
    const { page } = await site.open()
    await signIn(page)
    await page.route('**/assets/jobs-*.js', (route) => route.fulfill({ status: 404 }))
    await page.goto('/access/jobs')
    await page.getByRole('heading', { name: 'This did not work' }).waitFor()
    await page.getByText('This page could not be loaded.').waitFor()
    await page.getByRole('link', { name: 'Home' }).waitFor()
    await page.unroute('**/assets/jobs-*.js')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Background jobs' }).waitFor()
  })

  test('an unknown link of a customer keeps its own page', async () => {
    const { page } = await site.open()
    const response = await page.goto('/i/unknown')
    expect(response?.status()).toBe(404)
    expect(await response?.headerValue('content-type')).toBe('text/html; charset=utf-8')
    // It has no script: what it shows is there at once.
    expect(await page.locator('script').count()).toBe(0)
    expect(await page.getByRole('heading').textContent()).toBe('Link not found')
    expect(await page.getByText('Page not found').count()).toBe(0)
  })
})
