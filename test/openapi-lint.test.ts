import { join } from 'node:path'
import { lintFromString, loadConfig } from '@redocly/openapi-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { openApiDocument } from '../scripts/openapi-document.ts'
import { ROOT } from './source-files.ts'

type Json = ReturnType<typeof JSON.parse>

describe('the OpenAPI document', () => {
  let source: string
  let document: Json
  beforeAll(async () => {
    source = await openApiDocument()
    document = JSON.parse(source)
  })

  test('has no error and no warning by the rules of Redocly', async () => {
    const config = await loadConfig({ configPath: join(ROOT, 'redocly.yaml') })
    const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([])
  })

  test('describes every operation and every parameter', () => {
    const operations = Object.values<Json>(document.paths).flatMap((item) =>
      Object.values<Json>(item),
    )
    expect(operations.filter((it) => !it.description).map((it) => it.operationId)).toEqual([])
    const parameters = operations.flatMap((it) =>
      (it.parameters ?? []).map((parameter: Json) => ({ of: it.operationId, ...parameter })),
    )
    expect(parameters.filter((it) => !it.description).map((it) => `${it.of} ${it.name}`)).toEqual(
      [],
    )
  })

  test('entries of lists have the ETag for their changes', () => {
    const takesTag = (it: Json) =>
      (it.parameters ?? []).some(({ name }: Json) => name === 'if-match')
    const without = Object.entries<Json>(document.paths).flatMap(([path, { get }]) => {
      const schema = get?.responses['200']?.content?.['application/json']?.schema
      const entry = schema?.properties?.data?.items
      const known = entry?.$ref ? document.components.schemas[entry.$ref.split('/').at(-1)] : entry
      const changes = Object.entries<Json>(document.paths)
        .filter(([other]) => other.startsWith(`${path}/{`))
        .flatMap(([, item]) => Object.values<Json>(item))
      return known && !known.properties?.etag && changes.some(takesTag) ? [path] : []
    })
    // A day of a recurring invoice changes with the ETag of the recurring invoice.
    expect(without).toEqual(['/api/v1/recurring-invoices/{id}/occurrences'])
  })

  test('writes each resource once, under its name', () => {
    const { schemas } = document.components
    for (const name of [
      'Address',
      'Customer',
      'Invoice',
      'Payment',
      'Problem',
      'Settings',
      'Template',
    ])
      expect(schemas, name).toHaveProperty(name)
    const used = (text: string, name: string) =>
      text.split(`"#/components/schemas/${name}"`).length - 1
    expect(used(JSON.stringify(document.paths), 'Invoice')).toBeGreaterThan(7)
    expect(JSON.stringify(schemas.Settings)).not.toContain('deprecated')
  })
})
