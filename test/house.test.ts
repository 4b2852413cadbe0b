import { describe, expect, test } from 'vitest'
import { FIELDS as CUSTOMER_FIELDS } from '../src/customers/fields.ts'
import type { Fields } from '../src/fields/field.ts'
import { FIELDS, OPTIONAL_FIELDS, OPTIONAL_ITEM_FIELDS } from '../src/invoices/fields.ts'
import { KEYS as SETTINGS } from '../src/settings/fields.ts'
import {
  floorOf,
  importsOf,
  isTest,
  nameOf,
  placesOf,
  type SourceFile,
  sourceFiles,
  withoutComments,
} from './source-files.ts'

/** A file imports its own folder and those named before it. */
const FLOORS = [
  'money',
  'errors.ts',
  'config.ts',
  'platform',
  'companies',
  'http',
  'render',
  'fields',
  'placeholders',
  'record',
  'external-ids',
  'jobs',
  'access',
  'webhooks',
  'settings',
  'files',
  'customers',
  'accounts',
  'products',
  'entries',
  'templates',
  'invoices',
  'payments',
  'quotes',
  'billing',
  'uploads',
  'reports',
  'usage',
  'documents',
  'delivery-notes',
  'einvoices',
  'supplier-invoices',
  'access-point',
  'audit',
  'mail',
  'recurring',
  'reminders',
  'attention',
  'sharing',
  'transfer',
  'lifecycle',
  'console',
  'catalogue.ts',
  'app.ts',
  'demo.ts',
  'main.ts',
  'cli',
]

const all = ['src', 'test', 'bin', 'bench', 'migrations'].flatMap(sourceFiles)
const source = all.filter(({ path }) => path.startsWith('src/') && path.endsWith('.ts'))
const production = source.filter((file) => !isTest(file))
const outside = (...paths: readonly RegExp[]): readonly SourceFile[] =>
  production.filter(({ path }) => !paths.some((pattern) => pattern.test(path)))

describe('imports', () => {
  test('every folder stands in FLOORS', () => {
    const floors = new Set(source.filter((file) => !isTest(file)).map(({ path }) => floorOf(path)))
    expect([...floors].filter((floor) => !FLOORS.includes(floor))).toEqual([])
  })

  test('go down the floors, never up', () => {
    const level = (path: string) => FLOORS.indexOf(floorOf(path))
    expect(edges((from, to) => level(to) > level(from))).toEqual([])
  })

  test("a slice uses another's service, types, views and pure files, never its SQL or routes", () => {
    const isInner = (path: string) => /[/-](repository|routes)\.ts$/.test(path)
    const isComposed = (from: string, to: string) => from === 'src/app.ts' && /routes\.ts$/.test(to)
    expect(edges((from, to) => isInner(to) && !isComposed(from, to))).toEqual([])
  })

  test('a slice uses only the face of another', () => {
    const isFace = (to: string) =>
      FACES[floorOf(to)]?.includes(to.slice(`src/${floorOf(to)}/`.length, -'.ts'.length)) ?? true
    const isComposed = (from: string, to: string) => from === 'src/app.ts' && /routes\.ts$/.test(to)
    expect(edges((from, to) => !isFace(to) && !isComposed(from, to))).toEqual([])
    const used = new Set(
      production.flatMap((file) =>
        importsOf(file)
          .map(({ target }) => target)
          .filter((target) => floorOf(target) !== floorOf(file.path)),
      ),
    )
    const offered = Object.entries(FACES).flatMap(([slice, files]) =>
      files.map((file) => `src/${slice}/${file}.ts`),
    )
    expect(offered.filter((path) => !used.has(path))).toEqual([])
  })

  test("a slice's schema is used by the schema of another, which repeats it, or as a type", () => {
    const breaches = edges(
      (from, to, isTypeOnly) =>
        nameOf(to) === 'schema.ts' && nameOf(from) !== 'schema.ts' && !isTypeOnly,
    )
    expect(breaches).toEqual([])
  })

  test('no file imports itself by way of others, types included', () => {
    expect(circles()).toEqual([])
  })

  /** The console runs these in the browser, so that a total on the screen is that on the paper. */
  test.each(pureFiles().map(({ path }) => path))('%s is pure, and so is all it imports', (path) => {
    expect(reachedFrom(path).filter((target) => !/^src\//.test(target))).toEqual([])
    expect(reachedFrom(path).filter((target) => target.startsWith('src/platform/'))).toEqual([])
  })

  /** Such a file loads modules of Node, and the page that needs it stays empty. */
  test('the console reaches no adapter by way of the files that it shares with the service', () => {
    const shared = sourceFiles('console/src')
      .filter((file) => !isTest(file))
      .flatMap(importsOf)
      .filter(({ target, isTypeOnly }) => target.startsWith('src/') && !isTypeOnly)
    expect(shared.length).toBeGreaterThan(10)
    const reached = shared.flatMap(({ target }) =>
      reachedFrom(target)
        .filter((it) => /^src\/platform\/(database|browser|outbound|mail)\//.test(it))
        .map((it) => `${target} → ${it}`),
    )
    expect(reached).toEqual([])
  })

  test('no barrel files', () => {
    expect(all.filter(({ path }) => /^index\.[tj]s$/.test(nameOf(path)))).toEqual([])
  })
})

/** What a slice offers the others, beside its routes for `app.ts`. All else is its own affair. */
const FACES: Readonly<Record<string, readonly string[]>> = {
  settings: [
    'custom-fields',
    'fields',
    'input',
    'logo',
    'numbering-pattern',
    'service',
    'settings',
    'tax',
    'texts-in',
  ],
  files: ['dangerous', 'errors', 'file', 'jobs', 'kind', 'replies', 'service', 'store'],
  entries: ['entry', 'errors', 'fields', 'input', 'schema', 'service', 'view'],
  billing: ['service'],
  uploads: ['schema', 'service'],
  customers: [
    'book/book',
    'book/fields',
    'book/service',
    'content',
    'customer',
    'duplicates',
    'errors',
    'fields',
    'input',
    'lookups',
    'schema',
    'service',
    'tax-id/format',
    'tax-id/jobs',
    'tax-id/kinds',
    'tax-id/service',
    'view',
    'view-schema',
  ],
  accounts: ['entry', 'errors', 'lookups', 'schema', 'service', 'view'],
  products: ['customer-prices/service', 'fields', 'input', 'product', 'schema', 'service', 'view'],
  templates: [
    'builtin/copies',
    'faults',
    'install/installer',
    'install/manifest',
    'install/manifest-names',
    'install/warnings',
    'language/escape',
    'language/language',
    'language/page-file',
    'language/render',
    'language/traits',
    'sanitizer/sanitize',
    'service',
    'template',
  ],
  invoices: [
    'announcement',
    'billed',
    'calendar',
    'claims',
    'credit-notes/settlement',
    'deposits/amounts',
    'deposits/deposits',
    'deposits/words',
    'display-status',
    'draft',
    'errors',
    'etag',
    'fields',
    'figures',
    'input',
    'input-schema',
    'invoice',
    'item-adjustments',
    'jobs',
    'lifecycle',
    'list/list',
    'list/search',
    'lookups',
    'parties',
    'payments/from-account',
    'payments/payment',
    'payments/view',
    'payments/view-schema',
    'receivables',
    'revisions/audit-view',
    'revisions/state',
    'rows',
    'schema',
    'numbering/numbering',
    'saved-views/service',
    'series/service',
    'service',
    'share-token',
    'snapshot',
    'totals/payable',
    'totals/totals',
    'view',
    'view-schema',
  ],
  payments: [
    'account/service',
    'input',
    'service',
    'statement-service',
    'statement-view',
    'statement',
  ],
  documents: [
    'assets',
    'colour',
    'delivery-note/page',
    'document-cache',
    'document-source',
    'document',
    'format',
    'fragments',
    'kept-pdfs',
    'labels/labels',
    'papers',
    'payment-view',
    'printing',
    'replies',
    'samples/sample-cases',
    'samples/sample',
    'schema',
    'service',
    'reminder/page',
    'reminder/service',
    'statement/service',
    'skonto',
    'swiss/bill',
    'summary-view',
    'variables',
    'view',
  ],
  einvoices: [
    'errors',
    'import/import',
    'model/type-names',
    'received/findings',
    'received/reader',
    'replies',
    'schema',
    'service',
    'validation',
  ],
  mail: ['mail', 'message', 'sending/service', 'service', 'transport/service'],
  record: [
    'anchors/anchors',
    'bulk',
    'canonical-json',
    'chain',
    'errors',
    'event',
    'event-chain',
    'head',
    'journal',
    'log',
    'packed-changes',
    'packed-data',
    'transaction',
    'work',
  ],
  quotes: ['errors', 'invoicing', 'jobs', 'quote', 'rows', 'service', 'state', 'view'],
  'delivery-notes': ['rows', 'service', 'state'],
  'access-point': ['jobs', 'service'],
  'supplier-invoices': ['schema', 'service', 'state', 'supplier-invoice', 'view'],
  access: [
    'access',
    'authenticator',
    'companies/companies',
    'companies/schema',
    'company-access',
    'domains/domain',
    'domains/hosts',
    'errors',
    'jobs',
    'keys/api-key',
    'keys/keys',
    'keys/login',
    'oidc/provider',
    'people/people',
    'people/user',
    'same-origin',
    'service',
    'set-up/first-run',
    'view',
  ],
  webhooks: ['deliveries/fan-out', 'service', 'webhooks'],
  reports: ['service'],
  audit: [
    'archive',
    'jobs',
    'report',
    'running',
    'service',
    'snapshot',
    'stored-objects',
    'verify-archive',
    'verify',
    'verify-all',
  ],
  sharing: ['view-log'],
  lifecycle: ['archive', 'jobs', 'move/move', 'read-back', 'service'],
  transfer: [
    'csv/source',
    'dry-run',
    'export',
    'imports/file',
    'imports/import',
    'imports/jobs',
    'report',
    'service',
  ],
}

/** The audit reads the tables as they are: a query by their owner would hide what it looks for. */
const AUDITED = [
  'account_entries',
  'delivery_notes',
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
  'payments',
  'quotes',
  'recurring_runs',
  'revisions',
  'supplier_invoices',
  'template_assets',
]

describe('tables', () => {
  test('one slice names a table in SQL: its owner; the audit may, too', () => {
    const declared = sourceFiles('src/platform/database')
      .filter(({ path }) => nameOf(path).startsWith('tables'))
      .flatMap(({ text }) => [...text.matchAll(/^ {2}readonly (\w+): \w+Table$/gm)])
      .map(([, table = '']) => ({ table, slices: slicesThatName(table) }))
    const shared = declared.filter(({ slices }) => slices.length !== 1)
    const audited = shared.filter(({ slices }) => slices.includes('audit'))
    expect(audited.map(({ table }) => table).toSorted()).toEqual(AUDITED)
    const wrong = shared.filter((it) => !audited.includes(it) || it.slices.length > 2)
    expect(wrong.map(({ table, slices }) => `${table}: ${slices.join(', ')}`)).toEqual([])
  })
})

/** The wire names of declared fields; one with a single part is also a common word. */
const wireNames = (fields: Fields): readonly string[] =>
  Object.values(fields)
    .map(({ wire }) => wire)
    .filter((wire) => wire.includes('_'))
const INVOICE_NAMES = wireNames({ ...FIELDS, ...OPTIONAL_FIELDS, ...OPTIONAL_ITEM_FIELDS })
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
  const placesIn = (slice: string, own: readonly string[], pattern: string) => {
    const paths = own.map((name) => `src/${slice}/${name}.ts`)
    const files = production.filter(
      ({ path }) => path.startsWith(`src/${slice}/`) && !paths.includes(path),
    )
    return placesOf(files, new RegExp(pattern))
  }
  const anyOf = (names: readonly string[]) => `(?<![\\w.])['"\`]?(${names.join('|')})\\b`

  test('of a customer have their wire names in one declaration', () => {
    const names = wireNames(CUSTOMER_FIELDS)
    expect(names).toContain('payment_terms_days')
    expect(placesIn('customers', ['fields', 'example'], anyOf(names))).toEqual([])
  })

  /** The projection of the audit never changes; the seller's fields have their own declaration. */
  test('of an invoice have their wire names in one declaration', () => {
    const names = INVOICE_NAMES.filter((name) => !DATES.includes(name))
    expect(names).toContain('order_reference')
    const own = ['fields', 'example', 'revisions/state']
    expect(placesIn('invoices', own, anyOf(names))).toEqual([])
  })

  test('of the settings have their defaults, limits and rules in one declaration', () => {
    expect(SETTINGS).toContain('companyName')
    const declares = `${anyOf(SETTINGS.filter((key) => key !== 'logo'))}['"]?: (null\\b|\\d|true|false|\\[|text|optional|oneOf|Type\\.|rules\\.|nullable)`
    expect(placesIn('settings', ['fields', 'example'], declares)).toEqual([])
  })
})

describe('one place for each thing outside', () => {
  test('the environment: config.ts', () => {
    expect(placesOf(outside(/^src\/config\.ts$/), /process\.env/)).toEqual([])
  })

  test('the process: platform', () => {
    const pattern = /(?<![\w./])process\.(?!env\b)/
    expect(placesOf(outside(/^src\/(platform|cli)\//), pattern)).toEqual([])
    expect(
      edgesToPackages(/^node:child_process$/, /^src\/platform\/(browser\/|worker\.ts)/),
    ).toEqual([])
  })

  test('the time: platform', () => {
    const pattern =
      /Date\.now\(|new Date\(\)|performance\.now\(|\bset(Timeout|Interval|Immediate)\(/
    expect(placesOf(outside(/^src\/(platform|cli)\//), pattern)).toEqual([])
  })

  test('chance: platform/ids.ts', () => {
    const pattern = /Math\.random|\brandom(Bytes|UUID|UUIDv7|Int|FillSync)\b|getRandomValues/
    expect(placesOf(outside(/^src\/platform\/ids\.ts$/), pattern)).toEqual([])
  })

  test('the network: platform/outbound; a remote browser: platform/browser/remote.ts', () => {
    expect(placesOf(outside(/^src\/platform\/outbound\//, /^src\/cli\//), /\bfetch\(/)).toEqual([])
    const network = /^(undici|node:(https?|http2|net|tls|dgram|dns)(\/.*)?)$/
    const allowed = /^src\/platform\/(outbound\/[\w-]+|browser\/remote)\.ts$/
    expect(edgesToPackages(network, allowed)).toEqual([])
  })

  /** Rule 9 of docs/growing.md: `inTransaction` repeats a transaction after a conflict. */
  test('transactions: platform/database; snapshots also where an audit or a move reads', () => {
    const snapshots = /^src\/(audit\/snapshot|lifecycle\/move\/move)\.ts$/
    const others = outside(/^src\/platform\/database\//, snapshots)
    expect(placesOf(others, /\.(transaction|startTransaction)\(\)/)).toEqual([])
  })

  test('the terminal: the command line', () => {
    expect(placesOf(outside(/^src\/cli\//), /(?<![\w./'])console\.\w+\(/)).toEqual([])
  })

  /** Colours are mixed from channels of 0 to 255; nobody pays them. */
  test('rounding: money/rounding.ts', () => {
    const pattern = /Math\.(round|floor|trunc)\(|\.to(Fixed|Precision)\(/
    const elsewhere = outside(/^src\/money\/rounding\.ts$/, /^src\/documents\/colour\.ts$/)
    expect(placesOf(elsewhere, pattern)).toEqual([])
  })
})

describe('shape', () => {
  test('names describe the subject', () => {
    const isVague = /(^|\/)(utils?|helpers?|common|lib|misc|shared)(\/|\.[tj]s$)/
    expect(all.map(({ path }) => path).filter((path) => isVague.test(path))).toEqual([])
  })

  test('files are kebab-case', () => {
    const isKebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*$/
    const named = [...source, ...sourceFiles('bin')].map(({ path }) => path)
    expect(named.filter((path) => !isKebab.test(nameOf(path)))).toEqual([])
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

  test('a TODO names its issue', () => {
    // Only in comments: an invoice may well be about a TODO list.
    const pattern = /(\/\/|\/?\*).*\b(TODO|FIXME|HACK)\b(?!\(#\d+\))/
    const lines = all.flatMap(({ path, text }) => text.split('\n').map((line) => `${path} ${line}`))
    expect(lines.filter((line) => pattern.test(line) && !line.startsWith('test/house'))).toEqual([])
  })

  test('each migration has its number', () => {
    const numbers = sourceFiles('migrations').map(({ path }) => {
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
      .filter(({ target }) => floorOf(target) !== floorOf(file.path))
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

/** Groups of files that all lead to one another. */
function circles(): readonly (readonly string[])[] {
  const reached = new Map(
    production.map(({ path }) => [path, new Set(reachedFrom(path, { withTypes: true }))]),
  )
  const inCircle = [...reached].filter(([path, targets]) => targets.has(path)).map(([path]) => path)
  const groups = Map.groupBy(inCircle, (path) =>
    inCircle.filter((it) => reached.get(path)?.has(it) && reached.get(it)?.has(path)).join(' '),
  )
  return [...groups.values()]
}

function slicesThatName(table: string): readonly string[] {
  const files = CODE.filter(({ code }) => inSql(table).test(code))
  return [...new Set(files.map(({ path }) => floorOf(path)))]
}

/** A table in a query of Kysely's, in SQL by hand, or given to `findRow` and the like. */
const inSql = (table: string): RegExp =>
  new RegExp(
    `((From|Into|Table|Join|from|join|into|update)\\(?\\s*['"\`]?|Rows?(Before|Locked)?\\(\\w+,\\s*')${table}\\b`,
  )

function pureFiles(): readonly SourceFile[] {
  const decisions =
    /^src\/(money\/[\w-]+|invoices\/(totals\/totals|lifecycle|numbering\/numbering|calendar)|placeholders\/placeholders|recurring\/schedule)\.ts$/
  return production.filter(({ path }) => decisions.test(path))
}

const CODE = production.map(({ path, text }) => ({ path, code: withoutComments(text) }))
const IMPORTS = new Map(production.map((file) => [file.path, importsOf(file)]))

/** All files that are loaded with `path`, or also the files that it takes types from. */
function reachedFrom(path: string, { withTypes } = { withTypes: false }): readonly string[] {
  const seen = new Set<string>()
  const open = [path]
  for (let next = open.pop(); next !== undefined; next = open.pop())
    for (const { target, isTypeOnly } of IMPORTS.get(next) ?? []) {
      if ((isTypeOnly && !withTypes) || seen.has(target)) continue
      seen.add(target)
      open.push(target)
    }
  return [...seen]
}

test('no test has a limit of its own or asserts a duration: a busy machine is slow', () => {
  const tests = all.filter(({ path }) => /\.(test|testing)\.ts$/.test(path))
  const quick = tests.filter(({ path }) => !path.startsWith('test/faults/'))
  expect(placesOf(quick, /^\s*\}, \d+_\d+\)$|timeout: \d|vi\.waitFor\(\(\) =>.*\)\)$/)).toEqual([])
  expect(placesOf(quick, /(performance\.now|Date\.now)\(\) - .*toBeLess/)).toEqual([])
})

test('these rules detect violations', () => {
  expect(production.length).toBeGreaterThan(100)
  expect(withoutComments("const a = 'x' // y\n/* z\n*/b")).toBe("const a = 'x' \n\nb")
  const path = 'src/invoices/x.ts'
  const text =
    "import type { A } from '../money/a.ts'\nimport {\n  b,\n} from './b.ts'\nimport 'c'\n"
  expect(importsOf({ path, text })).toEqual([
    { target: 'src/money/a.ts', isPackage: false, isTypeOnly: true },
    { target: 'src/invoices/b.ts', isPackage: false, isTypeOnly: false },
    { target: 'c', isPackage: true, isTypeOnly: false },
  ])
  expect(placesOf([{ path, text: 'Date.now()' }], /Date\.now\(/)).toEqual([`${path}:1 Date.now()`])
})
