import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givens } from '../givens.ts'
import {
  givenOwner,
  type NewConsoleSite,
  placeOf,
  signIn,
  skipped,
  startNewConsole,
} from './console-site.ts'

describe.skipIf(skipped !== '')(`the console of a demo${skipped}`, () => {
  let site: NewConsoleSite
  const taken: Uint8Array[] = []
  beforeAll(async () => {
    const mailSink = { take: (bytes: Uint8Array) => void taken.push(bytes) }
    site = await startNewConsole({}, undefined, { mailSink })
    await givenOwner(site)
  })
  afterAll(() => site?.close())

  test('“Later” leads back to where the person was, and opens no invoice', async () => {
    const { page } = await site.open()
    await signIn(page)
    await page.goto('/customers')
    await page.getByRole('link', { name: 'Home' }).click()
    await page.locator('section[aria-labelledby=beginnings] a').first().click()
    await page.getByRole('button', { name: 'Later' }).click()
    await expect.poll(() => placeOf(page.url())).toBe('/')
    await page.goto('/start')
    await page.getByRole('button', { name: 'Later' }).click()
    await expect.poll(() => placeOf(page.url())).toBe('/')
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    expect((await site.app.call('GET', '/invoices')).json().data).toEqual([])
  })

  test('sending says that the message reaches nobody, before and afterwards', async () => {
    await site.app.call('PATCH', '/settings', { mailFrom: { name: null, address: 'a@b.example' } })
    const given = givens(site.app)
    const { id: customer_id } = await given.customer({ email: 'desk@fernweh.example' })
    const { id } = await given.invoice({ customer_id, status: 'sent' })
    const { page, bad } = await site.open()
    await signIn(page)
    await page.goto(`/invoices/${id}`)
    await page.getByRole('button', { name: 'Send…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('This is a demo: the message stays in the outbox').waitFor()
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('Kept in the outbox: this demo sends nothing').waitFor()
    await page.goto('/mail')
    await page.getByText('This is a demo', { exact: true }).waitFor()
    await page.getByText('desk@fernweh.example').first().waitFor()
    expect(bad).toEqual([])
  })
})
