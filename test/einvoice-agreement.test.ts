import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { IS_FULL_PROOF } from '../packages/einvoice/src/rules/official-rules.testing.ts'
import { E_INVOICE_PROFILES, type EInvoiceProfile } from '../src/company/settings/settings.ts'
import { ods, pdf } from '../src/core/files/samples.testing.ts'
import { FORMATS, type XmlFormat } from '../src/einvoicing/documents/write.ts'
import { COUNTRY_CASES } from './einvoice-country-cases.ts'
import { mutated } from './einvoice-mutations.ts'
import { BUYER, SELLER } from './einvoice-parties.ts'
import { randomOf } from './einvoice-random.ts'
import { type TypicalInvoice, typicalInvoice } from './einvoice-typical.ts'
import { type Givens, givens, type Json } from './givens.ts'
import { API_KEY, startTestApp, type TestApp } from './harness.ts'

const PATIENCE_MS = 3_600_000
const SEED = 20_261_123
/** Otherwise one draft for each profile. */
const COUNT = IS_FULL_PROOF ? 400 : E_INVOICE_PROFILES.length

/** They have less room than their profile, whose other format has all of it. */
const NARROWER: ReadonlySet<string> = new Set<XmlFormat>(['cii', 'xrechnung-cii', 'factur-x-basic'])
const formatsOf = (profile: EInvoiceProfile): readonly string[] =>
  Object.entries(FORMATS).flatMap(([format, it]) => (it.profile === profile ? [format] : []))

const errorsOf = ({ errors }: Json): readonly string[] =>
  errors
    .filter(({ level }: Json) => level === 'error')
    .map(({ rule, resource, pointer }: Json) => `${rule} ${resource} ${pointer}`)

describe('/validation, issuing and the files agree', () => {
  let app: TestApp
  let given: Givens
  beforeAll(async () => {
    app = await startTestApp('sqlite')
    given = givens(app)
  })
  afterAll(() => app.close())

  const validation = async (id: string, profile: EInvoiceProfile): Promise<Json> =>
    (await app.call('GET', `/invoices/${id}/validation?profile=${profile}`)).json()

  /** What one profile says of an issued document, and what its files are. */
  async function disagreements(id: string, profile: EInvoiceProfile): Promise<readonly string[]> {
    const { valid, errors } = await validation(id, profile)
    const told = errorsOf({ errors })
    const faults = valid === (told.length === 0) ? [] : [`${profile}: valid is ${valid}: ${told}`]
    for (const format of formatsOf(profile)) {
      const file = await app.call('GET', `/invoices/${id}/xml?format=${format}`)
      const refused = file.statusCode === 200 ? [] : errorsOf(file.json())
      const isSame = NARROWER.has(format)
        ? told.every((it) => refused.includes(it))
        : file.statusCode === (valid ? 200 : 422) && String(refused) === String(told)
      if (!isSame) faults.push(`${format}: validation has ${told}, the file ${refused}`)
    }
    return faults
  }

  /** Creates a draft with a profile. It can be issued exactly if the check finds no error. False: no draft. */
  async function isInAgreement(
    { title, settings, invoice }: TypicalInvoice,
    index: number,
  ): Promise<boolean> {
    const changed = await app.call('PATCH', '/settings', settings)
    expect([200, 422], `${title}: ${changed.body}`).toContain(changed.statusCode)
    const profile = E_INVOICE_PROFILES[index % E_INVOICE_PROFILES.length] as EInvoiceProfile
    const draft = await app.call('POST', '/invoices', { ...invoice, e_invoice_profile: profile })
    expect([201, 422], `${title}: ${draft.body}`).toContain(draft.statusCode)
    if (draft.statusCode === 422) return false
    const { id } = draft.json()
    const told = await validation(id, profile)
    const issued = await app.call('PATCH', `/invoices/${id}`, { status: 'sent' })
    // Without a company name, no invoice is issued.
    if (issued.json().code === 'seller_incomplete') return false
    expect(issued.statusCode, `${title} ${profile}: ${issued.body}`).toBe(told.valid ? 200 : 422)
    if (issued.statusCode === 422) {
      expect(issued.json().code, title).toBe('einvoice_invalid')
      expect(errorsOf(issued.json()), `${title} ${profile}`).toEqual(errorsOf(told))
      await app.call('PATCH', `/invoices/${id}`, { e_invoice_profile: null })
      const sent = await app.call('PATCH', `/invoices/${id}`, { status: 'sent' })
      expect(sent.statusCode, `${title}: ${sent.body}`).toBe(200)
    }
    for (const each of E_INVOICE_PROFILES)
      expect(await disagreements(id, each), `${title} ${each}`).toEqual([])
    return true
  }

  test('every format is of a profile that can be validated', () => {
    expect(E_INVOICE_PROFILES.filter((it) => formatsOf(it).length === 0)).toEqual([])
    const known: readonly string[] = E_INVOICE_PROFILES
    expect(Object.values(FORMATS).filter(({ profile }) => !known.includes(profile))).toEqual([])
  })

  test(
    `${COUNT} invoices as businesses send them, in each profile`,
    async () => {
      for (let index = 0; index < COUNT; index += 1) {
        const typical = typicalInvoice(index, randomOf(SEED + index))
        expect(await isInAgreement(typical, index), typical.title).toBe(true)
      }
    },
    PATIENCE_MS,
  )

  test(
    `${COUNT} invoices with something wrong, in each profile`,
    async () => {
      let compared = 0
      for (let index = 0; index < COUNT; index += 1) {
        const random = randomOf(SEED * 2 + index)
        if (await isInAgreement(mutated(typicalInvoice(index, random), random), index))
          compared += 1
      }
      // The other cases are refused as drafts, or cannot be issued for another reason.
      expect(compared).toBeGreaterThanOrEqual(COUNT / 3)
    },
    PATIENCE_MS,
  )

  test.each([
    ['JP', 'en', 'The country of your company, Japan, has a PINT of its own'],
    ['AU', 'de', 'Das Land des Unternehmens, Australien, hat ein eigenes PINT'],
    ['SG', 'fr', 'Le pays de votre entreprise, Singapour, a son propre PINT'],
  ])('422: PINT of a seller in %s, which has another one, in %s', async (country, language, words) => {
    const accept = { 'accept-language': language }
    const made = async (countryCode: string) => {
      await given.settings({
        ...SELLER,
        companyAddress: { ...SELLER.companyAddress, countryCode },
      })
      return given.invoice({ customer: BUYER, reference: 'R-1', status: 'sent' })
    }
    const { id } = await made(country)
    const file = await app.call('GET', `/invoices/${id}/xml?format=pint`, undefined, accept)
    const pointer = '/companyAddress/countryCode'
    expect(file.json().errors).toContainEqual(
      expect.objectContaining({
        rule: 'PINT-EU',
        resource: 'settings',
        pointer,
        message: expect.stringContaining(words),
      }),
    )
    expect(await disagreements(id, 'pint')).toEqual([])
    for (const near of ['NO', 'CH', 'US'])
      expect(errorsOf(await validation((await made(near)).id, 'pint'))).not.toContain(
        `PINT-EU settings ${pointer}`,
      )
  })

  describe('on files, which some countries restrict', () => {
    const LONG = `${'Aufmaß '.repeat(9)}.pdf`
    const add = async (id: string, name: string, bytes: Uint8Array): Promise<Json> => {
      const answer = await app.send({
        method: 'POST',
        url: `/api/v1/invoices/${id}/files?name=${encodeURIComponent(name)}`,
        headers: {
          authorization: `Bearer ${API_KEY}`,
          'content-type': 'application/octet-stream',
        },
        payload: Buffer.from(bytes),
      })
      expect(answer.statusCode, answer.body).toBe(201)
      return answer.json()
    }
    /** One attachment of it is an address. */
    const portuguese = async (): Promise<Json> => {
      const { settings, invoice }: Json = COUNTRY_CASES['to an authority in Portugal']
      await given.settings({ ...SELLER, ...settings })
      return given.invoice({
        ...invoice,
        attachments: [{ reference: 'A1', url: 'https://files.example/a1.pdf' }],
      })
    }

    test('200 and 422: a name that is too long, and a kind that is not taken', async () => {
      const { id } = await portuguese()
      expect(errorsOf(await validation(id, 'cius-pt'))).toEqual([])
      await add(id, 'Auto.pdf', pdf())
      expect(errorsOf(await validation(id, 'cius-pt'))).toEqual([])
      await add(id, LONG, pdf())
      await add(id, 'Mapa.ods', await ods())
      const told = [
        'DT-CIUS-PT-112 invoice /files/2',
        'DT-CIUS-PT-017.1 invoice /files/1',
        'DT-CIUS-PT-113 invoice /files/1',
      ]
      expect(errorsOf(await validation(id, 'cius-pt'))).toEqual(told)
      const required = await app.call('PATCH', `/invoices/${id}`, {
        e_invoice_profile: 'cius-pt',
        status: 'sent',
      })
      expect(errorsOf(required.json())).toEqual(told)
      await given.put(id, { status: 'sent' })
      for (const profile of E_INVOICE_PROFILES)
        expect(await disagreements(id, profile), profile).toEqual([])
      const { errors } = await validation(id, 'cius-pt')
      expect(errors.map(({ message }: Json) => message)).toEqual([
        expect.stringContaining('Datei 3'),
        expect.stringContaining('Datei 2'),
        expect.stringContaining('Datei 2'),
      ])
    })
  })
})
