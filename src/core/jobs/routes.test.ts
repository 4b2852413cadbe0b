import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ENGINES } from '../../../test/databases.ts'
import { makeDue } from '../../../test/jobs.ts'
import { type SliceServer, startSliceServer } from '../../../test/slice-server.ts'
import { workOn } from '../../../test/work.ts'
import { tablesOfAllCompanies } from '../../platform/database/scope.ts'
import { transaction } from '../record/transaction.ts'
import type { JobKind } from './job.ts'
import { enqueue } from './queue.ts'
import { jobRoutes } from './routes.ts'

const NOW = '2026-11-21T09:30:00.000Z'
const LATER = '2026-11-21T09:31:00.000Z'
const clock = { now: () => Date.parse(NOW) }
const NOTE: JobKind<object> = { name: 'test.note', parallel: 1 }

describe.each(ENGINES)('/jobs (%s)', (engine) => {
  let server: SliceServer
  beforeAll(async () => {
    server = await startSliceServer(engine, async (app, db) => {
      const workOf = () => workOn(db, clock)
      await app.register(jobRoutes, { workOf })
    })
  })
  beforeEach(async () => {
    await tables().deleteFrom('jobs').execute()
    await server.db.deleteFrom('periodic_jobs').execute()
  })
  afterAll(() => server.close())

  const tables = () => tablesOfAllCompanies(server.db)
  const list = async (query = '') => {
    const { json } = await server.send({ method: 'GET', path: `/jobs${query}` })
    return json as unknown as { data: { id: string; key: string; status: string }[] }
  }
  const retry = (id: string) => server.send({ method: 'POST', path: `/jobs/${id}/retry` })
  const drop = (id: string) => server.send({ method: 'DELETE', path: `/jobs/${id}` })
  /** A job under that key, in that state. */
  const given = async (key: string, state: object = { attempts: 0n }): Promise<string> => {
    await transaction(workOn(server.db, clock), (work) =>
      enqueue(work, NOTE, [{ key, payload: { about: key }, dueAt: LATER }]),
    )
    await tables().updateTable('jobs').set(state).where('key', '=', key).execute()
    const { id } = await tables()
      .selectFrom('jobs')
      .select('id')
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
    return id
  }
  const failed = { due_at: null, failed_at: NOW, last_error: 'no luck', attempts: 15n }
  const running = { lease: 'secret', due_at: LATER, attempts: 1n }

  test('200: waiting, running and failed jobs, newest first; by kind and status', async () => {
    await given('waiting')
    await given('running', running)
    await given('retrying', { last_error: 'once', attempts: 1n })
    await given('failed', failed)
    await given('left behind', { ...running, due_at: NOW, last_error: 'once' })
    const { data } = await list()
    expect(data.map(({ key, status }) => `${key}: ${status}`)).toEqual([
      'left behind: retrying',
      'failed: failed',
      'retrying: retrying',
      'running: running',
      'waiting: waiting',
    ])
    expect(data[1]).toEqual({
      id: expect.stringMatching(/^job_/),
      kind: 'test.note',
      key: 'failed',
      status: 'failed',
      payload: { about: 'failed' },
      due_at: null,
      attempts: 15,
      last_error: 'no luck',
      created_at: NOW,
      failed_at: NOW,
    })
    expect(JSON.stringify(data)).not.toContain('secret')
    for (const status of ['waiting', 'running', 'failed']) {
      const found = await list(`?status=${status}&kind=test.note&include=total`)
      expect(found).toMatchObject({ data: [{ key: status }], total: 1 })
    }
    expect((await list('?status=retrying')).data).toHaveLength(2)
    expect((await list('?kind=test.other')).data).toEqual([])
  })

  test('200: pages by cursor, in either order', async () => {
    const ids: string[] = []
    for (const key of ['a', 'b', 'c']) ids.push(await given(key))
    // All have the same instant, so their ids decide.
    for (const [sort, expected] of [
      ['created_at', ids.toSorted()],
      ['-created_at', ids.toSorted().reverse()],
    ] as const) {
      const found: string[] = []
      let cursor = ''
      for (let page = 0; page < 3; page++) {
        const { json } = await server.send({
          method: 'GET',
          path: `/jobs?limit=1&sort=${sort}${cursor}`,
        })
        found.push(...(json.data as { id: string }[]).map(({ id }) => id))
        cursor = `&cursor=${json.next_cursor}`
      }
      expect(found).toEqual(expected)
    }
  })

  test('200: retry makes a job due, with all its attempts', async () => {
    const { status, json } = await retry(await given('a', failed))
    expect(status).toBe(200)
    expect(json).toMatchObject({
      status: 'retrying',
      due_at: NOW,
      attempts: 0,
      last_error: 'no luck',
      failed_at: null,
    })
    expect((await retry(await given('b'))).json).toMatchObject({ status: 'waiting', due_at: NOW })
  })

  test('204: a job that is dropped is gone', async () => {
    expect((await drop(await given('a', failed))).status).toBe(204)
    expect((await list()).data).toEqual([])
  })

  test('409: a job that runs, until its lease has ended', async () => {
    const id = await given('a', running)
    expect((await retry(id)).json).toMatchObject({ status: 409, code: 'job_running' })
    expect((await drop(id)).json).toMatchObject({ status: 409, code: 'job_running' })
    await tables().updateTable('jobs').set({ due_at: NOW }).execute()
    expect((await retry(id)).status).toBe(200)
  })

  test('409: a periodic job cannot be dropped, but can run now', async () => {
    await makeDue(server.db, clock, 'test.daily')
    const { data } = await list('?kind=test.daily&include=total')
    expect(data).toMatchObject([{ key: 'periodic', kind: 'test.daily', status: 'waiting' }])
    const id = data[0]?.id ?? ''
    expect((await drop(id)).json).toMatchObject({ status: 409, code: 'job_periodic' })
    expect((await retry(id)).json).toMatchObject({ due_at: NOW })
  })

  test('404: a job that is not there', async () => {
    for (const id of ['nonsense', 'job_019aa5d2-7c00-7000-8000-0123456789ab'])
      for (const reply of [await retry(id), await drop(id)])
        expect(reply.json).toMatchObject({ status: 404, code: 'job_not_found' })
  })

  test('403: for admins only', async () => {
    for (const [method, path] of [
      ['GET', '/jobs'],
      ['POST', '/jobs/x/retry'],
      ['DELETE', '/jobs/x'],
    ] as const) {
      const reply = await server.send({ method, path, scopes: ['read', 'write', 'issue'] })
      expect(reply.json).toMatchObject({ status: 403 })
    }
  })
})
