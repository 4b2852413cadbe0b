import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Givens, givens } from '../../test/givens.ts'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import { API_PREFIX } from '../http/openapi/document.ts'
import { createDocumentService } from './service.ts'
import { createStatementDocumentService } from './statement/service.ts'

const NAME = 'თბილისი 😀 Երևան'
const MISSING = ['თ', 'ბ', 'ი', 'ლ', 'ს', '😀', 'Ե', 'ր', 'և', 'ա', 'ն']

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

test('an invoice: the log names what no font has', async () => {
  const { db, renderer, services } = app
  const { settings, templates, invoices } = services
  const { recordPrinted } = invoices
  const { id } = await given.invoice({ customer: { name: NAME } })
  const documents = createDocumentService({
    db,
    settings,
    templates,
    renderer,
    apiPrefix: API_PREFIX,
    recordPrinted,
    warn,
  })
  await documents.pdf(await invoices.get(id))
  expect(warnings).toEqual([
    ['No font has some characters of a document.', { invoiceId: id, missing: MISSING }],
  ])
})

test('a statement of account: the log names what no font has', async () => {
  const { db, renderer, services } = app
  const { settings, customers, statements } = services
  const { id } = await given.customer({ name: NAME })
  const documents = createStatementDocumentService({
    db,
    settings,
    customers,
    statements,
    renderer,
    warn,
  })
  await documents.pdf(id, {})
  expect(warnings).toEqual([
    ['No font has some characters of a document.', { customerId: id, missing: MISSING }],
  ])
})
