import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OWN_IBAN } from '../../src/receivables/bank/statements.testing.ts'
import { givens, type Json } from '../givens.ts'
import { DESKTOP, PHONE, violationsOf } from './axe.ts'
import { type ConsoleSite, signIn, skipped, speak, startConsole } from './console-site.ts'

describe.skipIf(skipped !== '')(`mandates in the console${skipped}`, () => {
  let site: ConsoleSite
  beforeAll(async () => {
    site = await startConsole()
    await givens(site.app).settings({
      bankAccount: { iban: OWN_IBAN, creditorId: 'DE98ZZZ09999999999' },
    })
  })
  afterAll(() => site?.close())

  const mandateOf = async (name: string, mandate: object): Promise<Json> => {
    const customer = await givens(site.app).customer({ name, kind: 'business' })
    return givens(site.app).mandate(customer.id, mandate)
  }
  const read = async ({ id }: Json): Promise<Json> =>
    (await site.app.call('GET', `/payment-methods/${id}`)).json()

  test('a mandate is changed, and each fault stands at its field', async () => {
    await mandateOf('Beispiel und Söhne', { reference: 'BS-1' })
    const method = await mandateOf('Fernweh Books', { reference: 'FB-1', scheme: 'B2B' })
    const { page, bad } = await site.open({ viewport: DESKTOP })
    await signIn(page)
    await page.goto(`/customers/${method.customer_id}`)
    await page.getByRole('button', { name: 'More actions for DE…0001' }).click()
    await page.getByRole('menuitem', { name: 'Edit mandate' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit mandate FB-1' })
    const iban = dialog.getByLabel('IBAN')
    expect(await iban.inputValue()).toBe('DE17 1234 5678 0000 0000 01')
    await iban.fill('DE17 1234 5678 0000 0000 02')
    const save = dialog.getByRole('button', { name: 'Save' })
    await save.click()
    await dialog.getByText('This is not an IBAN of a SEPA country').waitFor()
    expect(await iban.getAttribute('aria-invalid')).toBe('true')
    expect(await dialog.getByRole('alert').count()).toBe(0)
    await iban.fill('CH93 0076 2011 6238 5295 7')
    await dialog.getByLabel('Mandate reference').fill('bs-1')
    await save.click()
    await dialog.getByLabel('City of the account holder').fill('Basel')
    expect(await dialog.getByLabel('Country of the account holder').inputValue()).toBe('CH')
    await dialog.getByLabel('BIC').fill('postchbexxx')
    await save.click()
    const reference = dialog.getByLabel('Mandate reference')
    await dialog.getByText(/^There is a mandate with the reference bs-1/).waitFor()
    expect(await reference.getAttribute('aria-invalid')).toBe('true')
    await reference.fill('FB-2')
    await dialog.getByLabel('Days of notice').fill('5')
    await dialog.getByLabel('Registered with the customer’s bank on').fill('20/11/2026')
    await dialog.getByLabel('The next collection is the last').check()
    expect(await violationsOf(page)).toEqual([])
    await save.click()
    await page.getByText('Mandate saved').waitFor()
    await page.getByText(/Mandate FB-2.*the next collection is the last/).waitFor()
    expect((await read(method)).mandate).toMatchObject({
      reference: 'FB-2',
      iban: 'CH9300762011623852957',
      bic: 'POSTCHBEXXX',
      address: { street: null, postal_code: null, city: 'Basel', country: 'CH' },
      notice_days: 5,
      b2b_confirmed_on: '2026-11-20',
      final: true,
      amendments: [],
    })
    expect(bad).toEqual([])
  })

  test('on a phone, in German: suspended with a reason, resumed, revoked', async () => {
    const method = await mandateOf('Kaffeerösterei Elbufer', { reference: 'KE-1' })
    const { page, bad } = await site.open({ viewport: PHONE, colorScheme: 'dark' })
    await speak(page, 'de')
    await signIn(page)
    await page.goto(`/customers/${method.customer_id}`)
    const methods = page.getByRole('region', { name: 'Zahlungsmittel' })
    const choose = async (name: string) => {
      await methods.getByRole('button', { name: 'Weitere Aktionen für DE…0001' }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await choose('Aussetzen')
    const dialog = page.getByRole('dialog', { name: 'DE…0001 aussetzen?' })
    await dialog.getByLabel('Grund').fill('Kunde prüft die Lieferung')
    expect(await violationsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Aussetzen' }).click()
    await methods.getByText('Kunde prüft die Lieferung').waitFor()
    expect(await read(method)).toMatchObject({ status: 'suspended' })
    await methods.getByRole('button', { name: 'DE…0001 reaktivieren' }).click()
    await methods.getByText('Aktiv', { exact: true }).waitFor()
    await choose('Widerrufen')
    await page.getByRole('dialog').getByRole('button', { name: 'Widerrufen' }).click()
    await methods.getByText('Widerrufen', { exact: true }).waitFor()
    expect(await methods.getByRole('button', { name: /^Weitere Aktionen/ }).count()).toBe(0)
    expect(await read(method)).toMatchObject({ status: 'canceled' })
    expect(bad).toEqual([])
  })

  test('in French: a mandate that the bank knows keeps what it said before', async () => {
    const given = givens(site.app)
    const method = await mandateOf('Maison Exemple', { reference: 'ME-1', notice_days: 1 })
    const invoice = await given.invoice({
      customer_id: method.customer_id,
      status: 'sent',
      payment_terms: { kind: 'days', days: 0 },
    })
    const { id } = (await site.app.call('POST', `/invoices/${invoice.id}/collect`, {})).json()
    await site.app.call('POST', `/collections/${id}/announce`, {})
    const { page, bad } = await site.open({ viewport: DESKTOP })
    await speak(page, 'fr')
    await signIn(page)
    await page.goto('/bank/direct-debit')
    await page.getByRole('button', { name: /^Créer une remise/ }).click()
    await page.getByRole('button', { name: 'Approuver' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Approuver' }).click()
    await page.getByRole('link', { name: 'Télécharger le fichier' }).waitFor()
    await page.goto(`/customers/${method.customer_id}`)
    const edit = async () => {
      await page.getByRole('button', { name: 'Autres actions pour' }).click()
      await page.getByRole('menuitem', { name: 'Modifier le mandat' }).click()
    }
    await edit()
    const dialog = page.getByRole('dialog', { name: 'Modifier le mandat ME-1' })
    await dialog.getByText(/^La banque du client connaît déjà ce mandat/).waitFor()
    await dialog.getByLabel('IBAN').fill('DE87123456780000000002')
    await dialog.getByRole('button', { name: 'Enregistrer' }).click()
    await page.getByText('Mandat enregistré').waitFor()
    await edit()
    await dialog.getByText(/^IBAN DE17 1234 5678 0000 0000 01 jusqu’au /).waitFor()
    expect(await violationsOf(page)).toEqual([])
    expect(bad).toEqual([])
  })
})
