import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givens, ITEM } from '../givens.ts'
import { violationsOf } from './axe.ts'
import {
  type ConsoleSite,
  type Opened,
  openMenu,
  settled,
  signIn,
  skipped,
  speak,
  startConsole,
} from './console-site.ts'

const EMPTY_LISTS = [
  ['/invoices', 'New invoice'],
  ['/quotes', 'New quote'],
  ['/recurring', 'New recurring invoice'],
  ['/customers', 'New customer'],
  ['/products', 'New product'],
  // The form above the list is the action.
  ['/entries', null],
  ['/delivery-notes', 'Show accepted quotes'],
  ['/mail', 'Set up the mail server'],
  ['/bank', 'Read statement'],
  ['/bank/files', 'Read statement'],
  ['/bank/accounts', 'Add account'],
  ['/bank/rules', 'Add rule'],
  ['/bank/direct-debit', 'Set up'],
  ['/supplier-invoices', 'Add files'],
  ['/reminders', 'Show the plans'],
] as const
const PHONE = { viewport: { width: 390, height: 800 } }

describe.skipIf(skipped !== '')(`the look of the console${skipped}`, () => {
  let site: ConsoleSite
  let opened: Opened
  let page: Page
  beforeAll(async () => {
    site = await startConsole()
    opened = await site.open()
    page = opened.page
    await signIn(page)
  })
  afterAll(() => site?.close())

  const go = async (path: string) => {
    await page.goto(path)
    await settled(opened)
  }
  const boxOf = async (locator: Locator) => {
    const box = await locator.boundingBox()
    if (!box) throw new Error('It is not on the page.')
    return { ...box, right: box.x + box.width, bottom: box.y + box.height }
  }
  const rowsOf = async (buttons: Locator) => {
    await buttons.first().waitFor()
    const tops = await buttons.evaluateAll((all) => all.map((it) => it.getBoundingClientRect().top))
    return new Set(tops.map(Math.round)).size
  }
  const buttonBox = (name: string) => boxOf(page.getByRole('button', { name, exact: true }))

  test('who wants less motion sees none while a page is loading', async () => {
    const other = await site.open()
    await signIn(other.page)
    const { promise: isSeen, resolve: seen } = Promise.withResolvers<void>()
    await other.page.route('**/api/v1/products*', async (route) => {
      await isSeen
      await route.continue()
    })
    await other.page.goto('/products')
    await other.page.locator('.waiting').first().waitFor()
    const moving = () =>
      other.page.evaluate<string[]>('document.getAnimations().map((it) => it.animationName)')
    await expect.poll(moving).toEqual([])
    seen()
    await settled(other)
  })

  test('fields beside each other are aligned, and a group has its heading inside', async () => {
    await go('/settings/tax')
    const [left, right] = await Promise.all(
      ['VAT number', 'Tax number'].map((name) => boxOf(page.getByLabel(name, { exact: true }))),
    )
    expect(left?.y).toBe(right?.y)
    const label = (name: string) => boxOf(page.locator('label').getByText(name, { exact: true }))
    expect((await label('VAT number')).y).toBe((await label('Tax number')).y)
    const group = page.getByRole('group', { name: 'Numbers' })
    const legend = await boxOf(group.locator('legend'))
    expect(legend.y).toBeGreaterThan((await boxOf(group)).y + 4)
    expect(legend.bottom).toBeLessThan((await boxOf(group.getByLabel('Invoice numbers'))).y)
  })

  test('a finger finds buttons, fields and menu entries of 40 pixels', async () => {
    await givens(site.app).invoice({ items: [ITEM] })
    const touched = await site.open({ ...PHONE, hasTouch: true, isMobile: true })
    await signIn(touched.page)
    const small = async (what: string) => {
      const all = touched.page.locator(what).filter({ visible: true })
      await all.first().waitFor()
      return all.evaluateAll((found) =>
        found.map((it) => it.offsetHeight).filter((height) => height < 40),
      )
    }
    const fields = 'main :is(.mantine-Button-root, .mantine-Input-input)'
    for (const path of ['/access', '/settings/company', '/mail', '/account']) {
      await touched.page.goto(path)
      await settled(touched)
      expect(await small(fields), path).toEqual([])
    }
    await touched.page.goto('/invoices')
    const link = await boxOf(touched.page.locator('td a').first())
    expect(link.bottom - link.y).toBeGreaterThanOrEqual(40)
    await touched.page.goto('/mail?status=failed')
    const filters = touched.page.locator(
      'main :is(input[type=search], .states, button[title=Refresh])',
    )
    await filters.first().waitFor()
    expect(await rowsOf(filters)).toBe(2)
    await openMenu(touched.page)
    expect(await small('nav a')).toEqual([])
    await touched.page.getByRole('button', { name: 'Account' }).click()
    expect(await small('[role=menuitem], [role=menuitemradio]')).toEqual([])
  })

  test('an empty list says what will be there, and has one button', async () => {
    const empty = await startConsole()
    try {
      const other = await empty.open({ viewport: { width: 1440, height: 900 } })
      await signIn(other.page)
      const main = other.page.locator('main')
      for (const [path, action] of EMPTY_LISTS) {
        await other.page.goto(path)
        await settled(other)
        await main.locator('.empty .drawing').waitFor()
        const buttons = main.locator('.empty :is(a, button)')
        expect(await buttons.allTextContents(), path).toEqual(action === null ? [] : [action])
        const filled = main.locator('.mantine-Button-root:not([data-variant])')
        const pine = main.locator('.mantine-Button-root[data-variant=filled]')
        expect((await filled.count()) + (await pine.count()), path).toBeLessThanOrEqual(1)
        expect(await violationsOf(other.page), path).toEqual([])
      }
      for (const path of ['/invoices', '/quotes', '/mail', '/supplier-invoices']) {
        await other.page.goto(path)
        await settled(other)
        expect(await main.getByRole('searchbox').count(), path).toBe(0)
      }
    } finally {
      await empty.close()
    }
  })

  test('Save is at the end, after Cancel, and no field is marked with an asterisk', async () => {
    for (const path of ['/customers/new', '/products/new']) {
      await go(path)
      const save = await buttonBox('Save')
      const cancel = await boxOf(page.getByRole('link', { name: 'Cancel' }))
      expect(save.x).toBeGreaterThan(cancel.right)
      expect(save.right).toBe((await boxOf(page.locator('main form > div').first())).right)
      expect(await page.locator('label:has-text("*")').count()).toBe(0)
    }
  })

  test('a chosen entry of a list is read on its color', async () => {
    const customer = { name: 'Contrast & Sons', email: 'desk@contrast.example' }
    await givens(site.app).customer(customer)
    await go('/invoices/new')
    await page.getByLabel('Customer', { exact: true }).fill('Contrast')
    await page.getByRole('option', { name: /Contrast & Sons/ }).waitFor()
    // Offered last, once the list is that of the whole text.
    await page.getByRole('option', { name: /^Create/ }).waitFor()
    await page.keyboard.press('ArrowDown')
    expect(await violationsOf(page)).toEqual([])
    await go('/customers')
    await page.keyboard.press('Control+k')
    await page.getByRole('textbox', { name: /^Search invoices/ }).fill('new')
    await page.keyboard.press('ArrowDown')
    await page.locator('[data-action][data-selected]').waitFor()
    expect(await violationsOf(page)).toEqual([])
  })

  test('a red entry of a dark menu has enough contrast', async () => {
    const { id } = await givens(site.app).invoice()
    const dark = await site.open({ colorScheme: 'dark' })
    await signIn(dark.page)
    await dark.page.goto(`/invoices/${id}`)
    await settled(dark)
    await dark.page.getByRole('button', { name: 'More actions' }).click()
    await dark.page.getByRole('menuitem', { name: /^Delete draft/ }).waitFor()
    expect(await violationsOf(dark.page)).toEqual([])
  })

  test('a document is shown whole, also when its place becomes narrow', async () => {
    const items = Array.from({ length: 12 }, () => ITEM)
    const { id } = await givens(site.app).invoice({ items })
    const other = await site.open({ viewport: { width: 1280, height: 900 } })
    await signIn(other.page)
    await other.page.goto(`/invoices/${id}`)
    await settled(other)
    const hidden = () =>
      other.page.evaluate<number>(`(() => {
        const frame = document.querySelector('main iframe')
        const { documentElement: root, body } = frame.contentDocument
        return Math.max(root.offsetHeight, body.scrollHeight) - frame.offsetHeight
      })()`)
    await expect.poll(hidden).toBeLessThanOrEqual(0)
    // On a phone the sheet keeps its proportions and is cut, until it is opened.
    await other.page.setViewportSize({ width: 390, height: 800 })
    const sheet = other.page.locator('.desk-sheet')
    await expect.poll(async () => (await sheet.boundingBox())?.height ?? 0).toBe(372)
    await other.page.getByRole('button', { name: 'Show the whole document' }).click()
    await expect.poll(hidden).toBe(0)
    await expect.poll(async () => (await sheet.boundingBox())?.height ?? 0).toBeGreaterThan(372)
  })

  test('headers of the items are right above their numbers', async () => {
    // With the sheet beside it, the form has room for one row from here on.
    await page.setViewportSize({ width: 1440, height: 900 })
    await go('/invoices/new')
    for (const [head, field] of [
      ['Quantity', 'Quantity 1'],
      ['Price', 'Price 1'],
      ['Discount', 'Discount 1'],
      ['Tax %', 'Tax % 1'],
    ] as const) {
      const above = page.locator('.lines-head span').getByText(head, { exact: true })
      const input = page.getByLabel(field, { exact: true })
      const styleOf = (it: Locator, name: 'paddingInlineEnd' | 'textAlign') =>
        it.evaluate((it, name) => it.ownerDocument.defaultView?.getComputedStyle(it)[name], name)
      const padding = async (it: Locator) =>
        Number.parseFloat((await styleOf(it, 'paddingInlineEnd')) ?? '')
      const [upper, lower] = [await boxOf(above), await boxOf(input)]
      const ends = [upper.right - (await padding(above)), lower.right - (await padding(input))]
      expect(Math.abs((ends[0] ?? 0) - (ends[1] ?? 0)), head).toBeLessThanOrEqual(2)
      expect(await styleOf(input, 'textAlign'), field).toBe('end')
      expect(lower.y - upper.bottom, head).toBeLessThan(20)
    }
    await page.setViewportSize({ width: 1280, height: 720 })
  })

  test('on a tablet each line has its description above its figures, below one row of headers', async () => {
    const tablet = await site.open({ viewport: { width: 768, height: 1024 } })
    const { page } = tablet
    await page.context().addCookies(await opened.page.context().cookies())
    await page.goto('/invoices/new')
    await settled(tablet)
    const field = (name: string) => boxOf(page.getByLabel(`${name} 1`, { exact: true }))
    const description = await field('Description')
    const line = await boxOf(page.locator('.line').first())
    expect(description.width).toBeGreaterThan(line.width * 0.8)
    expect(line.height).toBeLessThan(110)
    const figures = await Promise.all(['Quantity', 'Price', 'Discount', 'Tax %'].map(field))
    expect(new Set(figures.map(({ y }) => Math.round(y))).size).toBe(1)
    expect(figures[0]?.y).toBeGreaterThanOrEqual(description.bottom)
    for (const [at, name] of ['Quantity', 'Price', 'Discount', 'Tax %'].entries()) {
      const head = await boxOf(page.locator('.lines-head span').getByText(name, { exact: true }))
      expect(head.bottom, name).toBeLessThanOrEqual(line.y)
      expect(head.right, name).toBeCloseTo(figures[at]?.right ?? 0, 0)
    }
  })

  test.each([
    'en',
    'de',
    'fr',
  ])('%s: each place of the menu is named on one line', async (language) => {
    const other = await site.open({ viewport: { width: 1280, height: 900 } })
    await signIn(other.page)
    await speak(other.page, language)
    await other.page.goto('/products')
    await settled(other)
    const heights = await other.page
      .locator('nav .place')
      .evaluateAll((all) => all.map((it) => Math.round(it.getBoundingClientRect().height)))
    expect(heights.length).toBeGreaterThan(10)
    expect(new Set(heights).size).toBe(1)
  })

  test('inputs of a reminder plan are aligned, also with long labels', async () => {
    const { data } = (await site.app.call('GET', '/reminder-plans')).json()
    const german = await site.open({ viewport: { width: 1280, height: 900 } })
    await signIn(german.page)
    await speak(german.page, 'de')
    await german.page.goto(`/reminders/plans/${data[0].id}`)
    await settled(german)
    const grids = await german.page.locator('form .mantine-SimpleGrid-root').evaluateAll((all) =>
      all.map((grid) => {
        const style = grid.ownerDocument.defaultView?.getComputedStyle(grid)
        const columns = style?.gridTemplateColumns.split(' ').length ?? 0
        const inputs = [...grid.querySelectorAll('.mantine-Input-input')]
        const tops = inputs.map((it) => Math.round(it.getBoundingClientRect().top))
        return { columns, tops }
      }),
    )
    expect(grids.length).toBeGreaterThan(2)
    // One height in each row, however many lines a label has.
    for (const { columns, tops } of grids)
      expect(new Set(tops).size).toBe(Math.ceil(tops.length / columns))
  })

  test.each([1280, 390])('a long number leaves room for the name at %i pixels', async (width) => {
    const pattern = 'RE-{YYYY}-{MM}-{SEQ:6}'
    await site.app.call('PATCH', '/settings', { invoiceNumbering: { pattern } })
    const customer = { name: 'Fernweh Books' }
    const { number } = await givens(site.app).invoice({ customer, status: 'sent' })
    expect(number).toMatch(/^RE-\d{4}-\d\d-\d{6}$/)
    const other = await site.open({ viewport: { width, height: 800 } })
    await signIn(other.page)
    await other.page.goto('/invoices')
    await settled(other)
    const row = other.page.getByRole('row').filter({ hasText: number })
    const link = await boxOf(row.getByRole('link', { name: number, exact: true }))
    const name = await boxOf(row.getByText(customer.name))
    // On a telephone it stands at the end of the second line.
    if (width > 640) expect(link.right).toBeLessThanOrEqual(name.x)
    else expect(link.y).toBeGreaterThan(name.y)
    expect(link.right).toBeLessThanOrEqual((await boxOf(row)).right)
  })

  test.each([
    ['de', 'de-DE'],
    ['fr', 'fr-FR'],
  ])('%s: on a phone the actions of a document are in one row, and its PDF is in the menu', async (language, locale) => {
    const given = givens(site.app)
    const { id: draft, customer_id } = await given.invoice({ customer: { name: 'Fernweh Books' } })
    const { id: sent } = await given.invoice({ customer_id, status: 'sent' })
    const quote = async () =>
      (await site.app.call('POST', '/quotes', { customer_id, items: [ITEM] })).json().id
    const [written, accepted] = [await quote(), await quote()]
    for (const step of ['open', 'accept'])
      await site.app.call('POST', `/quotes/${accepted}/${step}`, {})
    const other = await site.open({ ...PHONE, locale })
    const { page } = other
    await signIn(page)
    await speak(page, language)
    for (const path of [
      `/invoices/${draft}`,
      `/invoices/${sent}`,
      `/quotes/${written}`,
      `/quotes/${accepted}`,
    ]) {
      await page.goto(path)
      await settled(other)
      expect(await rowsOf(page.locator('.page-actions :is(a, button):visible')), path).toBe(1)
      await page.locator('.page-actions button').last().click()
      const pdf = page.getByRole('menuitem', { name: /^(PDF öffnen|Ouvrir le PDF)$/ })
      expect(await pdf.getAttribute('href'), path).toContain(`${path}/pdf`)
    }
  })

  test('a German phone: whole buttons, one row of actions, places in one row, the total in sight', async () => {
    const german = await site.open({ ...PHONE, locale: 'de-DE' })
    const { page } = german
    const cookies = await opened.page.context().cookies()
    await page.context().addCookies(cookies)
    await page.goto('/settings/company')
    await settled(german)
    await page.getByLabel('Name des Unternehmens').fill('Nordlicht Gestaltung und Verlag')
    await page.getByRole('button', { name: 'Verwerfen' }).click()
    const notice = page.locator('.mantine-Notification-root')
    const button = notice.getByRole('button', { name: 'Rückgängig' })
    await button.waitFor()
    const [inner, outer] = [await boxOf(button), await boxOf(notice)]
    expect(inner.right).toBeLessThanOrEqual(outer.right)
    expect(await button.evaluate((it) => it.scrollWidth <= it.clientWidth)).toBe(true)
    const actions = page.locator('.page-actions :is(a, button):visible')
    await page.goto('/quotes/new')
    expect(await rowsOf(actions)).toBe(1)
    await page.goto('/invoices/new')
    expect(await rowsOf(actions)).toBe(1)
    const total = await boxOf(page.locator('.grand-total'))
    expect(total.bottom).toBeLessThanOrEqual(PHONE.viewport.height)
    await page.goto('/access/usage')
    expect(await rowsOf(page.locator('.places a'))).toBe(1)
    const isInSight = async (place: string) => {
      const { x, right } = await boxOf(page.locator(`.places a[href$="${place}"]`))
      return x >= 0 && right <= PHONE.viewport.width
    }
    expect(await isInSight('/usage')).toBe(true)
    for (const place of ['/access/domains', '/access/jobs', '/access/webhooks', '/access/usage']) {
      await page.locator(`.places a[href$="${place}"]`).click()
      await page.locator(`.places a[href$="${place}"][data-current]`).waitFor()
      await settled(german)
      await expect.poll(() => isInSight(place)).toBe(true)
    }
  })
})
