import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyAll } from '../src/books/audit/verify-all.ts'
import {
  htmlOf,
  manifestOf,
  type Origin,
  pictureOf,
  startOrigin,
} from '../src/company/templates/routes.testing.ts'
import { fileObjects } from '../src/platform/objects/inner/file.ts'
import { givens } from './givens.ts'
import { API_KEY, ENGINES, startTestApp, type TestApp } from './harness.ts'

const FILE = Buffer.from('description,unit_price\n'.concat('Cover,80.00\n'.repeat(7_000)))

describe.each(ENGINES)('verify with an object store (%s)', (engine) => {
  const folder = mkdtempSync(join(tmpdir(), 'billwright-objects-'))
  const objects = fileObjects(folder)
  let app: TestApp
  let origin: Origin
  beforeAll(async () => {
    origin = await startOrigin()
    app = await startTestApp(engine, { OUTBOUND_ALLOW: origin.host }, undefined, { objects })
    const { id } = await givens(app).invoice({ status: 'sent' })
    const added = await app.send({
      method: 'POST',
      url: `/api/v1/invoices/${id}/files?name=plan.csv&visible=internal`,
      headers: {
        authorization: `Bearer ${API_KEY}`,
        'content-type': 'application/octet-stream',
      },
      payload: FILE,
    })
    expect(added.statusCode).toBe(201)
    origin.serve({
      '/manifest.json': manifestOf({
        id: 'own',
        assets: [{ path: 'large.png', url: 'large.png' }],
      }),
      '/index.html': htmlOf(),
      '/large.png': pictureOf(200),
    })
    const url = origin.url('/manifest.json')
    const installed = await app.call('POST', '/templates/install-from-manifest', { url })
    expect(installed.statusCode).toBe(201)
  })
  afterAll(async () => {
    await app.close()
    await origin.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const verify = async (store: string | null, withObjects: boolean) => {
    const found: string[] = []
    const counts = await verifyAll({
      config: { ...app.config, objects: store === null ? null : { kind: 'file', folder: store } },
      clock: app.clock,
      parallel: 1,
      sinceVerified: false,
      withObjects,
      onCompany: (_company, { breaks }) =>
        void found.push(...breaks.map(({ message }) => message.replace(/: [0-9a-f]{64}\.$/, ''))),
    })
    expect(counts.faulty).toBe(found.length > 0 ? 1 : 0)
    return found
  }

  test('stored objects are whole; without a store, the same rows lack their bytes', async () => {
    expect(await verify(folder, true)).toEqual([])
    expect(await verify(null, true)).toEqual([
      'The bytes of a file are missing',
      'The bytes of large.png of the template own are missing',
    ])
  })

  test('changed and missing objects are found only if they are read', async () => {
    const stored = (await Array.fromAsync(objects.list())).map(({ key }) => key)
    expect(stored).toHaveLength(2)
    const before = await Promise.all(stored.map((key) => objects.get(key)))
    for (const key of stored) await objects.put(key, Buffer.from('lies'))
    expect(await verify(folder, false)).toEqual([])
    expect(await verify(folder, true)).toEqual([
      'The bytes of a file were changed',
      'The bytes of large.png of the template own were changed',
    ])
    for (const key of stored) await objects.delete(key)
    expect(await verify(folder, true)).toEqual([
      'The bytes of a file are missing',
      'The bytes of large.png of the template own are missing',
    ])
    for (const [at, key] of stored.entries()) await objects.put(key, before[at] ?? Buffer.alloc(0))
    expect(await verify(folder, true)).toEqual([])
  })
})
