import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Origin, startOrigin } from '../../src/company/templates/routes.testing.ts'
import {
  type ConsoleSite,
  fitsWidth,
  type Opened,
  OWNER,
  signIn,
  skipped,
  startConsole,
} from './console-site.ts'

const DESKTOP = { viewport: { width: 1280, height: 900 } }
const PHONE = { viewport: { width: 390, height: 800 } }
const UNSAFE = '<!doctype html><h1>Own {{companyName}}</h1><script>alert(1)</script>'

describe.skipIf(skipped !== '')(`settings, customers and templates${skipped}`, () => {
  let site: ConsoleSite
  let origin: Origin
  let opened: Opened
  let page: Page
  beforeAll(async () => {
    origin = await startOrigin()
    site = await startConsole({ OUTBOUND_ALLOW: origin.host })
    opened = await site.open(DESKTOP)
    page = opened.page
    await signIn(page)
  })
  afterAll(async () => {
    await site?.close()
    await origin?.close()
  })

  const settings = async () => (await site.app.call('GET', '/settings')).json()
  const preview = () => page.frameLocator('iframe[title="Preview"]')
  const save = () => page.getByRole('button', { name: 'Save', exact: true }).click()
  const openMenu = () => page.getByRole('button', { name: 'More actions' }).click()
  const choose = async (name: string) => {
    await openMenu()
    await page.getByRole('menuitem', { name }).click()
  }
  const undo = () => page.getByRole('button', { name: 'Undo' }).first().click()

  test('a changed setting shows in the preview at once, is stored, and can be taken back', async () => {
    await page.goto('/settings/company')
    await page.getByLabel('Company name').fill('Nordlicht & Töchter')
    await preview().getByText('Nordlicht & Töchter').first().waitFor()
    expect((await settings()).companyName).toBe('Ada & Sons')
    await save()
    await page.getByText('Settings saved').waitFor()
    expect((await settings()).companyName).toBe('Nordlicht & Töchter')
    await undo()
    await page.getByText('Undone').waitFor()
    expect((await settings()).companyName).toBe('Ada & Sons')
  })

  test('a fault is shown at its field, also in another section', async () => {
    await page.goto('/settings/payment')
    await page.getByLabel('IBAN', { exact: true }).fill('DE00 1234')
    await page.getByRole('navigation', { name: 'Settings' }).getByText('Tax and numbers').click()
    await page.getByLabel('Invoice numbers', { exact: true }).fill('R-{YY}-{SEQ:5}')
    await page.getByText('The next one will be R-26-00001.').waitFor()
    await save()
    const iban = page.getByLabel('IBAN', { exact: true })
    await page.waitForURL('**/settings/payment')
    await page.getByText('Wrong format: use an IBAN').waitFor()
    expect(await iban.getAttribute('aria-invalid')).toBe('true')
    await iban.fill('DE89 3704 0044 0532 0130 00')
    await save()
    await page.getByText('Settings saved').waitFor()
    const { bankAccount, invoiceNumbering } = await settings()
    expect(bankAccount.iban).toBe('DE89370400440532013000')
    expect(await iban.inputValue()).toBe('DE89 3704 0044 0532 0130 00')
    expect(invoiceNumbering.pattern).toBe('R-{YY}-{SEQ:5}')
  })

  test('bank and BIC follow an IBAN that is corrected by hand, and go with it', async () => {
    await page.goto('/settings/payment')
    const field = (label: string) => page.getByLabel(label, { exact: true })
    const filled = async () => [await field('BIC').inputValue(), await field('Bank').inputValue()]
    const retype = async (iban: string) => {
      await field('IBAN').selectText()
      await field('IBAN').pressSequentially(iban)
    }
    await retype('DE89370400440532013000')
    expect(await filled()).toEqual(['COBADEFFXXX', 'Commerzbank'])
    await retype('DE02500105170137075030')
    expect(await filled()).toEqual(['INGDDEFFXXX', 'ING'])
    await retype('AT483200000012345864')
    expect(await filled()).toEqual(['', ''])
    await field('BIC').fill('RLNWATWWXXX')
    await retype('DE89370400440532013000')
    expect(await filled()).toEqual(['RLNWATWWXXX', 'Commerzbank'])
    await page.getByRole('button', { name: 'Discard' }).first().click()
  })

  test('a refusal is said in the language of the reader', async () => {
    const opened = await site.open({ locale: 'de-DE' })
    await opened.page.goto('/sign-in')
    await opened.page.getByLabel('E-Mail').fill(OWNER.email)
    await opened.page.getByLabel('Passwort', { exact: true }).fill(OWNER.password)
    await opened.page.getByRole('button', { name: 'Anmelden', exact: true }).click()
    await opened.page.getByRole('link', { name: 'Einstellungen' }).click()
    await opened.page.getByRole('link', { name: 'Bank und Zahlung' }).click()
    await opened.page.getByLabel('IBAN', { exact: true }).fill('DE89 3704 0044 0532 0130 01')
    await opened.page.getByRole('button', { name: 'Speichern', exact: true }).click()
    await opened.page.getByText('Die Prüfziffern stimmen nicht.').waitFor()
    await opened.page.goto('/templates')
    await opened.page.getByRole('button', { name: 'Vorlage hinzufügen' }).click()
    await opened.page.getByRole('menuitem', { name: 'HTML hochladen' }).click()
    const dialog = opened.page.getByRole('dialog')
    const file = { name: 'own.html', mimeType: 'text/html', buffer: Buffer.from(UNSAFE) }
    await dialog.locator('input[type=file]').setInputFiles(file)
    await dialog.getByRole('button', { name: 'Prüfen und installieren' }).click()
    await dialog.getByText('Zeile 1, Spalte').waitFor()
  })

  test('another person’s changes are not overwritten, and no input is lost', async () => {
    await page.goto('/settings/company')
    await page.getByLabel('Phone').fill('+49 30 1')
    const others = { companyPhone: '+49 30 2', companyContact: 'Grace' }
    await site.app.call('PATCH', '/settings', others)
    await save()
    await page.getByText('Another person changed the settings').waitFor()
    await page.getByText('Changed by both of you: Phone.').waitFor()
    expect(await page.getByLabel('Contact person').inputValue()).toBe('Grace')
    expect(await page.getByLabel('Phone').inputValue()).toBe('+49 30 1')
    await save()
    await page.getByText('Settings saved').waitFor()
    expect(await settings()).toMatchObject({ ...others, companyPhone: '+49 30 1' })
  })

  test('changes are not left behind unasked', async () => {
    await page.goto('/settings/company')
    await page.getByLabel('Phone').fill('+49 30 3')
    await page.getByRole('link', { name: 'Customers' }).click()
    await page.getByRole('button', { name: 'Stay' }).click()
    expect(await page.getByLabel('Phone').inputValue()).toBe('+49 30 3')
    await page.getByRole('link', { name: 'Customers' }).click()
    await page.getByRole('button', { name: 'Leave without saving' }).click()
    await page.waitForURL('**/customers')
  })

  test('a logo is checked before it is sent, and another file is refused at once', async () => {
    await page.goto('/settings/look')
    const file = page.locator('input[type=file]')
    await file.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('no') })
    await page.getByText('This is not a PNG, JPEG, WebP or SVG picture.').waitFor()
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'
    const buffer = Buffer.from(svg)
    await file.setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer })
    await preview().locator('img[src^="data:image/svg+xml"]').first().waitFor()
    await save()
    await page.getByText('Settings saved').waitFor()
    expect((await settings()).logo).toMatch(/^data:image\/svg/)
    // Each typeface is shown by itself: the files of the preview are found.
    const loaded = `[...document.fonts].filter(({ status }) => status === 'loaded').map((it) => it.family)`
    await expect
      .poll(async () => String(await page.evaluate(loaded)))
      .toMatch(/Source Serif Four.*Noto Sans|Noto Sans.*Source Serif Four/)
  })

  test('a customer is created, archived and brought back', async () => {
    await page.goto('/customers')
    await page.getByText('No customers yet').waitFor()
    await page.getByRole('link', { name: 'New customer' }).first().click()
    await save()
    await page.locator('#name[aria-invalid=true]').waitFor()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Fernweh Books')
    await page.getByLabel('City').fill('Hamburg')
    await page
      .getByRole('textbox', { name: 'Country' })
      .or(page.getByRole('combobox', { name: 'Country' }))
      .fill('Germ')
    await page.getByRole('option', { name: 'Germany' }).waitFor()
    // Enter takes the country and does not send the form without it.
    await page.keyboard.press('Enter')
    await save()
    await page.getByRole('heading', { name: 'Fernweh Books' }).waitFor()
    await page.getByText('Germany').first().waitFor()
    await page.getByText('Nothing was invoiced or paid in this period.').waitFor()

    await choose('Archive')
    await page.getByText('This customer is archived').waitFor()
    await undo()
    await page.getByText('This customer is archived').waitFor({ state: 'detached' })
    await choose('Archive')
    await page.getByText('This customer is archived').waitFor()
    await page.goto('/customers')
    await page.getByText('No customers yet').waitFor()
    await page.getByText('Archived', { exact: true }).first().click()
    await page.getByRole('link', { name: 'Fernweh Books' }).click()
    await choose('Restore')
    await page.getByText('This customer is archived').waitFor({ state: 'detached' })
    const { data } = (await site.app.call('GET', '/customers')).json()
    expect(data).toMatchObject([
      { name: 'Fernweh Books', archived: false, address: { city: 'Hamburg', country_code: 'DE' } },
    ])
  })

  test('a customer with invoices is not deleted, and it is said why', async () => {
    const { id } = (await site.app.call('POST', '/customers', { name: 'Kiln & Clay' })).json()
    await page.goto(`/customers/${id}`)
    await openMenu()
    await page.getByRole('menuitem', { name: 'Delete' }).waitFor()
    // A second reading of the invoices would take the choice away before the click.
    await page.waitForLoadState('networkidle')
    const items = [{ description: 'Pots', quantity: '1', unit_price: '9' }]
    await site.app.call('POST', '/invoices', { customer_id: id, items })
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('heading', { name: 'This customer has invoices' }).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
    await page.getByText('This customer is archived').waitFor()
    // Once invoices are known, deleting is not offered.
    await page.reload()
    await page.getByText('Draft', { exact: true }).first().waitFor()
    await openMenu()
    await page.getByRole('menuitem', { name: 'Restore' }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Delete' }).count()).toBe(0)
  })

  test('a template is uploaded after showing its removed parts, and made the default', async () => {
    const installed = async () => (await site.app.call('GET', '/templates')).json().data.length
    const before = await installed()
    await page.goto('/templates')
    await page.getByRole('button', { name: 'Add template' }).click()
    await page.getByRole('menuitem', { name: 'Upload HTML' }).click()
    const dialog = page.getByRole('dialog')
    const file = { name: 'own.html', mimeType: 'text/html', buffer: Buffer.from(UNSAFE) }
    await dialog.locator('input[type=file]').setInputFiles(file)
    await dialog.getByRole('button', { name: 'Check and install' }).click()
    await dialog.getByText('<script>').waitFor()
    expect(await installed()).toBe(before)
    await dialog.getByRole('button', { name: 'Install without these' }).click()
    await page.waitForURL('**/templates/own')
    expect(await installed()).toBe(before + 1)
    await page.getByText('Removed for safety').waitFor()
    const missing = page.getByRole('alert').filter({ hasText: 'missing from this template' })
    await missing.getByText('It does not print the tax.').waitFor()
    await page.getByRole('button', { name: 'Use this one' }).click()
    await page.getByText('In use').waitFor()
    expect((await settings()).templateId).toBe('own')
    await undo()
    await page.getByRole('button', { name: 'Use this one' }).waitFor()
    expect((await settings()).templateId).toBe('minimalist-clean')
  })

  test('a template is installed by the URL of its manifest, after showing its removed parts', async () => {
    origin.serve({
      '/manifest.json': JSON.stringify({
        schema: 1,
        id: 'linked',
        name: 'Linked',
        version: '2.0.0',
        html: { path: 'index.html', url: 'index.html' },
      }),
      '/index.html': UNSAFE,
    })
    await page.goto('/templates')
    await page.getByRole('button', { name: 'Add template' }).click()
    await page.getByRole('menuitem', { name: 'Install from a link' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill(origin.url('/manifest.json'))
    await dialog.getByRole('button', { name: 'Check and install' }).click()
    await dialog.getByText('<script>').waitFor()
    expect((await site.app.call('GET', '/templates/linked')).statusCode).toBe(404)
    await dialog.getByRole('button', { name: 'Install without these' }).click()
    await page.waitForURL('**/templates/linked')
    const { version, html } = (await site.app.call('GET', '/templates/linked')).json()
    expect([version, html.includes('script')]).toEqual(['2.0.0', false])
  })

  test('on a phone the page fits the screen, and the preview is below', async () => {
    const { page: phone } = await site.open(PHONE)
    await signIn(phone)
    for (const path of ['/settings/tax', '/customers', '/customers/new', '/templates']) {
      await phone.goto(path)
      await phone.getByRole('heading', { level: 1 }).waitFor()
      expect([path, await fitsWidth(phone)]).toEqual([path, true])
    }
    await phone.goto('/settings/look')
    await phone.getByRole('button', { name: 'Show preview' }).click()
    await phone
      .frameLocator('iframe[title="Preview"]')
      .getByText('Ada & Sons')
      .filter({ visible: true })
      .first()
      .waitFor()
  })

  test('no other host was asked and no policy broken', () => {
    expect(opened.bad).toEqual([])
  })
})
