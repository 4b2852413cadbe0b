import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SECTIONS } from '../../console/src/shell/inner-places.ts'
import { firstCompany } from '../../src/core/companies/directory.ts'
import { fillDemo } from '../../src/entry/demo/demo.ts'
import { givens } from '../givens.ts'
import { AS_XML, supplierXml } from '../supplier-xml.ts'
import { IS_FULL, violationsOf } from './axe.ts'
import {
  type ConsoleSite,
  type Opened,
  openMenu,
  paste,
  settled,
  signIn,
  signInByPage,
  skipped,
  startConsole,
} from './console-site.ts'

interface Given {
  readonly invoice: string
  readonly draft: string
  readonly customer: string
  readonly product: string
  readonly quote: string
  readonly draftQuote: string
  readonly recurring: string
  readonly plan: string
  readonly template: string
  readonly webhook: string
  readonly message: string
  readonly supplierInvoice: string
  readonly debitRun: string
  readonly company: string
}

/** Every screen by the address it has in the router. A route that is not here fails the first test. */
const SCREENS: Readonly<Record<string, (given: Given) => readonly string[]>> = {
  '/': () => ['/'],
  '/invoices': () => ['/invoices', '/invoices?q=nobody%20has%20this'],
  '/invoices/new': () => ['/invoices/new'],
  '/invoices/$id': ({ invoice, draft }) => [`/invoices/${invoice}`, `/invoices/${draft}`],
  '/invoices/$id/edit': ({ draft }) => [`/invoices/${draft}/edit`],
  '/quotes': () => ['/quotes', '/quotes?q=nobody%20has%20this'],
  '/quotes/new': () => ['/quotes/new'],
  '/quotes/$id': ({ quote, draftQuote }) => [`/quotes/${quote}`, `/quotes/${draftQuote}`],
  '/quotes/$id/edit': ({ draftQuote }) => [`/quotes/${draftQuote}/edit`],
  '/delivery-notes': () => ['/delivery-notes', '/delivery-notes?q=nothing'],
  '/recurring': () => ['/recurring'],
  '/recurring/new': () => ['/recurring/new'],
  '/recurring/$id': ({ recurring }) => [`/recurring/${recurring}`],
  '/recurring/$id/contents': ({ recurring }) => [`/recurring/${recurring}/contents`],
  '/bank': () => ['/bank', '/bank?q=nothing', '/bank?tab=ignored'],
  '/bank/online': () => ['/bank/online', '/bank/online?tab=all'],
  '/bank/direct-debit': () => ['/bank/direct-debit'],
  '/bank/direct-debit/$id': ({ debitRun }) => [`/bank/direct-debit/${debitRun}`],
  '/bank/files': () => ['/bank/files'],
  '/bank/accounts': () => ['/bank/accounts'],
  '/bank/rules': () => ['/bank/rules'],
  '/books': () => ['/books'],
  '/books/withheld': () => ['/books/withheld', '/books/withheld?by=quarter'],
  '/reminders': () => ['/reminders'],
  '/reminders/plans': () => ['/reminders/plans'],
  '/reminders/plans/$id': ({ plan }) => [`/reminders/plans/${plan}`],
  '/entries': () => ['/entries', '/entries?q=nothing', '/entries?billed=true'],
  '/supplier-invoices': () => ['/supplier-invoices', '/supplier-invoices?q=nothing'],
  '/supplier-invoices/$id': ({ supplierInvoice }) => [`/supplier-invoices/${supplierInvoice}`],
  '/customers': () => ['/customers'],
  '/customers/new': () => ['/customers/new'],
  '/customers/$id': ({ customer }) => [`/customers/${customer}`],
  '/customers/$id/edit': ({ customer }) => [`/customers/${customer}/edit`],
  '/products': () => ['/products', '/products?q=nothing'],
  '/products/new': () => ['/products/new'],
  '/products/$id': ({ product }) => [`/products/${product}`],
  '/mail': ({ message }) => ['/mail', `/mail?message=${message}`, '/mail?status=failed'],
  '/mail/server': () => ['/mail/server'],
  '/mail/words': () => ['/mail/words'],
  '/templates': () => ['/templates'],
  '/templates/$id': ({ template }) => [`/templates/${template}`],
  '/settings': () => ['/settings'],
  '/settings/$section': () => SECTIONS.map((it) => `/settings/${it}`),
  '/start': () => ['/start'],
  '/import': () => ['/import'],
  '/access': () => ['/access'],
  '/access/command-line': () => [
    '/access/command-line',
    `/access/command-line?login=${'0a'.repeat(32)}&name=ada`,
  ],
  '/access/people': () => ['/access/people'],
  '/access/webhooks': () => ['/access/webhooks'],
  '/access/jobs': () => ['/access/jobs', '/access/jobs?status=waiting'],
  '/access/webhooks/$id': ({ webhook }) => [`/access/webhooks/${webhook}`],
  '/account': () => ['/account'],
  '/access/domains': () => ['/access/domains'],
  '/access/usage': () => ['/access/usage'],
  '/companies': () => ['/companies'],
  '/companies/$id': ({ company }) => [`/companies/${company}`],
}
/** Those that one sees only while nobody is signed in. */
const OUTSIDE: Readonly<Record<string, readonly string[]>> = {
  '/sign-in': ['/sign-in'],
  '/setup': ['/setup', '/setup#a-secret'],
  '/password-reset': ['/password-reset', '/password-reset#a-secret'],
  '/invitation': ['/invitation', '/invitation#a-secret'],
}
const NOWHERE = [
  '/invoices/there/is/nothing',
  '/nothing',
  '/invoices/no-id',
  '/access/webhooks/no-id',
  '/recurring/no-id',
  '/quotes/no-id',
  '/reminders/plans/no-id',
  '/bank/direct-debit/no-id',
  '/supplier-invoices/no-id',
]

const PHONE = { width: 390, height: 800 }
const DESKTOP = { width: 1280, height: 900 }
const OPPOSITES = [
  { name: 'light, on a desktop', colorScheme: 'light', viewport: DESKTOP },
  { name: 'dark, on a telephone', colorScheme: 'dark', viewport: PHONE },
] as const
const CROSSED = [
  { name: 'dark, on a desktop', colorScheme: 'dark', viewport: DESKTOP },
  { name: 'light, on a telephone', colorScheme: 'light', viewport: PHONE },
] as const
/** The screens are seen in the first two by turns; `AXE=full` looks at every screen in all four. */
const WAYS = IS_FULL ? [...OPPOSITES, ...CROSSED] : OPPOSITES

let site: ConsoleSite
let given: Given
beforeAll(async () => {
  if (skipped !== '') return
  site = await startConsole({ OUTBOUND_ALLOW: '127.0.0.1:9' })
  given = await fill(site)
})
afterAll(() => site?.close())

describe.skipIf(skipped !== '').each(WAYS)(`$name${skipped}`, ({ colorScheme, viewport }) => {
  const context = { colorScheme, viewport } as const
  let inside: Opened
  let outside: Opened
  beforeAll(async () => {
    inside = await site.open(context)
    outside = await site.open(context)
    await signInByPage(inside.page)
  })
  afterAll(async () => {
    await inside?.page.context().close()
    await outside?.page.context().close()
  })

  test('every route of the console is in the table', async () => {
    const routes = await inside.page.evaluate<string[]>(
      'Object.keys(window.__TSR_ROUTER__.routesByPath)',
    )
    expect([...Object.keys(SCREENS), ...Object.keys(OUTSIDE)].sort()).toEqual(routes.sort())
  })

  const isTurn = (_: unknown, at: number) => IS_FULL || (at % 2 === 0) === (colorScheme === 'light')
  const screens = Object.entries(SCREENS).filter(isTurn)
  test.each(screens)('%s has no violation of WCAG A and AA', async (_, places) => {
    for (const place of places(given)) {
      await follow(inside.page, place)
      expect(await faultsOf(inside), place).toEqual([])
      expect(inside.page.url(), place).toContain(place.replace(/[?#].*/, ''))
    }
    expect(inside.bad).toEqual([])
  })

  test.each(Object.entries(OUTSIDE).filter(isTurn))('%s has no violations', async (_, places) => {
    for (const place of places) {
      await outside.page.goto('about:blank')
      await outside.page.goto(place)
      expect(await faultsOf(outside), place).toEqual([])
    }
    expect(outside.bad).toEqual([])
  })

  test('a missing record has no violations, and neither has the menu', async () => {
    for (const place of NOWHERE.filter(isTurn)) {
      await inside.page.goto(place)
      expect(await faultsOf(inside), place).toEqual([])
    }
    await inside.page.goto('/')
    if (viewport === PHONE) await openMenu(inside.page)
    expect(await faultsOf(inside)).toEqual([])
    await inside.page.getByRole('button', { name: 'Account' }).click()
    await inside.page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
    expect(await faultsOf(inside)).toEqual([])
  })

  test('a refused table, an offered draft and the end of a session have no violations, either', async () => {
    const opened = await site.open(context)
    const { page } = opened
    await signIn(page)
    await page.goto('/invoices/new')
    await page.getByLabel('Description 1').fill('Cover design')
    await paste(page, 'Stickers\t3\t18.50\t49.95')
    await page.getByRole('alert').waitFor()
    expect(await faultsOf(opened)).toEqual([])
    await page.reload()
    await page.getByRole('button', { name: 'Continue' }).waitFor()
    expect(await faultsOf(opened)).toEqual([])
    await page.getByRole('button', { name: 'Continue' }).click()
    await page
      .getByLabel('Description 1')
      .or(page.getByRole('button', { name: /^Cover design/ }))
      .waitFor()
    await page.context().clearCookies()
    await page.getByLabel('Customer', { exact: true }).fill('Ada')
    await page.getByRole('dialog', { name: 'You have been signed out' }).waitFor()
    expect(await violationsOf(page)).toEqual([])
  })
})

/** Goes on without loading the console anew, as a link does. */
const follow = (page: Page, place: string): Promise<unknown> =>
  page.evaluate(`window.__TSR_ROUTER__.navigate({ href: ${JSON.stringify(place)} })`)

/** What axe finds, once all is there that is read; and whether one has to scroll sideways. */
async function faultsOf(opened: Pick<Opened, 'page' | 'pending'>): Promise<readonly string[]> {
  await opened.page.getByRole('heading', { level: 1 }).first().waitFor()
  await settled(opened)
  return violationsOf(opened.page)
}

/** A company with something on every screen. */
async function fill({ app }: ConsoleSite): Promise<Given> {
  await fillDemo(app.work())
  const idOf = async (method: string, path: string, body?: object): Promise<string> => {
    const answer = (await app.call(method, path, body)).json()
    return answer.id ?? answer.data[0].id
  }
  const customer = await idOf('GET', '/customers')
  const items = [{ description: 'Cover design', quantity: '3', unit_price: '80' }]
  await idOf('POST', '/api-keys', { name: 'Shop', scopes: ['read'], expires_at: null })
  const person = { email: 'bob@example.org', password: 'seven loud teapots!', role: 'viewer' }
  await idOf('POST', '/users', { ...person, name: 'Bob Example' })
  const webhook = await idOf('POST', '/webhooks', { url: 'http://127.0.0.1:9/hooks' })
  await app.call('POST', `/webhooks/${webhook}/test`)
  const server = { host: '127.0.0.1', port: 9, security: 'none', auth: null }
  await app.call('PUT', '/mail-transport', server)
  const invoice = await idOf('GET', '/invoices?status=sent')
  const file = Buffer.from(supplierXml('S-1'))
  const received = await app.call('POST', '/supplier-invoices', file, AS_XML)
  const given = givens(app)
  const { customer_id: debtor } = await given.read(invoice)
  await given.settings({ bankAccount: { creditorId: 'DE98ZZZ09999999999' } })
  await given.mandate(debtor)
  const collection = await idOf('POST', `/invoices/${invoice}/collect`, {})
  await app.call('POST', `/collections/${collection}/announce`, {})
  return {
    customer,
    product: await idOf('GET', '/products'),
    webhook,
    draft: await idOf('POST', '/invoices', { customer_id: customer, items }),
    invoice,
    message: await idOf('POST', `/invoices/${invoice}/send`, { attach: [] }),
    template: await idOf('GET', '/templates'),
    quote: await idOf('GET', '/quotes?status=accepted'),
    draftQuote: await idOf('GET', '/quotes?status=draft'),
    recurring: await idOf('GET', '/recurring-invoices'),
    plan: await idOf('GET', '/reminder-plans'),
    supplierInvoice: received.json().id,
    debitRun: await idOf('POST', '/direct-debit-runs', {}),
    company: (await firstCompany(app.directory)).id,
  }
}
