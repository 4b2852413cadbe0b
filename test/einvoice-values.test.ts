import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Random, randomOf } from './fuzz/values.ts'
import type { Json } from './givens.ts'
import { startTestApp, type TestApp } from './harness.ts'
import { LIMIT_MS } from './patience.ts'
import { AS_XML } from './supplier-xml.ts'

/** `EINVOICE_VALUES=10000 EINVOICE_SEED=7 npm test -- test/einvoice-values` sends more, and others. */
const MUTATIONS = Number(process.env.EINVOICE_VALUES ?? 250)
const SEED = Number(process.env.EINVOICE_SEED ?? 20_261_128)
const TIMEOUT_MS = LIMIT_MS + MUTATIONS * 1000

const DATES = [
  '2026-12-02+01:00 2026-12-02Z 2026-12-02-13:59 2026-12-02+25:00 2026-12-02+1:00 2026-13-45',
  '2026-02-29 2028-02-29 2026-2-3 02/11/2026 2.11.2026 20261102 202611021200 20261399 2026-W48-1',
  '2026-11-02T10:00:00Z 0000-00-00 0001-01-01 9999-12-31 99999-01-01 -2026-01-01 2026-04-31 now',
  '٢٠٢٦-١١-٠٢ 2026‐11‐02 2026-11-02<!--x--> 1e3 2026-11-02;DROP',
]
const NUMBERS = [
  '1,50 1.234,56 1,234.56 1e3 1E-7 NaN Infinity -Infinity 0x10 ١٢ １２ --1 +5 .5 5. - . -0 00012.50',
  '0.123456789123456789 100.005 1_000 1.2.3 12€ 19% null 1/3 -1 -100.00 0 999999999999999999 0.000001',
]
const CODES =
  'euro EURO eur EUR XX1 XXX XTS € N9 N2 N3.9 N2.1 TD99 TD04 MP99 23% 22 np zw X 0 -1 ZZ Z S Q 999 381 🙂 &lt;script&gt; null'

const words = (lines: readonly string[]): readonly string[] => lines.join(' ').split(' ')
const HOSTILE: Readonly<Record<string, readonly string[]>> = {
  date: [...words(DATES), '2026 11 02', ' 2026-11-03 '],
  number: [
    ...words(NUMBERS),
    '1 000',
    '9'.repeat(18),
    '9'.repeat(40),
    '9'.repeat(65),
    '9'.repeat(5000),
    `0.${'1'.repeat(62)}`,
  ],
  code: [...CODES.split(' '), 'E R', 'A'.repeat(3000)],
}

interface Source {
  readonly name: string
  readonly xml: string
}

const xmlIn = (folder: string): readonly Source[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.xml'))
        .map((name) => ({ name, xml: readFileSync(join(folder, name), 'utf8') }))
        .filter(({ xml }) => xml.length < 60_000)
    : []

const HERE = join(import.meta.dirname, 'golden/einvoices')
const BESIDE = join(import.meta.dirname, '../../shared')
const OWN = ['', 'fatturapa', 'ksef', 'issued'].flatMap((it) => xmlIn(join(HERE, it)))
const OTHERS = [
  'reports/einvoices',
  ...['ubl', 'cii', 'other'].map((it) => `einvoice/corpus/${it}`),
].flatMap((it) => xmlIn(join(BESIDE, it)))

const VALUE = /<((?:\w+:)?\w+)((?:\s[^<>]*)?)>([^<>]+)<\//g
const NAMES_OF_CODES =
  /Code$|Code_|CurrencyID|Divisa|Natura|TipoDocumento|EsigibilitaIVA|Modalita|Condizioni|TipoCassa|TipoRitenuta|Nazione|IdPaese|P_12$|KodWaluty|KodKraju|RodzajFaktury|FormaPlatnosci|Zaplacono|Znacznik|StanPrzed|CategoryCode|TypeCode|CountryID/
const CODE_PARENTS = /TaxCategory>\s*<(?:\w+:)?ID[^>]*>$/

interface Mutation {
  readonly file: string
  readonly element: string
  readonly kind: string
  readonly before: string
  readonly after: string
  readonly xml: string
}

/** Another text in the place of one date, number or code. */
function mutationOf({ name, xml }: Source, random: Random): Mutation | undefined {
  const places = [...xml.matchAll(VALUE)].flatMap((found) => {
    const [all, element = '', , text = ''] = found
    const kind = kindOf(element, text.trim(), xml.slice(0, found.index + all.indexOf('>') + 1))
    return kind === undefined
      ? []
      : [{ element, kind, text, at: found.index + all.indexOf('>') + 1 }]
  })
  const place = places[Math.floor(random() * places.length)]
  if (place === undefined) return undefined
  const values = HOSTILE[place.kind] ?? []
  const after = values[Math.floor(random() * values.length)] ?? ''
  return {
    file: name,
    element: place.element,
    kind: place.kind,
    before: place.text,
    after,
    xml: xml.slice(0, place.at) + after + xml.slice(place.at + place.text.length),
  }
}

function kindOf(element: string, text: string, upToHere: string): string | undefined {
  if (/^\d{4}-?\d\d-?\d\d$/.test(text) && /Date|Data|P_[16]|Termin/.test(element)) return 'date'
  if (NAMES_OF_CODES.test(element) || CODE_PARENTS.test(upToHere)) return 'code'
  if (!/^-?\d+(\.\d+)?$/.test(text)) return undefined
  return /Amount|Percent|Quantity|Numeric|Measure|Prezzo|Importo|Aliquota|Imposta|Imponibile|Quantita|Arrotondamento|P_(?:8B|9|1[0-5])|Kwota|Suma|DoZaplaty/.test(
    element,
  )
    ? 'number'
    : undefined
}

/** What the file means with that text there; undefined: nothing. */
function meaningOf({ kind, after, before, element }: Mutation): string | undefined {
  const text = after.trim().replace('<!--x-->', '')
  if (kind === 'code') return text
  if (kind === 'number')
    return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(text) && text.length <= 64 ? text : undefined
  const isShort = /DateTimeString|DateString/.test(element) || /^\d{8}$/.test(before.trim())
  const [, day = '', zone] = isShort
    ? (/^(\d{8})(|\d{4})$/.exec(text) ?? [])
    : (/^(\d{4}-\d\d-\d\d)(|Z|[+-]\d\d:\d\d)$/.exec(text) ?? [])
  const plain = isShort ? day.replace(/^(....)(..)(..)$/, '$1-$2-$3') : day
  if (zone?.startsWith('+25')) return undefined
  const time = Date.parse(`${plain}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(plain) ? plain : undefined
}

/** Every date of an answer by its name. */
function datesIn(value: Json, name = ''): readonly string[] {
  if (typeof value === 'string') return /(_date|_start|_end|_day)$/.test(name) ? [value] : []
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value as Record<string, Json>).flatMap(([key, it]) =>
    key === 'unread' || key === 'not_taken' ? [] : datesIn(it, Array.isArray(value) ? name : key),
  )
}

function isRealDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

describe('dates, numbers and codes of e-invoices', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp('sqlite')
  })
  afterAll(() => app.close())

  const send = (path: string, xml: string) =>
    app.send({
      method: 'POST',
      url: `/api/v1${path}`,
      headers: { authorization: 'Bearer test-key-0123456789abcdef', ...AS_XML },
      payload: Buffer.from(xml),
    })

  /** The faults of the answers to a request. */
  async function wrongWith(mutation: Mutation): Promise<readonly string[]> {
    const wrong: string[] = []
    const meaning = meaningOf(mutation)
    for (const [path, page] of [
      ['/supplier-invoices', '/supplier-invoices'],
      ['/invoices/import', '/invoices'],
    ] as const) {
      const answer = await send(path, mutation.xml)
      if (![201, 409, 422].includes(answer.statusCode)) wrong.push(`${path} ${answer.statusCode}`)
      if (answer.statusCode === 422 && !/"code":"[a-z_]+"/.test(answer.body))
        wrong.push(`${path}: no code`)
      if (answer.statusCode !== 201) continue
      const made = answer.json()
      const id: string = made.id ?? made.invoice.id
      for (const day of datesIn(made.content ?? made.invoice))
        if (!isRealDay(day)) wrong.push(`${path}: the date ${day}`)
      const { unread: _, ...content } = made.content ?? made.invoice
      if (meaning === undefined && JSON.stringify(content).includes(JSON.stringify(mutation.after)))
        wrong.push(`${path}: stored as given`)
      const shown = await app.call('GET', `${page}/${id}/html`)
      if (shown.statusCode !== 200) wrong.push(`${page}/html ${shown.statusCode}`)
    }
    return wrong
  }

  test(`${MUTATIONS} mutated files: 422 or a right value`, { timeout: TIMEOUT_MS }, async () => {
    const random = randomOf(SEED)
    const failed: string[] = []
    for (let n = 0; n < MUTATIONS; n += 1) {
      const from = OTHERS.length > 0 && random() < 0.6 ? OTHERS : OWN
      const source = from[Math.floor(random() * from.length)]
      const mutation = source && mutationOf(source, random)
      if (mutation === undefined) continue
      const { file, element, after } = mutation
      for (const it of await wrongWith(mutation))
        failed.push(`${file} ${element} “${after.slice(0, 50)}”: ${it}`)
      if (failed.length > 40) break
    }
    expect(failed).toEqual([])
  })
})
