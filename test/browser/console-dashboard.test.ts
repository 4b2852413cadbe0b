import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillDemo } from '../../src/entry/demo/demo.ts'
import { givens, type Json } from '../givens.ts'
import {
  type ConsoleSite,
  MEASURE_SHIFTS,
  type Opened,
  placeOf,
  runFirst,
  settled,
  signIn,
  skipped,
  startConsole,
} from './console-site.ts'

const SCREENS = [
  { name: 'a desktop', viewport: { width: 1440, height: 900 } },
  { name: 'a telephone', viewport: { width: 390, height: 844 } },
]
/** By the beginning of the path. The figures come first. */
const DELAYS_MS = {
  'reports/summary': 0,
  settings: 50,
  attention: 150,
  recurring: 300,
  events: 20,
  'invoices\\?': 200,
}
describe.skipIf(skipped !== '')(`the dashboard of a busy company${skipped}`, () => {
  let site: ConsoleSite
  let opened: Opened
  beforeAll(async () => {
    site = await startConsole()
    await fillDemo(site.app.work())
    opened = await site.open()
    await signIn(opened.page)
    await opened.page.goto('/')
    await opened.page.getByRole('heading', { name: 'Lately' }).waitFor()
    await settled(opened)
  })
  afterAll(() => site?.close())

  const euros = () => opened.page.getByRole('region', { name: 'EUR' })

  test('figures differ, refunds are among them, and each links to its list', async () => {
    const { page } = opened
    const figures = ['Outstanding', 'Overdue', 'To be refunded', 'Paid this month']
    const amounts = new Set<string>()
    for (const name of figures) {
      const figure = euros().getByRole('link', { name: new RegExp(`^${name}`) })
      amounts.add((await figure.innerText()).match(/€[\d,.]+/)?.[0] ?? '')
    }
    expect(amounts.size).toBe(figures.length)
    await euros()
      .getByRole('link', { name: /^To be refunded/ })
      .click()
    await page.getByRole('cell', { name: 'Refund due' }).first().waitFor()
    await page.goBack()
  })

  test('paid figures link to the invoices that were paid in that time', async () => {
    const { page } = opened
    const since = { month: '2026-11-01', quarter: '2026-10-01', year: '2026-01-01' }
    for (const [name, day] of Object.entries(since)) {
      const label = euros().getByText(`Paid this ${name}`)
      await label.locator('xpath=ancestor-or-self::a | following-sibling::*/a').click()
      await expect.poll(() => new URL(page.url()).searchParams.get('paid_from')).toBe(day)
      await page.getByLabel('Payment from').waitFor()
      const { data } = (
        await site.app.call('GET', `/invoices?currency=EUR&limit=100&paid_from=${day}`)
      ).json()
      await expect.poll(() => page.locator('tbody tr').count()).toBe(data.length)
      await page.goBack()
    }
  })

  test('what was refunded is said beside each paid figure, and is in its list', async () => {
    const { page } = opened
    const call = async (path: string, body: object) =>
      (await site.app.call('POST', path, body)).json()
    const { id } = await givens(site.app).invoice({
      status: 'sent',
      currency: 'CHF',
      items: [{ description: 'Poster', unit_price: '119.00', tax: { category: 'Z', rate: '0' } }],
    })
    await call(`/invoices/${id}/payments`, { paid_at: '2025-12-30' })
    await call(`/invoices/${id}/credit-note`, { status: 'sent' })
    await call(`/invoices/${id}/payments`, { amount: '-119.00' })
    await page.reload()
    await page.getByRole('link', { name: 'CHF', exact: true }).click()
    const francs = page.getByRole('region', { name: 'CHF' })
    const { number } = (await site.app.call('GET', `/invoices/${id}`)).json()
    for (const name of ['month', 'quarter', 'year']) {
      const figure = francs.getByText(`Paid this ${name}`).locator('..')
      await figure.getByText(/^after CHF\s119\.00 refunded$/).waitFor()
      await figure.locator('xpath=ancestor::a | descendant::a').first().click()
      await page.getByRole('cell', { name: number, exact: true }).waitFor()
      await page.goBack()
    }
  })

  test('money on account links to the customers who have it', async () => {
    const { page } = opened
    const { id, name } = await givens(site.app).customer({ name: 'Prepaid AG', archived: true })
    await site.app.call('POST', `/customers/${id}/payments`, { amount: '40.00' })
    await page.goto('/')
    await euros()
      .getByRole('link', { name: /^On account/ })
      .click()
    await page.getByRole('link', { name }).waitFor()
    expect(await page.locator('tbody tr').count()).toBe(1)
    await page.getByRole('button', { name: 'Money on account in EUR' }).click()
    await page.getByText('Active', { exact: true }).waitFor()
    await page.goto('/')
    await euros().waitFor()
  })

  test('currencies are tabs that the address remembers, and drafts belong to none', async () => {
    const { page } = opened
    const tabs = page.getByRole('navigation', { name: 'Currency' }).getByRole('link')
    expect(await tabs.allInnerTexts()).toEqual(expect.arrayContaining(['EUR', 'CHF']))
    await tabs.filter({ hasText: 'CHF' }).click()
    await page.getByRole('region', { name: 'CHF' }).waitFor()
    expect(await euros().count()).toBe(0)
    await page.goBack()
    const drafts = page.getByRole('link', { name: /drafts not issued yet$/ })
    await euros().waitFor()
    expect(
      await euros()
        .getByRole('link', { name: /drafts/ })
        .count(),
    ).toBe(0)
    await drafts.click()
    await expect.poll(() => placeOf(page.url())).toBe('/invoices')
    expect(new URL(page.url()).searchParams.get('status')).toBe('draft')
    await page.goBack()
  })

  test('nothing empty is drawn for a currency that only was paid', async () => {
    const { page } = opened
    await page.goto('/?currency=CHF')
    const francs = page.getByRole('region', { name: 'CHF' })
    await francs.waitFor()
    expect(await francs.getByRole('heading', { name: /^Open amounts/ }).count()).toBe(0)
    expect(await francs.getByRole('link', { name: /^Outstanding/ }).count()).toBe(0)
    await page.goto('/')
    await euros()
      .getByRole('heading', { name: /^Open amounts/ })
      .waitFor()
  })

  test('the line has the invoices to come with their amounts, as links and as a table', async () => {
    const { page } = opened
    const line = page.getByRole('img', { name: / came since .* is expected\. .* is late\.$/ })
    await line.waitFor()
    const { data } = (
      await site.app.call(
        'GET',
        '/invoices?currency=EUR&has_due=true&overdue=false&due_from=2026-11-22&sort=due_date',
      )
    ).json()
    const [first] = data.filter(({ due_date: day }: Json) => day !== null)
    const table = page.getByRole('table', { name: 'Expected by due date' })
    await table.getByRole('cell', { name: first.customer_name }).first().waitFor()
    const step = { name: new RegExp(first.customer_name) }
    await page.locator('.cash-line').getByRole('link', step).first().click()
    await expect.poll(() => placeOf(page.url())).toBe(`/invoices/${first.id}`)
    await page.goBack()
    await page.getByRole('heading', { name: 'Lately' }).waitFor()
  })

  test('no label of the line lies on another, also where an invoice is due today', async () => {
    const { page } = opened
    const overlapping = `(() => {
      const boxes = [...document.querySelectorAll('.cash-label')].map((it) => it.getBoundingClientRect())
      const isApart = (one, two) =>
        one.right <= two.left || two.right <= one.left || one.bottom <= two.top || two.bottom <= one.top
      return boxes.flatMap((one, at) => boxes.slice(at + 1).filter((two) => !isApart(one, two))).length
    })()`
    for (const width of [1440, 1000, 768]) {
      await page.setViewportSize({ width, height: 900 })
      await settled(opened)
      expect(await page.evaluate(overlapping), `${width} px`).toBe(0)
    }
    await page.setViewportSize({ width: 1280, height: 720 })
  })

  test('a reminder is sent from its row', async () => {
    const { page } = opened
    const list = page.getByRole('region', { name: 'To do' })
    const { data } = (await site.app.call('GET', '/reminders/due')).json()
    const { number, id } = data.at(-1)
    await list.getByRole('button', { name: new RegExp(`^Send reminder ${number}`) }).click()
    await page.getByText('Reminder sent').waitFor()
    await list.getByRole('link', { name: number }).waitFor({ state: 'detached' })
    const left = (await site.app.call('GET', '/reminders/due')).json()
    expect(left.data.map((it: Json) => it.id)).not.toContain(id)
  })

  test('recent activity lists events with links', async () => {
    const { page } = opened
    const activity = page.getByRole('region', { name: 'Lately' })
    expect(await activity.getByRole('link').count()).toBeGreaterThanOrEqual(5)
    await activity.getByRole('link').first().click()
    await expect.poll(() => placeOf(page.url())).toMatch(/^\/invoices\/inv_/)
    expect(opened.bad).toEqual([])
  })

  test('recent activity names the key of the environment in words', async () => {
    const { page } = opened
    await site.app.call('POST', '/invoices', {
      customer: { name: 'Fernweh' },
      items: [{ description: 'Hosting', unit_price: '20' }],
      status: 'sent',
    })
    await page.goto('/')
    const activity = page.getByRole('region', { name: 'Lately' })
    await activity
      .getByText(/·\sAPI key$/)
      .first()
      .waitFor()
  })

  /** The first page lacks the words for a recurring invoice that stopped. */
  async function givenStopped(): Promise<void> {
    const call = async (method: string, path: string, body: object) =>
      (await site.app.call(method, path, body)).json()
    const { id: customer_id } = await call('POST', '/customers', { name: 'Away' })
    await call('POST', '/recurring-invoices', {
      name: 'Hosting',
      customer_id,
      action: 'issue',
      schedule: { unit: 'day', start_date: '2026-11-20' },
      invoice: { items: [{ description: 'Hosting', unit_price: '20' }] },
    })
    await call('PATCH', `/customers/${customer_id}`, { archived: true })
    await site.app.services.jobRunner.runDue()
  }

  test.each(SCREENS)('on $name, nothing moves while its parts load one after another', async ({
    name: _,
    ...options
  }) => {
    await givenStopped()
    const own = await site.open(options)
    const { page } = own
    for (const [part, ms] of Object.entries(DELAYS_MS))
      await page.route(new RegExp(`/api/v1/${part}`), async (route) => {
        await new Promise((done) => setTimeout(done, ms))
        await route.fallback()
      })
    await runFirst(page, MEASURE_SHIFTS)
    await signIn(page)
    await page.goto('/')
    await page.getByRole('link', { name: 'Hosting' }).first().waitFor()
    await page.getByRole('heading', { name: /^Recurring .* 30 days$/ }).waitFor()
    await page.getByRole('heading', { name: 'Lately' }).waitFor()
    await settled(own)
    expect(await page.evaluate('shifts')).toEqual([])
  })
})
