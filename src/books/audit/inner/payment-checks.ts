import { sql } from 'kysely'
import { type CompanyDb, tablesOf } from '../../../platform/database/scope.ts'
import { differs } from '../../../receivables/checkout/provider-payment.ts'
import { type Booked, readBooked } from '../../../receivables/checkout/read.ts'
import { type Break, breakOf } from '../report.ts'

/** Of each kind; further faults add no information. */
const LIMIT = 100

/** Payments at providers and their bookings, checkouts, and the claims of invoices. */
export async function providerPaymentBreaks(scope: CompanyDb): Promise<readonly Break[]> {
  const found: Break[] = []
  for await (const batch of readBooked(scope))
    for (const booked of batch) found.push(...wrongBookings(booked))
  return [
    ...found.slice(0, LIMIT),
    ...(await lostPayments(scope)),
    ...(await unknownPayments(scope)),
    ...(await twins(scope)),
    ...(await paidWithoutPayment(scope)),
    ...(await lostClaims(scope)),
    ...(await strangeClaims(scope)),
  ]
}

const sumOf = (amounts: readonly { readonly amountMinor: bigint }[]): bigint =>
  amounts.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)

function wrongBookings({ payment, bookings }: Booked): readonly Break[] {
  const found: Break[] = []
  if (differs(payment, bookings))
    found.push(
      breakOf(
        'provider_payment',
        `The bookings of ${payment.id} differ from the amount that its provider reported.`,
        { field: 'booked', found: String(sumOf(bookings)) },
      ),
    )
  const ofKey = bookings.filter(({ key }) => key === payment.ref)
  if (ofKey.length > 0 && sumOf(ofKey) !== payment.amountMinor)
    found.push(
      breakOf('provider_payment', `${payment.id} was not booked once with its amount.`, {
        field: 'amount_minor',
        expected: String(payment.amountMinor),
        found: String(sumOf(ofKey)),
      }),
    )
  return found
}

/** Bookings whose payment of an invoice, or whose entry of an account, is missing or has another amount. */
async function lostPayments({ db, companyId }: CompanyDb): Promise<readonly Break[]> {
  const { rows } = await sql<{
    id: string
    invoice: string | null
    said: bigint
    has: bigint | null
  }>`
    select b.provider_payment_id as id, b.invoice_id as invoice, b.amount_minor as said,
      p.amount_minor as has
    from provider_bookings as b
    left join payments as p on p.company_id = ${companyId} and p.id = b.payment_id
      and p.invoice_id = b.invoice_id
    left join account_entries as e on e.company_id = ${companyId} and e.id = b.account_entry_id
    where b.company_id = ${companyId}
      and ((b.place = 'invoice' and (p.id is null or p.amount_minor <> b.amount_minor))
        or (b.account_entry_id is not null and e.id is null))
    order by b.provider_payment_id, b.key, b.position limit ${LIMIT}`.execute(db)
  return rows.map(({ id, invoice, said, has }) =>
    breakOf('provider_payment', `A booking of ${id} has no payment of its amount.`, {
      ...{ invoiceId: invoice, field: 'amount_minor' },
      ...{ expected: String(said), found: has === null ? null : String(has) },
    }),
  )
}

/** Payments of invoices that name a provider, but that no payment at this provider booked. */
async function unknownPayments({ db, companyId }: CompanyDb): Promise<readonly Break[]> {
  const { rows } = await sql<{ id: string; invoice: string; source: string }>`
    select p.id as id, p.invoice_id as invoice, p.source as source
    from payments as p
    join payment_providers as s on s.company_id = ${companyId} and s.id = p.source
    where p.company_id = ${companyId} and not exists (
      select 1 from provider_bookings as b
      join provider_payments as o on o.company_id = ${companyId} and o.id = b.provider_payment_id
        and o.provider_id = p.source
      where b.company_id = ${companyId} and b.payment_id = p.id)
    order by p.id limit ${LIMIT}`.execute(db)
  return rows.map(({ id, invoice, source }) =>
    breakOf('provider_payment', `Payment ${id} belongs to no payment at ${source}.`, {
      invoiceId: invoice,
    }),
  )
}

/** A payment of an invoice that two bookings say they made. */
async function twins(scope: CompanyDb): Promise<readonly Break[]> {
  const rows = await tablesOf(scope)
    .selectFrom('provider_bookings')
    .select('payment_id')
    .where('payment_id', 'is not', null)
    .groupBy('payment_id')
    .having((e) => e.fn.countAll(), '>', 1)
    .orderBy('payment_id')
    .limit(LIMIT)
    .execute()
  return rows.map(({ payment_id: id }) =>
    breakOf('provider_payment', `Payment ${id} was booked more than once.`, {
      field: 'payment_id',
    }),
  )
}

async function paidWithoutPayment({ db, companyId }: CompanyDb): Promise<readonly Break[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id as id from checkouts as c
    where c.company_id = ${companyId} and c.status = 'paid' and c.amount_minor > 0 and not exists (
      select 1 from provider_payments as p
      where p.company_id = ${companyId} and p.checkout_id = c.id)
    order by c.id limit ${LIMIT}`.execute(db)
  return rows.map(({ id }) => breakOf('checkout', `${id} is paid, but has no payment.`))
}

/** Live checkouts and submitted debits that do not claim their invoice, so that it could be paid twice. */
async function lostClaims({ db, companyId }: CompanyDb): Promise<readonly Break[]> {
  const { rows } = await sql<{ id: string; invoice: string }>`
    select c.id as id, s.invoice_id as invoice
    from checkouts as c join checkout_shares as s on s.company_id = ${companyId} and s.checkout_id = c.id
    where c.company_id = ${companyId} and c.live = 1 and c.amount_minor > 0 and not exists (
      select 1 from checkout_claims as h where h.company_id = ${companyId}
        and h.invoice_id = s.invoice_id and h.checkout_id = c.id)
    union all
    select o.id as id, o.invoice_id as invoice from collections as o
    where o.company_id = ${companyId} and o.via = 'file' and o.status = 'submitted' and not exists (
      select 1 from checkout_claims as h where h.company_id = ${companyId}
        and h.invoice_id = o.invoice_id and h.collection_id = o.id)
    order by 1 limit ${LIMIT}`.execute(db)
  return rows.map(({ id, invoice }) =>
    breakOf('claim', `${id} may bring money, but does not claim its invoice.`, {
      invoiceId: invoice,
    }),
  )
}

/** Claims by what can bring no money, which keep the invoice from being paid online, or by two at once. */
async function strangeClaims({ db, companyId }: CompanyDb): Promise<readonly Break[]> {
  const { rows } = await sql<{ invoice: string; by: string | null }>`
    select h.invoice_id as invoice, coalesce(h.checkout_id, h.collection_id) as by
    from checkout_claims as h
    where h.company_id = ${companyId} and (
      (h.checkout_id is null) = (h.collection_id is null)
      or (h.checkout_id is not null and not exists (
        select 1 from checkouts as c
        join checkout_shares as s on s.company_id = ${companyId} and s.checkout_id = c.id
        where c.company_id = ${companyId} and c.id = h.checkout_id and c.live = 1
          and s.invoice_id = h.invoice_id))
      or (h.collection_id is not null and not exists (
        select 1 from collections as o where o.company_id = ${companyId} and o.id = h.collection_id
          and o.status = 'submitted' and o.invoice_id = h.invoice_id)))
    order by h.invoice_id limit ${LIMIT}`.execute(db)
  return rows.map(({ invoice, by }) =>
    breakOf('claim', `${by} claims invoice ${invoice}, but can bring no money for it.`, {
      invoiceId: invoice,
    }),
  )
}
