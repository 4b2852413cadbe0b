import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { KEYS as SETTINGS } from '../src/company/settings/fields.ts'
import type { Fields } from '../src/kernel/fields/field.ts'
import { FIELDS, OPTIONAL_FIELDS, OPTIONAL_ITEM_FIELDS } from '../src/sales/contents/fields.ts'
import { FIELDS as CUSTOMER_FIELDS } from '../src/sales/customers/fields.ts'
import {
  importGraph,
  importsOf,
  isTest,
  nameOf,
  placesOf,
  ROOT,
  roomOf,
  type SourceFile,
  sourceFiles,
  withoutComments,
} from './source-files.ts'
import { functionsOf } from './source-functions.ts'

/**
 * The wings of the service and the rooms of each. A file imports its own room, rooms before it, and the files
 * that lie in a wing beside its rooms.
 */
const WINGS: Readonly<Record<string, readonly string[]>> = {
  kernel: ['fields', 'placeholders'],
  platform: ['zip', 'database', 'outbound', 'mail', 'objects', 'browser'],
  core: [
    'companies',
    'http',
    'lists',
    'render',
    'record',
    'external-ids',
    'jobs',
    'files',
    'webhooks',
  ],
  company: ['access', 'settings', 'templates', 'closing'],
  sales: [
    'ledger',
    'customers',
    'products',
    'contents',
    'entries',
    'invoices',
    'quotes',
    'billing',
    'uploads',
  ],
  receivables: [
    'balances',
    'payments',
    'providers',
    'methods',
    'checkout',
    'collections',
    'direct-debit',
    'bank',
  ],
  paper: ['printing', 'delivery-notes'],
  einvoicing: ['documents', 'supplier-invoices', 'access-point'],
  messages: ['mail', 'recurring', 'reminders', 'sharing'],
  books: ['reports', 'closing', 'audit'],
  operations: ['usage', 'attention', 'transfer', 'lifecycle'],
  entry: ['console', 'demo', 'cli'],
}
const ORDER = Object.entries(WINGS).flatMap(([wing, rooms]) => [
  wing,
  ...rooms.map((room) => `${wing}/${room}`),
])

const all = ['src', 'packages', 'test', 'bin', 'bench', 'migrations'].flatMap(sourceFiles)
const source = all.filter(
  ({ path }) => /^(src|packages\/(?!sdk\/))/.test(path) && path.endsWith('.ts'),
)
const production = source.filter((file) => !isTest(file))
const outside = (...paths: readonly RegExp[]): readonly SourceFile[] =>
  production.filter(({ path }) => !paths.some((pattern) => pattern.test(path)))

const { reachedFrom, circles } = importGraph(production)

describe('imports', () => {
  test('every folder is a room of a wing, and few enough to overview', () => {
    const rooms = new Set(production.map(({ path }) => roomOf(path)).filter((it) => it !== ''))
    expect([...rooms].filter((room) => !ORDER.includes(room))).toEqual([])
    expect(Object.keys(WINGS).length).toBeLessThanOrEqual(12)
    for (const inWing of Object.values(WINGS)) expect(inWing.length).toBeLessThanOrEqual(11)
  })

  test('go down the wings and their rooms, never up', () => {
    const level = (path: string) => ORDER.indexOf(roomOf(path))
    // The command line and the sample data use the whole service without a server.
    const isComposing = (path: string) =>
      /^src\/(app|connect-ports|jobs|main|read-company|routes|services|entry\/(cli\/local|demo\/demo))\.ts$/.test(
        path,
      )
    const isUp = (from: string, to: string) => roomOf(to) === '' || level(to) > level(from)
    expect(edges((from, to) => !isComposing(from) && isUp(from, to))).toEqual([])
  })

  /** For a sixth, look for a better order of the rooms. */
  test('at most five ports call upward', () => {
    const ports = placesOf(outside(/^src\/kernel\/port\.ts$/), /(= | {2})port</)
    expect(ports.length).toBeLessThanOrEqual(5)
  })

  test('files in a folder named inner are used by their own room only', () => {
    expect(edges((_, to) => to.includes('/inner/'))).toEqual([])
  })

  test("a room uses another's use cases, types, views and pure files, never its SQL or routes", () => {
    const isInner = (path: string) => /[/-](repository|routes)\.ts$/.test(path)
    const isComposed = (from: string, to: string) =>
      /^src\/(app|routes)\.ts$/.test(from) && /routes\.ts$/.test(to)
    expect(edges((from, to) => isInner(to) && !isComposed(from, to))).toEqual([])
  })

  test("a room's schema is used by the schema of another, which repeats it, or as a type", () => {
    const breaches = edges(
      (from, to, isTypeOnly) =>
        nameOf(to) === 'schema.ts' && nameOf(from) !== 'schema.ts' && !isTypeOnly,
    )
    expect(breaches).toEqual([])
  })

  test('no file imports itself by way of others, types included', () => {
    expect(circles()).toEqual([])
  })

  test.each(pureFiles().map(({ path }) => path))('%s is pure, and so is all it imports', (path) => {
    const others = reachedFrom(path).filter((target) => !target.startsWith('src/'))
    expect(others.filter((target) => !target.startsWith('@billwright/'))).toEqual([])
    expect(reachedFrom(path).filter((target) => target.startsWith('src/platform/'))).toEqual([])
  })

  test('no barrel files', () => {
    expect(all.filter(({ path }) => /^index\.[tj]s$/.test(nameOf(path)))).toEqual([])
  })
})

/** The audit reads the tables as they are: a query by their owner would hide what it looks for. */
const AUDITED = [
  'account_entries',
  'bank_allocations',
  'bank_entries',
  'bank_file_contents',
  'bank_files',
  'checkout_claims',
  'checkout_shares',
  'checkouts',
  'collections',
  'delivery_notes',
  'direct_debit_files',
  'direct_debit_items',
  'direct_debit_runs',
  'entry_billings',
  'events',
  'file_contents',
  'invoice_adjustments',
  'invoice_items',
  'invoice_taxes',
  'invoices',
  'message_bytes',
  'messages',
  'number_series',
  'payment_methods',
  'payment_providers',
  'payments',
  'provider_bookings',
  'provider_payments',
  'quotes',
  'recurring_runs',
  'revisions',
  'supplier_invoices',
  'template_assets',
]

/** Receivables and reports list and sum rows of several rooms together, so one statement reads them. */
const SUMMED = ['account_entries', 'invoices', 'payments']
const SUMMING = /^(receivables\/|books\/reports$)/

describe('tables', () => {
  test('one room names a table in SQL: its owner; the audit may, too, and receivables and reports may read', () => {
    const declared = sourceFiles('src/platform/database')
      .filter(({ path }) => nameOf(path).startsWith('tables'))
      .flatMap(({ text }) => [...text.matchAll(/^ {2}readonly (\w+): \w+Table$/gm)])
      .map(([, table = '']) => ({
        table,
        rooms: roomsThatName(table).filter(
          (room) => !SUMMING.test(room) || !SUMMED.includes(table),
        ),
      }))
    const shared = declared.filter(({ rooms }) => rooms.length !== 1)
    const audited = shared.filter(({ rooms }) => rooms.includes('books/audit'))
    expect(audited.map(({ table }) => table).toSorted()).toEqual(AUDITED)
    const wrong = shared.filter((it) => !audited.includes(it) || it.rooms.length > 2)
    expect(wrong.map(({ table, rooms }) => `${table}: ${rooms.join(', ')}`)).toEqual([])
    const summing = production.filter(({ path }) => SUMMING.test(roomOf(path)))
    const written = SUMMED.join('|')
    expect(
      placesOf(
        summing,
        new RegExp(
          `(insertInto|insertRows|updateTable|deleteFrom)\\([^)]*'(${written})'|(insert into|delete from|update) (${written})\\b`,
        ),
      ),
    ).toEqual([])
  })
})

/** The wire names of declared fields; one with a single part is also a common word. */
const wireNames = (fields: Fields): readonly string[] =>
  Object.values(fields)
    .map(({ wire }) => wire)
    .filter((wire) => wire.includes('_'))
const CONTENTS_NAMES = wireNames({ ...FIELDS, ...OPTIONAL_FIELDS, ...OPTIONAL_ITEM_FIELDS })
/** Lists and figures decide about them, and deposits are found by their key. */
const DATES = [
  'issue_date',
  'due_date',
  'prices_include_tax',
  'period_start',
  'period_end',
  'deposit_for',
  // Also a table.
  'number_series',
]

describe('declared fields', () => {
  const placesIn = (room: string, own: readonly string[], pattern: string) => {
    const paths = own.map((name) => `src/${room}/${name}.ts`)
    const files = production.filter(
      ({ path }) => path.startsWith(`src/${room}/`) && !paths.includes(path),
    )
    return placesOf(files, new RegExp(pattern))
  }
  const anyOf = (names: readonly string[]) => `(?<![\\w.])['"\`]?(${names.join('|')})\\b`

  test('of a customer have their wire names in one declaration', () => {
    const names = wireNames(CUSTOMER_FIELDS)
    expect(names).toContain('payment_terms_days')
    expect(placesIn('sales/customers', ['fields', 'inner/example'], anyOf(names))).toEqual([])
  })

  /** The projection of the audit never changes; the seller's fields have their own declaration. */
  test('of contents have their wire names in one declaration', () => {
    const names = CONTENTS_NAMES.filter((name) => !DATES.includes(name))
    expect(names).toContain('order_reference')
    const own = ['inner/example', 'revisions/state']
    expect(placesIn('sales/contents', ['fields'], anyOf(names))).toEqual([])
    expect(placesIn('sales/invoices', own, anyOf(names))).toEqual([])
  })

  test('of the settings have their defaults, limits and rules in one declaration', () => {
    expect(SETTINGS).toContain('companyName')
    const declares = `${anyOf(SETTINGS.filter((key) => key !== 'logo'))}['"]?: (null\\b|\\d|true|false|\\[|text|optional|oneOf|Type\\.|rules\\.|nullable)`
    expect(placesIn('company/settings', ['fields', 'inner/example'], declares)).toEqual([])
  })
})

describe('one place for each thing outside', () => {
  test('the environment: platform/config.ts', () => {
    expect(placesOf(outside(/^src\/platform\/config\.ts$/), /process\.env/)).toEqual([])
  })

  test('the process: platform', () => {
    const pattern = /(?<![\w./])process\.(?!env\b)/
    expect(placesOf(outside(/^src\/(platform|entry\/cli)\//), pattern)).toEqual([])
    expect(
      edgesToPackages(/^node:child_process$/, /^src\/platform\/(browser\/|worker\.ts)/),
    ).toEqual([])
  })

  test('the time: platform', () => {
    const pattern =
      /Date\.now\(|new Date\(\)|performance\.now\(|\bset(Timeout|Interval|Immediate)\(/
    expect(placesOf(outside(/^src\/(platform|entry\/cli)\//), pattern)).toEqual([])
  })

  test('chance: platform/ids.ts', () => {
    const pattern = /Math\.random|\brandom(Bytes|UUID|UUIDv7|Int|FillSync)\b|getRandomValues/
    expect(placesOf(outside(/^src\/platform\/ids\.ts$/), pattern)).toEqual([])
  })

  test('the network: platform/outbound; a remote browser: platform/browser', () => {
    expect(
      placesOf(outside(/^src\/platform\/outbound\//, /^src\/entry\/cli\//), /\bfetch\(/),
    ).toEqual([])
    const network = /^(undici|node:(https?|http2|net|tls|dgram|dns)(\/.*)?)$/
    const allowed = /^src\/platform\/(outbound\/.*|browser\/inner\/remote)\.ts$/
    expect(edgesToPackages(network, allowed)).toEqual([])
  })

  /** Rule 9 of docs/growing.md: `inTransaction` repeats a transaction after a conflict. */
  test('transactions: platform/database; snapshots also where an audit or a move reads', () => {
    const snapshots = /^src\/(books\/audit\/snapshot|operations\/lifecycle\/move\/move)\.ts$/
    const others = outside(/^src\/platform\/database\//, snapshots)
    expect(placesOf(others, /\.(transaction|startTransaction)\(\)/)).toEqual([])
  })

  test('the terminal: the command line', () => {
    expect(placesOf(outside(/^src\/entry\/cli\//), /(?<![\w./'])console\.\w+\(/)).toEqual([])
  })

  /** Colors are mixed from channels of 0 to 255; nobody pays them. */
  test('rounding: packages/money', () => {
    const pattern = /Math\.(round|floor|trunc)\(|\.to(Fixed|Precision)\(/
    const elsewhere = outside(
      /^packages\/money\/src\/rounding\.ts$/,
      /^src\/paper\/printing\/color\.ts$/,
    )
    expect(placesOf(elsewhere, pattern)).toEqual([])
  })
})

describe('shape', () => {
  test('pages, tests and scripts name only files that exist', () => {
    const pages = ['README.md', 'CONTRIBUTING.md', ...readdirSync(join(ROOT, 'docs'))]
      .map((name) =>
        name.includes('.md') && !existsSync(join(ROOT, name)) ? `docs/${name}` : name,
      )
      .filter((path) => path.endsWith('.md'))
      .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
    const programs = ['test', 'bench', 'bin', 'scripts'].flatMap(sourceFiles)
    const named = /['"`]((?:src|console\/src|packages|test|bench|scripts)\/[\w./-]+\.tsx?)['"`]/g
    const missing = [...pages, ...programs]
      // Its own cases invent files.
      .filter(({ path }) => path !== 'test/house.test.ts')
      .flatMap(({ path, text }) =>
        [...text.matchAll(named)].map(([, name = '']) => ({ path, name })),
      )
      .filter(({ name }) => !existsSync(join(ROOT, name)))
    expect(missing).toEqual([])
  })

  test('names describe the subject', () => {
    const isVague = /(^|\/)(utils?|helpers?|common|lib|misc|shared)(\/|\.[tj]s$)/
    expect(all.map(({ path }) => path).filter((path) => isVague.test(path))).toEqual([])
  })

  test('files are kebab-case', () => {
    const isKebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*$/
    const named = [...source, ...sourceFiles('bin')].map(({ path }) => path)
    expect(named.filter((path) => !isKebab.test(nameOf(path)))).toEqual([])
  })

  test('no function over 100 lines, except lists of routes', () => {
    const long = production.flatMap(functionsOf).filter(({ lines }) => lines > 100)
    expect(long.filter(({ name }) => !name.endsWith('Routes'))).toEqual([])
  })

  test('no comment silences the compiler', () => {
    expect(
      all.filter(({ text }) => /^\s*\/[/*]\s*@ts-/m.test(text)).map(({ path }) => path),
    ).toEqual([])
  })

  test('own properties only: `__proto__` is in every object', () => {
    const texts = /"[^"\n]*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`/g
    const code = production.map(({ path, text }) => ({
      path,
      text: withoutComments(text).replace(texts, (it) => `''${it.replace(/[^\n]/g, '')}`),
    }))
    const found = placesOf(code, /(^|[^'\w])[\w.)\]]*[\w)\]] in (?!\(')[\w(]/)
    expect(found.filter((it) => !/\[\w+ in |for \((const|let) /.test(it))).toEqual([])
  })

  /** `table` has nothing but its entries; the compiler lets no text index any other constant. */
  test('a table by text is made by `table`', () => {
    const literal = /: (Readonly<|Partial<)*Record<string,.* = (\{(?!\})|[A-Z]{2})/
    const asKey = /\[(?!.*\bsort as)[^\]]* as keyof typeof/
    const service = outside(/^packages\//)
    expect(placesOf(service, literal)).toEqual([])
    expect(placesOf(service, asKey)).toEqual([])
  })

  test('a TODO names its issue', () => {
    // Only in comments: an invoice may well be about a TODO list.
    const pattern = /(\/\/|\/?\*).*\b(TODO|FIXME|HACK)\b(?!\(#\d+\))/
    const lines = all.flatMap(({ path, text }) => text.split('\n').map((line) => `${path} ${line}`))
    expect(lines.filter((line) => pattern.test(line) && !line.startsWith('test/house'))).toEqual([])
  })

  test('each migration has its number', () => {
    const files = sourceFiles('migrations').filter(({ path }) => !path.includes('/baseline/'))
    const numbers = files.map(({ path }) => {
      const [, number] = /^(\d{4})_[a-z0-9_]+\.ts$/.exec(nameOf(path)) ?? []
      return Number(number)
    })
    expect(numbers).not.toContain(Number.NaN)
    expect(numbers).toEqual([...new Set(numbers)])
  })
})

/** `a → b` for each import of another folder of `src` that breaks a rule. */
function edges(isBreach: (from: string, to: string, isTypeOnly: boolean) => boolean) {
  return production.flatMap((file) =>
    importsOf(file)
      .filter(({ isPackage, target }) => !isPackage && target.startsWith('src/'))
      .filter(({ target }) => roomOf(target) !== roomOf(file.path))
      .filter(({ target, isTypeOnly }) => isBreach(file.path, target, isTypeOnly))
      .map(({ target }) => `${file.path} → ${target}`),
  )
}

const edgesToPackages = (name: RegExp, allowed: RegExp): readonly string[] =>
  production
    .filter(({ path }) => !allowed.test(path))
    .flatMap((file) =>
      importsOf(file)
        .filter(({ isPackage, target }) => isPackage && name.test(target))
        .map(({ target }) => `${file.path} → ${target}`),
    )

function roomsThatName(table: string): readonly string[] {
  const files = CODE.filter(({ code }) => inSql(table).test(code))
  return [...new Set(files.map(({ path }) => roomOf(path)))]
}

/** A table in a query of Kysely's, in SQL by hand, or given to `findRow` and the like. */
const inSql = (table: string): RegExp =>
  new RegExp(
    `((From|Into|Table|Join|from|join|into|update)\\(?\\s*['"\`]?|Rows?(Before|Locked|Ahead)?\\(\\w+,\\s*')${table}\\b`,
  )

function pureFiles(): readonly SourceFile[] {
  const decisions =
    /^src\/(sales\/invoices\/lifecycle|kernel\/calendar|kernel\/placeholders\/placeholders)\.ts$/
  return production.filter(({ path }) => decisions.test(path))
}

const CODE = production.map(({ path, text }) => ({ path, code: withoutComments(text) }))
test('no test has a limit of its own or asserts a duration: a busy machine is slow', () => {
  const tests = all.filter(({ path }) => /\.(test|testing)\.ts$/.test(path))
  const quick = tests.filter(({ path }) => !path.startsWith('test/faults/'))
  expect(placesOf(quick, /^\s*\}, \d+_\d+\)$|timeout: \d|vi\.waitFor\(\(\) =>.*\)\)$/)).toEqual([])
  expect(placesOf(quick, /(performance\.now|Date\.now)\(\) - .*toBeLess/)).toEqual([])
})

test('these rules detect violations', () => {
  expect(production.length).toBeGreaterThan(100)
  expect(withoutComments("const a = 'x' // y\n/* z\n*/b")).toBe("const a = 'x' \n\nb")
  const path = 'src/sales/invoices/x.ts'
  const text =
    "import type { A } from '../ledger/a.ts'\nimport {\n  b,\n} from './b.ts'\nimport 'c'\n"
  expect(importsOf({ path, text })).toEqual([
    { target: 'src/sales/ledger/a.ts', isPackage: false, isTypeOnly: true },
    { target: 'src/sales/invoices/b.ts', isPackage: false, isTypeOnly: false },
    { target: 'c', isPackage: true, isTypeOnly: false },
  ])
  expect(placesOf([{ path, text: 'Date.now()' }], /Date\.now\(/)).toEqual([`${path}:1 Date.now()`])
})
