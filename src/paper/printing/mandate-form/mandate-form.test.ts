import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givens, type Json } from '../../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../../test/harness.ts'
import { type Debits, debits } from '../../../receivables/direct-debit/debits.testing.ts'

describe.each(ENGINES)('the form of a mandate (%s)', (engine) => {
  let app: TestApp
  let debit: Debits
  let customer: Json
  beforeAll(async () => {
    app = await startTestApp(engine)
    debit = debits(app)
    customer = await givens(app).customer({
      ...{ name: 'Fernweh Books', reference: 'K 7', kind: 'business', language: 'de-AT' },
      address: { line1: 'Hafenweg 1', postal_code: '20457', city: 'Hamburg', country_code: 'DE' },
    })
  })
  afterAll(() => app.close())

  const form = (query = '', part = '') =>
    app.call('GET', `/customers/${customer.id}/mandate-form${part}${query}`)

  test('409: the company has no creditor identifier yet', async () => {
    expect((await form()).json()).toMatchObject({ status: 409, code: 'creditor_incomplete' })
    await debit.prepare()
  })

  test('200: the next reference is proposed, and a new mandate gets it', async () => {
    const proposed = (await form()).json()
    expect(proposed).toEqual({
      ...{ reference: 'MK7-1', scheme: 'CORE', type: 'recurring' },
      account_holder: 'Fernweh Books',
      ...{ creditor_id: 'DE98ZZZ09999999999', creditor_name: 'Atelier Nord' },
    })
    const { mandate } = await debit.mandate(customer.id, { signed_on: '2025-03-10' })
    expect(mandate.reference).toBe(proposed.reference)
    expect((await form()).json().reference).toBe('MK7-2')
  })

  test("the form has creditor, reference and the text of the scheme in the customer's language", async () => {
    const { body } = await form('', '/html')
    for (const said of [
      'SEPA-Lastschriftmandat',
      'DE98ZZZ09999999999',
      'MK7-2',
      'Wiederkehrende Zahlungen',
      'Ich ermächtige (A) Atelier Nord, Zahlungen von meinem Konto',
      'innerhalb von acht Wochen',
      'Hafenweg 1',
      'Unterschrift',
    ])
      expect(body).toContain(said)
    const b2b = (await form('?scheme=B2B&type=one_off&language=fr&reference=M-9', '/html')).body
    for (const said of ['interentreprises', 'M-9', 'Paiement ponctuel', 'réservé aux prélèvements'])
      expect(b2b).toContain(said)
    expect(b2b).not.toContain('8 semaines')
    const { body: swiss } = await form('?language=de-CH', '/html')
    expect(swiss).toContain('Strasse, Postleitzahl')
    expect(swiss).not.toContain('ß')
    // The form does not have this language.
    const { body: english } = await form('?language=ja', '/html')
    expect(english).toContain('By signing this mandate form, you authorise (A) Atelier Nord')
  })

  test('names are printed as they are, whatever signs they have', async () => {
    const name = "Cash $& <b>Carry</b> $' {creditor}"
    await givens(app).settings({ directDebit: { creditorName: name } })
    const { id } = await givens(app).customer({ name, language: 'de' })
    const { body } = await app.call('GET', `/customers/${id}/mandate-form/html`)
    const printed = 'Cash $&amp; &lt;b&gt;Carry&lt;/b&gt; $&#39; {creditor}'
    expect(body).toContain(`Ich ermächtige (A) ${printed}, Zahlungen von meinem Konto`)
    await givens(app).settings({ directDebit: { creditorName: null } })
  })

  test('422: a reference that banks refuse, or a B2B mandate of a consumer', async () => {
    expect((await form('?reference=/x')).json()).toMatchObject({
      ...{ status: 422, code: 'mandate_reference_invalid' },
    })
    const { id } = await givens(app).customer({ name: 'Ada', kind: 'consumer' })
    const answer = await app.call('GET', `/customers/${id}/mandate-form?scheme=B2B`)
    expect(answer.json()).toMatchObject({ status: 422, code: 'business_mandate_only' })
  })
})
