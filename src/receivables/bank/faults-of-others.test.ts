import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Givens, givens, type Json } from '../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../test/harness.ts'
import { creditorReference, qrReference } from '../../sales/contents/payment-reference.ts'
import { type CamtEntry, camt, OWN_IBAN } from './statements.testing.ts'

/* What programs that read statements of banks often get wrong. The service books what is certain. */

const UNTAXED = { tax: { category: 'Z', rate: '0' } }
const OTHER_IBAN = 'DE89370400440532013000'
const PAYER_IBAN = 'DE33123456780000000101'

describe.each(ENGINES)('faults of other programs (%s)', (engine) => {
  let app: TestApp
  let given: Givens
  let files = 0
  beforeAll(async () => {
    app = await startTestApp(engine)
    given = givens(app)
    await given.settings({ bankAccount: { iban: OWN_IBAN }, bankAutoBook: 'certain' })
    await call('POST', '/bank-accounts', { name: 'Savings', iban: OTHER_IBAN, currency: 'EUR' })
  })
  afterAll(() => app.close())

  const call: TestApp['json'] = (...request) => app.json(...request)
  const issued = (amount: string, body: object = {}): Promise<Json> =>
    given.invoice({
      ...{ status: 'sent', issue_date: '2026-11-10' },
      items: [{ description: 'Consulting', quantity: '1', unit_price: amount, ...UNTAXED }],
      ...body,
    })
  const statement = (...entries: readonly CamtEntry[]): Buffer => {
    files += 1
    return camt([{ id: `STM-${files}`, entries }], `MSG-${files}`)
  }
  /** `entries` are the fields of MT940 from `:61:` on. */
  const mt940 = (...lines: readonly string[]): Buffer => {
    files += 1
    const moved = lines.flatMap((line) => {
      const [, sign, whole, cents] = /^:61:\d+(R?[CD])(\d+),(\d\d)/.exec(line) ?? []
      return sign ? (/^(C|RD)$/.test(sign) ? 1 : -1) * Number(`${whole}${cents}`) : []
    })
    const closing = moved.reduce((sum, it) => sum + it, 100_000)
    const head = [`:20:START${files}`, `:25:${OWN_IBAN}`, ':28C:0', ':60F:C261119EUR1000,00']
    const foot = [`:62F:C261120EUR${(closing / 100).toFixed(2).replace('.', ',')}`, '-', '']
    return Buffer.from([...head, ...lines, ...foot].join('\r\n'))
  }
  const upload = async (bytes: Buffer): Promise<Json> => {
    const file = await call('POST', '/bank-files', bytes)
    await app.services.jobRunner.runDue()
    return file
  }
  const entriesOf = async (bytes: Buffer): Promise<readonly Json[]> => {
    const { id } = await upload(bytes)
    return (await call('GET', `/bank-entries?file_id=${id}&sort=booking_date&limit=100`)).data
  }
  const due = async (id: string): Promise<string> => (await given.read(id)).totals.due
  const paymentsOf = async (id: string): Promise<readonly Json[]> =>
    (await call('GET', `/invoices/${id}/payments`)).data

  test('1: files that overlap bring each entry once', async () => {
    const [one, two, three] = ['10.01', '10.02', '10.03'].map((amount) => ({
      ...{ amount, text: 'Thanks', reference: `O-${amount}` },
    })) as [CamtEntry, CamtEntry, CamtEntry]
    expect(await upload(statement(one, two))).toMatchObject({ new: 2, known: 0 })
    expect(await upload(statement(two, three))).toMatchObject({ new: 1, known: 1 })
  })

  test('2: an entry that was pending is there once when it is booked', async () => {
    const { id, number } = await issued('22.00')
    const entry = { amount: '22.00', text: `Invoice ${number}`, reference: 'P-1' }
    expect(await upload(statement({ ...entry, isPending: true }))).toMatchObject({
      ...{ new: 0, pending: 1 },
    })
    expect(await due(id)).toBe('22.00')
    expect(await upload(statement(entry))).toMatchObject({ new: 1, pending: 0 })
    expect(await paymentsOf(id)).toHaveLength(1)
  })

  test('3: two equal payments of a day are two, in every export', async () => {
    const entry = { amount: '33.00', text: 'Ticket', name: 'Fernweh Books' }
    expect(await upload(statement(entry, entry))).toMatchObject({ new: 2 })
    expect(await upload(statement(entry, entry))).toMatchObject({ new: 0, known: 2 })
  })

  test('4: a transfer between own accounts is no payment, whatever its text names', async () => {
    const { id, number } = await issued('44.00')
    const transfer = { text: `Invoice ${number}`, iban: OTHER_IBAN, name: 'Atelier Nord' }
    const [one] = await entriesOf(statement({ ...transfer, amount: '44.00', reference: 'T-1' }))
    const [other] = await entriesOf(statement({ ...transfer, amount: '-44.00', reference: 'T-2' }))
    expect([one, other]).toMatchObject([
      { status: 'ignored', reason: 'own_transfer' },
      { status: 'ignored', reason: 'own_transfer' },
    ])
    expect(await due(id)).toBe('44.00')
  })

  test('5: money out is no money in, and the other party is never the own account', async () => {
    const { id, number } = await issued('55.00')
    const [out] = await entriesOf(
      mt940(':61:2611201120D55,00NTRFNONREF//D-1', `:86:Invoice ${number}`),
    )
    expect(out).toMatchObject({ amount: '-55.00', status: 'ignored', reason: 'outgoing' })
    expect(await due(id)).toBe('55.00')
    const bytes = statement({
      ...{ amount: '55.00', text: `Invoice ${number}`, reference: 'D-2' },
      ...{ name: 'Fernweh Books', iban: PAYER_IBAN },
    })
    const own = `<CdtrAcct><Id><IBAN>${OWN_IBAN}</IBAN></Id></CdtrAcct></RltdPties>`
    const [received] = await entriesOf(Buffer.from(String(bytes).replace('</RltdPties>', own)))
    expect(received).toMatchObject({ amount: '55.00', iban: PAYER_IBAN, status: 'booked' })
  })

  test('6: a payment of 50 for an invoice of 100 is booked as 50', async () => {
    const { id, number } = await issued('100.00')
    const [entry] = await entriesOf(
      statement({ amount: '50.00', text: `Invoice ${number}`, reference: 'H-1' }),
    )
    expect(entry).toMatchObject({ status: 'open', class: 'likely', kind: 'partial' })
    const path = `/bank-entries/${entry.id}/book`
    const more = { allocations: [{ kind: 'invoice', invoice_id: id, amount: '100.00' }] }
    expect((await app.call('POST', path, more)).json().code).toBe('allocation_exceeds')
    await call('POST', path, {})
    expect(await paymentsOf(id)).toMatchObject([{ amount: '50.00' }])
    expect(await due(id)).toBe('50.00')
  })

  test('7: one transfer for many invoices adds up exactly', async () => {
    const customer_id = (await given.customer({ name: 'Sum Ltd' })).id
    const amounts = ['0.10', '0.20', '70.07', '1.13']
    const all = []
    for (const amount of amounts) all.push(await issued(amount, { customer_id }))
    const text = all.map(({ number }) => number).join(', ')
    const [entry] = await entriesOf(statement({ amount: '71.50', text, reference: 'S-1' }))
    expect(entry).toMatchObject({ status: 'booked', class: 'certain', kind: 'sum' })
    for (const { id } of all) expect(await due(id)).toBe('0.00')
  })

  test('8: an entry of a payment that was typed by hand pays nothing twice', async () => {
    const { id, number } = await issued('88.00')
    const { id: paid } = await given.payment(id, { amount: '88.00', paid_at: '2026-11-18' })
    const [entry] = await entriesOf(
      statement({ amount: '88.00', text: `Invoice ${number}`, reference: 'B-1' }),
    )
    expect(entry).toMatchObject({ status: 'booked', kind: 'link' })
    expect(await paymentsOf(id)).toMatchObject([{ id: paid, bank_entry_id: entry.id }])
  })

  test('9: the invoice that is named is paid, not the oldest one', async () => {
    const customer_id = (await given.customer({ name: 'Kiln and Clay' })).id
    const old = await issued('99.00', { customer_id, issue_date: '2026-09-01' })
    const named = await issued('99.00', { customer_id })
    await upload(
      statement({
        ...{ amount: '99.00', text: `Invoice ${named.number}`, reference: 'N-1' },
        name: 'Kiln and Clay',
      }),
    )
    expect([await due(old.id), await due(named.id)]).toEqual(['99.00', '0.00'])
  })

  test('10: a reference in its own field is read', async () => {
    const { id, number } = await issued('110.00')
    const bytes = statement({ amount: '110.00', text: 'here', reference: 'R-1' })
    const field = `<Strd><CdtrRefInf><Ref>${creditorReference(number)}</Ref></CdtrRefInf></Strd>`
    const xml = String(bytes).replace('<Ustrd>here</Ustrd>', field)
    const [entry] = await entriesOf(Buffer.from(xml))
    expect(entry).toMatchObject({ status: 'booked', references: [{ kind: 'RF' }] })
    expect(await due(id)).toBe('0.00')
  })

  test('11: a payer without name and IBAN pays what the text names', async () => {
    const { id, number } = await issued('111.00')
    const [paid, nothing] = await entriesOf(
      statement(
        { amount: '111.00', text: `${number}`, reference: 'A-1' },
        { amount: '7654.32', reference: 'A-2' },
      ),
    )
    expect(paid).toMatchObject({ status: 'booked', name: null, iban: null })
    expect(nothing).toMatchObject({ status: 'open', class: 'none', proposals: [] })
    expect(await due(id)).toBe('0.00')
  })

  test('12: of equal invoices with nothing to choose by, a person chooses', async () => {
    const one = await issued('1212.12', { customer: { name: 'First Ltd' } })
    const other = await issued('1212.12', { customer: { name: 'Second Ltd' } })
    const [entry] = await entriesOf(statement({ amount: '1212.12', text: 'Thanks' }))
    expect(entry).toMatchObject({ status: 'open', class: 'possible' })
    const numbers = entry.proposals.map(({ allocations }: Json) => allocations[0].number)
    expect(numbers.toSorted()).toEqual([one.number, other.number].toSorted())
  })

  test('13: a value date of the old year leaves the booking day in the new one', async () => {
    const found = await entriesOf(
      mt940(':61:2512310102C13,01NTRFNONREF//Y-1', ':61:2601021231C13,02NTRFNONREF//Y-2'),
    )
    expect(found).toMatchObject([
      { booking_date: '2025-12-31', value_date: '2026-01-02', amount: '13.02' },
      { booking_date: '2026-01-02', value_date: '2025-12-31', amount: '13.01' },
    ])
  })

  test('14: MT940 as banks write it', async () => {
    const { id, number } = await issued('14.00')
    const long = Array.from({ length: 12 }, (_, at) => `line ${at} `.padEnd(65, 'x'))
    const found = await entriesOf(
      mt940(
        ':61:2611201120C14,00NTRFA-REFERENCE-OVER-16-CHARACTERS//M-1',
        `:86:Re: order 7: Invoice ${number}`,
        ':61:2611201120C14,01NTRFNONREF//M-2',
        `:86:${long[0]}`,
        ...long.slice(1),
        ':61:2611201120C14,02NTRFNONREF//M-3',
        ':86:/TRTP//IBAN//NAME/Fernweh Books/REMI/Thanks/EREF//',
        ':NS:22Fernweh',
        ':61:2611201120RC14,03NTRFNONREF//M-4',
        ':86:Returned',
        ':61:2611201120RD14,04NTRFNONREF//M-5',
        ':86:Came back',
      ),
    )
    expect(found.map(({ amount }) => amount).toSorted()).toEqual(
      ['-14.03', '14.00', '14.01', '14.02', '14.04'].toSorted(),
    )
    const of = (amount: string) => found.find((it) => it.amount === amount)
    expect(of('14.00')).toMatchObject({ status: 'booked' })
    expect(of('14.01')?.text).toContain('line 11')
    expect(of('14.02')).toMatchObject({ name: 'Fernweh Books', text: 'Thanks', end_to_end: null })
    expect(await due(id)).toBe('0.00')
  })

  test('15: a national reference is found with blanks, and a wrong digit is never certain', async () => {
    const [good, bad] = [await issued('150.00'), await issued('151.00')]
    const spaced = (number: string) => qrReference(number).replace(/(.{5})/g, '$1 ')
    const wrong = spaced(bad.number).replace(/\d(?=\s*$)/, (it) => String((Number(it) + 1) % 10))
    const found = await entriesOf(
      statement(
        { amount: '150.00', text: spaced(good.number), reference: 'Q-1' },
        { amount: '151.00', text: wrong, reference: 'Q-2' },
      ),
    )
    expect(found).toHaveLength(2)
    expect(await due(good.id)).toBe('0.00')
    expect(await due(bad.id)).toBe('151.00')
  })
})
