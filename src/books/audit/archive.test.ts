import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { type Givens, givens } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'
import type { Scope } from '../../core/http/actor.ts'
import { API_PREFIX, registerOpenApi } from '../../core/http/openapi/document.ts'
import { createServer, type Server } from '../../core/http/server.ts'
import { sha256 } from '../../platform/ids.ts'
import { openArchive } from '../../platform/zip/reader.ts'
import { exportAudit } from './export.ts'
import { auditRoutes } from './routes.ts'
import { withSnapshot } from './snapshot.ts'
import { verifyDatabase } from './verify.ts'
import { verifyArchive } from './verify-archive.ts'

const NAMES = [
  'revisions.jsonl',
  'invoices.jsonl',
  'payments.jsonl',
  'numbers.jsonl',
  'gaps.json',
  'manifest.json',
]

describe.each(ENGINES)('GET /audit/export (%s)', (engine) => {
  let app: TestApp
  let given: Givens
  let server: Server
  let file: string
  const folder = mkdtempSync(join(tmpdir(), 'billwright-audit-'))

  beforeAll(async () => {
    app = await startTestApp(engine)
    given = givens(app)
    server = await auditServer(app)
    await given.settings({ lockIssuedInvoices: false })
    const shared = await given.invoice({ status: 'sent', notes: 'two\u2028lines' })
    await given.publish(shared.id)
    const doomed = await given.invoice({ status: 'sent' })
    await given.invoice({ status: 'paid' })
    await app.call('DELETE', `/invoices/${doomed.id}`)
    await given.invoice()
    file = join(folder, 'audit.zip')
    const response = await get('admin')
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toBe('application/zip')
    expect(response.headers['content-disposition']).toBe(
      'attachment; filename="billwright-audit-2026-11-21.zip"',
    )
    writeFileSync(file, response.rawPayload)
  })
  afterAll(async () => {
    await server.close()
    await app.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const get = (...scopes: readonly Scope[]) =>
    server.inject({ url: `${API_PREFIX}/audit/export`, headers: { 'x-scopes': scopes.join(' ') } })

  test('403: without the scope `admin`', async () => {
    const response = await get('read', 'write', 'issue')
    expect(response.statusCode).toBe(403)
    expect(response.json()).toMatchObject({ code: 'missing_scope', scope: 'admin' })
  })

  test('200: the archive verifies alone, like the database', async () => {
    const fromArchive = await verifyArchive(file)
    const fromDatabase = await withSnapshot(app.config.database, (scope) => verifyDatabase(scope))
    expect(fromArchive).toEqual(fromDatabase)
    expect(fromArchive).toMatchObject({ ok: true, invoices: 3, numbers: 2 })
    expect(fromArchive.gaps).toMatchObject([
      { from: 2n, to: 2n, deleted: { number: 'INV-2026-0002' } },
    ])
  })

  test('each line of an invoice is the text that its last revision has the hash of', async () => {
    const files = await unpacked(file)
    const hashes = new Set(linesOf(files, 'revisions.jsonl').map((it) => JSON.parse(it).state_hash))
    const lines = linesOf(files, 'invoices.jsonl')
    expect(lines).toHaveLength(3)
    for (const line of lines) expect(hashes).toContain(sha256(line))
  })

  test('the archive has no share token and nothing to derive one from', async () => {
    const text = [...(await unpacked(file)).values()].join('')
    const rows = await app.tables.selectFrom('invoices').select('share_nonce').execute()
    const nonces = rows.flatMap(({ share_nonce }) => share_nonce ?? [])
    expect(nonces).toHaveLength(1)
    for (const nonce of nonces) expect(text).not.toContain(nonce)
  })

  const CHANGES: readonly [name: string, file: string, change: (text: string) => string][] = [
    ['a letter of an invoice', 'invoices.jsonl', (it) => it.replace('Cover', 'Covet')],
    [
      'an amount',
      'invoices.jsonl',
      (it) => it.replace('"total_minor":"14280"', '"total_minor":"14281"'),
    ],
    ['an invoice less', 'invoices.jsonl', (it) => it.slice(it.indexOf('\n') + 1)],
    ['an invoice twice', 'invoices.jsonl', (it) => `${it}${it.slice(0, it.indexOf('\n') + 1)}`],
    ['a letter of a revision', 'revisions.jsonl', (it) => it.replace('Cover', 'Covet')],
    ['a blank in a revision', 'revisions.jsonl', (it) => it.replace(',', ', ')],
    ['a revision less', 'revisions.jsonl', (it) => it.slice(it.indexOf('\n') + 1)],
    [
      'the last revision less',
      'revisions.jsonl',
      (it) => it.slice(0, it.lastIndexOf('\n', it.length - 2) + 1),
    ],
    ['a number', 'numbers.jsonl', (it) => it.replace('0001"', '0009"')],
    ['a number less', 'numbers.jsonl', (it) => it.slice(it.indexOf('\n') + 1)],
    [
      'a series that goes on',
      'gaps.json',
      (it) => it.replace('"last_value":"3"', '"last_value":"4"'),
    ],
    ['the head', 'manifest.json', (it) => it.replace(/"hash":"../, '"hash":"zz')],
    ['a count', 'manifest.json', (it) => it.replace('"invoices":3', '"invoices":4')],
    ['another format', 'manifest.json', (it) => it.replace('billwright-audit', 'else')],
  ]

  test.each(CHANGES)('verify finds %s', async (_name, name, change) => {
    const files = await unpacked(file)
    const before = files.get(name) ?? ''
    expect(change(before)).not.toBe(before)
    const changed = join(folder, 'changed.zip')
    await packed(changed, new Map([...files, [name, change(before)]]))
    expect((await verifyArchive(changed)).ok).toBe(false)
  })

  test('verify recognizes a file that is no archive', async () => {
    const other = join(folder, 'other.zip')
    writeFileSync(other, 'PK, but not much of it')
    const { ok, breaks } = await verifyArchive(other)
    expect(ok).toBe(false)
    expect(breaks[0]?.kind).toBe('archive_unreadable')
  })

  test('a reader that disconnects ends reading the database', async () => {
    const { stream } = exportAudit(app.work())
    stream.destroy()
    await given.invoice()
    expect(stream.destroyed).toBe(true)
  })
})

async function auditServer({ work }: TestApp): Promise<Server> {
  const server = await createServer({
    logger: pino({ level: 'silent' }),
    trustProxy: false,
    authenticate: async ({ headers }) => {
      const scopes = String(headers['x-scopes']).split(' ') as Scope[]
      const actor = { kind: 'key', id: 'key_test', name: 'test', scopes: new Set(scopes) } as const
      return { actor, company: work().company }
    },
  })
  await registerOpenApi(server, '0.0.0')
  await server.register(auditRoutes, { prefix: API_PREFIX, workOf: () => work() })
  await server.ready()
  return server
}

async function unpacked(file: string): Promise<ReadonlyMap<string, string>> {
  const archive = await openArchive(file)
  const texts = new Map<string, string>()
  for (const name of NAMES) texts.set(name, await archive.text(name))
  archive.close()
  return texts
}

const linesOf = (files: ReadonlyMap<string, string>, name: string): readonly string[] =>
  (files.get(name) ?? '').split('\n').filter((line) => line !== '')

async function packed(file: string, files: ReadonlyMap<string, string>): Promise<void> {
  const zip = new ZipFile()
  for (const [name, text] of files) zip.addBuffer(Buffer.from(text), name)
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(file))
}
