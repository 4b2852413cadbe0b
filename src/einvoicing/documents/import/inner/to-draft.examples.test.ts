import { readEInvoice } from '@billwright/einvoice/read'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FULL, MINIMAL } from '../../../../../packages/einvoice/src/model/document.testing.ts'
import {
  HAS_OFFICIAL_RULES,
  validExamples,
  WITHOUT_OFFICIAL_RULES,
} from '../../../../../packages/einvoice/src/rules/official-rules.testing.ts'
import { givens } from '../../../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../../../test/harness.ts'
import { toDraft } from './to-draft.ts'

const examples = validExamples().filter(({ bytes }) => readEInvoice(bytes).kind === 'invoice')

describe.each(ENGINES)('a draft from an e-invoice (%s)', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp(engine)
  })
  afterAll(() => app.close())

  const totalsOfDraft = async (body: object) => {
    const { totals } = await givens(app).invoice(body)
    return { net: totals.net, tax: totals.tax, total: totals.total }
  }

  test.each([
    ['full', FULL],
    ['minimal', MINIMAL],
  ])('201: %s, with the same total', async (_, document) => {
    const { body, totals } = toDraft(document)
    expect(await totalsOfDraft(body)).toEqual({
      net: totals.net,
      tax: totals.tax,
      total: totals.total,
    })
  })

  describe.skipIf(!HAS_OFFICIAL_RULES)(`documents of others${WITHOUT_OFFICIAL_RULES}`, () => {
    test.each(examples)('201: $name, with the same total', async ({ bytes }) => {
      const { body, totals } = toDraft(readEInvoice(bytes).document)
      expect(await totalsOfDraft(body)).toEqual({
        net: totals.net,
        tax: totals.tax,
        total: totals.total,
      })
    })
  })
})
