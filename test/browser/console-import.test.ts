import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { invioBytes } from '../../src/operations/transfer/inner/invio/invio.testing.ts'
import { BUYER, SELLER } from '../einvoice-parties.ts'
import { type Givens, givens } from '../givens.ts'
import { hybridPdf } from '../hybrid-pdf.ts'
import { supplierXml } from '../supplier-xml.ts'
import { violationsOf } from './axe.ts'
import {
  type ConsoleSite,
  type Opened,
  placeOf,
  settled,
  signIn,
  skipped,
  speak,
  startConsole,
} from './console-site.ts'

const CSV =
  'Artikelnummer;Bezeichnung;Lager;Preis;Währung\nT-1;Tee;7;1.234,50;EUR\nK-1;Kanne;8;12,00;EUR\n'

describe.skipIf(skipped !== '')(`import in the console${skipped}`, () => {
  let site: ConsoleSite
  let given: Givens
  let opened: Opened
  beforeAll(async () => {
    site = await startConsole()
    given = givens(site.app)
    await site.app.call('PATCH', '/settings', SELLER)
    opened = await site.open()
    await signIn(opened.page)
    await opened.page.goto('/import')
    await settled(opened)
  })
  afterAll(() => site?.close())

  const choose = (name: string, mimeType: string, text: string) =>
    opened.page
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType, buffer: Buffer.from(text) })
  /** Runs the jobs until a step is done. */
  const done = (text: string, { page }: Pick<Opened, 'page'> = opened) =>
    expect
      .poll(async () => {
        await site.app.services.jobRunner.runDue()
        return page.getByText(text).first().isVisible()
      })
      .toBe(true)
  const names = async () =>
    (await site.app.call('GET', '/products')).json().data.map(({ name }: { name: string }) => name)

  test('a CSV is mapped by its headers, checked, and imported as it was checked', async () => {
    const { page } = opened
    await choose('artikel.csv', 'text/csv', CSV)
    expect(await page.getByLabel('Import as: Bezeichnung').inputValue()).toBe('name')
    expect(await page.getByLabel('Import as: Lager').inputValue()).toBe('')
    await page.getByLabel('Import as: Währung').selectOption('gtin')
    await page.getByRole('button', { name: 'Check' }).click()
    await done('2 records have errors')
    await page.getByRole('alert').getByRole('cell', { name: 'Währung EUR' }).first().waitFor()
    expect(await names()).toEqual([])
    expect(await violationsOf(page)).toEqual([])
    await page.getByLabel('Import as: Währung').selectOption('price.currency')
    await page.getByRole('button', { name: 'Check' }).click()
    await done('2 records can be imported.')
    expect(await names()).toEqual([])
    await page.getByRole('button', { name: 'Import' }).click()
    await done('2 records imported.')
    expect((await names()).toSorted()).toEqual(['Kanne', 'Tee'])
    const tea = (await site.app.call('GET', '/products?q=Tee')).json().data[0]
    expect(tea.prices[0].unit_price).toBe('1234.50')
    await page.getByRole('link', { name: 'Show them' }).click()
    await expect.poll(() => placeOf(page.url())).toBe('/products')
    await page.goBack()
  })

  test('customers are checked and imported in the background, and taken back', async () => {
    const { page } = opened
    const rows =
      'Firma;Ort;E-Mail\nAtelier Import;Berlin;a@import.example\n;Bonn;b@import.example\n'
    await choose('kunden.csv', 'text/csv', rows)
    expect(await page.getByLabel('Import as: Ort').inputValue()).toBe('address.city')
    await page.getByRole('button', { name: 'Check' }).click()
    await done('1 record has errors')
    await page.getByText('1 record can be imported.').waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Import the others' }).click()
    await done('1 record imported. 1 record with errors left out.')
    const found = async () => (await site.app.call('GET', '/customers?q=import')).json().data
    expect(await found()).toMatchObject([{ name: 'Atelier Import', address: { city: 'Berlin' } }])
    await page.getByRole('button', { name: 'Undo import' }).click()
    await done('Undone: 1.')
    expect(await found()).toEqual([])
  })

  test('customers that may be there already are asked for before they are imported', async () => {
    const { page } = opened
    await given.customer({ name: 'Doppelt GmbH', email: 'doppelt@kunde.example' })
    await choose('doppelt.csv', 'text/csv', 'name,email\nDOPPELT,doppelt@kunde.example\nNeuer,\n')
    await page.getByRole('button', { name: 'Check' }).click()
    await done('1 record may be there already')
    await page.getByText('Doppelt GmbH exists already (same e-mail address)').waitFor()
    const button = page.getByRole('button', { name: 'Import', exact: true })
    expect(await button.isDisabled()).toBe(true)
    expect(await violationsOf(page)).toEqual([])
    await page.getByLabel('Leave them out').check()
    await button.click()
    await done('1 record imported.')
    const { data } = (await site.app.call('GET', '/customers?q=doppelt')).json()
    expect(data).toHaveLength(1)
  })

  test('a long file says how far it is, and its errors can be downloaded', async () => {
    const { page } = opened
    const faulty = Array.from({ length: 120 }, (_, at) => `;Bonn ${at}`)
    const good = Array.from({ length: 30 }, (_, at) => `Long ${at};Bonn`)
    await choose('lang.csv', 'text/csv', ['Firma;Ort', ...faulty, ...good, ''].join('\n'))
    await page.getByRole('button', { name: 'Check' }).click()
    await page.getByText('Checking: 0 of 150').waitFor()
    expect(await page.getByRole('button', { name: 'Cancel' }).isDisabled()).toBe(true)
    await site.app.services.jobRunner.runDue()
    await page.getByText('120 records have errors').waitFor()
    await page.getByText('30 records can be imported.').waitFor()
    await page.getByText('Only the first 50 errors are shown.').waitFor()
    expect(await violationsOf(page)).toEqual([])
    const link = page.getByRole('button', { name: 'Download all of them' })
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\n')
    expect(lines).toHaveLength(1 + faulty.length)
    await page.getByRole('button', { name: 'Cancel' }).click()
  })

  test('recurring invoices are recognized by their columns and start paused', async () => {
    const { page } = opened
    await given.customer({ name: 'Saltmarsh Press' })
    const rows =
      'recurring,name,customer_name,schedule.unit,schedule.start_date,description,unit_price\n1,Hosting,Saltmarsh Press,month,2027-01-31,Hosting,49\n'
    await choose('abos.csv', 'text/csv', rows)
    const kind = page.getByLabel('What is in the file?')
    expect(await kind.inputValue()).toBe('recurring_invoices')
    for (const [button, text] of [
      ['Check', '1 record can be imported.'],
      ['Import', '1 record imported.'],
    ] as const) {
      await page.getByRole('button', { name: button, exact: true }).click()
      await done(text)
    }
    const { data } = (await site.app.call('GET', '/recurring-invoices')).json()
    expect(data).toMatchObject([{ name: 'Hosting', status: 'paused' }])
    await page.getByRole('link', { name: 'Show them' }).click()
    await expect.poll(() => placeOf(page.url())).toBe('/recurring')
    await page.goBack()
  })

  test('a database of Invio is shown first, then imported, and then known', async () => {
    const { page } = opened
    const drop = () =>
      page.locator('input[type=file]').setInputFiles({
        name: 'invio.db',
        mimeType: 'application/octet-stream',
        buffer: invioBytes(),
      })
    const found = async () => (await site.app.call('GET', '/customers?q=brindle')).json().data
    await drop()
    await page.getByRole('button', { name: 'Check' }).click()
    await done('Contents')
    await page.getByRole('row', { name: 'Customers 1 0' }).waitFor()
    await page.getByRole('row', { name: 'Invoices 1 0' }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    expect(await found()).toEqual([])
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await done('2 records imported.')
    expect(await found()).toMatchObject([{ name: 'Brindle & Sons' }])
    await page.reload()
    await drop()
    await page.getByRole('button', { name: 'Check' }).click()
    await page.getByText('2 records imported.').waitFor()
  })

  test.each([
    { language: 'de', check: 'Prüfen', note: 'Billwright kennt die Einstellung' },
    { language: 'fr', check: 'Contrôler', note: 'n’existe pas dans Billwright' },
  ])('$language: the notes of Invio are in the reader’s language', async (it) => {
    const { page } = await site.open()
    await signIn(page)
    await speak(page, it.language)
    await page.goto('/import')
    await page.locator('input[type=file]').setInputFiles({
      name: 'invio.db',
      mimeType: 'application/octet-stream',
      // Not the file that was imported above.
      buffer: Buffer.concat([invioBytes(), Buffer.from(it.language)]),
    })
    await page.getByRole('button', { name: it.check }).click()
    await done(it.note, { page })
    expect(await violationsOf(page)).toEqual([])
  })

  test('on a phone the mapping of columns is whole', async () => {
    const { page } = opened
    await page.setViewportSize({ width: 390, height: 844 })
    await choose('artikel.csv', 'text/csv', CSV)
    const table = page.getByRole('table', { name: 'What each column means' })
    const fits = () =>
      table.evaluate((it) => it.scrollWidth <= (it.parentElement?.parentElement?.clientWidth ?? 0))
    await expect.poll(fits).toBe(true)
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.getByRole('button', { name: 'Cancel' }).click()
  })

  test('e-invoices become drafts, and a broken file says why it did not', async () => {
    const { page } = opened
    const { id } = await given.invoice({ customer: BUYER, status: 'sent' })
    const xml = (await site.app.call('GET', `/invoices/${id}/xml`)).body
    await page.locator('input[type=file]').setInputFiles([
      { name: 'good.xml', mimeType: 'text/xml', buffer: Buffer.from(xml) },
      { name: 'broken.xml', mimeType: 'text/xml', buffer: Buffer.from('<Invoice>') },
    ])
    await page.getByText('File 2 of 2').waitFor()
    expect(await page.getByText(/^broken\.xml: .+/).count()).toBe(1)
    await page.getByRole('link', { name: /^Draft created/ }).click()
    await page.getByRole('heading', { name: 'Draft invoice' }).waitFor()
    expect(opened.bad).toEqual([])
  })

  const TWO = {
    name: 'two.pdf',
    mimeType: 'application/pdf',
    buffer: hybridPdf({ 'a.xml': supplierXml('TWO-1'), 'b.xml': supplierXml('TWO-2') }),
  }

  test.each([
    ['/import', /^Draft created/],
    ['/supplier-invoices', 'two.pdf'],
  ])('a PDF with two e-invoices asks which of them is meant: %s', async (path, done) => {
    const { page } = opened
    await page.goto(path)
    await settled(opened)
    await page.locator('input[type=file]').setInputFiles([TWO])
    await page.getByRole('button', { name: /TWO-2/ }).waitFor()
    await page.getByRole('button', { name: /TWO-2/ }).click()
    await page.getByRole('link', { name: done }).click()
    if (path !== '/import') await page.getByRole('heading', { name: /TWO-2/ }).waitFor()
  })
})
