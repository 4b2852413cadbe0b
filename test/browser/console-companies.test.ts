import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  findInvitation,
  listInvitations,
} from '../../src/company/access/invitations/invitations.ts'
import { createPerson } from '../../src/company/access/people/people.ts'
import { findCompanyById, firstCompany } from '../../src/core/companies/directory.ts'
import { toPageRequest } from '../../src/core/http/pagination.ts'
import { deleteCompany } from '../../src/operations/lifecycle/lifecycle.ts'
import type { Json } from '../givens.ts'
import { runNow } from '../jobs.ts'
import { IS_FULL } from './axe.ts'
import {
  type ConsoleSite,
  fitsWidth,
  OWNER,
  openMenu,
  placeOf,
  settled,
  signIn,
  skipped,
  startConsole,
} from './console-site.ts'

/** `AXE=full` goes 200 steps. */
const STEPS = IS_FULL ? 200 : 50
const PLACES = ['Home', 'Invoices', 'Customers', 'Templates', 'Settings']
const LONG_NAME = 'Donaudampfschifffahrtsgesellschaft'.repeat(3)
const LISTS = ['/invoices', '/customers', '/', '/access/people', '/settings/company']

describe.skipIf(skipped !== '')(`two companies in the console${skipped}`, () => {
  let site: ConsoleSite
  let cookie: string
  /** Handle and id of the first and the second company. */
  let companies: readonly Json[]
  beforeAll(async () => {
    site = await startConsole()
    const headers = { origin: 'http://localhost:3000' }
    const url = '/api/v1/session'
    const answer = await site.app.send({ method: 'POST', url, payload: OWNER, headers })
    cookie = answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const { data } = await call(null, '/companies')
    companies = [...data, await call(null, '/companies', { name: 'Second Ltd' })]
    await call(null, '/companies', { name: LONG_NAME })
    for (const [index, { id }] of companies.entries()) {
      for (let count = 0; count < 3; count += 1)
        await call(id, '/customers', { name: `${MARKS[index]} ${count}` })
    }
  })
  afterAll(() => site?.close())

  const call = async (
    company: string | null,
    path: string,
    payload?: object,
    method: 'GET' | 'POST' | 'PATCH' = payload ? 'POST' : 'GET',
  ): Promise<Json> => {
    const answer = await site.app.send({
      method,
      url: `/api/v1${path}`,
      headers: {
        cookie,
        origin: 'http://localhost:3000',
        ...(company === null ? {} : { 'billwright-company': company }),
      },
      ...(payload ? { payload } : {}),
    })
    expect(answer.statusCode, answer.body).toBeLessThan(300)
    return answer.json()
  }
  const handleOf = (index: number): string => companies[index]?.handle

  test('one switches to the same list of the other company, by keyboard too', async () => {
    const { page, bad, pending } = await site.open()
    await signIn(page)
    await page.goto(`/c/${handleOf(0)}/customers`)
    await page.getByText('Marked-A 1').waitFor()
    expect(await page.title()).toMatch(/^Ada & Sons · /)
    const switcher = page.getByRole('button', { name: /Switch company/ })
    await switcher.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Second Ltd' }).waitFor()
    // A long name does not push the mark of the current company out of the menu.
    const menu = await page.getByRole('menu').boundingBox()
    const mark = await page.locator('[role=menuitem][aria-current=true] svg').last().boundingBox()
    expect((mark?.x ?? Infinity) + (mark?.width ?? 0)).toBeLessThan(
      (menu?.x ?? 0) + (menu?.width ?? 0),
    )
    await page.getByRole('menuitem', { name: 'Second Ltd' }).press('Enter')
    await page.getByText('Marked-B 1').waitFor()
    expect(new URL(page.url()).pathname).toBe(`/c/${handleOf(1)}/customers`)
    expect(await page.title()).toMatch(/^Second Ltd · /)
    expect(await page.getByText('Marked-A').count()).toBe(0)
    // An address without a company leads to the last one.
    await page.goto('/customers')
    await page.getByText('Marked-B 1').waitFor()
    await settled({ page, pending })
    expect(new URL(page.url()).pathname).toBe(`/c/${handleOf(1)}/customers`)
    // A record is not looked for in the other company.
    await page.getByRole('link', { name: 'Marked-B 1' }).first().click()
    await page.getByRole('heading', { name: 'Marked-B 1' }).waitFor()
    await switcher.click()
    await page.getByRole('menuitem', { name: 'Ada & Sons' }).click()
    await page.getByText('Marked-A 1').waitFor()
    expect(placeOf(page.url())).toBe('/customers')
    expect(bad).toEqual([])
  })

  test('a long name stays in the window that asks about the company', async () => {
    const { page } = await site.open({ viewport: { width: 390, height: 844 } })
    await signIn(page)
    await page.goto('/companies')
    await page.getByRole('button', { name: `Actions: ${LONG_NAME}` }).click()
    await page.getByRole('menuitem', { name: 'Suspend' }).click()
    const title = page.getByRole('dialog').getByRole('heading')
    expect(await title.evaluate((it) => it.scrollWidth <= it.clientWidth)).toBe(true)
  })

  test('companies are listed with what is open and their total, and renamed there', async () => {
    const { page, bad } = await site.open()
    await signIn(page)
    await call(null, '/companies', { name: 'Old Name' })
    const items = [{ description: 'Map', unit_price: '100.00', tax: { category: 'Z', rate: '0' } }]
    for (const { id, name: companyName } of companies) {
      await call(id, '/settings', { companyName }, 'PATCH')
      await call(id, '/invoices', {
        customer: { name: 'Harbour Books' },
        currency: 'EUR',
        items,
        status: 'sent',
      })
    }
    await runNow(site.app, 'figures.count')
    await page.goto('/companies')
    const second = page.getByRole('row').filter({ hasText: 'Second Ltd' })
    await second.getByRole('cell', { name: '€100.00', exact: true }).waitFor()
    await page
      .locator('tfoot')
      .getByRole('columnheader', { name: '€200.00', exact: true })
      .waitFor()
    await page
      .getByText('€200.00 is on its way to two companies. Nothing is late.', { exact: true })
      .waitFor()
    await second.getByRole('img', { name: /^€0\.00 came since/ }).waitFor()
    await second.getByText('Nothing late').waitFor()
    await page.getByRole('button', { name: 'Actions: Old Name' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('New Name')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Company renamed').waitFor()
    await page.getByRole('button', { name: 'Actions: New Name' }).waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    const open = await second.getByRole('link', { name: 'Open: Second Ltd' }).boundingBox()
    const amount = await second.getByText('€100.00').filter({ visible: true }).boundingBox()
    expect((open?.y ?? 0) + (open?.height ?? 0)).toBeLessThanOrEqual(amount?.y ?? 0)
    expect(bad).toEqual([])
  })

  test('what waits in each company is listed with its place there', async () => {
    const { page, bad } = await site.open()
    await signIn(page)
    await call(companies[1].id, '/settings', { companyName: 'Second Ltd' }, 'PATCH')
    const { id: customer_id } = await call(companies[1].id, '/customers', { name: 'Harbour Books' })
    const items = [{ description: 'Map', unit_price: '100.00' }]
    const made = await call(companies[1].id, '/quotes', { customer_id, currency: 'EUR', items })
    const quote = await call(companies[1].id, `/quotes/${made.id}/open`, {})
    await call(companies[1].id, `/quotes/${made.id}/decline`, {})
    await page.goto('/companies')
    const row = page.getByRole('row').filter({ hasText: 'Second Ltd' })
    await row.getByRole('cell', { name: /^1 thing/ }).waitFor()
    const toDo = page.getByRole('listitem').filter({ hasText: 'The quote was declined' })
    await toDo.getByText('Second Ltd').waitFor()
    await toDo.getByRole('link', { name: /^Look: Second Ltd/ }).click()
    await page.getByRole('heading', { name: new RegExp(quote.number) }).waitFor()
    expect(placeOf(page.url())).toBe(`/quotes/${quote.id}`)
    expect(bad).toEqual([])
  })

  test('a company that is renamed in its settings has one name in the menu, the switcher and the list', async () => {
    const { page, bad } = await site.open()
    await signIn(page)
    const settings = `/c/${handleOf(1)}/settings/company`
    await page.goto(settings)
    await page.getByLabel('Company name').fill('Renamed Ltd')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Settings saved').waitFor()
    const switcher = page.getByRole('button', { name: /Switch company/ })
    await switcher.filter({ hasText: 'Renamed Ltd' }).click()
    await page.getByRole('menuitem', { name: 'Renamed Ltd' }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Second Ltd' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.goto('/companies')
    await page.getByRole('button', { name: 'Actions: Renamed Ltd' }).waitFor()
    expect(await page.getByText('Second Ltd').count()).toBe(0)
    await call(companies[1].id, '/settings', { companyName: 'Second Ltd' }, 'PATCH')
    expect(bad).toEqual([])
  })

  test('the account menu stays open on the page of companies', async () => {
    const { page, bad } = await site.open()
    await signIn(page)
    await page.goto('/companies')
    // The first item has the focus, so its page is loaded ahead.
    const ahead = page.waitForRequest(/\/assets\/account-(?!items)/)
    await page.getByRole('button', { name: /^Account: / }).click()
    await ahead
    await page.getByRole('menuitemradio', { name: 'Dark' }).click()
    expect(new URL(page.url()).pathname).toBe('/companies')
    await page.getByRole('menuitem', { name: /^ada/i }).click()
    await page.getByRole('heading', { name: 'Your account' }).waitFor()
    expect(placeOf(page.url())).toBe('/account')
    expect(bad).toEqual([])
  })

  test('the address of a company that one does not belong to leads to one’s own', async () => {
    const { page } = await site.open({ viewport: { width: 360, height: 740 } })
    await signIn(page)
    await page.goto('/c/aaaaaaaa/customers')
    await page.getByText('You do not belong to the company of this address').waitFor()
    expect(await fitsWidth(page)).toBe(true)
    await page.getByRole('link', { name: 'Open: Second Ltd' }).click()
    await openMenu(page)
    await page.getByRole('button', { name: /Second Ltd/ }).waitFor()
  })

  test('a customer is copied to the other company once', async () => {
    const { page, bad } = await site.open()
    await signIn(page)
    const { id } = await call(companies[0]?.id, '/customers', { name: 'Fernweh Books' })
    await page.goto(`/c/${handleOf(0)}/customers/${id}`)
    const dialog = page.getByRole('dialog')
    const copy = async () => {
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Copy', exact: true }).click()
      await dialog.getByRole('button', { name: 'Copy', exact: true }).click()
    }
    await copy()
    await dialog.getByText('Copied to Second Ltd').waitFor()
    await page.keyboard.press('Escape')
    await copy()
    await dialog.getByText('Second Ltd already has a copy.').waitFor()
    await dialog.getByRole('link', { name: 'Open the copy' }).click()
    await page.getByRole('button', { name: /Second Ltd/ }).waitFor()
    await page.getByRole('heading', { name: 'Fernweh Books' }).waitFor()
    expect(bad).toEqual([])
  })

  test('a new person joins the company of the link, and a known one chooses the account', async () => {
    const owner = await site.open()
    await signIn(owner.page)
    const company = await findCompanyById(site.app.directory, companies[1].id)
    /** With several companies the link is only in the mail, which no server carries here. */
    const linkFor = async (email: string): Promise<string> => {
      await owner.page.goto(`/c/${handleOf(1)}/access/people`)
      await owner.page.getByRole('button', { name: 'Invite', exact: true }).click()
      const dialog = owner.page.getByRole('dialog')
      await dialog.getByLabel('E-mail').fill(email)
      await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
      await dialog.getByText(`The invitation for ${email} was not mailed`).waitFor()
      expect(await dialog.getByRole('textbox', { name: 'Link' }).count()).toBe(0)
      const { access } = site.app.services
      const work = site.app.work(company)
      const { data } = await listInvitations(work, toPageRequest({}, '-created_at'))
      const found = await findInvitation(access, work, data[0]?.id ?? '')
      return `/invitation#${found?.token}`
    }
    const guest = await site.open({ viewport: { width: 360, height: 740 } })
    await guest.page.goto(await linkFor('guest@example.org'))
    await guest.page.getByRole('heading', { name: 'Join Second Ltd' }).waitFor()
    expect(await fitsWidth(guest.page)).toBe(true)
    await guest.page.getByLabel('Password', { exact: true }).fill('seven loud harbours')
    await guest.page.getByRole('button', { name: 'Create account and join' }).click()
    await openMenu(guest.page)
    await guest.page.getByRole('button', { name: 'Account: guest@example.org' }).waitFor()
    expect(new URL(guest.page.url()).pathname).toBe(`/c/${handleOf(1)}/`)
    // A person of one company sees nothing of several.
    expect(await guest.page.getByRole('button', { name: /Switch company/ }).count()).toBe(0)

    const link = await linkFor('other@example.org')
    await owner.page.getByRole('button', { name: 'Done' }).click()
    await owner.page.getByRole('heading', { name: 'Open invitations' }).waitFor()
    await guest.page.goto('about:blank')
    await guest.page.goto(link)
    await guest.page.getByText('This invitation is for another address.').waitFor()
    await guest.page.getByRole('button', { name: 'Join as guest@example.org' }).click()
    await openMenu(guest.page)
    await guest.page.getByRole('button', { name: 'Account: guest@example.org' }).waitFor()
    await guest.page.goto('about:blank')
    await guest.page.goto(link)
    await guest.page.getByRole('heading', { name: 'This invitation is not valid' }).waitFor()
    expect([...owner.bad, ...guest.bad]).toEqual([])
  })

  test('an owner deletes the company with the password, and restores it; an operator without one', async () => {
    const email = 'bo@example.org'
    const { access } = site.app.services
    const person = { email, password: OWNER.password, name: 'Bo', role: 'member' } as const
    await createPerson(access, site.app.work(await firstCompany(site.app.directory)), person)
    const { id, handle } = await call(null, '/companies', { name: 'Third Ltd', owner: email })
    const { page, bad } = await site.open({ viewport: { width: 390, height: 844 } })
    await signIn(page, person)
    await page.goto(`/c/${handle}/access/usage`)
    const open = page.getByRole('button', { name: 'Delete company' })
    await open.click()
    const dialog = page.getByRole('dialog', { name: 'Delete Third Ltd?' })
    const confirm = dialog.getByRole('button', { name: 'Delete company' })
    await dialog.getByLabel('Current password').fill('guessed wrongly')
    await confirm.click()
    await dialog.getByText('The current password is wrong.').waitFor()
    await dialog.getByLabel('Current password').fill(OWNER.password)
    await confirm.click()
    await page.getByText('This company will be deleted for good on 21 Dec 2026.').waitFor()
    expect(await fitsWidth(page)).toBe(true)
    await page.getByRole('button', { name: 'Restore: Third Ltd' }).click()
    await open.waitFor()
    // Also in the list, on a page of another company, where they are no owner.
    await deleteCompany(site.app.services.lifecycle, { id, ifMatch: undefined })
    await page.goto(`/c/${handleOf(0)}/companies`)
    await page.getByRole('button', { name: 'Restore: Third Ltd' }).click()
    await page.getByRole('button', { name: 'Actions: Third Ltd' }).waitFor()
    expect(await page.getByRole('button', { name: /^Actions: / }).count()).toBe(1)
    // The first company stays.
    await page.goto(`/c/${handleOf(0)}/access/usage`)
    expect(await open.count()).toBe(0)

    const operator = await site.open()
    await signIn(operator.page)
    await operator.page.goto(`/companies/${id}`)
    await operator.page.getByRole('button', { name: 'Delete company' }).click()
    const asked = operator.page.getByRole('dialog')
    expect(await asked.getByLabel('Current password').count()).toBe(0)
    await asked.getByRole('button', { name: 'Delete company' }).click()
    await asked.waitFor({ state: 'hidden' })
    await operator.page.goto('/companies')
    await operator.page.getByText('Will be deleted for good on 21 Dec 2026').waitFor()
    await operator.page.getByRole('button', { name: 'Restore: Third Ltd' }).click()
    await operator.page.getByRole('button', { name: 'Actions: Third Ltd' }).click()
    await operator.page.getByRole('menuitem', { name: 'Suspend' }).waitFor()
    expect([...bad, ...operator.bad]).toEqual([])
  })

  test('an administrator downloads the archive of the company', async () => {
    const { page, bad } = await site.open()
    await signIn(page)
    await page.goto(`/c/${handleOf(1)}/access/usage`)
    await page.getByRole('button', { name: 'Download archive' }).click()
    const dialog = page.getByRole('dialog', { name: 'Download archive' })
    await dialog.getByLabel('Passphrase').fill('too short')
    await dialog.getByRole('button', { name: 'Download' }).click()
    await dialog.getByLabel('Passphrase').fill('correct horse battery staple')
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Download' }).click()
    expect((await download).suggestedFilename()).toBe(`${handleOf(1)}.zip`)
    await dialog.waitFor({ state: 'detached' })
    expect(bad).toEqual([])
  })

  test(`two tabs: in ${STEPS} steps no request or page has data of the other company`, async () => {
    const { page: first, bad } = await site.open()
    await signIn(first)
    const second = await first.context().newPage()
    const tabs = [first, second]
    const wrong: string[] = []
    for (const [index, page] of tabs.entries()) watch(page, handleOf(index), wrong)
    await Promise.all(tabs.map((page, index) => page.goto(`/c/${handleOf(index)}/`)))
    const random = randomOf(20261122)
    for (let step = 0; step < STEPS; step += 1) {
      const index = random(2)
      const page = tabs[index] ?? first
      await walk(page, handleOf(index), random)
      const other = MARKS[1 - index] ?? ''
      if ((await page.getByText(other).count()) > 0) wrong.push(`${page.url()} shows ${other}`)
      if (!page.url().includes(`/c/${handleOf(index)}`)) wrong.push(page.url())
    }
    await first.goto(`/c/${handleOf(0)}/customers`)
    await first.getByText('Marked-A 1').waitFor()
    await second.getByRole('link', { name: 'Customers', exact: true }).click()
    await second.getByText('Marked-B 1').waitFor()
    expect(wrong).toEqual([])
    expect(bad).toEqual([])
  })
})

const MARKS = ['Marked-A', 'Marked-B']

/** Every request to the API names the company of its tab. */
function watch(page: Page, handle: string, wrong: string[]): void {
  page.on('request', (request: Request) => {
    const { pathname } = new URL(request.url())
    if (!pathname.startsWith('/api/v1/')) return
    const named = request.headers()['billwright-company']
    if (named !== handle) wrong.push(`${pathname} of ${handle} names ${named}`)
  })
}

async function walk(page: Page, handle: string, random: (below: number) => number): Promise<void> {
  const kind = random(8)
  if (kind === 0) await page.goto(`/c/${handle}${LISTS[random(LISTS.length)] ?? '/'}`)
  else if (kind === 1 && (await addressBefore(page)).includes(handle)) await page.goBack()
  else if (kind === 2) await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))")
  else {
    const name = PLACES[random(PLACES.length)] ?? 'Invoices'
    await page.getByRole('link', { name, exact: true }).first().click()
  }
}

/** Of the same tab; empty: it began here. */
const addressBefore = (page: Page): Promise<string> =>
  page.evaluate("navigation.entries()[navigation.currentEntry.index - 1]?.url ?? ''")

/** Gives one sequence of numbers each time: a small linear congruential generator. */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
