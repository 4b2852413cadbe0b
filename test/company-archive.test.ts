import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signedFile } from '../packages/einvoice/src/hybrid/signed-data.testing.ts'
import { fattura } from '../packages/einvoice/src/received/small.testing.ts'
import { withSnapshot } from '../src/books/audit/snapshot.ts'
import { unreadObjects } from '../src/books/audit/stored-objects.ts'
import { verifyDatabase } from '../src/books/audit/verify.ts'
import { verifyAll } from '../src/books/audit/verify-all.ts'
import {
  htmlOf,
  manifestOf,
  type Origin,
  pictureOf,
  startOrigin,
} from '../src/company/templates/routes.testing.ts'
import type { Company } from '../src/core/companies/company.ts'
import {
  changeInDirectory,
  createDirectory,
  findCompanyEver,
  firstCompany,
} from '../src/core/companies/directory.ts'
import { readManifest } from '../src/operations/lifecycle/archive.ts'
import { enter, leave, open as openArrived } from '../src/operations/lifecycle/inner/arrivals.ts'
import { importCompany } from '../src/operations/lifecycle/inner/import.ts'
import { deleteDueCompanies, importArchive } from '../src/operations/lifecycle/lifecycle.ts'
import { addUsage } from '../src/operations/usage/inner/repository.ts'
import { systemClock } from '../src/platform/clock.ts'
import { listCompanyTables, readRows } from '../src/platform/database/company-rows.ts'
import type { Engine } from '../src/platform/database/db.ts'
import { companyDb } from '../src/platform/database/scope.ts'
import type { CompanyId, Trx } from '../src/platform/database/tables.ts'
import { sha256 } from '../src/platform/ids.ts'
import { fileObjects } from '../src/platform/objects/inner/file.ts'
import { openArchive } from '../src/platform/zip/reader.ts'
import { createZipWriter } from '../src/platform/zip/writer.ts'
import type { Json } from './givens.ts'
import { startTestApp, type TestApp } from './harness.ts'
import { hybridPdf } from './hybrid-pdf.ts'
import { runNow } from './jobs.ts'
import { supplierXml } from './supplier-xml.ts'

const PASSWORD = 'nine quiet lighthouses'
const PASSPHRASE = 'correct horse battery'
const ORIGIN = 'http://localhost:3000'
const ITEMS = [{ description: 'Cover design', quantity: '1.5', unit_price: '80.00' }]
const WEEK_LATER = '2026-11-29T09:30:00.000Z'
const MONTH_LATER = '2026-12-22T09:30:00.000Z'
const AN_HOUR_LATER = '2026-12-22T10:30:00.000Z'

const INVOICES = 'tables/invoices.jsonl'
const UNREADABLE = 'company_archive_unreadable'
const UNTRUE = 'company_archive_untrue'

/** From one engine to the other: an archive belongs to none. */
const JOURNEYS: readonly (readonly [Engine, Engine])[] = [
  ['sqlite', 'postgres'],
  ['postgres', 'sqlite'],
]

describe.each(JOURNEYS)('a company from %s to %s', (from, to) => {
  let source: TestApp
  let target: TestApp
  let company: string
  let given: Awaited<ReturnType<typeof fillCompany>>
  let before: Json
  let openLate: () => Promise<Company>
  const folder = mkdtempSync(join(tmpdir(), 'billwright-company-'))
  const file = join(folder, 'company.zip')
  /** Has the large files and assets of the source; the target has no store. */
  const objects = fileObjects(join(folder, 'objects'))
  let origin: Origin

  beforeAll(async () => {
    origin = await startOrigin()
    const env = { OUTBOUND_ALLOW: origin.host }
    source = await startTestApp(from, env, undefined, { objects })
    target = await startTestApp(to)
    await givenPerson(source)
    await givenPerson(target)
    const made = await source.call('POST', '/companies', { name: 'Second', owner: ADA })
    company = made.json().id
    given = await fillCompany(source, company, origin)
    before = await seenIn(source, company, given)
  })
  afterAll(async () => {
    await source.close()
    await target.close()
    await origin.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const optionsOf = () => ({
    path: file,
    passphrase: PASSPHRASE,
    withKeys: true,
    owner: ADA,
    onProgress: () => {},
  })
  const importInto = (app: TestApp, options: object = {}) =>
    importArchive(app.services.lifecycle, { ...optionsOf(), ...options })

  test('409: while the law keeps its documents, it is not deleted before it was exported', async () => {
    const response = await source.call('DELETE', `/companies/${company}`)
    expect([response.statusCode, response.json().code]).toEqual([409, 'retention_running'])
    expect(response.json().until).toBe('2036-12-31')
  })

  test('200: an export without secrets that work without the passphrase', async () => {
    const caller = await callerIn(source, company)
    const response = await caller('POST', `/companies/${company}/export`, {
      passphrase: PASSPHRASE,
    })
    expect(response.statusCode).toBe(200)
    writeFileSync(file, response.rawPayload)
    const { number, archive } = await requireEver(source, company)
    expect(archive?.sha256).toBe(sha256(readFileSync(file)))
    const secrets = await source.tables
      .selectFrom('company_secrets')
      .select('value')
      .where('company_id', '=', number)
      .execute()
    expect(secrets.length).toBeGreaterThan(1)
    for (const { value } of secrets) expect(response.rawPayload.includes(value)).toBe(false)
  })

  test('404: another company than the own is not exported', async () => {
    const response = await source.call('POST', `/companies/${company}/export`, {
      passphrase: PASSPHRASE,
    })
    expect([response.statusCode, response.json().code]).toEqual([404, 'company_not_found'])
  })

  test('a wrong passphrase, a changed archive or another file imports nothing', async () => {
    const wrong = importInto(target, { passphrase: 'another passphrase' })
    await expect(wrong).rejects.toMatchObject({ code: 'wrong_passphrase' })
    await expect(importInto(source)).rejects.toMatchObject({ code: 'company_exists' })
    const bytes = readFileSync(file)
    const broken = join(folder, 'broken.zip')
    writeFileSync(broken, bytes.subarray(0, bytes.length - 50))
    const unreadable = importInto(target, { path: broken })
    await expect(unreadable).rejects.toMatchObject({ code: 'company_archive_unreadable' })
    expect(await findCompanyEver(target.directory, company)).toBeUndefined()
  })

  test.each<[string, string, string, (text: string) => string | null]>([
    ['has no manifest', UNREADABLE, 'manifest.json', () => null],
    ['has a manifest that is no JSON', UNREADABLE, 'manifest.json', (text) => text.slice(1)],
    [
      'has another manifest',
      UNREADABLE,
      'manifest.json',
      (text) => text.replace('"tables"', '"files"'),
    ],
    ['lacks a table', UNREADABLE, 'tables/payments.jsonl', () => null],
    ['has a line that is no JSON', UNREADABLE, INVOICES, (text) => `{${text}`],
    ['has a line without a row', UNREADABLE, INVOICES, (text) => `null\n${text}`],
    [
      'has text for a number',
      UNREADABLE,
      INVOICES,
      (text) => text.replace(/"version":"\d+"/, '"version":"one"'),
    ],
    [
      'has a page as the original of a supplier',
      UNREADABLE,
      'tables/files.jsonl',
      (text) => text.replace('"application/xml"', '"text/html"'),
    ],
    ['has a row twice', UNTRUE, INVOICES, (text) => `${text}${text}`],
    [
      'has a row without a value',
      UNTRUE,
      INVOICES,
      (text) => text.replace(/"currency":"\w+"/, '"currency":null'),
    ],
  ])('an archive that %s imports nothing', async (_what, code, name, change) => {
    const path = join(folder, 'changed.zip')
    await changeArchive(file, path, (at, text) => (at === name ? change(text) : text))
    const changed = importInto(target, { path })
    await expect(changed).rejects.toMatchObject({ code })
    expect(await findCompanyEver(target.directory, company)).toBeUndefined()
  })

  test('200: in deletion nothing changes, reading works, and it can be restored', async () => {
    const deleting = await source.call('DELETE', `/companies/${company}`)
    expect(deleting.json()).toMatchObject({
      status: 'deleting',
      delete_at: '2026-12-21T09:30:00.000Z',
    })
    const caller = await callerIn(source, company)
    const refused = await caller('POST', '/customers', { name: 'Late' })
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'company_deleting'])
    expect((await caller('GET', '/invoices')).statusCode).toBe(200)
    const restored = await source.call('POST', `/companies/${company}/restore`)
    expect(restored.json()).toMatchObject({ status: 'active', delete_at: null })
    const again = await source.call('POST', `/companies/${company}/restore`)
    expect([again.statusCode, again.json().code]).toEqual([409, 'company_not_deleting'])
  })

  test('200: a suspended company that is called back stays suspended', async () => {
    await source.call('POST', `/companies/${company}/suspend`)
    await source.call('DELETE', `/companies/${company}`)
    const restored = await source.call('POST', `/companies/${company}/restore`)
    expect(restored.json()).toMatchObject({ status: 'suspended', delete_at: null })
    expect((await source.call('POST', `/companies/${company}/resume`)).json().status).toBe('active')
  })

  test('the first company stays', async () => {
    const { id } = await firstCompany(source.directory)
    const response = await source.call('DELETE', `/companies/${id}`)
    expect([response.statusCode, response.json().code]).toEqual([409, 'first_company'])
  })

  test('after 30 days nothing of it is left in any table; the others are whole', async () => {
    await source.call('DELETE', `/companies/${company}`)
    const { number } = await requireEver(source, company)
    expect(await rowsLeft(source, number)).not.toEqual([])
    const stored = await Array.fromAsync(objects.list(number))
    expect(stored.filter(({ key }) => key.includes('/file/'))).toHaveLength(2)
    source.clock.set(MONTH_LATER)
    await runNow(source, 'company.delete')
    expect(await rowsLeft(source, number)).toEqual([])
    expect(await Array.fromAsync(objects.list(number))).toEqual([])
    // Another process adds the requests that it counted before it knew.
    await addUsage(companyDb(source.db, number), '2026-12-22', { requests: 1, pdfs: 0 })
    source.clock.set(AN_HOUR_LATER)
    await runNow(source, 'company.delete')
    expect(await rowsLeft(source, number)).toEqual([])
    const tombstone = await requireEver(source, company)
    expect(tombstone).toMatchObject({ status: 'deleted', name: '', deleteAt: null })
    expect(tombstone.lastHead?.hash).toBe(tombstone.archive?.hash)
    expect((await source.call('GET', `/companies/${company}`)).statusCode).toBe(404)
    expect((await source.send({ url: given.sharePath })).statusCode).toBe(404)
    const counts = await verifyAll({
      config: source.config,
      clock: source.clock,
      parallel: 1,
      sinceVerified: false,
      onCompany: () => {},
    })
    expect(counts).toMatchObject({ verified: 1, faulty: 0 })
  })

  test('an import that is killed before its last step leaves nothing that opens or runs', async () => {
    openLate = await importUntilKilled()
    const entry = await requireEver(target, company)
    expect(entry.status).toBe('importing')
    const left = await rowsLeft(target, entry.number)
    expect(left.length).toBeGreaterThan(10)
    expect(left.filter((it) => /^(api_keys|memberships)/.test(it))).toEqual([])
    expect((await target.call('GET', `/companies/${company}`)).statusCode).toBe(404)
    const { data }: Json = (await target.call('GET', '/companies')).json()
    expect(data.map(({ id }: Json) => id)).not.toContain(company)
    expect((await target.send({ url: given.sharePath })).statusCode).toBe(404)
    const caller = await callerIn(target, company)
    expect((await caller('GET', '/invoices')).json().code).toBe('company_not_found')
    const headers = { authorization: `Bearer ${given.key}` }
    expect((await target.send({ url: '/api/v1/invoices', headers })).statusCode).toBe(401)
    const jobs = () =>
      target.tables
        .selectFrom('jobs')
        .selectAll()
        .where('company_id', '=', entry.number)
        .orderBy('id')
        .execute()
    const waiting = await jobs()
    expect(waiting.some(({ due_at }) => due_at !== null)).toBe(true)
    await target.services.jobRunner.runDue()
    expect(await jobs()).toEqual(waiting)
  })

  test('of two imports at once one opens the company, and the other deletes none of its rows', async () => {
    const { directory } = target
    const archive = await openArchive(file)
    const { company: described } = readManifest(await archive.text('manifest.json'))
    archive.close()
    const killed = await requireEver(target, company)
    const first = await enter(directory, described, killed)
    const second = await enter(directory, described, first)
    await expect(openArrived(directory, first)).rejects.toMatchObject({ code: 'arrival_expired' })
    await expect(leave(directory, first)).rejects.toMatchObject({ code: 'arrival_expired' })
    expect(await requireEver(target, company)).toMatchObject({ status: 'importing' })
    const opened = await openArrived(directory, second)
    const late = enter(directory, described, second)
    await expect(late).rejects.toMatchObject({ code: 'company_exists' })
    expect(await requireEver(target, company)).toMatchObject({ status: 'active' })
    await changeInDirectory(directory, opened.number, () => ({
      status: killed.status,
      statusBefore: killed.statusBefore,
      deleteAt: killed.deleteAt,
    }))
  })

  test('a killed import is deleted after a week, and cannot open the company later', async () => {
    const { number } = await requireEver(target, company)
    const before = new Date(target.clock.now()).toISOString()
    target.clock.set(WEEK_LATER)
    await deleteDueCompanies(target.services.lifecycle, new AbortController().signal)
    target.clock.set(before)
    expect(await findCompanyEver(target.directory, company)).toBeUndefined()
    expect(await rowsLeft(target, number)).toEqual([])
    await expect(openLate()).rejects.toThrow()
    expect(await rowsLeft(target, number)).toEqual([])
    await importUntilKilled()
  })

  /** Stops where the company would be opened; the result opens it. */
  async function importUntilKilled(): Promise<() => Promise<Company>> {
    const { db, clock, config } = target
    const stopped = Promise.withResolvers<void>()
    const late = Promise.withResolvers<void>()
    let isCopied = false
    const transaction = () => ({
      async execute(run: (trx: Trx) => Promise<unknown>) {
        if (isCopied) stopped.resolve()
        if (isCopied) await late.promise
        return db.transaction().execute(run)
      },
    })
    const paused = new Proxy(db, {
      get(on, name) {
        if (name === 'transaction') return transaction
        const value: unknown = Reflect.get(on, name)
        return typeof value === 'function' ? value.bind(on) : value
      },
    })
    const own = createDirectory({ db: paused, clock })
    const { jobRunner } = target.services
    const checks = { jobKinds: () => jobRunner.kinds, readBack: async () => null }
    const deps = { db, clock, database: config.database, directory: own, ...checks }
    const onProgress = (done: number, total: number) => {
      isCopied = done === total
    }
    const imported = importCompany(deps, { ...optionsOf(), onProgress })
    imported.catch(stopped.reject)
    await stopped.promise
    return () => {
      late.resolve()
      return imported
    }
  }

  test('elsewhere everything is as it was: invoices, papers, links, audit, keys', async () => {
    const { number, status } = await importInto(target)
    expect(status).toBe('active')
    expect(await seenIn(target, company, given)).toEqual(before)
    const key = await target.send({
      url: '/api/v1/invoices',
      headers: { authorization: `Bearer ${given.key}` },
    })
    expect(key.statusCode).toBe(200)
    const [webhook] = await target.tables
      .selectFrom('webhooks')
      .selectAll()
      .where('company_id', '=', number)
      .execute()
    expect(webhook).toMatchObject({ status: 'paused', paused_reason: 'manual' })
  })

  test('work continues there: the next invoice has the next number, and search finds it', async () => {
    const caller = await callerIn(target, company)
    const made = await caller('POST', '/invoices', {
      customer: { name: 'Nachtzug' },
      items: ITEMS,
      status: 'sent',
    })
    expect(made.json().number).toBe('INV-2026-0004')
    const found = await caller('GET', '/invoices?q=fernweh&include=total')
    expect(found.json().total).toBe(5)
  })

  test('it gets its number again in the installation that deleted it', async () => {
    const { number } = await requireEver(source, company)
    const back = await importInto(source, { withKeys: false })
    expect(back.number).toBe(number)
    expect((await source.send({ url: given.sharePath })).statusCode).toBe(200)
  })
})

const ADA = 'ada@example.org'

/** Writes an archive anew with other contents; null: without that file. */
async function changeArchive(
  from: string,
  to: string,
  change: (name: string, text: string) => string | null,
): Promise<void> {
  const archive = await openArchive(from)
  const zip = createZipWriter(systemClock)
  const written = buffer(zip.stream)
  for (const name of archive.names) {
    const text = change(name, await archive.text(name))
    if (text !== null) await zip.add(name, Readable.from([text]))
  }
  await zip.end()
  archive.close()
  writeFileSync(to, await written)
}

async function givenPerson(app: TestApp): Promise<void> {
  await app.call('POST', '/users', { email: ADA, password: PASSWORD, role: 'admin' })
}

/** Requests of a person in that company. */
async function callerIn(app: TestApp, company: string) {
  const payload = { email: ADA, password: PASSWORD }
  const headers = { origin: ORIGIN }
  const answer = await app.send({ method: 'POST', url: '/api/v1/session', payload, headers })
  const cookie = answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  return (method: 'GET' | 'POST' | 'PUT' | 'PATCH', path: string, body?: object) =>
    app.send({
      method,
      url: `/api/v1${path}`,
      headers: { ...headers, ...typeOf(path, body), cookie, 'billwright-company': company },
      ...(body ? { payload: body } : {}),
    })
}

const typeOf = (path: string, body?: object) => {
  if (!(body instanceof Uint8Array)) return {}
  const isOriginal = path === '/supplier-invoices'
  return { 'content-type': isOriginal ? 'application/xml' : 'application/octet-stream' }
}

/** Of suppliers: one of each kind of file, and a lot of two. */
const ORIGINALS = [
  Buffer.from(supplierXml('S-1')),
  hybridPdf({ 'factur-x.xml': supplierXml('S-2') }),
  signedFile(Buffer.from(fattura({ number: 'S-3' }))),
  Buffer.from(fattura({ number: 'S-4' }, { number: 'S-5' })),
]

const LARGE_FILE = Buffer.from(
  'description,quantity,unit_price\n'.concat('Cover,1,80.00\n'.repeat(7_000)),
)

async function fillCompany(app: TestApp, company: string, origin: Origin) {
  const caller = await callerIn(app, company)
  const created = async (path: string, body: object): Promise<Json> => {
    const response = await caller('POST', path, body)
    expect(response.statusCode, response.body).toBeLessThan(300)
    return response.json()
  }
  await caller('PATCH', '/settings', { companyName: 'Second GmbH', taxLabel: 'MwSt' })
  const customer = await created('/customers', { name: 'Fernweh Books', tax_id: 'DE123456788' })
  const about = { customer_id: customer.id, items: ITEMS }
  await created('/webhooks', { url: 'https://example.org/hook', event_types: ['*'] })
  const first = await created('/invoices', { ...about, status: 'sent', notes: 'two\u2028lines' })
  const shared = await created(`/invoices/${first.id}/publish`, {})
  await created(`/invoices/${first.id}/payments`, { amount: '10.00' })
  await created('/invoices', { ...about, status: 'sent' })
  await created(`/invoices/${first.id}/credit-note`, {})
  await created('/invoices', { ...about, status: 'sent' })
  await created('/invoices', about)
  const stored = await created(
    `/invoices/${first.id}/files?name=plan.csv&visible=internal`,
    LARGE_FILE,
  )
  origin.serve({
    '/manifest.json': manifestOf({ id: 'own', assets: [{ path: 'large.png', url: 'large.png' }] }),
    '/index.html': htmlOf(),
    '/large.png': pictureOf(200),
  })
  await created('/templates/install-from-manifest', { url: origin.url('/manifest.json') })
  for (const original of ORIGINALS) await created('/supplier-invoices', original)
  const { key } = await created('/api-keys', { name: 'Shop', scopes: ['read'] })
  const { pathname } = new URL(shared.share_url)
  const filePath = `/invoices/${first.id}/files/${stored.id}`
  return { invoiceId: String(first.id), sharePath: pathname, filePath, key: String(key) }
}

/** What people, customers and auditors see of the company. */
async function seenIn(
  app: TestApp,
  company: string,
  given: Awaited<ReturnType<typeof fillCompany>>,
): Promise<Json> {
  const { invoiceId, sharePath, filePath } = given
  const caller = await callerIn(app, company)
  const seen: Record<string, unknown> = {}
  for (const path of [
    '/customers',
    '/invoices?sort=created_at',
    '/invoices?q=cover',
    `/invoices/${invoiceId}`,
    `/invoices/${invoiceId}/payments`,
    `/invoices/${invoiceId}/html`,
    '/settings',
  ]) {
    const { statusCode, body } = await caller('GET', path)
    expect(statusCode, path).toBe(200)
    seen[path] = body
  }
  const { data: received }: Json = (await caller('GET', '/supplier-invoices?sort=number')).json()
  expect(received).toHaveLength(5)
  const originals = []
  for (const { id } of received)
    originals.push((await caller('GET', `/supplier-invoices/${id}/original`)).rawPayload)
  expect(originals).toEqual([...ORIGINALS, ORIGINALS.at(-1)])
  // Looking at the page is an event, too.
  const events: Json = (await caller('GET', '/events?limit=100')).json()
  const page = await app.send({ url: sharePath })
  expect(page.statusCode).toBe(200)
  const pdf = await caller('GET', `/invoices/${invoiceId}/pdf`)
  expect(pdf.statusCode).toBe(200)
  const file = await caller('GET', filePath)
  expect(file.rawPayload.equals(LARGE_FILE)).toBe(true)
  const entry = await requireEver(app, company)
  const asset = `/api/v1/_template-assets/own/1.0.0@${entry.handle}/large.png`
  const picture = await app.send({ url: asset })
  expect(picture.rawPayload.equals(pictureOf(200))).toBe(true)
  const { head } = await headAfterVerify(app, entry)
  const noted = events.data.filter(({ type }: Json) => type !== 'invoice.viewed')
  return { ...seen, received, noted, page: page.body, pdf: sha256(pdf.rawPayload), head }
}

async function headAfterVerify(app: TestApp, entry: Company) {
  const report = await withSnapshot(
    app.config.database,
    (scope) => verifyDatabase(scope, () => {}, unreadObjects),
    async () => entry,
  )
  expect(report.breaks).toEqual([])
  return report
}

async function requireEver(app: TestApp, id: string): Promise<Company> {
  const company = await findCompanyEver(app.directory, id)
  if (company) return company
  throw new Error(`There is no company ${id}.`)
}

/** The tables that have a row of the company, of companies and of the installation. */
async function rowsLeft(app: TestApp, company: CompanyId): Promise<readonly string[]> {
  const left: string[] = []
  const scope = companyDb(app.db, company)
  for (const shape of await listCompanyTables(app.db))
    for await (const rows of readRows(scope, shape)) left.push(`${shape.name}: ${rows.length}`)
  for (const table of [
    'api_keys',
    'memberships',
    'invitations',
    'support_grants',
    'company_domains',
  ] as const) {
    const rows = await app.tables
      .selectFrom(table)
      .select('company')
      .where('company', '=', company)
      .execute()
    if (rows.length > 0) left.push(`${table}: ${rows.length}`)
  }
  return left
}
