import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens, type Json } from '../givens.ts'
import { type ConsoleSite, loaded, MOVING, signIn, skipped, startConsole } from './console-site.ts'

describe.skipIf(skipped !== '')(`on a slow line each change happens once${skipped}`, () => {
  let site: ConsoleSite
  let given: Givens
  beforeAll(async () => {
    site = await startConsole()
    given = givens(site.app)
  })
  afterAll(() => site?.close())

  const read = async (path: string): Promise<Json> => (await site.app.call('GET', path)).json()
  const paymentsOf = async (id: string): Promise<readonly string[]> =>
    (await read(`/invoices/${id}/payments`)).data.map((it: Json) => it.amount)
  const opened = async (path: string) => {
    // What moves away can still be clicked.
    const { page, bad } = await site.open(MOVING)
    await signIn(page)
    await page.goto(path)
    return { page, bad }
  }
  const paymentForm = async () => {
    const { id } = await given.invoice({ status: 'sent' })
    const { page } = await opened(`/invoices/${id}`)
    await page.getByRole('button', { name: 'Record payment' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Amount').fill('10')
    return { id, page, dialog, record: dialog.getByRole('button', { name: 'Record' }) }
  }

  test('a payment that is clicked twice, clicked again later or sent by Enter is recorded once', async () => {
    const { id, page, dialog, record } = await paymentForm()
    const line = await hold(page, '**/payments', 'POST')
    await record.dblclick()
    await line.reached
    expect(await record.isDisabled()).toBe(true)
    await record.click({ force: true })
    await dialog.getByLabel('Amount').press('Enter')
    await dialog.getByLabel('Amount').press('Enter')
    await page.keyboard.press('Escape')
    await dialog.waitFor()
    line.release()
    await expect.poll(() => paymentsOf(id)).toEqual(['10.00'])
    expect(line.count()).toBe(1)
  })

  test('the address of a customer: its window stays while it is saved', async () => {
    const { id } = await given.invoice()
    const { page } = await opened(`/invoices/${id}/edit`)
    await page.getByRole('button', { name: 'Address and tax number' }).click()
    const dialog = page.getByRole('dialog', { name: 'Address and tax number' })
    await dialog.getByLabel('City').fill('Husum')
    const line = await hold(page, '**/customers/*', 'PATCH')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await line.reached
    expect(await dialog.getByRole('button', { name: 'Cancel' }).isDisabled()).toBe(true)
    await page.keyboard.press('Escape')
    await dialog.getByLabel('City').press('Enter')
    line.release()
    await dialog.waitFor({ state: 'detached' })
    expect(line.count()).toBe(1)
  })

  test('a payment whose answer got lost is recorded once, however often it is sent', async () => {
    const { id, page, dialog, record } = await paymentForm()
    const line = await loseAnswers(page, '**/payments', 'POST')
    await record.click()
    await page.getByText(/does not answer/).waitFor()
    expect(await paymentsOf(id)).toEqual(['10.00'])
    line.repair()
    await record.click()
    await dialog.waitFor({ state: 'detached' })
    expect(await paymentsOf(id)).toEqual(['10.00'])
    expect(new Set(line.keys()).size).toBe(1)
  })

  test('a payment that was refused and corrected gets a new key', async () => {
    const { id, page, dialog, record } = await paymentForm()
    const line = await loseAnswers(page, '**/payments', 'POST')
    line.repair()
    await dialog.getByLabel('Amount').fill('999999')
    await record.click()
    await dialog.getByLabel('Amount').and(page.locator('[aria-invalid=true]')).waitFor()
    await dialog.getByLabel('Amount').fill('12.50')
    await record.click()
    await dialog.waitFor({ state: 'detached' })
    expect(await paymentsOf(id)).toEqual(['12.50'])
    expect(new Set(line.keys()).size).toBe(2)
  })

  test('a payment recorded meanwhile: the form shows the current amount due, and offers no more', async () => {
    const { id, dialog, record } = await paymentForm()
    const due = (await read(`/invoices/${id}`)).totals.due
    await dialog.getByLabel('Amount').fill(due)
    await site.app.call('POST', `/invoices/${id}/payments`, { amount: '15' })
    await record.click()
    await dialog.getByRole('button', { name: 'Keep the rest on account' }).waitFor()
    const rest = (await read(`/invoices/${id}`)).totals.due
    await dialog.getByText(new RegExp(`${rest} is due`)).waitFor()
    await site.app.call('POST', `/invoices/${id}/payments`, { amount: rest })
    await dialog.getByRole('button', { name: 'Keep the rest on account' }).click()
    await dialog.getByText(/0\.00 is due/).waitFor()
    await record.waitFor()
    expect(await paymentsOf(id)).toHaveLength(2)
  })

  test('without a network, a change fails, and is not made later by itself', async () => {
    const nameOf = async () => (await read('/users')).data[0].name
    const { page } = await opened('/account')
    await page.getByLabel('Name', { exact: true }).fill('Ada Later')
    await page.evaluate(SHORT_PAUSES)
    await page.context().setOffline(true)
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await save.click()
    await page.getByText(/does not answer/).waitFor()
    await page.context().setOffline(false)
    expect(await nameOf()).toBe('Ada Example')
    await save.click()
    await expect.poll(nameOf).toBe('Ada Later')
  })

  test('the notice that the service is down is loaded before, even without a click', async () => {
    const { id } = await given.invoice({ status: 'sent' })
    const { page } = await opened(`/invoices/${id}`)
    await loaded(page, 'notices-shown')
    await page.getByRole('button', { name: 'More actions' }).waitFor()
    await page.evaluate(SHORT_PAUSES)
    await page.route('**/*', (route) => route.abort())
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: /^Mark as paid/ }).click()
    await page.getByText(/does not answer/).waitFor()
    await page.getByRole('heading', { level: 1, name: /^Invoice/ }).waitFor()
  })

  test('a removed payment comes back once, however often Undo is clicked', async () => {
    const { id, page, record } = await paymentForm()
    await record.click()
    await page.getByRole('button', { name: /^Remove/ }).click()
    // The notice of the recorded payment has an Undo as well.
    const removed = page.getByRole('alert').filter({ hasText: 'removed' })
    const undo = removed.getByRole('button', { name: 'Undo' })
    await undo.waitFor()
    await undo.evaluate((it) => {
      const button = it as unknown as { click(): void }
      button.click()
      button.click()
    })
    await expect.poll(() => paymentsOf(id)).toEqual(['10.00'])
    await page.getByText('Undone').waitFor()
    expect(await paymentsOf(id)).toEqual(['10.00'])
  })

  test('a copy, a customer and a first draft are made once', async () => {
    const { id } = await given.invoice({ status: 'sent' })
    const { page } = await opened(`/invoices/${id}`)
    const copies = await hold(page, '**/duplicate', 'POST')
    for (const _ of 'ab') {
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: /^Duplicate/ }).click()
    }
    await copies.reached
    copies.release()
    await page.getByLabel('Description 1').waitFor()
    expect(copies.count()).toBe(1)

    await page.goto('/customers/new')
    const customers = await hold(page, '**/customers', 'POST')
    await page.getByRole('textbox', { name: /^Name/ }).fill('Once & Sons')
    await page.getByRole('button', { name: 'Save' }).dblclick()
    await customers.reached
    await page.getByRole('textbox', { name: /^Name/ }).press('Enter')
    customers.release()
    await page.getByRole('heading', { name: 'Once & Sons' }).waitFor()
    expect(await read('/customers?q=Once')).toMatchObject({ data: [{ name: 'Once & Sons' }] })

    await page.goto('/invoices/new')
    await page.getByLabel('Customer', { exact: true }).fill('Once')
    await page.getByRole('option', { name: /^Once & Sons/ }).click()
    const drafts = await loseAnswers(page, '**/invoices', 'POST')
    await page.getByLabel('Description 1').fill('Cover design')
    await page.getByText(/^Not saved: the service/).waitFor()
    await page.getByLabel('Description 1').fill('Cover design, final')
    drafts.repair()
    await page.getByRole('button', { name: 'Save and close' }).click()
    await page.getByRole('heading', { name: 'Draft invoice' }).waitFor()
    const { data } = await read('/invoices?q=Once')
    expect(data).toHaveLength(1)
    expect((await read(`/invoices/${data[0].id}`)).items).toMatchObject([
      { description: 'Cover design, final' },
    ])
  })

  test('an invoice is issued once, and its dialog cannot be used again while it closes', async () => {
    const { id } = await given.invoice()
    const { page } = await opened(`/invoices/${id}/edit`)
    const line = await hold(page, `**/invoices/${id}`, 'PUT')
    await page.getByRole('button', { name: 'Issue and send' }).click()
    const confirm = page.getByRole('dialog').getByRole('button', { name: 'Issue without sending' })
    await page.getByText('Check this first').waitFor()
    await confirm.evaluate((it) => {
      const button = it as unknown as { click(): void }
      button.click()
      button.click()
    })
    await line.reached
    line.release()
    await page.getByRole('button', { name: 'Record payment' }).waitFor()
    expect(line.count()).toBe(1)
  })
})

/** Requests wait on the way until they are released. */
async function hold(page: Page, url: string, method: string) {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
  let count = 0
  await page.route(url, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    count++
    reach()
    await isReleased
    return route.continue()
  })
  return { reached, release: () => release(), count: () => count }
}

/** The client tries again for 15 seconds, with pauses of up to 8; time limits stay as they are. */
const SHORT_PAUSES = `{
  const wait = window.setTimeout
  window.setTimeout = (run, ms, ...args) => wait(run, ms > 8_000 ? ms : ms / 20, ...args)
}`

/** The service gets every request, and the browser none of the answers until the line is repaired. */
async function loseAnswers(page: Page, url: string, method: string) {
  const keys: (string | undefined)[] = []
  let isBroken = true
  await page.evaluate(SHORT_PAUSES)
  await page.route(url, async (route: Route) => {
    const request = route.request()
    if (request.method() !== method) return route.fallback()
    keys.push(request.headers()['idempotency-key'])
    const response = await route.fetch()
    return isBroken ? route.abort() : route.fulfill({ response })
  })
  return {
    repair: () => {
      isBroken = false
    },
    keys: () => keys,
  }
}
