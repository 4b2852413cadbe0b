import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyDatabase } from '../src/audit/verify.ts'
import {
  HAS_OFFICIAL_RULES,
  officialProfiles,
  WITHOUT_OFFICIAL_RULES,
} from '../src/einvoices/rules/official-rules.testing.ts'
import { CASES } from './einvoice-cases.ts'
import { BUYER, PROFILES, SELLER } from './einvoice-parties.ts'
import { type Givens, givens } from './givens.ts'
import { startTestApp, type TestApp } from './harness.ts'

/** The first use ever compiles the rules. */
const COMPILING_MS = 240_000

describe.skipIf(!HAS_OFFICIAL_RULES)(`what is issued is valid${WITHOUT_OFFICIAL_RULES}`, () => {
  let app: TestApp
  let given: Givens
  let validate: Awaited<ReturnType<typeof officialProfiles>>

  beforeAll(async () => {
    app = await startTestApp('sqlite')
    given = givens(app)
    validate = await officialProfiles()
  }, COMPILING_MS)
  afterAll(() => app.close())

  describe.each(Object.entries(CASES))('%s', (_name, { settings, invoice, after, profiles }) => {
    let id: string
    beforeAll(async () => {
      const usual = { taxRepresentative: null, companyRegistrationScheme: null }
      await given.settings({ ...SELLER, ...usual, ...settings })
      const made = await given.invoice({ customer: BUYER, status: 'sent', ...invoice })
      const looked = after ? await after(given, made) : made
      id = looked.id
    })

    test.each(profiles ?? PROFILES)(
      'as %s',
      async (format) => {
        const response = await app.call('GET', `/invoices/${id}/xml?format=${format}`)
        expect(response.statusCode, response.body).toBe(200)
        expect(validate(response.body, format).fatal, response.body).toEqual([])
      },
      COMPILING_MS,
    )
  })

  test('and the chain of revisions vouches for all of it', async () => {
    expect((await verifyDatabase(app.db)).breaks).toEqual([])
  })
})
