import { join } from 'node:path'
import { breachesOf, type StandardProfile } from '@billwright/einvoice'
import { readEInvoice } from '@billwright/einvoice/read'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  HAS_OFFICIAL_RULES,
  officialProfiles,
  WITHOUT_OFFICIAL_RULES,
} from '../packages/einvoice/src/rules/official-rules.testing.ts'
import { verifyDatabase } from '../src/books/audit/verify.ts'
import { CASES } from './einvoice-cases.ts'
import { BUYER, PROFILES, type Profile, SELLER } from './einvoice-parties.ts'
import { type Givens, givens } from './givens.ts'
import { startTestApp, type TestApp } from './harness.ts'

/** The rules that a format keeps. */
const RULES_OF: Readonly<Record<Profile, StandardProfile>> = {
  ubl: 'en16931',
  cii: 'en16931',
  peppol: 'peppol',
  xrechnung: 'xrechnung',
  'xrechnung-cii': 'xrechnung',
  'factur-x': 'factur-x',
  'factur-x-basic': 'en16931',
  france: 'france',
  'france-ubl': 'france',
  pint: 'pint',
  nlcius: 'nlcius',
  'cius-pt': 'cius-pt',
  'cius-ro': 'cius-ro',
  'hr-eracun': 'hr-eracun',
}

/** What a business meets most: their XML is compared byte for byte with a file in the tree. */
const GOLDEN: Readonly<Record<string, string>> = {
  'one item': 'one-item',
  'two rates': 'two-rates',
  'zero rate': 'zero-rate',
  exempt: 'small-business',
  'reverse charge': 'reverse-charge',
  'within the Union': 'within-the-union',
  export: 'export',
  'outside the scope of VAT': 'outside-vat',
  'Canary Islands': 'canary-islands',
  'split payment': 'split-payment',
  'discounts and charges on all': 'discounts-and-charges',
  'prices with tax, rounded': 'prices-with-tax',
  'a credit note': 'credit-note-of-two-rates',
  'a corrected invoice': 'corrected',
  'partly paid': 'partly-paid',
  'another currency': 'another-currency',
  'direct debit': 'direct-debit',
  'cash discount': 'cash-discount',
  'early payment': 'early-payment',
  'every optional group': 'every-group',
}
const FOLDER = join(import.meta.dirname, 'golden/einvoices/issued')

describe('issued e-invoices are valid', () => {
  let app: TestApp
  let given: Givens
  let validate: Awaited<ReturnType<typeof officialProfiles>>

  beforeAll(async () => {
    app = await startTestApp('sqlite')
    given = givens(app)
    if (HAS_OFFICIAL_RULES) validate = await officialProfiles()
  })
  afterAll(() => app.close())

  describe.each(Object.entries(CASES))('%s', (name, { settings, invoice, after, profiles }) => {
    let id: string
    let number: string
    /** Of the invoice that a credit note is for. */
    let first: string
    beforeAll(async () => {
      const bankAccount = { ...SELLER.bankAccount, number: null }
      const usual = { taxRepresentative: null, companyRegistrationScheme: null, bankAccount }
      await given.settings({ ...SELLER, ...usual, ...settings })
      const made = await given.invoice({ customer: BUYER, status: 'sent', ...invoice })
      first = made.number
      const looked = after ? await after(given, made) : made
      id = looked.id
      number = looked.number
    })

    const xmlAs = async (format: Profile): Promise<string> => {
      const { statusCode, body } = await app.call('GET', `/invoices/${id}/xml?format=${format}`)
      expect(statusCode, body).toBe(200)
      return body
    }

    test.each(profiles ?? PROFILES)('as %s: written e-invoices can be read', async (format) => {
      const xml = await xmlAs(format)
      const { document, unread } = readEInvoice(Buffer.from(xml))
      expect(unread).toEqual([])
      const profile = RULES_OF[format]
      expect(breachesOf(document, profile).filter(({ level }) => level === 'error')).toEqual([])
    })

    const file = GOLDEN[name]
    const golden = file === undefined ? [] : (['ubl', 'cii'] as const)
    test.each(golden)('as %s it is this file', async (format) => {
      // The numbers depend on how many cases come before.
      const xml = (await xmlAs(format)).replaceAll(number, 'NUMBER').replaceAll(first, 'PRECEDING')
      const place = join(FOLDER, `${file}.${format}.xml`)
      await expect(xml).toMatchFileSnapshot(place)
    })

    test.skipIf(!HAS_OFFICIAL_RULES).each(profiles ?? PROFILES)(
      `as %s by the official rules${WITHOUT_OFFICIAL_RULES}`,
      async (format) => {
        const xml = await xmlAs(format)
        expect(validate(xml, format).fatal, xml).toEqual([])
      },
    )
  })

  test('and the chain of revisions vouches for all of it', async () => {
    expect((await verifyDatabase(app.work())).breaks).toEqual([])
  })
})
