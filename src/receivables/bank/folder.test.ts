import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Givens, givens } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'
import { SCRATCH } from '../../../test/scratch.ts'
import { takeDroppedFiles } from './folder.ts'
import { camt, OWN_IBAN } from './statements.testing.ts'

const SECONDS = 1000

describe.each(ENGINES)('the folder with files of banks (%s)', (engine) => {
  let app: TestApp
  let given: Givens
  let root: string
  let folder: string
  beforeAll(async () => {
    root = mkdtempSync(join(SCRATCH, 'billwright-folders-'))
    app = await startTestApp(engine, { BANK_FOLDERS: root })
    given = givens(app)
    await given.settings({ bankAccount: { iban: OWN_IBAN }, bankFolder: 'bank/in' })
  })
  afterAll(async () => {
    await app.close()
    rmSync(root, { recursive: true, force: true })
  })
  beforeEach(() => {
    folder = join(root, app.work().company.id, 'bank/in')
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
  })

  const put = (name: string, bytes: string | Uint8Array) => writeFileSync(join(folder, name), bytes)
  const statement = (reference: string) =>
    camt([{ entries: [{ amount: '10.00', reference }] }], reference)
  /** That long after the newest file was written. */
  const look = async (afterMs = 11 * SECONDS) => {
    const written = readdirSync(folder).map((name) => statSync(join(folder, name)).ctimeMs)
    const at = new Date(Math.ceil(Math.max(0, ...written)) + afterMs).toISOString()
    await takeDroppedFiles({ ...app.work(), at }, new AbortController().signal)
  }
  const textOf = (path: string) => readFileSync(join(folder, path), 'utf8')
  const entries = async () =>
    (await app.call('GET', '/bank-entries?include=total&limit=1')).json().total

  test('a finished file is stored once and moves, with a text that says what came of it', async () => {
    const before = await entries()
    put('november.xml', statement('F1'))
    await look(9 * SECONDS)
    expect(readdirSync(folder)).toEqual(['november.xml'])
    await look()
    expect(readdirSync(folder)).toEqual(['done'])
    expect(textOf('done/november.xml')).toBe(String(statement('F1')))
    expect(textOf('done/november.xml.txt')).toMatch(/^bkf_\S+: camt.*1 entries, 1 new, 0 known/)
    expect(await entries()).toBe(before + 1)
    // Another program writes it again.
    put('november.xml', statement('F1'))
    await look()
    expect(textOf('done/november-2.xml.txt')).toMatch(/^bkf_\S+: imported before/)
    expect(await entries()).toBe(before + 1)
  })

  test('a file that is refused says why, and the others are taken', async () => {
    put('1.xml', 'no statement')
    put('2.xml', camt([{ iban: 'DE89370400440532013000', entries: [{ amount: '1.00' }] }], 'F2'))
    put('3.xml', '')
    put('4.xml', statement('F4'))
    await look()
    expect(readdirSync(join(folder, 'done'))).toEqual(['4.xml', '4.xml.txt'])
    expect(textOf('refused/1.xml.txt')).toMatch(
      /^(file_unreadable|format_not_supported|csv_profile_needed): /,
    )
    expect(textOf('refused/2.xml.txt')).toMatch(
      /^bank_account_unknown: [\s\S]*DE89370400440532013000/,
    )
    expect(readdirSync(join(folder, 'refused'))).toHaveLength(6)
  })

  test('no link is followed, and an unfinished file stays', async () => {
    const outside = join(root, 'outside.xml')
    writeFileSync(outside, statement('F5'))
    symlinkSync(outside, join(folder, 'link.xml'))
    symlinkSync(root, join(folder, 'refused'))
    mkdirSync(join(folder, 'more.xml'))
    for (const name of ['.hidden.xml', 'a.xml.part', 'b.tmp']) put(name, statement('F6'))
    const before = await entries()
    await look()
    expect(await entries()).toBe(before)
    expect(readdirSync(folder)).toHaveLength(6)
    // What would be refused has no place to go, so it stays.
    put('bad.xml', 'no statement')
    await expect(look()).rejects.toThrow('is not a folder')
    expect(readdirSync(root)).not.toContain('bad.xml')
  })

  test('the folder of the company may not be a link either', async () => {
    rmSync(folder, { recursive: true })
    const other = join(root, 'other')
    mkdirSync(other, { recursive: true })
    symlinkSync(other, folder)
    writeFileSync(join(other, 'a.xml'), statement('F7'))
    await expect(look()).rejects.toThrow('is not a folder')
    rmSync(folder)
  })

  test.each([
    '../in',
    '/etc',
    'a/../b',
    '.hidden',
    'a//b',
    'a\\b',
  ])('422: the setting is not %j', async (bankFolder) => {
    const answer = await app.call('PATCH', '/settings', { bankFolder })
    expect([answer.statusCode, answer.json().errors[0].pointer]).toEqual([422, '/bankFolder'])
  })
})

test('422: without a folder of the operator, no company has one', async () => {
  const app = await startTestApp('sqlite')
  const answer = await app.call('PATCH', '/settings', { bankFolder: 'in' })
  expect(answer.json().errors).toMatchObject([{ pointer: '/bankFolder', code: 'not_allowed' }])
  await app.close()
})
