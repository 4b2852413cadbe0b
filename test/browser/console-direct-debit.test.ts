import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pdf } from '../../src/core/files/samples.testing.ts'
import { instantAfter } from '../../src/platform/clock.ts'
import { type CamtEntry, camt, OWN_IBAN } from '../../src/receivables/bank/statements.testing.ts'
import { givens, type Json } from '../givens.ts'
import { DESKTOP, PHONE, violationsOf } from './axe.ts'
import {
  type ConsoleSite,
  type Opened,
  OWNER,
  settled,
  signIn,
  skipped,
  speak,
  startConsole,
} from './console-site.ts'

const FORM = {
  name: 'mandate.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(pdf('/Lang (en)')),
}
const DUE_AT_ONCE = { kind: 'days', days: 0 }
/** After a sign-in it is no longer fresh. */
const LONG_SECONDS = 20 * 60

describe.skipIf(skipped !== '')(`direct debit in the console${skipped}`, () => {
  let site: ConsoleSite
  beforeAll(async () => {
    site = await startConsole()
    await givens(site.app).settings({
      bankAutoBook: 'certain',
      bankAccount: { iban: OWN_IBAN, creditorId: 'DE98ZZZ09999999999' },
    })
  })
  afterAll(() => site?.close())

  const get = async (path: string): Promise<Json> => (await site.app.call('GET', path)).json()
  const customerOf = (name: string) => givens(site.app).customer({ name, kind: 'business' })
  const invoiceTo = (customerId: string): Promise<Json> =>
    givens(site.app).invoice({
      customer_id: customerId,
      status: 'sent',
      payment_terms: DUE_AT_ONCE,
    })
  const collectionOf = async ({ id }: Json): Promise<Json> =>
    (await get(`/collections?invoice_id=${id}`)).data[0]
  const click = (page: Page, name: string | RegExp) =>
    page.getByRole('button', { name, exact: true }).click()
  const stateOf = (page: Page, shape: string, text: string) =>
    page
      .locator(`.state[data-shape=${shape}]`)
      .getByText(text, { exact: true })
      .filter({ visible: true })
      .first()
      .waitFor()

  /** A person reads a statement, as their bank writes it. */
  const readStatement = async (opened: Opened, id: string, entries: readonly CamtEntry[]) => {
    const { page } = opened
    await page.goto('/bank')
    await settled(opened)
    const buffer = camt([{ id, entries }], id)
    const file = { name: `${id}.xml`, mimeType: 'application/xml', buffer }
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByText('1 new entry').waitFor()
    await site.app.services.jobRunner.runDue()
  }

  test('from the mandate to a debit that comes back', async () => {
    const customer = await customerOf('Fernweh Books')
    const invoice = await invoiceTo(customer.id)
    const opened = await site.open({ viewport: DESKTOP })
    const { page, bad } = opened
    await signIn(page)

    await page.goto(`/customers/${customer.id}`)
    await click(page, 'Add mandate')
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByLabel('Account holder').inputValue()).toBe('Fernweh Books')
    await dialog.getByLabel('Signed on').fill('12/11/2026')
    await dialog.getByLabel('IBAN').fill('DE17 1234 5678 0000 0000 02')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('This is not an IBAN of a SEPA country').waitFor()
    expect((await get(`/customers/${customer.id}/payment-methods`)).data).toEqual([])
    await dialog.getByLabel('IBAN').fill('DE17 1234 5678 0000 0000 01')
    await dialog.getByLabel('Mandate reference').fill('FB-1')
    expect(await violationsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Mandate FB-1 saved').waitFor()
    await stateOf(page, 'due', 'To confirm')
    await page.locator('section[aria-label="Payment methods"] input[type=file]').setInputFiles(FORM)
    await page.getByText('Form added').waitFor()
    await click(page, 'Confirm DE…0001')
    await stateOf(page, 'done', 'Active')

    await page.goto(`/invoices/${invoice.id}`)
    await click(page, 'Collect by direct debit')
    await stateOf(page, 'dashed', 'Will be collected')
    await click(page, 'Not this time')
    await click(page, 'Undo')
    await page.getByText('The customer must be told first').waitFor()
    await click(page, 'Record notice')
    await page.getByText(/^The customer was told on /).waitFor()

    await page.goto('/bank/direct-debit')
    await page.getByText(/^€142\.80 can be collected on /).waitFor()
    await click(page, 'Create run, €142.80')
    await page.getByText('€142.80 from 1 invoice, to approve.').waitFor()
    await click(page, `Leave out ${invoice.number}`)
    await stateOf(page, 'void', 'Left out by you')
    await click(page, `Include ${invoice.number}`)
    await settled(opened)
    expect(await violationsOf(page)).toEqual([])
    // Approving needs a person who has just signed in.
    site.app.clock.set(instantAfter(site.app.clock, LONG_SECONDS))
    await click(page, 'Approve')
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await page.getByLabel('Password', { exact: true }).fill(OWNER.password)
    await click(page, 'Sign in')
    await page.getByText('Run approved').waitFor()
    await stateOf(page, 'due', 'To submit')
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download file' }).click()
    const xml = await readFile(await (await download).path(), 'utf8')
    const { end_to_end: endToEnd, run_id: runId, next_on: day } = await collectionOf(invoice)
    expect(xml).toContain(`<EndToEndId>${endToEnd}</EndToEndId>`)
    await click(page, 'Mark as submitted')
    await page.getByText('€142.80 is on its way.').waitFor()

    site.app.clock.set(`${day}T12:00:00.000Z`)
    await signIn(page)
    await readStatement(opened, 'in', [{ amount: '142.80', day, reference: 'in', endToEnd }])
    await page.goto(`/bank/direct-debit/${runId}`)
    await page.getByText('€142.80 came in.').waitFor()
    await stateOf(page, 'done', 'Collected')
    await readStatement(opened, 'out', [
      {
        amount: '-146.30',
        day,
        reference: 'out',
        endToEnd,
        returnReason: 'AM04',
        original: '142.80',
      },
    ])
    await page.goto(`/bank/direct-debit/${runId}`)
    await page.getByText('€142.80 was returned.').waitFor()
    await page
      .getByText('Not enough money on the account (AM04)')
      .filter({ visible: true })
      .waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('link', { name: invoice.number }).click()
    await stateOf(page, 'dashed', 'Will be collected')
    await page.getByText('Taken back by the bank').first().waitFor()
    expect(await violationsOf(page)).toEqual([])
    expect(bad).toEqual([])
  })

  test('on a phone, in German: the bank refuses a debit, and the mandate is revoked', async () => {
    const given = givens(site.app)
    const customer = await customerOf('Beispiel und Söhne')
    const { label } = await given.mandate(customer.id, { reference: 'BS-1', notice_days: 1 })
    const invoice = await invoiceTo(customer.id)
    const { page, bad } = await site.open({ viewport: PHONE, colorScheme: 'dark' })
    await speak(page, 'de')
    await signIn(page)
    await page.goto(`/invoices/${invoice.id}`)
    await click(page, 'Per Lastschrift einziehen')
    await page.getByText('Der Einzug muss dem Kunden vorher angekündigt werden').waitFor()
    await page.goto('/bank/direct-debit')
    await click(page, `Ankündigung vermerken: ${invoice.number}`)
    await click(page, /^Lauf anlegen, /)
    await click(page, 'Freigeben')
    await page.getByRole('dialog').getByRole('button', { name: 'Freigeben' }).click()
    await page.getByText('Lauf freigegeben').waitFor()
    await click(page, 'Als eingereicht markieren')
    await page.getByText(/^142,80\s€ sind unterwegs\.$/).waitFor()
    expect(await violationsOf(page)).toEqual([])
    const { run_id: runId, end_to_end: endToEnd } = await collectionOf(invoice)
    const { files } = await get(`/direct-debit-runs/${runId}`)
    const buffer = Buffer.from(refusalOf(files[0].message_id, endToEnd))
    const report = { name: 'pain.002.xml', mimeType: 'application/xml', buffer }
    await page.locator('input[type=file]').setInputFiles(report)
    await page.getByText('Die Bank hat 1 Rechnung abgelehnt').waitFor()
    await page.getByText('Das Konto ist aufgelöst (AC04)').filter({ visible: true }).waitFor()
    await page.getByText(/^142,80\s€ wurden zurückgegeben\.$/).waitFor()
    await page.goto(`/invoices/${invoice.id}`)
    await stateOf(page, 'late', 'Nicht eingezogen')
    await page.goto(`/customers/${customer.id}`)
    const methods = page.getByRole('region', { name: 'Zahlungsmittel' })
    await methods.getByText(label).waitFor()
    await stateOf(page, 'void', 'Widerrufen')
    expect(await violationsOf(page)).toEqual([])
    expect(bad).toEqual([])
  })

  test('without statements, a person says what the bank did', async () => {
    const customer = await customerOf('Kaffeerösterei Elbufer')
    await givens(site.app).mandate(customer.id, { reference: 'KE-1', notice_days: 1 })
    const invoice = await invoiceTo(customer.id)
    const { id } = (await site.app.call('POST', `/invoices/${invoice.id}/collect`, {})).json()
    await site.app.call('POST', `/collections/${id}/announce`, {})
    const { page, bad } = await site.open({ viewport: DESKTOP })
    await signIn(page)
    await page.goto('/bank/direct-debit')
    await click(page, /^Create run, /)
    await click(page, 'Approve')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await click(page, 'Mark as submitted')
    const said = `Record outcome of ${invoice.number}`
    await click(page, said)
    expect(await violationsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Record' }).click()
    await page.getByText('€142.80 came in.').waitFor()
    await click(page, said)
    await dialog.getByLabel('Reason that the bank gave').selectOption('AC04: the account is closed')
    await dialog.getByRole('button', { name: 'Record' }).click()
    await page.getByText('€142.80 was returned.').waitFor()
    await stateOf(page, 'late', 'Returned')
    expect((await get(`/invoices/${invoice.id}`)).totals.due).toBe('142.80')
    expect(bad).toEqual([])
  })
})

/** A pain.002: the account of one debit is closed. */
const refusalOf = (messageId: string, endToEnd: string): string =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt><OrgnlGrpInfAndSts><OrgnlMsgId>${messageId}</OrgnlMsgId></OrgnlGrpInfAndSts><OrgnlPmtInfAndSts><OrgnlPmtInfId>${messageId}-1</OrgnlPmtInfId><TxInfAndSts><OrgnlEndToEndId>${endToEnd}</OrgnlEndToEndId><TxSts>RJCT</TxSts><StsRsnInf><Rsn><Cd>AC04</Cd></Rsn></StsRsnInf></TxInfAndSts></OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`
