import {
  type EntryToMatch,
  indexReceivables,
  learnsAccount,
  type Match,
  matchEntry,
  noteBooking,
  type Receivable,
  type Receivables,
} from '@billwright/bank-matching'
import { type BankEntry, EMPTY_ENTRY } from '@billwright/bank-statements'

/**
 * How many payments of a month the matcher recognizes, and how long it takes for 10,000 entries and 50,000 open
 * invoices: `node bench/bank-matching.ts`, with `MONTHS=20` for another count of months. The month says how people
 * pay and what banks make of it; it knows nothing of how the matcher works.
 */
const MONTHS = Number(process.env.MONTHS ?? 20)

type Random = () => number

/** mulberry32 */
function randomOf(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const below = (random: Random, limit: number) => Math.trunc(random() * limit)
const pick = <T>(random: Random, from: readonly T[]): T => from[below(random, from.length)] as T
/** One of the keys, as often as its weight says. */
function weighted<T extends string>(random: Random, weights: Readonly<Record<T, number>>): T {
  const entries = Object.entries(weights) as [T, number][]
  let left = random() * entries.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [key, weight] of entries) {
    left -= weight
    if (left < 0) return key
  }
  return (entries.at(-1) as [T, number])[0]
}
const pad = (number: number, length: number) => String(number).padStart(length, '0')
const dayAfter = (date: string, days: number) =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)

interface Customer {
  readonly id: string
  readonly name: string
  readonly reference: string | null
  readonly iban: string
  /** It has paid before, so that its account is known. */
  readonly isKnown: boolean
}

const SURNAMES = [
  ...[
    'Müller',
    'Schäfer',
    'Köhler',
    'Weiß',
    'Jäger',
    'Schröder',
    'Böhm',
    'Groß',
    'Krüger',
    'Lehmann',
  ],
  ...[
    'Öztürk',
    'Nowak',
    'Petersen',
    'Dubois',
    'García',
    'Hansen',
    'Bergmann',
    'Vogt',
    'Seidel',
    'Arnold',
  ],
]
const FIRST_NAMES = [
  'Anna',
  'Jürgen',
  'Birgit',
  'Jörg',
  'Lena',
  'Sören',
  'Zoë',
  'Peter',
  'Günther',
  'Marie',
]
const TRADES = [
  ...[
    'Elektrotechnik',
    'Bäckerei',
    'Gebäudereinigung',
    'Küchenstudio',
    'Verlag',
    'Logistik',
    'Möbelhaus',
  ],
  ...[
    'Steuerberatungsgesellschaft',
    'Immobilienverwaltung',
    'Zahnarztpraxis',
    'Weinhandel',
    'Gartenbau',
  ],
]
const FORMS = ['GmbH', 'GmbH & Co. KG', 'AG', 'e.K.', 'UG (haftungsbeschränkt)', 'KG', 'GbR', '']

function customersOf(random: Random): readonly Customer[] {
  return Array.from({ length: 180 }, (_, at) => {
    const isCompany = random() < 0.7
    const name = isCompany
      ? `${pick(random, SURNAMES)} ${pick(random, TRADES)} ${pick(random, FORMS)}`.trim()
      : `${pick(random, FIRST_NAMES)} ${pick(random, SURNAMES)}`
    return {
      id: `c${at}`,
      name,
      reference: random() < 0.7 ? `K-${1001 + at}` : null,
      iban: `DE${pad(at, 2)}1203000000${pad(at, 8)}`,
      isKnown: random() < 0.55,
    }
  })
}

const INVOICES = 420
const START = '2026-04-20'

function invoicesOf(random: Random, customers: readonly Customer[]): readonly Receivable[] {
  return Array.from({ length: INVOICES }, (_, at) => {
    const issueDate = dayAfter(START, Math.trunc((at / INVOICES) * 40))
    const minor = BigInt(Math.trunc(Math.exp(6.5 + random() * 5.5)) * (random() < 0.5 ? 1 : 5))
    const dueMinor = random() < 0.15 ? pick(random, [4900n, 11_900n, 5990n]) : minor + 500n
    return {
      id: `d${at}`,
      number: `INV-2026-${pad(301 + at, 4)}`,
      customerId: pick(random, customers).id,
      currency: 'EUR',
      issueDate,
      dueDate: dayAfter(issueDate, 30),
      dueMinor,
      status: 'open' as const,
      earlyPayment:
        random() < 0.35
          ? [
              {
                until: dayAfter(issueDate, 10),
                percent: '2',
                discountMinor: (dueMinor + 25n) / 50n,
              },
            ]
          : [],
      orderReference: random() < 0.15 ? `45000${pad(below(random, 99_999), 5)}` : null,
      references: [
        { kind: 'RF' as const, value: `RF${pad(below(random, 99), 2)}2026${pad(301 + at, 4)}` },
      ],
      creditNotes: [],
    }
  })
}

interface Payment extends EntryToMatch {
  /** What it pays, in words that can be compared; null for money that is no customer's. */
  readonly truth: string | null
}

const truthOf = (documents: readonly Receivable[]) =>
  documents
    .map((it) => it.id)
    .sort()
    .join()

/** What payers write; a few do not name the invoice at all. */
function wordsFor(random: Random, documents: readonly Receivable[], customer: Customer) {
  const [first] = documents as [Receivable]
  const way = weighted(random, {
    ...{
      number: 66,
      separators: 7,
      digits: 6,
      zeros: 4,
      last: 2,
      typo: 3,
      reference: 5,
      order: 2,
      none: 5,
    },
  })
  const short = (it: Receivable) => it.number.slice(-4)
  const numberAs = (it: Receivable): string => {
    if (way === 'separators') return it.number.replaceAll('-', pick(random, [' ', '', '/', '.']))
    if (way === 'digits') return it.number.slice(4).replace('-', pick(random, ['-', '/', ' ']))
    if (way === 'zeros') return it.number.replace('-0', '-')
    if (way === 'last') return short(it).replace(/^0/, '')
    if (way === 'typo') return mistyped(random, it.number)
    return it.number
  }
  if (way === 'reference') return { text: '', reference: first.references[0] }
  if (way === 'order')
    return { text: `Bestellung ${first.orderReference ?? first.number}`, reference: undefined }
  if (way === 'none')
    return {
      text: pick(random, [
        'Danke',
        'Rechnung',
        'Überweisung',
        `Kunde ${customer.reference ?? ''}`,
        'Ihre Rechnung Mai',
      ]),
      reference: undefined,
    }
  const isTail = way === 'number' && random() < 0.25
  const numbers = documents.map((it, at) =>
    isTail && at > 0 ? short(it).replace(/^0/, '') : numberAs(it),
  )
  const before = pick(random, [
    '',
    'Rechnung ',
    'RG ',
    'Rg.-Nr. ',
    'Re. ',
    'Rechnungsnummer: ',
    'Invoice ',
  ])
  const after = pick(random, [
    ...['', '', '', ' Danke', ` vom ${first.issueDate.split('-').reverse().join('.')}`],
    ...[
      ` Kd.-Nr. ${customer.reference ?? '4711'}`,
      ` ${customer.name}`,
      ' abzgl. Skonto',
      ' mit bestem Dank',
    ],
  ])
  return {
    text: `${before}${numbers.join(pick(random, [', ', ' ', ' und ', ' + ', '; ']))}${after}`,
    reference: undefined,
  }
}

function mistyped(random: Random, number: string): string {
  const at = 4 + below(random, number.length - 5)
  const swapped =
    number.slice(0, at) + number.charAt(at + 1) + number.charAt(at) + number.slice(at + 2)
  return pick(random, [
    number.slice(0, at) + number.slice(at + 1),
    swapped,
    number.replace('INV', 'IVN'),
  ])
}

const UMLAUTS: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  Ä: 'Ae',
  Ö: 'Oe',
  Ü: 'Ue',
}

/** What banks make of a text. */
function asBanksWrite(random: Random, text: string): string {
  const way = weighted(random, { kept: 55, written: 25, lost: 10, marked: 10 })
  const plain =
    way === 'written'
      ? text.replace(/[äöüßÄÖÜ]/g, (it) => UMLAUTS[it] ?? it)
      : way === 'lost'
        ? text.normalize('NFD').replace(/\p{M}/gu, '')
        : way === 'marked'
          ? text.replace(/[^\x20-\x7e]/g, '.')
          : text
  return random() < 0.35 ? plain.toUpperCase() : plain
}

function brokenLines(random: Random, text: string): readonly string[] {
  const width = pick(random, [27, 35, 140])
  return (
    text
      .slice(0, 140)
      .match(new RegExp(`.{1,${width}}`, 'gs'))
      ?.map((it) => it.trim()) ?? []
  )
}

/** All payments of a month, in the order of their days. */
function monthOf(
  random: Random,
  customers: readonly Customer[],
  invoices: readonly Receivable[],
): readonly Payment[] {
  const left = new Set(invoices.filter(() => random() < 0.85))
  const payments: Payment[] = []
  for (const invoice of invoices) {
    if (!left.has(invoice)) continue
    const customer = customers.find((it) => it.id === invoice.customerId) as Customer
    const others = [...left].filter((it) => it.customerId === customer.id && it !== invoice)
    const together = random() < 0.3 ? others.slice(0, 1 + below(random, 3)) : []
    const documents = [invoice, ...together]
    for (const it of documents) left.delete(it)
    payments.push(...paymentsFor(random, documents, customer))
  }
  for (let at = 0; at < 30; at += 1) payments.push(unrelatedOne(random, at))
  return payments.toSorted(
    (a, b) => Date.parse(a.entry.bookingDate) - Date.parse(b.entry.bookingDate),
  )
}

function paymentsFor(
  random: Random,
  documents: readonly Receivable[],
  customer: Customer,
): readonly Payment[] {
  const last = documents
    .map((it) => it.issueDate)
    .sort()
    .at(-1) as string
  const bookingDate = dayAfter(last, 1 + Math.trunc(random() ** 1.5 * 35))
  const dueMinor = documents.reduce((sum, it) => sum + it.dueMinor, 0n)
  const taken = documents.flatMap(({ earlyPayment: [it] }) =>
    it && it.until >= bookingDate ? it : [],
  )
  const discountMinor = random() < 0.8 ? taken.reduce((sum, it) => sum + it.discountMinor, 0n) : 0n
  const way = weighted(random, {
    right: 91,
    late: 2,
    cents: 1.5,
    part: 2,
    over: 1,
    fee: 1.5,
    twice: 1,
  })
  const late = documents
    .flatMap(({ earlyPayment: [it] }) => it ?? [])
    .reduce((sum, it) => sum + it.discountMinor, 0n)
  const rightMinor = dueMinor - discountMinor
  const amountMinor = {
    right: rightMinor,
    twice: rightMinor,
    late: dueMinor - late,
    cents: rightMinor - BigInt(1 + below(random, 9)),
    part: (dueMinor * BigInt(20 + below(random, 60))) / 100n,
    over: rightMinor + BigInt(1 + below(random, 2000)),
    fee: rightMinor - 1250n > 0n ? rightMinor - 1250n : rightMinor,
  }[way]
  const { text, reference } = wordsFor(random, documents, customer)
  const isOther = random() < 0.12
  const payer = isOther ? `${pick(random, FIRST_NAMES)} ${pick(random, SURNAMES)}` : customer.name
  const entry: BankEntry = {
    ...EMPTY,
    bookingDate,
    valueDate: bookingDate,
    amountMinor,
    name: asBanksWrite(random, payer)
      .slice(0, pick(random, [27, 35, 70]))
      .trim(),
    iban: isOther
      ? `DE991203000000${pad(below(random, 9999), 8)}`
      : random() < 0.93
        ? customer.iban
        : null,
    lines: brokenLines(random, asBanksWrite(random, text)),
    references: reference ? [reference] : [],
    charges: way === 'fee' && random() < 0.6 ? { amountMinor: 1250n, currency: 'EUR' } : null,
    endToEnd: random() < 0.3 ? `E2E${below(random, 1e9)}` : null,
  }
  const truth = truthOf(documents)
  const first = { id: `p ${truth}`, accountId: 'own', entry, truth }
  if (way !== 'twice') return [first]
  const again = { ...entry, bookingDate: dayAfter(bookingDate, 6) }
  return [first, { id: `p ${truth} again`, accountId: 'own', entry: again, truth: 'again' }]
}

function unrelatedOne(random: Random, at: number): Payment {
  const lines = [
    pick(random, [
      ...[
        `Erstattung Umsatzsteuer ${below(random, 99_999_999)}`,
        `Gutschrift Beleg ${below(random, 999_999)}`,
      ],
      ...[
        `Zinsen 05/2026`,
        `Miete Stellplatz ${below(random, 99)}`,
        `RETOURE BESTELLUNG ${below(random, 9_999_999)}`,
      ],
      ...[
        `Steuernr. ${below(random, 999)}/2026/0${below(random, 999)}`,
        `Darlehen ${2026}${pad(below(random, 9999), 4)}`,
      ],
    ]),
  ]
  const entry: BankEntry = {
    ...EMPTY,
    bookingDate: dayAfter(START, below(random, 60)),
    amountMinor: BigInt(100 + below(random, 300_000)),
    name: pick(random, ['FINANZAMT MITTE', 'Stadtwerke', 'Großhandel Nord GmbH', 'Volksbank']),
    lines,
  }
  return { id: `u${at}`, accountId: 'own', entry, truth: null }
}

const EMPTY: BankEntry = {
  ...EMPTY_ENTRY,
  bookingDate: START,
  valueDate: START,
  amountMinor: 0n,
  currency: 'EUR',
}

const receivablesOf = (
  customers: readonly Customer[],
  documents: readonly Receivable[],
): Receivables => ({
  documents,
  customers: customers.map(({ id, name, reference }) => ({ id, names: [name], reference })),
  payerAccounts: customers
    .filter((it) => it.isKnown)
    .map(({ id, iban }) => ({ iban, customerId: id })),
  ...{
    ownAccounts: [],
    handPayments: [],
    bookedEntries: [],
    declined: [],
    providers: [],
    rules: [],
  },
  settings: { discountGraceDays: 3, paymentTolerance: '0', feeTolerance: '0' },
})

/** Whether the first proposal is what the payer means. */
function isRight({ proposals: [first] }: Match, truth: string | null): boolean {
  if (truth === null) return first === undefined
  if (first === undefined) return false
  if (truth === 'again') return first.kind === 'account'
  const documents = first.parts.flatMap((it) => (it.kind === 'invoice' ? it.documentId : []))
  const meant = truth.split(',')
  // Part of the money may be for some of the invoices only.
  return (
    documents.length > 0 &&
    documents.every((it) => meant.includes(it)) &&
    (documents.length === meant.length || first.kind === 'partial')
  )
}

function matchMonth(seed: number, counts: Map<string, number>): void {
  const random = randomOf(seed)
  const customers = customersOf(random)
  const invoices = invoicesOf(random, customers)
  const index = indexReceivables(receivablesOf(customers, invoices))
  const count = (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)
  for (const { truth, ...payment } of monthOf(random, customers, invoices)) {
    const match = matchEntry(index, payment)
    const [first] = match.proposals
    const right = isRight(match, truth)
    count(
      `${truth === null ? 'other money' : 'payments'}, ${match.class}, ${right ? 'right' : 'not right'}`,
    )
    if (first === undefined || truth === null) continue
    // A person confirms what is right, and books the rest by hand.
    const parts = right ? first.parts : bookedByHand(invoices, truth, payment.entry)
    const owner = invoices.find((it) => it.id === truth.split(',')[0])?.customerId ?? null
    const learnedFor = right && (learnsAccount(first) || match.class !== 'certain') ? owner : null
    noteBooking(index, { ...payment, parts, learnedFor })
  }
}

const bookedByHand = (invoices: readonly Receivable[], truth: string, { currency }: BankEntry) =>
  invoices
    .filter((it) => truth.split(',').includes(it.id))
    .map((it) => ({
      ...{ kind: 'invoice' as const, documentId: it.id, amountMinor: it.dueMinor, currency },
      ...{ discountMinor: 0n, feeMinor: 0n, writeOffMinor: 0n },
    }))

function reportMonths(): void {
  const counts = new Map<string, number>()
  for (let seed = 1; seed <= MONTHS; seed += 1) matchMonth(seed, counts)
  for (const what of ['payments', 'other money']) {
    const own = [...counts].filter(([key]) => key.startsWith(what)).sort()
    const all = own.reduce((sum, [, it]) => sum + it, 0)
    console.log(`${MONTHS} months, ${all} ${what}:`)
    for (const [key, it] of own) console.log(`  ${key}: ${it} (${((it / all) * 100).toFixed(1)} %)`)
  }
}

/** 10,000 entries of all kinds against 50,000 open invoices. */
function reportTime(): void {
  const random = randomOf(7)
  const customers = Array.from({ length: 5000 }, (_, at) => ({
    ...{ id: `c${at}`, reference: `K-${10_000 + at}`, iban: `DE${at}`, isKnown: at % 2 === 0 },
    name: `${pick(random, SURNAMES)} ${pick(random, TRADES)} ${pick(random, FORMS)} ${at % 97}`,
  }))
  const [sample] = invoicesOf(random, customers) as [Receivable]
  const documents = Array.from({ length: 50_000 }, (_, at) => ({
    ...sample,
    ...{ id: `d${at}`, number: `INV-2026-${pad(at, 5)}`, customerId: `c${at % 5000}` },
    ...{
      dueMinor: at % 5 === 0 ? 4900n : BigInt(1000 + below(random, 900_000)),
      issueDate: START,
      references: [],
    },
  }))
  const cpuS = () => process.cpuUsage().user / 1e6
  const started = cpuS()
  const index = indexReceivables(receivablesOf(customers, documents))
  const indexed = cpuS()
  const counts = new Map<string, number>()
  for (let at = 0; at < 10_000; at += 1) {
    const document = documents[at * 5 + (at % 5)] as Receivable
    const customer = customers.find((it) => it.id === document.customerId) as Customer
    const [payment] = paymentsFor(random, [document], customer) as [Payment]
    const match = matchEntry(index, { ...payment, id: `e${at}` })
    counts.set(match.class, (counts.get(match.class) ?? 0) + 1)
    const parts = match.class === 'certain' ? (match.proposals[0]?.parts ?? []) : []
    noteBooking(index, { ...payment, id: `e${at}`, parts, learnedFor: null })
  }
  const matched = cpuS()
  console.log(`50,000 open invoices indexed in ${(indexed - started).toFixed(1)} s of CPU`)
  console.log(
    `10,000 entries matched in ${(matched - indexed).toFixed(1)} s of CPU`,
    Object.fromEntries(counts),
  )
}

reportMonths()
reportTime()
