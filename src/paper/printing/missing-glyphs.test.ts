import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Givens, givens } from '../../../test/givens.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { withParts } from '../../../test/work.ts'
import { getInvoice } from '../../sales/invoices/read.ts'
import { invoicePdf } from './print.ts'
import { statementPdf } from './statement/print.ts'

const NAME = 'თბილისი ✔ Երևան'
const MISSING = ['თ', 'ბ', 'ი', 'ლ', 'ს', 'Ե', 'ր', 'և', 'ա', 'ն']

let app: TestApp
let given: Givens
const warnings: unknown[] = []
const warn = (message: string, details: object) => void warnings.push([message, details])
const work = () => withParts(app.work(), { warn })

beforeAll(async () => {
  app = await startTestApp('sqlite')
  given = givens(app)
})
afterAll(() => app.close())
beforeEach(() => warnings.splice(0))

test('an invoice: the log lists characters without a font', async () => {
  const { id } = await given.invoice({ customer: { name: NAME } })
  await invoicePdf(work(), await getInvoice(app.work(), id))
  expect(warnings).toEqual([
    ['No font has some characters of a document.', { invoiceId: id, missing: MISSING }],
  ])
})

test('a statement of account: the log lists characters without a font', async () => {
  const { id } = await given.customer({ name: NAME })
  await statementPdf(work(), id, {})
  expect(warnings).toEqual([
    ['No font has some characters of a document.', { customerId: id, missing: MISSING }],
  ])
})
