import { execFile, execFileSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BUYER, SELLER } from './einvoice-parties.ts'
import { givens } from './givens.ts'
import { API_KEY, startTestApp, type TestApp } from './harness.ts'
import { ROOT } from './source-files.ts'

const SDK = join(ROOT, 'packages/sdk')
const MODULES = join(ROOT, 'node_modules')
/** What npm would install beside the package, and the types of Node for the example. */
const BESIDE = ['openapi-fetch', 'openapi-typescript-helpers', '@types/node', 'undici-types']
const BUILT = [
  'billwright',
  'client',
  'errors',
  'http',
  'named',
  'operations',
  'resources',
  'retry',
  'retry-after',
  'schema',
  'types',
  'webhooks',
]

const STRICT = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  skipLibCheck: false,
  target: 'es2022',
  types: [] as string[],
}

const BUNDLER = { module: 'esnext', moduleResolution: 'bundler', noEmit: true }

const PAGE = `import { type Args, BillwrightError, createClient, type Data } from '@billwright/sdk'

const billwright = createClient({ baseUrl: '' })

export async function upload(file: File): Promise<Data<'importInvoice'>['invoice']> {
  const byItsOwnType = { body: file } satisfies Args<'importInvoice'>
  await billwright.importInvoice(byItsOwnType)
  const { invoice } = await billwright.importInvoice({ body: file, contentType: 'text/xml' })
  const [first] = invoice.items
  return { ...invoice, notes: first?.description ?? null }
}

export const pasted = (xml: string) =>
  billwright.importInvoice({ body: xml, contentType: 'application/xml', query: { customer_id: 'c' } })

export const found = [
  billwright.listInvoices({ query: { status: 'sent', sort: '-due', has_due: true, type: 'invoice' } }),
  billwright.listInvoices({ query: { status: ['draft', 'sent', 'paid', 'void'], currency: ['EUR'] } }),
  billwright.listInvoices({ query: { status: 'sent,paid', expand: 'customer,payments,credit_notes' } }),
  billwright.listInvoices({ query: { status: 'draft,sent,paid,void', id: 'inv_1,inv_2', number: ['1'] } }),
  billwright.listQuotes({ query: { status: ['open', 'expired'], expand: ['customer'], include: 'total' } }),
  billwright.listAllPayments({ query: { method: ['card', 'wire'], expand: 'customer,invoice' } }),
  billwright.listAllPayments({ query: { method: 'card', currency: 'EUR,USD' } }),
]

export async function faults(): Promise<readonly string[]> {
  const error = await billwright.createCustomer({ body: { name: '' } }).catch((it: unknown) => it)
  return error instanceof BillwrightError ? error.errors.map(({ pointer }) => pointer) : []
}
`

/** What an e-invoice cannot be sent as, and why. */
const REFUSED = [
  ["{ body: '<Invoice/>' }", 'Text does not say which of the types it has.'],
  ["{ body: '{}', contentType: 'application/json' }", 'The service does not take this type.'],
  ["{ contentType: 'application/pdf' }", 'There is no draft without a file.'],
].map(([args, why]) => `// @ts-expect-error ${why}\nvoid billwright.importInvoice(${args})\n`)

/** Filters with a typo. */
const MISTYPED = [
  ['listInvoices', "status: 'snet'"],
  ['listInvoices', "status: ['sent', 'piad']"],
  ['listInvoices', "status: 'sent,piad'"],
  ['listInvoices', "status: 'sent,paid,viod'"],
  ['listInvoices', "sort: 'due-date'"],
  ['listInvoices', "type: 'credit-note'"],
  ['listInvoices', "expand: 'costumer'"],
  ['listInvoices', "include: 'totals'"],
  ['listInvoices', "stauts: 'sent'"],
  ['sumInvoices', "status: 'open'"],
  ['exportInvoices', "format: 'xlsx'"],
  ['listQuotes', "status: ['opened']"],
  ['listQuotes', "expand: 'customers'"],
  ['listAllPayments', "expand: ['customer', 'invoices']"],
  ['listSupplierInvoices', "status: 'acepted'"],
].map(
  ([operation, query]) =>
    `// @ts-expect-error No list has it.\nvoid billwright.${operation}({ query: { ${query} } })\n`,
)

/** A Node that is older than the project's own, as far as the package promises to work. */
const [older] = (process.env.PATH ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'node'))
  .flatMap((node) => {
    try {
      const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()
      return /^v2[0-3]\./.test(version) ? [{ node, version }] : []
    } catch {
      return []
    }
  })
const without = older ? '' : ' (skipped: no Node 20 to 23 on the PATH)'

/** The examples of the README, one after the other. */
const readmeCode = (): string =>
  [...readFileSync(join(SDK, 'README.md'), 'utf8').matchAll(/^```ts\n([\s\S]*?)^```$/gm)]
    .map(([, code]) => code ?? '')
    .join('\n')

describe('the package that npm makes of packages/sdk', () => {
  let folder: string
  let app: TestApp
  let url: string
  const installed = (...path: string[]) => join(folder, 'node_modules/@billwright/sdk', ...path)
  const manifest = () => JSON.parse(readFileSync(installed('package.json'), 'utf8'))

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'billwright-sdk-'))
    const npm = ['pack', '--silent', '--pack-destination', folder]
    const { stdout } = await promisify(execFile)('npm', npm, { cwd: SDK })
    mkdirSync(installed(), { recursive: true })
    const archive = join(folder, stdout.trim())
    execFileSync('tar', ['-xzf', archive, '--strip-components=1', '-C', installed()])
    for (const name of BESIDE)
      cpSync(join(MODULES, name), join(folder, 'node_modules', name), { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    app = await startTestApp('sqlite')
    url = await app.server.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(async () => {
    await app?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('has JavaScript, types, a README and the license, and nothing else', () => {
    const files = readdirSync(installed(), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(installed().length + 1))
    const built = ['dist', 'dist/cjs'].flatMap((folder) =>
      BUILT.flatMap((name) => [`${folder}/${name}.d.ts`, `${folder}/${name}.js`]),
    )
    expect(files.sort()).toEqual(
      ['LICENSE', 'README.md', ...built, 'dist/cjs/package.json', 'package.json'].sort(),
    )
    const license = readFileSync(join(ROOT, 'LICENSE'), 'utf8')
    expect(readFileSync(installed('LICENSE'), 'utf8')).toBe(license)
  })

  test('can be published, and declares its exports and engines', () => {
    expect(manifest()).toMatchObject({
      type: 'module',
      exports: {
        '.': {
          import: { types: './dist/billwright.d.ts', default: './dist/billwright.js' },
          require: { types: './dist/cjs/billwright.d.ts', default: './dist/cjs/billwright.js' },
        },
      },
      engines: { node: '>=20.3' },
      sideEffects: false,
    })
    expect(manifest()).not.toHaveProperty('private')
  })

  /** What the compiler complains of; empty: nothing. */
  const compile = async (file: string, options: Record<string, unknown>): Promise<string> => {
    const compilerOptions = { ...STRICT, ...options }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [file] }))
    const tsc = join(MODULES, 'typescript7/bin/tsc')
    const run = promisify(execFile)(process.execPath, [tsc, '-p', folder], { cwd: folder })
    return run.then(
      () => '',
      ({ stdout }) => stdout,
    )
  }

  test('compiles in a page, under the strictest settings', async () => {
    writeFileSync(join(folder, 'page.ts'), [PAGE, ...REFUSED, ...MISTYPED].join(''))
    expect(await compile('page.ts', { ...BUNDLER, lib: ['es2022', 'dom'] })).toBe('')
  })

  /** With `npm ci --ignore-scripts` the node of npm is an older one, which reads no TypeScript. */
  test('is packed by any version of Node', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'packages/sdk/package.json'), 'utf8'))
    expect(scripts.prepack).not.toMatch(/node \S+\.ts/)
  })

  test('is required by CommonJS, too', async () => {
    const code = `const { createBillwright, verifyWebhook, NotFoundError } = require('@billwright/sdk')
const billwright = createBillwright({ baseUrl: '${url}', apiKey: '${API_KEY}' })
billwright.invoices.get('inv_x').catch((error) =>
  console.log(error instanceof NotFoundError, typeof verifyWebhook))`
    writeFileSync(join(folder, 'required.cjs'), code)
    for (const node of [process.execPath, ...(older ? [older.node] : [])]) {
      const { stdout } = await promisify(execFile)(node, ['required.cjs'], { cwd: folder })
      expect(stdout).toBe('true function\n')
    }
  })

  describe('the programs of examples/', () => {
    const programs = ['shop', 'books', 'import', 'import-file', 'bank', 'receiver']
    const runs = async (name: string): Promise<string> => {
      const env = { PATH: process.env.PATH, BILLWRIGHT_URL: url, BILLWRIGHT_API_KEY: API_KEY }
      const { stdout } = await promisify(execFile)(process.execPath, [`${name}.js`], {
        cwd: folder,
        env,
      })
      return stdout
    }
    let faults: string
    beforeAll(async () => {
      for (const name of programs)
        cpSync(join(ROOT, `examples/${name}.ts`), join(folder, `${name}.ts`))
      const all = programs.map((name) => `import './${name}.ts'\n`).join('')
      writeFileSync(join(folder, 'all.ts'), all)
      const allowing = { allowImportingTsExtensions: true, rewriteRelativeImportExtensions: true }
      faults = await compile('all.ts', { module: 'nodenext', types: ['node'], ...allowing })
    })

    test('compile under the strictest settings', () => {
      expect(faults).toBe('')
    })

    test('shop: an order becomes a paid invoice, once', async () => {
      const first = await runs('shop')
      expect(first).toMatch(/^INV-\S+ paid 53\.29\n$/)
      expect(await runs('shop')).toBe(first)
    })

    test('books: changes since the last run', async () => {
      const first = await runs('books')
      expect(first).toMatch(/^invoice;inv_\S+;INV-\S+;Fernweh Books;53\.29;paid$/m)
      expect(first).toMatch(/^payment\.recorded;pay_\S+;INV-\S+;\S+;53\.29$/m)
      const given = givens(app)
      const items = [{ description: 'Maps', unit_price: '80', tax: { rate: '0', category: 'Z' } }]
      const invoice = await given.invoice({ items, status: 'sent' })
      const payment = await given.payment(invoice.id, { amount: '30' })
      await app.call('DELETE', `/invoices/${invoice.id}/payments/${payment.id}`)
      const note = await given.creditNote(invoice.id, { status: 'sent' })
      const next = await runs('books')
      expect(next).toContain(`credit_note;${note.id};${note.number};Fernweh Books;-80.00;sent\n`)
      expect(next.split('\n').filter((line) => line.startsWith('payment.'))).toEqual([
        expect.stringContaining(`payment.recorded;${payment.id};${invoice.number};`),
        expect.stringContaining(`payment.deleted;${payment.id};${invoice.number};`),
      ])
      expect(await runs('books')).not.toContain('payment.')
    })

    test('bank: each payment is booked once', async () => {
      const items = [{ description: 'Maps', unit_price: '80', tax: { rate: '0', category: 'Z' } }]
      const { number } = await givens(app).invoice({ items, status: 'sent' })
      const lines = [`2026-11-20;${number};30;tx-1`, '2026-11-20;NONE-1;5;tx-2']
      writeFileSync(join(folder, 'bank.csv'), lines.join('\n'))
      expect(await runs('bank')).toBe(`tx-1: 30 for ${number}\ntx-2: there is no invoice NONE-1\n`)
      expect(await runs('bank')).toMatch(/^tx-1: booked before\n/)
    })

    test('receiver: accepts a signed event once, and refuses others', async () => {
      const code = `import { signWebhook } from '@billwright/sdk'
import { receive } from './receiver.js'
const secret = 'whsec_c2VjcmV0LW9mLXRoZS13ZWJob29r'
const data = { amount: '5.00', currency: 'EUR', invoice_number: 'INV-1' }
const body = JSON.stringify({ id: 'evt_1', type: 'payment.recorded', data })
const headers = await signWebhook(body, secret)
const send = async (text) =>
  receive(new Request('http://receiver.example', { method: 'POST', body: text, headers }), secret)
for (const text of [body, body, body + ' ']) console.log((await send(text)).status)
`
      writeFileSync(join(folder, 'receives.js'), code)
      expect(await runs('receives')).toBe('5.00 EUR for INV-1\n204\n204\n400\n')
      // An effect that fails is tried again, because the event is not taken as seen before.
      const failing = `const log = console.log
console.log = (text) => { console.log = log; throw new Error(text) }
await send(body).catch((error) => console.log('failed: ' + error.message))
`
      writeFileSync(join(folder, 'receives.js'), code.replace('for (const', `${failing}for (const`))
      expect(await runs('receives')).toBe(
        'failed: 5.00 EUR for INV-1\n5.00 EUR for INV-1\n204\n204\n400\n',
      )
    })

    test('import: faults name their line, and a second run creates nothing', async () => {
      expect(await runs('import')).toMatch(/^Line 2: \/name .*\n2 created\n$/)
      expect(await runs('import')).toMatch(/\n0 created\n$/)
    })

    test('import-file: good lines are imported once, and a report names the others', async () => {
      const lines = ['external_id,name', 'old:1,Kiln & Clay', 'old:2,', 'old:3,Harbor Press']
      writeFileSync(join(folder, 'customers.csv'), lines.join('\n'))
      app.services.jobRunner.start()
      expect(await runs('import-file')).toBe('2 imported, 0 known, 1 with faults\n')
      expect(readFileSync(join(folder, 'report.csv'), 'utf8')).toMatch(
        /\n2,3,faulty,,name,,required,/,
      )
      expect(await runs('import-file')).toBe('2 imported, 0 known, 1 with faults\n')
      await app.services.jobRunner.stop()
      expect((await app.call('GET', '/customers?q=Harbor&include=total')).json().total).toBe(1)
    })
  })

  describe('the examples of its README', () => {
    let faults: string
    beforeAll(async () => {
      const given = givens(app)
      await given.settings(SELLER)
      const items = [{ description: 'Illustrations', unit_price: '200', tax: { rate: '19' } }]
      const { id } = await given.invoice({ customer: BUYER, items, status: 'sent' })
      const xml = await app.call('GET', `/invoices/${id}/xml`)
      writeFileSync(join(folder, 'invoice.xml'), xml.rawPayload)
      const code = readmeCode()
        .replace('http://127.0.0.1:3000', url)
        .replace(/apiKey: '.*'/, `apiKey: '${API_KEY}'`)
      writeFileSync(join(folder, 'example.ts'), code)
      faults = await compile('example.ts', { module: 'nodenext', types: ['node'] })
    })

    test('compile for Node', () => {
      expect(faults).toBe('')
    })

    test('compile for a bundler', async () => {
      expect(await compile('example.ts', { ...BUNDLER, types: ['node'] })).toBe('')
    })

    const expectToRun = async (node: string) => {
      const { stdout } = await promisify(execFile)(node, ['example.js'], { cwd: folder })
      expect(stdout).toMatch(/^INV-\S+: 1190\.00 EUR, http\S+, \d+ bytes\nINV-\S+ Fernweh Books /)
      expect(stdout).toContain('409 invoice_not_deletable')
      expect(stdout).toContain(`Draft for ${BUYER.name}: 238.00`)
    }

    test("run on the project's Node", async () => {
      await expectToRun(process.execPath)
    })

    test.skipIf(!older)(`run on ${older?.version ?? 'Node 20'}${without}`, async () => {
      await expectToRun(older?.node ?? '')
    })
  })
})
