import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isResetOpen } from '../src/company/access/password-resets/password-resets.ts'
import type { Company } from '../src/core/companies/company.ts'
import {
  changeInDirectory,
  existingCompanies,
  firstCompany,
} from '../src/core/companies/directory.ts'
import { AppError } from '../src/kernel/errors.ts'
import { leave } from '../src/operations/lifecycle/inner/arrivals.ts'
import { importArchive } from '../src/operations/lifecycle/lifecycle.ts'
import { systemClock } from '../src/platform/clock.ts'
import { listCompanyTables, readRows } from '../src/platform/database/company-rows.ts'
import { companyDb } from '../src/platform/database/scope.ts'

import { openArchive } from '../src/platform/zip/reader.ts'
import { createZipWriter } from '../src/platform/zip/writer.ts'
import type { Json } from './givens.ts'
import { ENGINES, startTestApp, type TestApp } from './harness.ts'
import { givenSides, PASSWORD } from './isolation/sides.ts'
import { type Servers, startServers } from './servers.ts'
import { ROOT } from './source-files.ts'

const FUZZ = process.env.ARCHIVE_FUZZ
const CASES_OF = { sqlite: Number(FUZZ ?? 20), postgres: Number(FUZZ ?? 4) }
const SEED = Number(process.env.ARCHIVE_FUZZ_SEED ?? 1)
const PASSPHRASE = 'correct horse battery'
const REFUSALS = ['company_archive_unreadable', 'company_archive_untrue', 'company_exists']
const MANIFEST = 'manifest.json'
const SCRIPT = '<script>alert(1)</script>'
const SAMPLE = join(ROOT, '../shared/reports/security/X1-archive-with-operator-key.zip')

/** The files of an archive, by name. */
type Files = Map<string, string>

async function read(bytes: Buffer): Promise<Files> {
  const archive = await openArchive(bytes)
  const files: Files = new Map()
  for (const name of archive.names) files.set(name, await archive.text(name))
  archive.close()
  return files
}

/** Writes an archive whose manifest has the hashes of its tables, as its author would. */
async function write(path: string, files: Files): Promise<void> {
  const manifest = JSON.parse(files.get(MANIFEST) ?? '')
  for (const [name, text] of files) {
    const table = manifest.tables?.[name.slice('tables/'.length, -'.jsonl'.length)]
    if (!name.startsWith('tables/') || typeof table !== 'object' || table === null) continue
    if (typeof table.rows === 'number') table.rows = text.split('\n').length - 1
    if (typeof table.sha256 === 'string' && /^[0-9a-f]{64}$/.test(table.sha256))
      table.sha256 = createHash('sha256').update(text).digest('hex')
  }
  const zip = createZipWriter(systemClock)
  const written = buffer(zip.stream)
  for (const [name, text] of files)
    await zip.add(name, Readable.from([name === MANIFEST ? JSON.stringify(manifest) : text]))
  await zip.end()
  writeFileSync(path, await written)
}

/** A place in JSON: the object or list that has a value, and its key there. */
interface Place {
  readonly path: string
  readonly parent: Json
  readonly key: string
}

function placesIn(value: Json, path = ''): readonly Place[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.keys(value).flatMap((key) => [
    { path: `${path}/${key}`, parent: value, key },
    ...placesIn(value[key], `${path}/${key}`),
  ])
}

describe.each(ENGINES)('archives of strangers (%s)', (engine) => {
  const cases = CASES_OF[engine]
  const folder = mkdtempSync(join(tmpdir(), 'billwright-strangers-'))
  const file = join(folder, 'company.zip')
  let source: TestApp
  let target: TestApp
  let servers: Servers
  let files: Files
  let keySecret: string
  let operatorId: string
  let otherIds: readonly string[]

  beforeAll(async () => {
    servers = await startServers()
    source = await startTestApp(engine, servers.env)
    target = await startTestApp(engine)
    const [, { company, owner, key }] = await givenSides(source, servers)
    keySecret = key.authorization ?? ''
    const exported = await source.send({
      method: 'POST',
      url: `/api/v1/companies/${company.id}/export`,
      headers: owner,
      payload: { passphrase: PASSPHRASE },
    })
    expect(exported.statusCode, exported.body).toBe(200)
    files = await read(exported.rawPayload)
    await target.call('POST', '/users', {
      email: 'ada@example.org',
      password: PASSWORD,
      role: 'owner',
    })
    operatorId = (await target.call('GET', '/users')).json().data[0].id
    const customer = await target.call('POST', '/customers', { name: 'Somebody else' })
    otherIds = [customer.json().id, (await firstCompany(target.directory)).id]
  })
  afterAll(async () => {
    await source.close()
    await target.close()
    await servers.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const take = (path = file) =>
    importArchive(target.services.lifecycle, {
      path,
      passphrase: PASSPHRASE,
      withKeys: true,
      owner: null,
      onProgress: () => {},
    })
  const withManifest = (change: (manifest: Json) => void): Files => {
    const manifest = JSON.parse(files.get(MANIFEST) ?? '')
    change(manifest)
    return new Map([...files, [MANIFEST, JSON.stringify(manifest)]])
  }
  const companyCount = async () =>
    (await Array.fromAsync(existingCompanies(target.directory))).length
  const forget = async (company: Company) => {
    const { directory } = target
    const arriving = await changeInDirectory(directory, company.number, () => ({
      status: 'importing',
    }))
    await leave(directory, arriving)
  }
  /** No row of a company that is not there, and no key of an operator. */
  const expectNothingLeft = async () => {
    expect(await companyCount()).toBe(1)
    const { number } = await firstCompany(target.directory)
    const keys = await target.db.selectFrom('api_keys').select(['company', 'scopes']).execute()
    expect(keys).toEqual([])
    for (const { name } of await listCompanyTables(target.db)) {
      const rows = await target.tables
        .selectFrom(name)
        .select('company_id')
        .where('company_id', '!=', number)
        .limit(1)
        .execute()
      expect(rows, name).toEqual([])
    }
  }
  const expectHarmless = async (company: Company) => {
    const keys = await target.db.selectFrom('api_keys').select(['company', 'scopes']).execute()
    for (const key of keys) {
      expect(key.company).toBe(company.number)
      expect(key.scopes).not.toContain('companies')
    }
    const scope = companyDb(target.db, company.number)
    const shapes = await listCompanyTables(target.db)
    const versions = shapes.filter(({ name }) => name === 'template_versions')
    for (const shape of versions)
      for await (const rows of readRows(scope, shape))
        for (const { html } of rows)
          expect(String(html)).not.toMatch(/<script|onerror|javascript:/i)
  }

  test('the archive has rows of each table', () => {
    const empty = [...files].filter(([, text]) => text === '').map(([name]) => name)
    expect(empty).toEqual([])
  })

  test('an archive as this release writes it is imported', async () => {
    await write(file, files)
    const company = await take()
    expect(company.status).toBe('active')
    await expectHarmless(company)
    await forget(company)
    await expectNothingLeft()
  })

  test('400: a key with the scope of operators', async () => {
    const scopes = 'read write issue admin companies'
    await write(
      file,
      withManifest(({ keys }) => Object.assign(keys[0], { scopes })),
    )
    await expect(take()).rejects.toMatchObject({ code: 'company_archive_unreadable' })
    await expectNothingLeft()
  })

  test('a row that gives a key of one company the scope of operators gives nothing', async () => {
    await write(file, files)
    const company = await take()
    await target.db
      .updateTable('api_keys')
      .set({ scopes: 'read write issue admin companies' })
      .execute()
    const headers = { authorization: keySecret }
    const ask = (method: 'GET' | 'POST', url: string, payload?: object) =>
      target.send({ method, url: `/api/v1${url}`, headers, ...(payload ? { payload } : {}) })
    expect((await ask('GET', '/customers')).statusCode).toBe(200)
    expect((await ask('POST', '/companies', { name: 'Mine' })).statusCode).toBe(403)
    expect((await ask('GET', '/companies')).json().data).toHaveLength(1)
    const more = await ask('POST', '/api-keys', { name: 'x', scopes: ['companies'] })
    expect([more.statusCode, more.json().code]).toEqual([403, 'scope_not_held'])
    await forget(company)
  })

  test('a template of an archive loses its scripts', async () => {
    const name = 'tables/template_versions.jsonl'
    const [line = ''] = files.get(name)?.split('\n') ?? []
    const row = JSON.parse(line)
    row.html = `<!DOCTYPE html><html><body>${SCRIPT}<img src=x onerror=alert(2)>A</body></html>`
    await write(file, new Map([...files, [name, `${JSON.stringify(row)}\n`]]))
    const company = await take()
    await expectHarmless(company)
    await forget(company)
  })

  test('a text that is too long for an index of PostgreSQL is refused or harmless', async () => {
    const name = 'tables/direct_debit_files.jsonl'
    const [line = '', ...rest] = files.get(name)?.split('\n') ?? []
    const row = JSON.stringify({ ...JSON.parse(line), message_ref: 'A'.repeat(300_000) })
    await write(file, new Map([...files, [name, [row, ...rest].join('\n')]]))
    if (engine === 'postgres')
      await expect(take()).rejects.toMatchObject({ code: 'company_archive_untrue' })
    else await forget(await take())
    await expectNothingLeft()
  })

  test('a queued message of an archive mails nobody the link to an account', async () => {
    const { id, version } = (await target.call('GET', `/users/${operatorId}`)).json()
    const expiresAt = '2099-01-01T00:00:00.000Z'
    const reset = { userId: id, userVersion: version ?? 1, expiresAt }
    const { access } = target.services
    expect(await isResetOpen(access, reset, 'ada@example.org')).toBe(true)
    expect(await isResetOpen(access, reset, 'mallory@example.org')).toBe(false)
  })

  test.runIf(existsSync(SAMPLE))('the sample beside the project is refused', async () => {
    const sample = take(SAMPLE)
    await expect(sample).rejects.toBeInstanceOf(AppError)
    await expectNothingLeft()
  })

  const valuesOf = (before: unknown): readonly (readonly [string, unknown])[] => [
    ["another company's", otherIds[0]],
    ["an operator's", operatorId],
    ["an operator's scope", 'companies'],
    ['a script', SCRIPT],
    ['a path', '../../../../etc/passwd'],
    ['a huge text', 'A'.repeat(300_000)],
    ['a huge number', '9'.repeat(40)],
    ['a number', 7],
    ['a list', [before]],
    ['an object', { __proto__: null, a: before }],
    ['true', true],
    ['nothing', null],
    ['JSON', '{"a":[1,{"b":null}]}'],
    ['a date that is none', '2026-13-45T99:99:99.000Z'],
  ]

  test(`${cases} archives with one wrong field each are refused or harmless`, {
    timeout: cases * 60_000,
  }, async () => {
    let state = SEED
    const random = (limit: number): number => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor((state / 2_147_483_648) * limit)
    }
    const tables = [...files].filter(([name, text]) => name !== MANIFEST && text !== '')
    let imported = 0
    for (let turn = 0; turn < cases; turn++) {
      const [name, text] =
        turn % 4 === 0 ? [MANIFEST, ''] : (tables[random(tables.length)] ?? ['', ''])
      const lines = text.split('\n').slice(0, -1)
      const at = random(lines.length)
      const root: Json = JSON.parse(
        name === MANIFEST ? (files.get(MANIFEST) ?? '') : (lines[at] ?? '{}'),
      )
      const places = placesIn(root)
      const place = places[random(places.length)]
      if (!place) continue
      const before = place.parent[place.key]
      // Half of the JSON in a column is changed inside.
      const inside = name !== MANIFEST && /^[[{]./.test(String(before)) && random(2) === 0
      const json = inside ? JSON.parse(String(before)) : null
      const inner = inside ? placesIn(json) : []
      const deep = inner[random(inner.length)]
      const [what, value] = valuesOf(deep ? deep.parent[deep.key] : before)[random(14)] ?? ['', '']
      if (deep) {
        deep.parent[deep.key] = value
        place.parent[place.key] = JSON.stringify(json)
      } else place.parent[place.key] = value
      const said = `seed ${SEED}, turn ${turn}: ${what} in ${name}${place.path}${deep?.path ?? ''}`
      if (name === MANIFEST)
        await write(file, new Map([...files, [MANIFEST, JSON.stringify(root)]]))
      else {
        const changed = lines.with(at, JSON.stringify(root))
        await write(file, new Map([...files, [name, `${changed.join('\n')}\n`]]))
      }
      const outcome = await take().catch((error: unknown) => error)
      if (outcome instanceof Error) {
        expect(outcome, `${said}: ${outcome.stack}`).toBeInstanceOf(AppError)
        expect([...REFUSALS, 'wrong_passphrase'], said).toContain((outcome as AppError).code)
      } else {
        imported++
        await expectHarmless(outcome as Company)
        await forget(outcome as Company)
      }
      if (turn % 10 === 0 || outcome instanceof Error === false) await expectNothingLeft()
    }
    await expectNothingLeft()
    // Otherwise the archive itself would be wrong.
    if (cases > 20) expect(imported).toBeGreaterThan(0)
  })
})
