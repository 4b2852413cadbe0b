import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Givens, givens } from '../../../test/givens.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { createDocumentCache } from './document-cache.ts'
import { createDocumentService } from './service.ts'
import { createStatementDocumentService } from './statement/service.ts'

const NAME = 'თბილისი ✔ Երևան'
const MISSING = ['თ', 'ბ', 'ი', 'ლ', 'ს', 'Ե', 'ր', 'և', 'ա', 'ն']

let app: TestApp
let given: Givens
const warnings: unknown[] = []
const warn = (message: string, details: object) => warnings.push([message, details])

beforeAll(async () => {
  app = await startTestApp('sqlite')
  given = givens(app)
})
afterAll(() => app.close())
beforeEach(() => warnings.splice(0))

test('an invoice: the log lists characters without a font', async () => {
  const { settings, templates, invoices, quotes } = app.services
  const { id } = await given.invoice({ customer: { name: NAME } })
  const documents = createDocumentService({
    settings,
    templates,
    invoices,
    quotes,
    renderer: app.renderer,
    cache: createDocumentCache(),
    warn,
  })
  await documents.pdf(app.work(), await invoices.get(app.work(), id))
  expect(warnings).toEqual([
    ['No font has some characters of a document.', { invoiceId: id, missing: MISSING }],
  ])
})

test('a statement of account: the log lists characters without a font', async () => {
  const { settings, customers, statements } = app.services
  const { id } = await given.customer({ name: NAME })
  const documents = createStatementDocumentService({
    settings,
    customers,
    statements,
    renderer: app.renderer,
    cache: createDocumentCache(),
    warn,
  })
  await documents.pdf(app.work(), id, {})
  expect(warnings).toEqual([
    ['No font has some characters of a document.', { customerId: id, missing: MISSING }],
  ])
})
