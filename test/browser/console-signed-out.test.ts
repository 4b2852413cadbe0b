import { generateSync } from 'otplib'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens, type Json } from '../givens.ts'
import {
  type ConsoleSite,
  fitsWidth,
  OWNER,
  placeOf,
  signIn,
  skipped,
  slowDown,
  startConsole,
} from './console-site.ts'

const OTHER = { email: 'bob@example.org', password: 'seven loud teapots!' }
const PHONE = { viewport: { width: 360, height: 740 } }

describe.skipIf(skipped !== '')(`a session that ends${skipped}`, () => {
  let site: ConsoleSite
  let given: Givens
  beforeAll(async () => {
    site = await startConsole()
    given = givens(site.app)
    await site.app.call('POST', '/users', { ...OTHER, name: 'Bob Example', role: 'member' })
  })
  afterAll(() => site?.close())

  const opened = async (path: string, options = {}) => {
    const { page, bad } = await site.open(options)
    await signIn(page)
    await slowDown(page)
    await page.goto(path)
    return { page, bad }
  }
  const endSessions = () => site.app.db.deleteFrom('sessions').execute()
  const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'You have been signed out' })
  const signInAgain = async (page: Page, { email, password } = OWNER) => {
    const dialog = dialogOf(page)
    await dialog.getByLabel('E-mail').fill(email)
    await dialog.getByLabel('Password', { exact: true }).fill(password)
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  }
  const read = async (path: string): Promise<Json> => (await site.app.call('GET', path)).json()

  test('typing in the editor is saved after signing in again', async () => {
    const { id } = await given.invoice()
    const { page, bad } = await opened(`/invoices/${id}/edit`, PHONE)
    await page.getByRole('button', { name: /^Cover design/ }).click()
    await page.getByLabel('Description 1').waitFor()
    await endSessions()
    await page.getByLabel('Description 1').fill('Typed before the end')
    await dialogOf(page).waitFor()
    expect(await fitsWidth(page)).toBe(true)
    expect(await dialogOf(page).getByLabel('E-mail').inputValue()).toBe(OWNER.email)
    await page.keyboard.press('Escape')
    await signInAgain(page, { ...OWNER, password: 'not the password' })
    await dialogOf(page).getByText('is not right').waitFor()
    await signInAgain(page)
    await dialogOf(page).waitFor({ state: 'detached' })
    await page.getByText(/Saved at/).waitFor()
    expect((await read(`/invoices/${id}`)).items[0].description).toBe('Typed before the end')
    expect(bad).toEqual([])
  })

  test('issuing and a payment continue, once each', async () => {
    const { id } = await given.invoice()
    const { page } = await opened(`/invoices/${id}/edit`)
    await page.getByRole('button', { name: 'Issue and send' }).click()
    await page.getByText('Check this first').waitFor()
    await endSessions()
    await page.getByRole('dialog').getByRole('button', { name: 'Issue without sending' }).click()
    await signInAgain(page)
    await page.getByRole('button', { name: 'Record payment' }).click()
    const form = page.getByRole('dialog', { name: 'Record payment' })
    await form.getByLabel('Reference').fill('Bank 7')
    // A read that is still under way would ask for the password before the payment does.
    await page.waitForLoadState('networkidle')
    await endSessions()
    await form.getByLabel('Reference').press('Enter')
    await dialogOf(page).waitFor()
    await page.keyboard.press('Escape')
    await signInAgain(page)
    await form.waitFor({ state: 'detached' })
    const { data } = await read(`/invoices/${id}/payments`)
    expect(data).toMatchObject([{ reference: 'Bank 7' }])
    expect((await read(`/invoices/${id}`)).status).toBe('paid')
  })

  test('a page that only reads asks, too, and then shows its data', async () => {
    await given.customer({ name: 'Background Ltd' })
    const { page } = await opened('/')
    await page.getByRole('heading', { level: 1 }).waitFor()
    // A read that is still under way would ask before the click.
    await page.waitForLoadState('networkidle')
    await endSessions()
    await page.getByRole('link', { name: 'Customers', exact: true }).click()
    await signInAgain(page)
    await page.getByText('Background Ltd').waitFor()
    expect(placeOf(page.url())).toBe('/customers')
  })

  test('signing in in another tab is enough', async () => {
    const { page } = await opened('/customers/new')
    await page.getByRole('textbox', { name: /^Name/ }).fill('Tabs & Co')
    await endSessions()
    await page.getByRole('button', { name: 'Save' }).click()
    await dialogOf(page).waitFor()
    const other = await page.context().newPage()
    await signIn(other)
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))")
    await page.getByRole('heading', { name: 'Tabs & Co' }).waitFor()
  })

  test('another person sees none of the first one’s input', async () => {
    const { page, bad } = await opened('/invoices/new')
    await page.getByLabel('Description 1').fill('A secret of the first')
    await page.goto('/settings/company')
    await page.getByLabel(/^Company name/).waitFor()
    await endSessions()
    await page.getByLabel(/^Company name/).fill('Half a name')
    await dialogOf(page).waitFor()
    const isLoaded = page.waitForEvent('load')
    await signInAgain(page, OTHER)
    await isLoaded
    await page.getByRole('button', { name: 'Account: Bob Example' }).waitFor()
    expect(placeOf(page.url())).toBe('/')
    await page.goto('/invoices/new')
    await page.getByLabel('Description 1').waitFor()
    expect(await page.getByLabel('Description 1').inputValue()).toBe('')
    expect(await page.getByText('A secret of the first').count()).toBe(0)
    expect((await read('/settings')).companyName).toBe('Ada & Sons')
    expect(bad).toEqual([])
  })

  test('the second factor is asked for on the spot', async () => {
    const { page } = await opened('/customers/new')
    const post = (path: string, body: object) =>
      page.evaluate<Json>(`fetch('/api/v1/me/totp${path}', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '${JSON.stringify(body)}',
      }).then((it) => it.json())`)
    const { secret } = await post('', { password: OWNER.password })
    const epoch = site.app.clock.now() / 1000
    const { recovery_codes: codes } = await post('/confirm', {
      code: generateSync({ secret, epoch }),
    })
    await page.getByRole('textbox', { name: /^Name/ }).fill('Two Steps')
    await endSessions()
    await page.getByRole('button', { name: 'Save' }).click()
    await signInAgain(page)
    await dialogOf(page).getByLabel('Code').fill(codes[0])
    await dialogOf(page).getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('heading', { name: 'Two Steps' }).waitFor()
  })
})
