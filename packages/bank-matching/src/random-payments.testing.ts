import type { BankEntry } from '@billwright/bank-statements'
import type { EntryToMatch, Receivable, Receivables } from './receivables.ts'
import { entryWith, receivablesWith } from './samples.testing.ts'

export interface Random {
  /** From 0 to `below` − 1. */
  readonly below: (below: number) => number
  readonly chance: (percent: number) => boolean
  readonly pick: <T>(from: readonly T[]) => T
}

/** mulberry32 */
export function randomOf(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.trunc(next() * limit)
  return {
    below,
    chance: (percent) => next() * 100 < percent,
    pick: (from) => {
      const picked = from[below(from.length)]
      if (picked === undefined) throw new Error('There is nothing to pick from.')
      return picked
    },
  }
}

type NumberPattern = (at: number, customer: number) => string

/** Years, months, customers and counts, with and without letters and zeros. */
export const NUMBER_PATTERNS: Readonly<Record<string, NumberPattern>> = {
  'INV-2026-0001': (at) => `INV-2026-${pad(at, 4)}`,
  '2026-0001': (at) => `2026-${pad(at, 4)}`,
  RE2600001: (at) => `RE26${pad(at, 5)}`,
  '100001': (at) => String(100_000 + at),
  'RE-2026-1': (at) => `RE-2026-${at}`,
  'A-001': (at) => `A-${pad(at, 3)}`,
  '1001': (at) => String(1000 + at),
  'R2026/05/001': (at) => `R2026/05/${pad(at, 3)}`,
  '1017-2026-01': (at, customer) => `${1000 + customer}-2026-${pad(at, 2)}`,
  '20260001': (at) => `2026${pad(at, 4)}`,
  '26.05.0001-B': (at) => `26.05.${pad(at, 4)}-B`,
}

const pad = (number: number, length: number): string => String(number).padStart(length, '0')

const FIRST = ['Nord', 'Süd', 'Berg', 'Küsten', 'Wald', 'Grün', 'Stein', 'Blau', 'Alt', 'Neu']
const SECOND = ['bäckerei', 'druck', 'möbel', 'garten', 'technik', 'optik', 'bau', 'reisen']
const LAST = ['GmbH', 'AG', 'GmbH & Co. KG', 'e.K.', 'UG', '']

/** Some have the same price every month. */
const PRICES = [5990n, 11_900n, 4900n, 9990n]
const CUSTOMERS = 40
const DOCUMENTS = 300

export interface World {
  readonly receivables: Receivables
  readonly open: readonly Receivable[]
}

export function worldOf(random: Random, pattern: NumberPattern): World {
  const customers = Array.from({ length: CUSTOMERS }, (_, at) => ({
    id: `c${at}`,
    names: [`${random.pick(FIRST)}${random.pick(SECOND)} ${random.pick(LAST)}`.trim()],
    reference: random.chance(60) ? `K-${1000 + at}` : null,
  }))
  const documents = Array.from({ length: DOCUMENTS }, (_, at) => {
    const customer = random.below(CUSTOMERS)
    const totalMinor = random.chance(35)
      ? random.pick(PRICES)
      : BigInt(1000 + random.below(500_000))
    const isSettled = random.chance(15)
    return {
      id: `d${at}`,
      number: pattern(at + 1, customer),
      customerId: `c${customer}`,
      issueDate: `2026-05-${pad(1 + random.below(27), 2)}`,
      dueMinor: isSettled ? 0n : totalMinor,
      status: isSettled ? random.pick(['paid', 'void'] as const) : ('open' as const),
      earlyPayment: random.chance(20)
        ? [{ until: '2026-06-05', percent: '2', discountMinor: totalMinor / 50n }]
        : [],
    }
  })
  const receivables = receivablesWith({
    customers,
    documents,
    payerAccounts: customers
      .filter(() => random.chance(50))
      .map(({ id }) => ({ iban: `DE${id}`, customerId: id })),
  })
  return { receivables, open: receivables.documents.filter((it) => it.status === 'open') }
}

/** A payment, and what its payer means by it. */
export interface RandomPayment {
  readonly entry: EntryToMatch
  /** What is paid: for each document its id and the amount, with its discount, as `d7 11900`. Null: nothing of ours. */
  readonly truth: readonly string[] | null
}

export function paymentOf(random: Random, { receivables, open }: World): RandomPayment {
  if (random.chance(8)) return unrelated(random, open)
  const first = random.pick(open)
  const same = open.filter((it) => it.customerId === first.customerId && it !== first)
  const count = random.chance(25) ? Math.min(same.length, 1 + random.below(3)) : 0
  const documents = [first, ...same.slice(0, count)]
  const hasDiscount = random.chance(50)
  const settled = documents.map((it) => ({
    document: it,
    discountMinor: hasDiscount ? (it.earlyPayment[0]?.discountMinor ?? 0n) : 0n,
  }))
  const fullMinor = settled.reduce((sum, it) => sum + it.document.dueMinor - it.discountMinor, 0n)
  const isWrong = random.chance(12)
  const amountMinor = isWrong ? wrongAmount(random, fullMinor, open) : fullMinor
  const dueMinor = documents.reduce((sum, it) => sum + it.dueMinor, 0n)
  const isFull = amountMinor === fullMinor || amountMinor === dueMinor
  const payer = receivables.customers.find((it) => it.id === first.customerId)
  const known = receivables.payerAccounts.some((it) => it.customerId === first.customerId)
  const isPrivate = random.chance(15)
  const isTaken = (number: string) => receivables.documents.some((it) => it.number === number)
  const entry: Partial<BankEntry> = {
    bookingDate: '2026-06-04',
    amountMinor,
    name: isPrivate ? 'Anna Beispiel' : cut(random, shouted(random, payer?.names[0] ?? '')),
    iban: known && random.chance(70) ? `DE${first.customerId}` : `DEother${random.below(50)}`,
    lines: wrapped(random, textFor(random, documents, payer?.reference ?? null, isTaken)),
    endToEnd: random.chance(10) ? first.number : null,
  }
  // Exactly what one of them costs is no part of the others.
  const meant = isFull
    ? documents
    : documents.filter((it) => it.dueMinor === amountMinor).slice(0, 1)
  return {
    entry: entryWith(entry),
    truth: meant.map(({ id, dueMinor: minor }) => `${id} ${minor}`),
  }
}

/** Money that has nothing to do with our invoices: its words have digits, too. */
function unrelated(random: Random, open: readonly Receivable[]): RandomPayment {
  const amountMinor = random.chance(50)
    ? random.pick(open).dueMinor
    : BigInt(1 + random.below(99_999))
  const lines = wrapped(random, `${noise(random)} ${noise(random)} ${noise(random)}`)
  const name = `${random.pick(FIRST)}${random.pick(SECOND)}`
  return {
    entry: entryWith({ bookingDate: '2026-06-04', amountMinor, lines, name, iban: 'DEother' }),
    truth: null,
  }
}

/** Now and then just what another invoice costs. */
function wrongAmount(random: Random, fullMinor: bigint, open: readonly Receivable[]): bigint {
  if (random.chance(30)) return random.pick(open).dueMinor
  if (random.chance(50)) return fullMinor + BigInt(1 + random.below(5000))
  return fullMinor > 2n ? 1n + BigInt(random.below(Number(fullMinor - 1n))) : fullMinor
}

const umlauts: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  Ä: 'Ae',
  Ö: 'Oe',
  Ü: 'Ue',
}

function shouted(random: Random, name: string): string {
  const way = random.below(4)
  if (way === 0) return name
  const plain = name.replace(/[äöüÄÖÜ]/g, (it) => umlauts[it] ?? it)
  return way === 1
    ? plain
    : way === 2
      ? plain.toUpperCase()
      : name.normalize('NFD').replace(/\p{M}/gu, '')
}

const cut = (random: Random, text: string): string =>
  random.chance(30) ? text.slice(0, random.pick([20, 27, 35])).trim() : text

const INTRODUCTIONS = [
  '',
  'RG',
  'Rechnung',
  'Rechnungsnr.',
  'RE.NR. ',
  'Invoice ',
  'Zahlung ',
  'Fa. ',
]
const BETWEEN = [' ', ', ', ' und ', '; ', ' + ', '/', ' & ']

function textFor(
  random: Random,
  documents: readonly Receivable[],
  reference: string | null,
  isTaken: (number: string) => boolean,
): string {
  const [first, ...others] = documents
  if (first === undefined || random.chance(8)) return noise(random)
  const numbers = [
    written(random, first.number, isTaken),
    ...others.map((it) =>
      random.chance(30) ? tail(it.number) : written(random, it.number, isTaken),
    ),
  ]
  const words = [random.pick(INTRODUCTIONS) + numbers.join(random.pick(BETWEEN))]
  if (random.chance(40)) words.unshift(noise(random))
  if (random.chance(50)) words.push(noise(random))
  if (reference !== null && random.chance(25)) words.push(`KD ${reference}`)
  const text = words.join(random.pick([' ', ' ', ' ', ', ', '']))
  return random.chance(6) ? text.slice(0, 10 + random.below(text.length)) : text
}

const tail = (number: string): string => /\d+$/.exec(number)?.[0] ?? number

/** As people write a number: right, with other separators, without letters or zeros, mistyped. */
function written(random: Random, number: string, isTaken: (number: string) => boolean): string {
  const way = random.below(100)
  if (way < 50) return number
  if (way < 60) return number.replace(/[^A-Za-z0-9]/g, ' ')
  if (way < 66) return number.replace(/[^A-Za-z0-9]/g, '')
  if (way < 72) return number.replace(/[^A-Za-z0-9]/g, '/')
  if (way < 80) return number.replace(/^[A-Z]+[-/]?/, '')
  if (way < 85) return number.replace(/(?<=\D)0+(?=\d+$)/, '')
  if (way < 89) return number.replace(/0/, 'O')
  if (way < 93) return number.toLowerCase()
  const wrong = mistyped(random, number)
  // Nobody can tell that another invoice of the same amount is not meant.
  return isTaken(wrong) ? number : wrong
}

/** Two characters change places, one is missing, or one is there twice. */
function mistyped(random: Random, number: string): string {
  const at = random.below(number.length)
  const [start, it, end] = [number.slice(0, at), number.slice(at, at + 1), number.slice(at + 1)]
  const way = random.below(3)
  if (way === 0) return start + end
  if (way === 1) return start + it + it + end
  return start + end.slice(0, 1) + it + end.slice(1)
}

function noise(random: Random): string {
  const day = `${pad(1 + random.below(28), 2)}.05.2026`
  return random.pick([
    'Danke',
    'vielen Dank',
    `vom ${day}`,
    `v. ${day.slice(0, 6)}26`,
    `Tel 0${random.below(9_999_999)}`,
    `${1 + random.below(400)} Hefte`,
    `Vertrag ${random.below(999_999)}`,
    `Best. ${random.below(99_999)}`,
    `2026${pad(1 + random.below(12), 2)}${pad(1 + random.below(28), 2)}`,
    `Rate ${1 + random.below(12)} von 12`,
    `KDNR ${1000 + random.below(60)}`,
    'abzgl. 2% Skonto',
    `IBAN DE33 1234 5678 ${pad(random.below(9999), 4)} ${pad(random.below(9999), 4)} 01`,
    `EUR ${random.below(999)},${pad(random.below(100), 2)}`,
    `DATUM ${day} 12.30 UHR`,
    `Ref ${random.below(99_999_999)}`,
  ])
}

/** As banks break lines: at 27 or 35 characters, whatever is there, with the rest as it is. */
function wrapped(random: Random, text: string): readonly string[] {
  const width = random.pick([27, 35, 65, 140])
  const whole = random.chance(20) ? text.toUpperCase() : text
  const lines = whole.slice(0, 140).match(new RegExp(`.{1,${width}}`, 'gs')) ?? []
  // Some banks, or exports, lose the blanks around the break.
  return random.chance(50) ? lines : lines.map((it) => it.trim())
}
