import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { environmentOf, runCommand } from './cli-run.ts'
import { startTestApp, type TestApp } from './harness.ts'

const OWNER = 'ada@example.org'
const PASSPHRASE = 'correct horse battery'

let app: TestApp
let env: Record<string, string>
const folder = mkdtempSync(join(tmpdir(), 'billwright-commands-'))
const file = join(folder, 'second.zip')

beforeAll(async () => {
  app = await startTestApp('sqlite')
  env = environmentOf(app.config)
  await app.call('POST', '/users', {
    email: OWNER,
    password: 'nine quiet lighthouses',
    role: 'admin',
  })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const company = (args: readonly string[], input = '') =>
  runCommand(['company', ...args, '--json'], { env, input })

test('a company is made, exported, deleted, restored and verified at the terminal', async () => {
  const made = await company(['create', 'Second', '--owner', OWNER])
  const { id, handle } = made.json
  const short = await company(['export', id, file], 'short\n')
  expect([short.code, existsSync(file)]).toEqual([2, false])
  const exported = await company(['export', id, file], `${PASSPHRASE}\n`)
  expect(exported.json.sha256, exported.stderr).toMatch(/^[0-9a-f]{64}$/)
  const there = await company(['import', file], `${PASSPHRASE}\n`)
  expect([there.code, there.stderr]).toEqual([
    1,
    expect.stringContaining(`already has the company`),
  ])
  expect((await company(['delete', id])).json).toMatchObject({ status: 'deleting' })
  expect((await company(['restore', id])).json).toMatchObject({ status: 'active' })
  expect((await company(['verify', handle])).json).toMatchObject({ ok: true })
  expect((await company(['suspend', handle])).json).toMatchObject({ status: 'suspended' })
  expect((await company(['resume', handle])).json).toMatchObject({ status: 'active' })
  for (const action of ['suspend', 'delete', 'restore']) {
    const unknown = await company([action, 'com_none'])
    expect([unknown.code, unknown.stderr]).toEqual([
      2,
      expect.stringContaining('no company com_none'),
    ])
  }
})

test('a wrong passphrase imports nothing', async () => {
  const wrong = await company(['import', file], 'another passphrase\n')
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('does not open')])
})
