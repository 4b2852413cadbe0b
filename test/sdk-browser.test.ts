import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '../packages/sdk/src/client.ts'
import { findBrowser } from './chromium.ts'
import { API_KEY, startTestApp, type TestApp } from './harness.ts'
import { ROOT } from './source-files.ts'

const PERSON = { email: 'owner@example.org', password: 'correct horse battery' }
const MODULES = '/test-modules'

/** As text, so that nothing rewrites its import on the way to the browser. */
const IN_THE_PAGE = `(async () => {
  const { createClient, BillwrightError } = await import('${MODULES}/client.ts')
  const billwright = createClient({ baseUrl: '' })
  const before = await billwright.getSession().catch((error) => error)
  await billwright.signIn({ body: ${JSON.stringify(PERSON)} })
  const customer = await billwright.createCustomer({ body: { name: 'From a page' } })
  const items = [{ description: 'x', unit_price: '5' }]
  const { id } = await billwright.createInvoice({ body: { customer_id: customer.id, items } })
  const pdf = await billwright.getInvoicePdf({ path: { id } })
  const names = []
  for await (const { name } of billwright.each('listCustomers')) names.push(name)
  return {
    isError: before instanceof BillwrightError,
    names,
    head: String.fromCharCode(...pdf.subarray(0, 5)),
  }
})()`

const binary = await findBrowser()
const reason = binary === null ? ' (skipped: no Chromium; name one in CHROMIUM_PATH)' : ''

/** What the page's bundler would do: types go, and the one package gets an address. */
function moduleAt(path: string): string {
  if (path.endsWith('/openapi-fetch'))
    return readFileSync(join(ROOT, 'node_modules/openapi-fetch/dist/index.mjs'), 'utf8')
  const source = readFileSync(
    join(ROOT, 'packages/sdk/src', path.slice(MODULES.length + 1)),
    'utf8',
  )
  return stripTypeScriptTypes(source).replace("'openapi-fetch'", "'./openapi-fetch'")
}

describe.skipIf(binary === null)(`a client in a page of the service${reason}`, () => {
  let app: TestApp
  let browser: Browser
  let page: Page
  beforeAll(async () => {
    app = await startTestApp('sqlite')
    const url = await app.server.listen({ port: 0, host: '127.0.0.1' })
    const client = createClient({ baseUrl: url, apiKey: API_KEY })
    await client.createUser({ body: { ...PERSON, role: 'owner' } })
    browser = await chromium.launch({
      executablePath: binary?.path ?? '',
      chromiumSandbox: false,
      env: { ...process.env, LD_LIBRARY_PATH: binary?.libraryDir ?? '' },
    })
    // Answers that are not pages allow no scripts; the console's pages have a policy of their own.
    page = await (await browser.newContext({ bypassCSP: true })).newPage()
    await page.route(`**${MODULES}/**`, (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: moduleAt(new URL(route.request().url()).pathname),
      }),
    )
    await page.goto(`${url}/healthz`)
  })
  afterAll(async () => {
    await browser.close()
    await app.close()
  })

  test('signs in, and the session’s cookie is enough for reading and changing', async () => {
    const seen = await page.evaluate(IN_THE_PAGE)
    expect(seen).toEqual({ isError: true, names: ['From a page'], head: '%PDF-' })
  })
})
