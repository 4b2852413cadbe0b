import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, startTestApp, type TestApp } from '../../../../test/harness.ts'
import { builtInTemplates } from '../inner/builtin.ts'
import { manifestOf, type Origin, startOrigin } from '../routes.testing.ts'
import { sanitize } from '../sanitize.ts'
import { warningsOf } from './warnings.ts'

const WHOLE =
  '<p>{{companyName}} {{customerName}} {{invoiceNumber}} {{issueDate}}</p>' +
  '<p>{{#hasTax}}{{taxAmount}}{{/hasTax}} {{total}} {{amountDue}}</p>'
const WITHOUT_TAX = WHOLE.replace('{{taxAmount}}', '{{taxRate}}')

const codesOf = (html: string): readonly string[] => warningsOf(html).map(({ code }) => code)

describe('required figures that a template does not print', () => {
  test.each(builtInTemplates())('nothing: $id', ({ html }) => {
    expect(warningsOf(html)).toEqual([])
  })

  test.each([
    ['every name is there', WHOLE],
    ['a list of taxes', WHOLE.replace('{{taxAmount}}', '{{#taxes}}{{amount}}{{/taxes}}')],
    [
      'deep inside',
      WHOLE.replace('{{taxAmount}}', '{{#taxSummary}}{{#rate}}{{amount}}{{/rate}}{{/taxSummary}}'),
    ],
    [
      'in place of something else',
      WHOLE.replace('{{taxAmount}}', '{{^hasTaxSummary}}{{taxAmount}}{{/hasTaxSummary}}'),
    ],
    ['as itself', WHOLE.replace('{{total}}', '{{#total}}{{.}}{{/total}}')],
    ['with a default', WHOLE.replace('{{total}}', "{{total || '0'}}")],
    ['what is payable', WHOLE.replace('{{amountDue}}', '{{payable}}')],
    ['a sentence that asks for it', WHOLE.replace('{{amountDue}}', '{{payText}}')],
    ['in the title', WHOLE.replace('{{invoiceNumber}}', '{{title}}')],
    [
      'among the details',
      WHOLE.replace('{{invoiceNumber}} {{issueDate}}', '{{#details}}{{value}}{{/details}}'),
    ],
  ])('nothing: %s', (_case, html) => {
    expect(codesOf(html)).toEqual([])
  })

  test.each([
    ['the name', ''],
    ['a section prints nothing by itself', '{{#total}}x{{/total}}'],
    ['nor does its absence', '{{^total}}x{{/total}}'],
    ['in its own absence it is empty', '{{^total}}{{total}}{{/total}}'],
    ['an attribute is not on the paper', '<i title="{{total}}"></i>'],
    ['a comment is not either', '<!-- {{total}} -->{{! total }}'],
    ['nor a style', '<style>p::after { content: "{{total}}" }</style>'],
    ['nor the title of the window', '<title>{{total}}</title>'],
    ['the total of a line is another one', '{{#items}}{{lineTotal}}{{/items}}'],
    ['its label is another one', '{{labels.totalLabel}}'],
  ])('the total: %s', (_case, instead) => {
    expect(codesOf(WHOLE.replace('{{total}}', instead))).toEqual(['total_not_printed'])
  })

  test.each([
    ['tax_not_printed', WITHOUT_TAX],
    ['tax_not_printed', WHOLE.replace('{{taxAmount}}', '{{#taxes}}{{label}}{{/taxes}}')],
    ['amount_due_not_printed', WHOLE.replace('{{amountDue}}', '')],
    ['number_not_printed', WHOLE.replace('{{invoiceNumber}}', '')],
    ['issue_date_not_printed', WHOLE.replace('{{issueDate}}', '{{dueDate}}')],
    ['seller_not_printed', WHOLE.replace('{{companyName}}', '{{{logo}}}')],
    ['buyer_not_printed', WHOLE.replace('{{customerName}}', '{{{customerAddress}}}')],
  ])('%s: %s', (code, html) => {
    expect(codesOf(html)).toEqual([code])
  })

  test('all of it: each has a sentence, and a line in docs/templates.md', () => {
    const found = warningsOf('<p>Hello</p>')
    for (const { message } of found) expect(message).toMatch(/^The template does not print .+\.$/)
    const docs = readFileSync(new URL('../../../../docs/templates.md', import.meta.url), 'utf8')
    const listed = [...docs.matchAll(/^\| `(\w+_not_printed)`/gm)].map(([, code]) => code)
    expect(found.map(({ code }) => code)).toEqual(listed)
  })
})

describe.each(ENGINES)('installing a template without a figure (%s)', (engine) => {
  let origin: Origin
  let app: TestApp
  beforeAll(async () => {
    origin = await startOrigin()
    app = await startTestApp(engine, { OUTBOUND_ALLOW: origin.host })
    origin.serve({ '/manifest.json': manifestOf({ id: 'linked' }), '/index.html': WITHOUT_TAX })
    mkdirSync(app.config.templatesDir, { recursive: true })
    writeFileSync(join(app.config.templatesDir, 'filed.html'), WITHOUT_TAX)
  })
  afterAll(async () => {
    await app.close()
    await origin.close()
  })

  test.each([
    ['raw', () => app.call('POST', '/templates?strict=true', { id: 'raw', html: WITHOUT_TAX })],
    [
      'linked',
      () =>
        app.call('POST', '/templates/install-from-manifest?strict=true', {
          url: origin.url('/manifest.json'),
        }),
    ],
    [
      'filed',
      () => app.call('POST', '/templates/load-from-file?strict=true', { path: 'filed.html' }),
    ],
  ])('201: %s, with a warning that stays with it', async (id, install) => {
    const response = await install()
    expect(response.statusCode, response.body).toBe(201)
    expect(response.json().warnings).toEqual([
      { code: 'tax_not_printed', message: expect.stringContaining('taxAmount') },
    ])
    expect((await app.call('GET', `/templates/${id}`)).json().warnings).toEqual(
      response.json().warnings,
    )
  })

  test('201: a complete template has no warnings', async () => {
    const response = await app.call('POST', '/templates', { id: 'whole', html: WHOLE })
    expect(response.json()).toMatchObject({ warnings: [] })
  })

  test('removed parts do not count as printed', async () => {
    const html = WHOLE.replace('{{total}}', '<object>{{total}}</object>')
    expect(codesOf(sanitize(html).html)).toEqual(['total_not_printed'])
    const response = await app.call('POST', '/templates', { id: 'hidden', html })
    expect(response.json().warnings).toMatchObject([{ code: 'total_not_printed' }])
  })
})
