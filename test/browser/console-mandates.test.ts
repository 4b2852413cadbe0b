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

  test('on a phone, in German: the customer signs one on the page, a person confirms it, and without scripts, in French, another follows', async () => {
    const given = givens(site.app)
    await given.settings({ mandateByPage: true })
    const customer = { name: 'Buchhandlung am Wall', email: 'post@wall.example', reference: 'W7' }
    const invoice = await given.invoice({ customer, status: 'sent' })
    const { share_url } = await site.app.json('POST', `/invoices/${invoice.id}/publish`, {})
    const { pathname } = new URL(share_url)
    const methods = async (): Promise<readonly Json[]> =>
      (await site.app.json('GET', `/customers/${invoice.customer_id}/payment-methods`)).data
    const { page, bad } = await site.open({ viewport: PHONE })
    await page.goto(`${pathname}?language=de`)
    await page.getByText('Per SEPA-Lastschrift zahlen').click()
    const form = page.locator('.mandate form')
    await form.getByText('Ich ermächtige (A)').waitFor()
    await form.getByLabel('Name des Kontoinhabers').fill('Mia Brandt')
    await form.getByLabel('IBAN').fill('DE17 1234 5678 0000 0000 01')
    await form.getByLabel('Ihr vollständiger Name als Unterschrift').fill('Mia Brandt')
    const box = form.getByRole('checkbox')
    expect(await box.isChecked()).toBe(false)
    await box.check()
    expect(await violationsOf(page)).toEqual([])
    await form.getByRole('button', { name: 'Mandat unterzeichnen' }).click()
    await page.getByText(/^Ihr SEPA-Lastschriftmandat MW7-1 .* liegt uns vor/).waitFor()
    expect(await methods()).toMatchObject([
      { status: 'pending', mandate: { evidence: { kind: 'page' } }, consent: { language: 'de' } },
    ])
    const owner = await site.open({ viewport: PHONE })
    await speak(owner.page, 'de')
    await signIn(owner.page)
    await owner.page.goto(`/customers/${invoice.customer_id}`)
    const listed = owner.page.getByRole('region', { name: 'Zahlungsmittel' })
    await listed.getByRole('button', { name: /^Zugestimmt am/ }).click()
    const dialog = owner.page.getByRole('dialog')
    await dialog.getByText('Ich erteile dieses Lastschriftmandat.').waitFor()
    await dialog.getByText(/^Mia Brandt/).waitFor()
    expect(await violationsOf(owner.page)).toEqual([])
    await owner.page.keyboard.press('Escape')
    await listed.getByRole('button', { name: 'DE…0001 bestätigen' }).click()
    await listed.getByText('Aktiv', { exact: true }).waitFor()

    const plain = await site.open({ viewport: DESKTOP, javaScriptEnabled: false })
    await plain.page.goto(`${pathname}?language=fr`)
    await plain.page.getByRole('button', { name: 'Révoquer le mandat' }).click()
    await plain.page.getByText('Payer par prélèvement SEPA').click()
    const fill = async (iban: string) => {
      await plain.page.getByRole('textbox', { name: 'IBAN' }).fill(iban)
      await plain.page.getByLabel('Je donne ce mandat de prélèvement.').check()
      await plain.page.getByRole('button', { name: 'Signer le mandat' }).click()
    }
    await plain.page.getByLabel('Nom du titulaire du compte').fill('Mia Brandt')
    await plain.page.getByLabel('Votre nom complet, valant signature').fill('Mia Brandt')
    await fill('DE00 1234 5678 0000 0000 01')
    await plain.page.getByRole('alert').getByText('Nous ne pouvons pas prélever').waitFor()
    await fill('DE17 1234 5678 0000 0000 01')
    await plain.page
      .getByText(/^Votre mandat de prélèvement SEPA MW7-2 .* est enregistré/)
      .waitFor()
    expect(await methods()).toMatchObject([
      { status: 'canceled', problem: 'stopped_by_customer' },
      { status: 'pending', consent: { language: 'fr', name: 'Mia Brandt' } },
    ])
    expect([...bad, ...owner.bad]).toEqual([])
    await given.settings({ mandateByPage: false })
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
