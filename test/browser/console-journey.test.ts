import type { Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type ConsoleSite,
  givenOwner,
  LONG,
  type NewConsoleSite,
  OWNER,
  signIn,
  skipped,
  startNewConsole,
} from './console-site.ts'

/** What a first-time user may need at most from the set-up link to the published invoice. */
const INTERACTIONS_MAX = 25
const TRIES_BEFORE_WAITING = 10

describe.skipIf(skipped !== '')(`the way through the console${skipped}`, LONG, () => {
  let site: NewConsoleSite
  beforeEach(async () => {
    site = await startNewConsole()
  })
  afterEach(() => site?.close())

  test('first run → first invoice published → read by the customer → paid', async () => {
    const { page, bad } = await site.open()
    const user = counted(page)
    await page.goto(`/setup#${site.setupToken}`)
    await user.fill('E-mail', OWNER.email)
    await user.fill('Password', OWNER.password)
    await user.fill(/^Company name/, 'Ada & Sons')
    await user.click('button', 'Create account')

    await user.click('link', 'Invoices')
    await user.click('link', 'New invoice')
    await user.fill('Customer', 'Grace Ltd')
    await user.click('option', 'Create “Grace Ltd”')
    await user.fill('Description 1', 'Cover design')
    await user.fill('Quantity 1', '3')
    await user.fill('Price 1', '80')
    await user.click('button', 'Send…')
    await page.getByText('The invoice charges tax').waitFor({ state: 'detached' })
    await user.click('button', 'Issue and send', 'dialog')
    await user.click('button', 'Create link', 'dialog')
    await page.getByRole('dialog').getByLabel('Link for the customer').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { level: 1, name: /^Invoice / }).waitFor()
    expect(user.count()).toBeLessThan(INTERACTIONS_MAX)

    const link = await page.getByLabel('Link for the customer').inputValue()
    const customer = await site.open()
    await customer.page.goto(new URL(link).pathname)
    const seen = customer.page.locator('header')
    expect(await seen.textContent()).toContain('Ada & Sons')
    expect(await seen.textContent()).toMatch(/240\.00/)
    expect(customer.bad).toEqual([])

    await user.click('button', 'Record payment')
    await user.click('button', 'Record', 'dialog')
    await page.getByText('Paid', { exact: true }).first().waitFor()
    await customer.page.reload()
    expect(await seen.textContent()).toContain('Paid')
    expect(bad).toEqual([])
  })

  test('too many tries: the seconds to wait are shown, count down, and then it goes on', async () => {
    await givenOwner(site)
    for (let tries = 0; tries < TRIES_BEFORE_WAITING; tries++) await guess(site)
    const { page, bad } = await site.open()
    await page.clock.install()
    await page.goto('/sign-in')
    const submit = page.getByRole('button', { name: 'Sign in', exact: true })
    await page.getByLabel('E-mail').fill(OWNER.email)
    await page.getByLabel('Password', { exact: true }).fill(OWNER.password)
    await submit.click()
    const alert = page.getByRole('alert')
    await alert.waitFor()
    const first = await secondsIn(alert.locator('[aria-hidden]'))
    expect(first).toBeGreaterThan(0)
    expect(await submit.getAttribute('aria-disabled')).toBe('true')

    await page.clock.runFor(5_000)
    expect(await secondsIn(alert.locator('[aria-hidden]'))).toBeLessThanOrEqual(first - 4)
    await page.clock.runFor(first * 1_000)
    await alert.waitFor({ state: 'detached' })
    site.app.clock.set(new Date(site.app.clock.now() + (first + 1) * 1_000).toISOString())
    await submit.click()
    await page.getByRole('button', { name: 'Account' }).waitFor()
    expect(bad).toEqual([])
  })

  test('a session that ends: one signs in again, and is back where one was', async () => {
    await givenOwner(site)
    const { page } = await site.open()
    await signIn(page)
    await page.getByRole('link', { name: 'Access' }).click()
    await page.getByRole('link', { name: 'People' }).click()
    await page.getByText('may do everything').waitFor()
    await page.context().clearCookies()
    await page.getByRole('link', { name: 'Webhooks' }).click()
    await page.getByLabel('E-mail').fill(OWNER.email)
    await page.getByLabel('Password', { exact: true }).fill(OWNER.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('No webhooks yet').waitFor()
  })

  test('a wrong password: the reason is there, and the password is marked to be typed anew', async () => {
    await givenOwner(site)
    const { page } = await site.open()
    await page.goto('/sign-in')
    const password = page.getByLabel('Password', { exact: true })
    await page.getByLabel('E-mail').fill(OWNER.email)
    await password.fill('eight loud lighthouses')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('alert').getByText('is not right').waitFor()
    expect(await password.evaluate((it) => it === it.ownerDocument.activeElement)).toBe(true)
    await page.keyboard.type(OWNER.password)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Account' }).waitFor()
  })
})

/** A person at the page, whose every click and every field filled counts. */
function counted(page: Page) {
  let count = 0
  return {
    count: () => count,
    async fill(label: string | RegExp, text: string) {
      count++
      const exact = typeof label === 'string'
      await page.getByLabel(label, { exact }).first().fill(text)
    },
    async click(role: 'button' | 'link' | 'option', name: string, within?: 'dialog') {
      count++
      const place = within === undefined ? page : page.getByRole(within)
      await place
        .getByRole(role, { name, exact: role !== 'option' })
        .first()
        .click()
    },
  }
}

const guess = ({ app }: ConsoleSite) =>
  app.send({
    method: 'POST',
    url: '/api/v1/session',
    payload: { email: OWNER.email, password: 'eight loud lighthouses' },
  })

const secondsIn = async (place: { textContent(): Promise<string | null> }): Promise<number> =>
  Number(/\d+/.exec((await place.textContent()) ?? '')?.[0] ?? 0)
