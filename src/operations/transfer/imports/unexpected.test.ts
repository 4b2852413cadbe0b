import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, startTestApp, type TestApp } from '../../../../test/harness.ts'
import { withParts } from '../../../../test/work.ts'
import { LeaseLost } from '../../../core/jobs/handler.ts'
import type { ReadWork } from '../../../core/record/work.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Warn } from '../../../platform/logger.ts'
import { createCustomer } from '../../../sales/customers/change.ts'
import { IMPORTER } from '../importer.ts'
import { type Body, oneEach, type ProgramKind, type TableKind } from '../inner/kind.ts'
import { commitImport, deleteImport, undoImport } from './change.ts'
import { createImport } from './create.ts'
import { importKinds } from './kinds.ts'
import { listImportRecords, requireImport } from './read.ts'
import { runImport } from './run.ts'

/** The steps of a kind that meet the content of a record. */
const STEPS = ['check', 'resolve', 'find', 'twins', 'create', 'used', 'delete'] as const
type Step = (typeof STEPS)[number]

describe.each(ENGINES)('imports of records with an unexpected error (%s)', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp(engine)
  })
  afterAll(() => app.close())

  /** Fails in a step if the name is that step; on PostgreSQL also with a failed statement. */
  const failing = (error: Error): TableKind => {
    const made = new Map<string, string>()
    const meet = (step: Step, { name }: Body) => {
      if (name === step) throw error
    }
    const meetId = (step: Step, id: string) => meet(step, { name: made.get(id) })
    return {
      isColumn: (name) => name === 'name',
      read: oneEach({ name: 'text' }),
      check: (body) => {
        meet('check', body as Body)
        return []
      },
      resolve: async (_work, body) => {
        meet('resolve', body)
        return { body, faults: [] }
      },
      find: async (_work, body) => {
        meet('find', body)
        return undefined
      },
      twins: async (_work, bodies) => {
        for (const body of bodies) meet('twins', body)
        return []
      },
      create: async (work, body) => {
        const { id } = await createCustomer(work, { name: String(body.name) })
        meet('create', body)
        made.set(id, String(body.name))
        return { id, version: 1 }
      },
      used: async (_work, all) => {
        for (const { id } of all) meetId('used', id)
        return new Map()
      },
      delete: async (_work, { id }) => meetId('delete', id),
    }
  }

  const logged: unknown[] = []
  /** The work of an app that knows these kinds only. */
  const workWith = (kind: TableKind, program: Partial<ProgramKind> = {}): ReadWork => {
    const warn: Warn = (_message, details) => logged.push(details)
    const work = withParts(app.work(), { warn })
    Object.assign(importKinds(work.app), {
      tables: { customers: kind },
      programs: { invio: program },
    })
    return work
  }

  const upload = async (work: ReadWork, names: readonly string[]) => {
    const file = ['name', ...names].join('\n')
    const { it } = await createImport(work, {
      ...{ kind: 'customers', format: 'csv', name: null, options: {} },
      bytes: Buffer.from(file),
    })
    return it.id
  }
  const runJob = async (work: ReadWork, id: string) => {
    const signal = AbortSignal.timeout(20_000)
    const lease = { check: async () => {}, finish: async () => {} }
    await runImport({ ...work, actor: IMPORTER }, { key: id, payload: { id }, signal, ...lease })
  }
  const run = async (work: ReadWork, id: string) => {
    await runJob(work, id)
    return requireImport(work, id)
  }
  /** The next run, which a deletion asks for, leaves nothing. */
  const erased = async (work: ReadWork, id: string) => {
    await runJob(work, id)
    const { rows } = await sql`select 1 from import_records where import_id = ${id}`.execute(app.db)
    expect(rows).toEqual([])
  }
  const told = async (work: ReadWork, id: string, status: string) =>
    (await listImportRecords(work, id, { status })).data.flatMap(({ line, faults }) =>
      faults.map(({ code }) => `${line} ${code}`),
    )

  test('the record is faulty or stays, says why, and all others go on', async () => {
    logged.length = 0
    const error = new TypeError('Cannot read properties of undefined')
    const work = workWith(failing(error))
    const id = await upload(work, ['One', ...STEPS, `Two ${engine}`])
    expect(await run(work, id)).toMatchObject({ status: 'ready', faulty: 5, valid: 4 })
    expect(await told(work, id, 'faulty')).toEqual([3, 4, 5, 6, 7].map((at) => `${at} internal`))
    const { data } = await listImportRecords(work, id, { status: 'faulty' })
    expect(JSON.stringify(data)).not.toContain('Cannot read')
    expect(logged).toContainEqual(expect.objectContaining({ err: error }))
    await commitImport(work, { id, ifMatch: undefined, accept: ['faults'] })
    expect(await run(work, id)).toMatchObject({ status: 'done', imported: 4, failed: 0 })
    await undoImport(work, { id, ifMatch: undefined, keep: 'used' })
    expect(await run(work, id)).toMatchObject({ status: 'undone', undone: 2, kept: 2 })
    expect(await told(work, id, 'kept')).toEqual(['8 internal', '9 internal'])
  })

  test('a record that fails only while it is saved is counted as failed', async () => {
    const kind = failing(new RangeError('Invalid array length'))
    let isSaving = false
    const work = workWith({
      ...kind,
      create: async (work, body) => {
        if (!isSaving || body.name !== 'Late') return kind.create(work, body)
        throw new RangeError('Invalid array length')
      },
    })
    const id = await upload(work, ['Early', 'Late', `Last ${engine}`])
    expect(await run(work, id)).toMatchObject({ status: 'ready', valid: 3 })
    isSaving = true
    await commitImport(work, { id, ifMatch: undefined, accept: [] })
    expect(await run(work, id)).toMatchObject({ status: 'done', imported: 2, failed: 1 })
    expect(await told(work, id, 'failed')).toEqual(['3 internal'])
  })

  test.each([
    ['the lease is lost', new LeaseLost()],
    ['the database is away', Object.assign(new Error('away'), { code: 'ECONNREFUSED' })],
    ['the service is overloaded', new AppError('unavailable', 'overloaded', 'Try again.')],
  ])('no record is blamed when %s: the job is retried', async (what, error) => {
    for (const step of ['resolve', 'create', 'twins'] as const) {
      const work = workWith(failing(error))
      const id = await upload(work, [step, what])
      await expect(run(work, id)).rejects.toThrow()
      const { status, faulty } = await requireImport(work, id)
      expect([status, faulty]).toEqual(['reading', 0])
    }
  })

  test('an import can be deleted during its check, also after the check failed for good', async () => {
    const kind = failing(new Error('never'))
    let isDeleting = false
    const work = workWith({
      ...kind,
      resolve: async (_work, body) => {
        if (isDeleting && body.name === 'Second')
          await deleteImport(work, { id: first, ifMatch: undefined })
        return { body, faults: [] }
      },
    })
    const first = await upload(work, ['First', 'Second', `Third ${engine}`])
    isDeleting = true
    await runJob(work, first)
    await erased(work, first)
    isDeleting = false
    const stuck = await upload(work, ['First'])
    await deleteImport(work, { id: stuck, ifMatch: undefined })
    await erased(work, stuck)
  })

  test('a program whose settings cannot be read: each of its records is faulty', async () => {
    const records = ['settings', 'customer 1'].map((label, index) => ({
      ...{ line: index + 1, label, kind: 'customer', body: { label } },
      ...{ parts: [], columns: {}, faults: [] },
    }))
    const work = workWith(failing(new Error('none')), {
      readFile: async () => records,
      open: async () => {
        throw new TypeError('x is not a function')
      },
    })
    const { it } = await createImport(work, {
      ...{ kind: 'invio', format: 'sqlite', name: null, options: {} },
      bytes: Buffer.from(engine),
    })
    expect(await run(work, it.id)).toMatchObject({ status: 'ready', faulty: 2 })
  })
})
