import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportAudit } from '../src/books/audit/export.ts'
import { firstCompany } from '../src/core/companies/directory.ts'
import { enqueue } from '../src/core/jobs/queue.ts'
import { transaction } from '../src/core/record/transaction.ts'
import type { Engine } from '../src/platform/database/db.ts'
import { tablesOfAllCompanies } from '../src/platform/database/scope.ts'
import { camt, OWN_IBAN } from '../src/receivables/bank/statements.testing.ts'
import { environmentOf, runCommand } from './cli-run.ts'
import { entryOf } from './entry.ts'
import { type Givens, givens, ITEM } from './givens.ts'
import { ENGINES, startTestApp, type TestApp } from './harness.ts'
import { reportOf } from './mail-server.ts'
import { ROOT } from './source-files.ts'

const PASSWORD = 'a long sentence for ada'

let app: TestApp
let given: Givens
let env: Record<string, string>
const run = (args: readonly string[], input = '') => runCommand(args, { env, input })

function useService(engine: Engine): void {
  beforeAll(async () => {
    app = await startTestApp(engine, { OUTBOUND_ALLOW: '127.0.0.1:9' })
    given = givens(app)
    env = environmentOf(app.config)
    await given.invoice({ status: 'sent' })
    await given.invoice({ status: 'sent' })
  })
  afterAll(() => app.close())
}

/** One command of each way to the database: changes, jobs, checks, a snapshot. */
describe.each(ENGINES)('the command line (%s)', (engine) => {
  useService(engine)

  test('key: a new one opens the API, is listed, and is stopped by revoking it', async () => {
    const created = await run(['key', 'create', '--name', 'Books', '--scopes', 'read,write'])
    expect(created.code).toBe(0)
    const key = created.stdout.trim()
    expect(key).toMatch(/^bw_live_\S+$/)
    const read = () => app.call('GET', '/invoices', undefined, { authorization: `Bearer ${key}` })
    expect((await read()).statusCode).toBe(200)

    const listed = await run(['key', 'list', '--json'])
    expect(listed.json).toMatchObject([{ name: 'Books', scopes: ['read', 'write'] }])
    expect(listed.stdout).not.toContain(key)
    const { id } = listed.json[0]
    expect((await run(['key', 'revoke', id])).code).toBe(0)
    expect((await read()).statusCode).toBe(401)
    expect((await run(['key', 'list'])).stdout).toContain('revoked')
    expect((await run(['key', 'revoke', 'key_none'])).code).toBe(1)
  })

  test('jobs: listed, run again and dropped', async () => {
    const kind = { name: 'test.note', parallel: 1 }
    await transaction(app.work(), (work) => enqueue(work, kind, [{ key: 'a', payload: {} }]))
    const failed = { due_at: null, failed_at: app.work().at, last_error: 'no luck' }
    await app.tables.updateTable('jobs').set(failed).where('kind', '=', kind.name).execute()
    const listed = await run(['jobs', 'list', '--status', 'failed', '--json'])
    expect(listed.json).toMatchObject([{ kind: 'test.note', last_error: 'no luck' }])
    const { id } = listed.json[0]
    expect((await run(['jobs', 'list'])).stdout).toMatch(/^job_\S+ +test\.note +failed .*no luck$/m)
    expect((await run(['jobs', 'retry', id, '--json'])).json).toMatchObject({ status: 'retrying' })
    expect((await run(['jobs', 'drop', id])).code).toBe(0)
    expect(await run(['jobs', 'drop', id])).toMatchObject({ code: 1 })
    expect((await run(['jobs', 'list', '--kind', 'test.note', '--json'])).json).toEqual([])
  })

  test('doctor: every check by name, and the database is reached', async () => {
    const { json, code } = await run(['doctor', '--json'])
    const names = json.checks.map(({ name }: { readonly name: string }) => name)
    expect(names).toEqual([
      'node',
      'database',
      'migrations',
      'clock',
      'renderer',
      'fonts',
      'permissions',
      'disk',
      'mail server',
      'outbox',
      'recurring',
      'mandates',
    ])
    const failed = json.checks.filter(({ ok }: { readonly ok: boolean }) => !ok)
    expect(code).toBe(failed.length === 0 ? 0 : 1)
    expect(json.checks[1]).toMatchObject({ ok: true })
    expect(json.checks[2]).toMatchObject({ ok: true, detail: 'all applied' })
    if (json.checks[4].ok)
      expect(json.checks[4].detail).toMatch(/(in|without) its own process namespace/)
  })

  test('verify: 0 while all is well, 1 with the first break once it is not', async () => {
    const well = await run(['verify'])
    expect(well).toMatchObject({ code: 0, stderr: '' })
    expect(well.stdout).toContain('No faults found.')
    expect((await run(['verify', '--objects'])).stdout).toContain('No faults found.')
    const unread = await run(['verify', '--all', '--since-verified', '--objects'])
    expect(unread).toMatchObject({ code: 2, stdout: '' })
    const { handle } = await firstCompany(app.directory)
    const contradictory = [
      ['--all', '--company', handle],
      ['--parallel', '2'],
      ['--since-verified'],
    ]
    for (const options of contradictory)
      expect(await run(['verify', ...options])).toMatchObject({ code: 2, stdout: '' })
    const archive = await exported('before.zip')
    await sql`update invoices set notes = 'x' where number = 'INV-2026-0002'`.execute(
      tablesOfAllCompanies(app.db),
    )
    const broken = await run(['verify', '--json'])
    expect(broken.code).toBe(1)
    expect(broken.json.first_break).toMatchObject({
      kind: 'invoice_state',
      number: 'INV-2026-0002',
      field: 'notes',
      expected: 'null',
      found: '"x"',
    })
    expect((await run(['verify'])).stdout).toMatch(/^First break: Invoice INV-2026-0002/)
    expect(await runCommand(['verify', archive], { env: {} })).toMatchObject({ code: 0 })
    expect((await runCommand(['verify', await exported('after.zip')], { env: {} })).code).toBe(1)
  })

  async function exported(name: string): Promise<string> {
    const file = join(app.config.dataDir, name)
    const { stream } = exportAudit(app.work())
    writeFileSync(file, Buffer.concat(await stream.toArray()))
    return file
  }
})

/** Their services are tested on both engines: here is what the commands take, print and answer. */
describe('commands of services', () => {
  useService('sqlite')

  test('recurring due: invoices that would be created at an instant, and waiting matters', async () => {
    const { id: customer_id } = (await app.call('POST', '/customers', { name: 'Due' })).json()
    const schedule = { unit: 'month', start_date: '2026-12-31' }
    const invoice = { items: [{ description: 'Hosting' }] }
    const body = { name: 'Hosting', customer_id, schedule, invoice }
    expect((await app.call('POST', '/recurring-invoices', body)).statusCode).toBe(201)
    const none = await run(['recurring', 'due', '--at', '2026-12-30T00:00:00Z', '--json'])
    expect(none.json).toEqual([])
    const due = await run(['recurring', 'due', '--at', '2027-01-31T12:00:00Z', '--json'])
    expect(due.json).toMatchObject([{ dates: ['2026-12-31', '2027-01-31'], attention: null }])
    const held = await run(['recurring', 'due', '--at', '2028-01-01T12:00:00Z'])
    expect(held.stdout).toContain('too_many_due')
  })

  test('key create --expires-days shows the expiry', async () => {
    const args = ['key', 'create', '--name', 'Short', '--scopes', 'read', '--json']
    const { json } = await run([...args, '--expires-days', '30'])
    const days = (Date.parse(json.expires_at) - Date.parse(json.created_at)) / 86_400_000
    expect(days).toBeCloseTo(30, 2)
  })

  test('user: added, listed, changed and removed; the password comes by standard input', async () => {
    const add = ['user', 'add', 'Ada@Example.org', '--role', 'owner', '--name', 'Ada']
    expect((await run(add, 'short\n')).code).toBe(2)
    const added = await run([...add, '--json'], `${PASSWORD}\n`)
    expect(added).toMatchObject({ code: 0, json: { email: 'ada@example.org', role: 'owner' } })
    expect((await run(add, `${PASSWORD}\n`)).code).toBe(1)
    await run(['user', 'add', 'bo@example.org'], `${PASSWORD}\n`)
    expect((await run(['user', 'list'])).stdout).toMatch(/bo@example\.org +member/)

    const role = await run(['user', 'set-role', 'bo@example.org', 'viewer', '--json'])
    expect(role.json).toMatchObject({ role: 'viewer' })
    const last = await run(['user', 'set-role', 'ada@example.org', 'viewer'])
    expect(last.code).toBe(1)
    expect(
      await run(['user', 'set-password', added.json.id], 'another long sentence\n'),
    ).toMatchObject({ code: 0 })
    expect((await signIn('another long sentence')).statusCode).toBe(201)
    expect((await signIn(PASSWORD)).statusCode).not.toBe(201)
    expect((await run(['user', 'remove', 'bo@example.org'])).code).toBe(0)
    expect((await run(['user', 'remove', 'bo@example.org'])).code).toBe(1)
  })

  const signIn = (password: string) =>
    app.send({
      method: 'POST',
      url: '/api/v1/session',
      headers: { origin: 'http://localhost:3000' },
      payload: { email: 'ada@example.org', password },
    })

  test('mail: waiting messages are listed; a test needs a mail server; a bounce marks its recipient', async () => {
    expect((await run(['mail', 'queue', '--json'])).json).toEqual([])
    const test = await run(['mail', 'test', 'me@example.org'])
    expect(test).toMatchObject({ code: 1, stderr: expect.stringContaining('No mail server') })
    const server = { host: '127.0.0.1', port: 9, security: 'none', auth: null }
    await app.call('PUT', '/mail-transport', server)
    const mailFrom = { name: null, address: 'billing@nord.example' }
    await app.call('PATCH', '/settings', { mailFrom })
    const { id } = await given.invoice({ status: 'sent' })
    const body = { attach: [], to: ['desk@fernweh.example'] }
    const message = (await app.call('POST', `/invoices/${id}/send`, body)).json()
    const waiting = await run(['mail', 'queue', '--json'])
    expect(waiting.json).toMatchObject([{ id: message.id, recipients: body.to }])
    expect((await run(['mail', 'bounce'], 'no report')).code).toBe(2)
    expect(await run(['mail', 'bounce'], reportOf(message.message_id))).toMatchObject({ code: 0 })
    const { recipients } = (await app.call('GET', `/messages/${message.id}`)).json()
    expect(recipients).toMatchObject([{ state: 'bounced' }])
    await app.call('DELETE', '/mail-transport')
  })

  test('import payments: a file that overlaps with an earlier one adds only new payments', async () => {
    const { id, number } = await given.invoice({ status: 'sent' })
    const head = 'invoice_number,amount,reference,source'
    const row = (reference: string) => `${number},1.00,${reference},bank`
    const file = join(app.config.dataDir, 'payments.csv')
    const imported = (...rows: readonly string[]) => {
      writeFileSync(file, [head, ...rows].join('\n'))
      return run(['import', 'payments', file, '--json'])
    }
    const paid = async () => (await app.call('GET', `/invoices/${id}/payments`)).json().data.length
    const first = await imported(row('1'), row('2'))
    expect(first.json).toMatchObject({ ok: true, rows: 2, imported: 2, known: 0 })
    const second = await imported(row('2'), row('3'))
    expect(second.json).toMatchObject({ ok: true, rows: 2, imported: 1, known: 1, faults: [] })
    expect(await paid()).toBe(3)
    const words = await run(['import', 'payments', file])
    expect(words).toMatchObject({ code: 0 })
    expect(words.stdout).toContain('Rows: 2, imported: 0, already there: 2')
    const twice = await imported(row('4'), row('4'))
    expect(twice).toMatchObject({
      code: 1,
      json: { ok: false, imported: 0, faults: [{ line: 3, code: 'payment_exists' }] },
    })
    writeFileSync(file, `${head}\nnone,1.00,9,bank`)
    const unknown = await run(['import', 'payments', file])
    expect(unknown.code).toBe(1)
    expect(unknown.stdout).toContain('There is no invoice none.')
    expect(await paid()).toBe(3)
  })

  test('bank import: a statement pays its invoice once; a file that is no statement is refused', async () => {
    await given.settings({ bankAccount: { iban: OWN_IBAN }, bankAutoBook: 'certain' })
    const item = { ...ITEM, quantity: '1', unit_price: '31.00', tax: { category: 'Z', rate: '0' } }
    const bill = { status: 'sent', issue_date: '2026-11-10', items: [item] }
    const { id, number } = await given.invoice(bill)
    const file = join(app.config.dataDir, 'statement.xml')
    writeFileSync(file, camt([{ entries: [{ amount: '31.00', text: `Invoice ${number}` }] }]))
    const tried = await run(['bank', 'import', file, '--dry-run', '--json'])
    expect(tried.json).toMatchObject([{ format: 'camt.053.001.08', new: 1, code: null }])
    expect((await given.read(id)).status).toBe('sent')
    const first = await run(['bank', 'import', file])
    expect(first).toMatchObject({ code: 0 })
    expect(first.stdout).toContain('camt.053.001.08, 1 new, 0 known, 0 pending')
    expect((await given.read(id)).status).toBe('paid')
    expect((await run(['bank', 'import', file])).stdout).toContain('imported before')
    const other = join(app.config.dataDir, 'other.txt')
    writeFileSync(other, 'no statement')
    expect(await run(['bank', 'import', other, '--json'])).toMatchObject({
      code: 1,
      json: [{ id: null, new: 0 }],
    })
  })

  test('every command has a description, and those below a resource a help', async () => {
    const { stdout } = await run(['--help'])
    const commands = /Commands:\n(.*)\n {2}help/s.exec(stdout)?.[1]?.split('\n') ?? []
    expect(commands.length).toBeGreaterThan(20)
    expect(commands.filter((line) => /^ {2}\S+( [[<]\S+)*$/.test(line))).toEqual([])
    const below = ['events resend', 'payments sync', 'payments fetch', 'payments unassigned']
    for (const command of below) {
      const help = await run([...command.split(' '), '--help'])
      expect([help.code, help.stdout]).toEqual([0, expect.stringContaining('-h, --help')])
    }
  })

  test('import and export: the help describes each list', async () => {
    for (const name of ['import', 'export']) {
      const { stdout } = await run([name, '--help'])
      const lists = /Commands:\n(.*?)\n {2}help/s.exec(stdout)?.[1]?.split('\n') ?? []
      expect(lists.length, stdout).toBeGreaterThan(4)
      for (const line of lists) expect(line).toMatch(/^ {2}\S+ \[options\]( <file>)? {2,}\S/)
    }
  })

  test('domain: added with its record, listed and deleted; an unknown one is refused', async () => {
    const added = await run(['domain', 'add', 'Bills.Example.org', '--json'])
    expect(added.json).toMatchObject({ host: 'bills.example.org', status: 'pending' })
    const { name, value } = added.json.record
    const listed = (await run(['domain', 'list'])).stdout
    for (const part of ['bills.example.org', 'pending', name, value]) expect(listed).toContain(part)
    expect((await run(['domain', 'verify', 'other.example.org'])).code).toBe(1)
    expect((await run(['domain', 'add', 'bills.example.org'])).code).toBe(1)
    expect((await run(['domain', 'delete', 'bills.example.org'])).code).toBe(0)
    expect((await run(['domain', 'list', '--json'])).json).toEqual([])
    expect((await run(['domain', 'delete', 'bills.example.org'])).code).toBe(1)
  })
})

describe('exit codes', () => {
  const run = (args: readonly string[], env: Record<string, string> = {}) =>
    runCommand(args, { env: { DATA_DIR: '/nonexistent/billwright', ...env } })

  test('0: help', async () => {
    const { code, stdout } = await run(['--help'])
    expect(code).toBe(0)
    for (const name of ['serve', 'verify', 'backup', 'restore', 'doctor', 'key', 'user'])
      expect(stdout).toContain(name)
  })

  test('0: the version', async () => {
    const { code, stdout } = await run(['--version'])
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    expect([code, stdout]).toEqual([0, `${version}\n`])
  })

  test('2: an unknown or missing command, option or value', async () => {
    const create = ['key', 'create', '--name', 'x', '--scopes']
    const misuse = [
      ['nonsense'],
      ['verify', '--nonsense'],
      ['key'],
      [],
      ['recurring', 'due', '--at', 'soon'],
      [...create, 'read', '--expires-days', '0'],
      [...create, 'all'],
      ['key', 'create', '--scopes', 'read'],
      ['jobs', 'list', '--status', 'odd'],
      ['user', 'set-role', 'bo@example.org', 'king'],
      ['user', 'add', 'cy@example.org'],
    ]
    for (const args of misuse) expect((await run(args)).code, args.join(' ')).toBe(2)
  })

  test('69: no database, no file, no server', async () => {
    expect((await run(['verify'])).code).toBe(69)
    expect((await run(['key', 'list'])).code).toBe(69)
    expect((await run(['verify', 'none.zip'])).code).toBe(69)
    const server = { DATABASE_URL: 'postgres://x:secret@127.0.0.1:1/none' }
    const lost = await run(['verify'], server)
    expect(lost.code).toBe(69)
    expect(lost.stderr).toContain('unreachable')
    expect(lost.stderr).not.toContain('secret')
    expect((await run(['key', 'list'], server)).code).toBe(69)
  })

  test('78: a setting that cannot be used', async () => {
    const { code, stderr } = await run(['doctor'], { PORT: 'x' })
    expect(code).toBe(78)
    expect(stderr).toContain('PORT must be a whole number')
  })
})

test('a reader that ends early, such as head, causes no error', async () => {
  const command = [entryOf('entry/cli/main'), 'completion', 'bash']
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...command])
  child.stdout.destroy()
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  expect([stderr.includes('EPIPE'), code]).toEqual([false, 0])
})
