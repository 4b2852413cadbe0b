import { generateSync } from 'otplib'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { enqueue } from '../../src/core/jobs/queue.ts'
import { transaction } from '../../src/core/record/transaction.ts'
import { type ConsoleSite, OWNER, signIn, skipped, startConsole } from './console-site.ts'

const STEP_MS = 30_000
const RECOVERY_CODES = 10

describe.skipIf(skipped !== '')(`access, managed in the console${skipped}`, () => {
  let site: ConsoleSite
  beforeEach(async () => {
    // Nothing listens on the port of `discard`: what is sent there fails at once.
    site = await startConsole({ OUTBOUND_ALLOW: '127.0.0.1:9' })
  })
  afterEach(() => site?.close())

  const codeFor = (secret: string, steps: number): string =>
    generateSync({ secret, epoch: (site.app.clock.now() + steps * STEP_MS) / 1000 })
  const dialogOf = (page: Page) => page.getByRole('dialog')

  test('a second factor is set up, asked for at the next sign-in, and turned off', async () => {
    const { page, bad } = await site.open()
    await signIn(page)
    await page.goto('/account')
    await page.getByRole('button', { name: 'Set up a second factor' }).click()
    await dialogOf(page).getByLabel('Current password').fill(OWNER.password)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByAltText('QR code').waitFor()
    const secret = await page.getByLabel('Or type this into the app').inputValue()
    await page.getByLabel('Code', { exact: true }).fill(codeFor(secret, 0))
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByText('Your recovery codes').waitFor()
    const codes = dialogOf(page).locator('code')
    expect(await codes.count()).toBe(RECOVERY_CODES)
    const lines = await codes.evaluateAll((all) => all.map((it) => it.offsetHeight))
    expect(Math.max(...lines)).toBeLessThan(40)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'I’ve saved them' }).click()
    await page.getByText('10 recovery codes are left').waitFor()

    const other = await site.open()
    await other.page.goto('/sign-in?to=%2Faccount')
    await other.page.getByLabel('E-mail').fill(OWNER.email)
    await other.page.getByLabel('Password', { exact: true }).fill(OWNER.password)
    await other.page.keyboard.press('Enter')
    await other.page.getByLabel('Code').fill(codeFor(secret, 1))
    await other.page.keyboard.press('Enter')
    await other.page.getByRole('button', { name: 'Turn off' }).click()
    await dialogOf(other.page).getByLabel('Current password').fill(OWNER.password)
    await dialogOf(other.page).getByRole('button', { name: 'Turn off' }).click()
    await other.page.getByRole('button', { name: 'Set up a second factor' }).waitFor()
    expect([...bad, ...other.bad]).toEqual([])
  })

  test('a webhook is created, its secret shown once, and a test shows why it failed', async () => {
    const { page, bad } = await site.open()
    await signIn(page)
    await page.goto('/access/webhooks')
    await page.getByRole('button', { name: 'Create webhook' }).first().click()
    await page.getByLabel('Address').fill('http://127.0.0.1:9/hooks')
    await dialogOf(page).getByRole('button', { name: 'Create webhook' }).click()
    expect(await page.getByLabel('Signing secret').last().inputValue()).toMatch(/^whsec_/)
    await page.getByRole('button', { name: 'I’ve saved it' }).click()
    await page.getByRole('link', { name: 'http://127.0.0.1:9/hooks' }).click()
    await page.getByRole('button', { name: 'Send a test' }).click()
    await dialogOf(page).getByText('no answer').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone').waitFor()
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    expect(bad).toEqual([])
  })

  test('an invitation begins with the role that may do least', async () => {
    const { page, bad } = await site.open()
    await signIn(page)
    await page.goto('/access/people')
    await page.getByRole('button', { name: 'Invite' }).first().click()
    expect(await dialogOf(page).getByRole('radio', { name: 'Viewer' }).isChecked()).toBe(true)
    expect(bad).toEqual([])
  })

  test.each([
    ['/access', 'Create key'],
    ['/access/people', 'Invite'],
    ['/access/webhooks', 'Create webhook'],
    ['/access/domains', 'Add domain'],
    ['/account', 'Set up a second factor'],
  ])('%s: Cancel leaves the form of %s', async (path, verb) => {
    const { page, bad } = await site.open()
    await signIn(page)
    await page.goto(path)
    await page.getByRole('button', { name: verb }).first().click()
    await dialogOf(page).getByRole('button', { name: 'Cancel' }).click()
    await dialogOf(page).waitFor({ state: 'detached' })
    expect(bad).toEqual([])
  })

  test('a job that failed is run again, or dropped', async () => {
    const kind = { name: 'webhook.deliver', parallel: 1 }
    const jobs = ['a', 'b'].map((key) => ({ key, payload: {} }))
    await transaction(site.app.work(), (work) => enqueue(work, kind, jobs))
    const failed = { due_at: null, failed_at: site.app.work().at, last_error: 'no luck' }
    await site.app.tables.updateTable('jobs').set(failed).where('kind', '=', kind.name).execute()
    const { page, bad } = await site.open()
    await signIn(page)
    await page.goto('/')
    await page.getByRole('link', { name: 'Background job: Deliver to a webhook' }).first().click()
    await page.getByText('no luck').first().waitFor()
    await page.getByRole('button', { name: 'Run now: Deliver to a webhook' }).first().click()
    await page.getByText('The job is due now.').waitFor()
    await page.getByRole('button', { name: 'Drop' }).click()
    await dialogOf(page).getByText('does not run.').waitFor()
    await dialogOf(page).getByRole('button', { name: 'Drop' }).click()
    await page.getByText('No failed jobs').waitFor()
    await page.getByLabel('Status').selectOption('retrying')
    await page.getByText('no luck').waitFor()
    expect(bad).toEqual([])
  })

  test('a member sees why there is nothing to decide for them', async () => {
    const member = { email: 'bob@example.org', password: 'seven loud teapots!' }
    await site.app.call('POST', '/users', { ...member, role: 'member' })
    const { page } = await site.open()
    await signIn(page, member)
    for (const place of ['/access', '/access/people', '/access/webhooks', '/access/jobs']) {
      await page.goto(place)
      await page.getByText('This is for owners and admins').waitFor()
    }
  })

  test('a person with read access sees no other actions', async () => {
    const viewer = { email: 'bob@example.org', password: 'seven loud teapots!' }
    await site.app.call('POST', '/users', { ...viewer, role: 'viewer' })
    const { id: customer } = (await site.app.call('POST', '/customers', { name: 'Fern' })).json()
    const product = { name: 'Map', prices: [{ currency: 'EUR', unit_price: '1' }] }
    const { id } = (await site.app.call('POST', '/products', product)).json()
    const { page, bad } = await site.open()
    await signIn(page, viewer)
    const changes = page
      .getByRole('main')
      .locator('a, button:enabled')
      .filter({ hasText: /^(New|Edit|Add|Import|Delete|Archive|Save|Install|Upload)/ })
    for (const place of [
      '/',
      '/invoices',
      '/quotes',
      '/recurring',
      '/entries',
      '/customers',
      `/customers/${customer}`,
      '/products',
      `/products/${id}`,
      '/templates',
      '/settings/company',
    ]) {
      await page.goto(place)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
      expect(await changes.allTextContents(), place).toEqual([])
    }
    expect(await page.getByLabel('Company name').isDisabled()).toBe(true)
    for (const place of ['/invoices/new', '/customers/new', '/products/new', '/import', '/start']) {
      await page.goto(place)
      await page.getByText('You do not have permission for this.').waitFor()
    }
    expect(bad).toEqual([])
  })
})
