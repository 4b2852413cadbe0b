import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensureBuiltIns } from '../src/company/templates/change.ts'
import { listTemplates } from '../src/company/templates/read.ts'
import { ENGINES, startTestApp, type TestApp } from './harness.ts'

describe.each(ENGINES)('processes that start at once (%s)', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp(engine)
  })
  afterAll(() => app.close())

  test('store the built-in templates once', async () => {
    await app.tables.deleteFrom('built_in_templates').execute()
    await Promise.all(Array.from({ length: 8 }, () => ensureBuiltIns(app.db, app.work().at)))
    const ids = (await listTemplates(app.work())).map(({ id, versions }) => [id, versions.length])
    expect(ids).toEqual([
      ['minimalist-clean', 2],
      ['professional-modern', 2],
      ['compact', 2],
    ])
  })

  test('200 and 201: the same template sent eight times at once is installed once', async () => {
    const body = { id: 'own', version: '1.0.0', html: '<h1>{{invoiceNumber}}</h1>' }
    const sent = Array.from({ length: 8 }, () => app.call('POST', '/templates', body))
    const statuses = (await Promise.all(sent)).map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status !== 200 && status !== 201)).toEqual([])
    expect((await app.call('GET', '/templates/own')).json().versions).toEqual(['1.0.0'])
  })

  test('201 and 409: of different templates with one id and version one is installed', async () => {
    const sent = Array.from({ length: 4 }, (_, i) =>
      app.call('POST', '/templates', { id: 'rival', version: '1.0.0', html: `<h1>${i}</h1>` }),
    )
    const statuses = (await Promise.all(sent)).map(({ statusCode }) => statusCode)
    expect(statuses.sort()).toEqual([201, 409, 409, 409])
  })
})
