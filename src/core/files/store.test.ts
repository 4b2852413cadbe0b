import { type FauxqsServer, startFauxqs } from 'fauxqs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMigratedDatabase, type TestDatabase } from '../../../test/databases.ts'
import { partsOn } from '../../../test/work.ts'
import { systemClock } from '../../platform/clock.ts'
import { type Db, openDatabase } from '../../platform/database/db.ts'
import { companyDb, tablesOf } from '../../platform/database/scope.ts'
import type { CompanyId } from '../../platform/database/tables.ts'
import { sha256 } from '../../platform/ids.ts'
import type { Objects } from '../../platform/objects/objects.ts'
import { openObjects } from '../../platform/objects/open.ts'
import type { RunningJob } from '../jobs/handler.ts'
import type { App } from '../record/app.ts'
import type { AppScope, Work } from '../record/work.ts'
import { addFile, checkNewFile, keepLargeBytes, withWholeBytes } from './change.ts'
import { expireObjects } from './jobs.ts'
import { listKnownFiles, readFileBytes } from './read.ts'

const SECRET = 'a secret of the installation'
const OWNER = { kind: 'invoice', id: 'inv_1' } as const
const LINE = 'Cover design,1.5,80.00\n'
const fileOf = (name: string, size: number) => ({
  name: `${name}.csv`,
  visible: 'internal' as const,
  bytes: Buffer.from(`${name}\n${LINE.repeat(Math.ceil(size / LINE.length))}`),
})
const [LARGE, SMALL] = [fileOf('large', 100_000), fileOf('small', 100)]

describe('larger files in the object store', () => {
  let server: FauxqsServer
  let objects: Objects
  let database: TestDatabase
  let db: Db
  let app: App
  const warnings: string[] = []
  beforeAll(async () => {
    server = await startFauxqs({ port: 0, logger: false })
    server.createBucket('files')
    const opened = await openObjects({
      objects: {
        ...{ kind: 's3', bucket: 'files', endpoint: `http://127.0.0.1:${server.port}` },
        ...{ region: 'us-east-1', accessKeyId: 'id', secretAccessKey: 'secret' },
      },
    })
    if (!opened) throw new Error('Expected a store.')
    objects = opened
    database = await createMigratedDatabase('sqlite')
    db = openDatabase(database.config)
    const warn = (message: string) => void warnings.push(message)
    app = partsOn(db, systemClock, { objects: { store: objects, secret: SECRET }, warn })
  })
  afterAll(async () => {
    await server.stop()
    await objects.close()
    await db.destroy()
    await database.drop()
  })

  const scope = (): AppScope => ({ ...companyDb(db, 1n as CompanyId), app })
  const add = async (file: typeof LARGE) => {
    const checked = await checkNewFile(scope(), file)
    const company = { limits: {} }
    const given = { ...scope(), company, at: '2026-11-21T09:30:00.000Z' }
    return db
      .transaction()
      .execute((trx) => addFile({ ...given, db: trx } as unknown as Work, OWNER, checked))
  }
  const rowOf = (sha256: string) =>
    tablesOf(scope())
      .selectFrom('file_contents')
      .select(['sha256', 'bytes'])
      .where('sha256', '=', sha256)
      .executeTakeFirstOrThrow()
  const keys = async () => {
    const found: string[] = []
    for await (const { key } of objects.list()) found.push(key)
    return found
  }

  test('its bytes are there, encrypted, and can be read; a small file stays in the database', async () => {
    const [large, small] = [await add(LARGE), await add(SMALL)]
    expect((await rowOf(large.sha256)).bytes).toHaveLength(0)
    expect((await rowOf(small.sha256)).bytes).toHaveLength(SMALL.bytes.length)
    const key = `1/file/${large.sha256}`
    expect(await keys()).toEqual([key])
    expect(Buffer.from((await objects.get(key)) ?? []).includes('Cover design')).toBe(false)
    expect(Buffer.from(await readFileBytes(scope(), large)).equals(LARGE.bytes)).toBe(true)
  })

  test('an export has the bytes, even if the row was moved as text', async () => {
    const { sha256 } = await checkNewFile(scope(), LARGE).then(() => add(fileOf('other', 90_000)))
    const row = await rowOf(sha256)
    const whole = await withWholeBytes(scope(), row)
    expect(whole.bytes.length).toBeGreaterThan(90_000)
    expect(await withWholeBytes(scope(), { sha256, bytes: '\\x' })).toEqual(whole)
  })

  test('503: missing, changed or exchanged bytes are never handed out', async () => {
    const [one, other] = [await add(fileOf('one', 70_000)), await add(fileOf('two', 70_000))]
    const exchanged = await objects.get(`1/file/${other.sha256}`)
    for (const bytes of [exchanged ?? new Uint8Array(), Buffer.from('lies')]) {
      await objects.put(`1/file/${one.sha256}`, bytes)
      await expect(readFileBytes(scope(), one)).rejects.toMatchObject({ code: 'file_store_away' })
    }
    await objects.delete(`1/file/${one.sha256}`)
    await expect(readFileBytes(scope(), one)).rejects.toMatchObject({ code: 'file_store_away' })
    expect(warnings).toContain('A file in the object store is missing or was changed.')
  })

  const expire = (known: readonly (typeof listKnownFiles)[], at: string) =>
    expireObjects({ db, objects, known }).run(
      { at } as Work,
      { signal: new AbortController().signal } as RunningJob<unknown>,
    )
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

  test('a file that arrives while its unnamed bytes are deleted keeps them', async () => {
    const late = fileOf('late', 75_000)
    await checkNewFile(scope(), late)
    let stored: Awaited<ReturnType<typeof add>> | undefined
    const lookAndAdd: typeof listKnownFiles = async (...asked) => {
      const found = await listKnownFiles(...asked)
      stored ??= await add(late)
      return found
    }
    await expire([lookAndAdd], inDays(8))
    const bytes = async () => Buffer.from(await readFileBytes(scope(), stored ?? (await add(late))))
    expect((await bytes()).equals(late.bytes)).toBe(true)
    await expire([listKnownFiles], inDays(16))
    expect((await bytes()).equals(late.bytes)).toBe(true)
    expect((await keys()).filter((key) => key.includes('/unnamed/'))).toEqual([])
  })

  test('bytes that no row refers to are deleted after two weeks', async () => {
    await checkNewFile(scope(), fileOf('orphan', 80_000))
    const before = await keys()
    const named = async () => new Set([sha256(Buffer.alloc(70_000, 'asset'))])
    const run = (at: string) => expire([listKnownFiles, named], at)
    await run(inDays(6))
    expect(await keys()).toEqual(before)
    const elsewhere = Buffer.alloc(70_000, 'asset')
    expect(await keepLargeBytes(scope(), elsewhere)).toBe(true)
    await run(inDays(8))
    await run(inDays(16))
    expect(await keys()).toHaveLength(before.length)
    expect(await keys()).toContain(`1/file/${sha256(elsewhere)}`)
    expect(await readFileBytes(scope(), await add(LARGE))).toHaveLength(LARGE.bytes.length)
  })

  test('while the store is unavailable, new files are stored in the database, and reads get 503', async () => {
    const large = await add(fileOf('before', 70_000))
    await server.stop()
    const meanwhile = await add(fileOf('meanwhile', 70_000))
    expect((await rowOf(meanwhile.sha256)).bytes.length).toBeGreaterThan(70_000)
    await expect(readFileBytes(scope(), large)).rejects.toMatchObject({
      ...{ kind: 'unavailable', code: 'file_store_away', retryAfterSeconds: 10 },
    })
  })
})
