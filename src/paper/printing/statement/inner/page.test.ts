import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { Account, StatementRow } from '../../../../receivables/balances/customer-statement.ts'
import { sampleCase } from '../../samples/sample-cases.ts'
import { type StatementSource, statementPage } from './page.ts'

const GOLDEN = new URL('../../../../../test/golden/statements/', import.meta.url)
const isUpdate = process.env.UPDATE_GOLDEN === '1'
const DOT =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const row = (
  kind: StatementRow['kind'],
  [amountMinor, balanceMinor]: readonly [bigint, bigint],
  note: string | null,
): StatementRow => ({
  kind,
  role: null,
  id: 'inv_1',
  number: 'INV-7 <b>',
  invoiceId: 'inv_1',
  day: '2026-03-09',
  currency: 'EUR',
  reference: note,
  method: note === null ? null : 'transfer',
  isReturned: false,
  amountMinor,
  balanceMinor,
})

const NOTHING = {
  notDue: 0n,
  days1To30: 0n,
  days31To60: 0n,
  days61To90: 0n,
  over90: 0n,
  credit: 0n,
}

const account = (changes: Partial<Account>): Account => ({
  currency: 'EUR',
  openingMinor: 0n,
  rows: [],
  invoicedMinor: 0n,
  creditedMinor: 0n,
  paidMinor: 0n,
  closingMinor: 0n,
  ageing: NOTHING,
  ...changes,
})

function source(name: 'simple' | 'arabic', changes: Partial<StatementSource>): StatementSource {
  const { language, seller: printed, buyer } = sampleCase(name).invoice
  const seller = { ...printed, paymentReference: null }
  const accounts = [
    account({
      openingMinor: 6_000n,
      rows: [
        row('invoice', [123_456n, 129_456n], null),
        row('credit_note', [-5_000n, 124_456n], null),
        row('payment', [-100_000n, 24_456n], 'R & D'),
        row('payment', [700n, 25_156n], null),
      ],
      closingMinor: 25_156n,
      ageing: { ...NOTHING, notDue: 20_156n, over90: 5_500n, credit: 500n },
    }),
    account({ currency: 'JPY' }),
  ]
  const statement = {
    customerId: 'cus_1',
    customerName: buyer.name,
    from: '2026-01-01',
    to: '2026-11-21',
    accounts,
  }
  return { statement, seller, buyer, language, logo: null, ...changes }
}

test.each([
  ['simple', source('simple', { logo: DOT })],
  ['arabic', source('arabic', {})],
])('%s is unchanged (UPDATE_GOLDEN=1 accepts changes)', (name, statement) => {
  const file = fileURLToPath(new URL(`${name}.html`, GOLDEN))
  const page = statementPage(statement)
  if (isUpdate) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, page)
  }
  expect(page).toBe(readFileSync(file, 'utf8'))
})
