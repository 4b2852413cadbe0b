import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import { sql } from 'kysely'
import { type CompanyDb, tablesOf } from '../../../platform/database/scope.ts'
import { sha256 } from '../../../platform/ids.ts'
import { type Break, breakOf } from '../report.ts'

/** Further faults add no information. */
const LIMIT = 100
const FILE_BYTES_MAX = 64 * 1024 * 1024

const unpacked = promisify(inflate)

/** Entries of banks and their bookings, and the bytes of files. */
export async function bankBreaks(scope: CompanyDb): Promise<readonly Break[]> {
  return [
    ...(await wrongSums(scope)),
    ...(await lostPayments(scope)),
    ...(await lostAllocations(scope)),
    ...(await changedFiles(scope)),
  ]
}

/** Without its sign. */
const AMOUNT = sql`case when e.amount_minor < 0 then -e.amount_minor else e.amount_minor end`

/** What an entry says is booked, and what its allocations come to; never more than its amount. */
async function wrongSums({ db, companyId }: CompanyDb): Promise<readonly Break[]> {
  const { rows } = await sql<{ id: string; said: bigint; sum: bigint }>`
    select e.id as id, e.allocated_minor as said,
      cast(coalesce(a.sum, 0) as bigint) as sum
    from bank_entries as e left join (
      select entry_id, sum(entry_minor) as sum from bank_allocations
      where company_id = ${companyId} group by entry_id) as a on a.entry_id = e.id
    where e.company_id = ${companyId} and (e.allocated_minor <> coalesce(a.sum, 0)
      or coalesce(a.sum, 0) > ${AMOUNT}
      or (e.status = 'booked') <> (e.amount_minor <> 0 and coalesce(a.sum, 0) = ${AMOUNT}))
    order by e.id limit ${LIMIT}`.execute(db)
  return rows.map(({ id, said, sum }) =>
    breakOf('bank_entry', `The booked amount of ${id} differs from the sum of its bookings.`, {
      ...{ field: 'allocated_minor', expected: String(sum), found: String(said) },
    }),
  )
}

/** Bookings whose payment is missing, is of another entry, or has another amount. */
async function lostPayments({ db, companyId }: CompanyDb): Promise<readonly Break[]> {
  const { rows } = await sql<{ id: string; invoice: string; said: bigint; paid: bigint | null }>`
    select a.entry_id as id, a.invoice_id as invoice, a.amount_minor as said, p.amount_minor as paid
    from bank_allocations as a left join payments as p on p.company_id = ${companyId}
      and p.id = a.payment_id and p.bank_entry_id = a.entry_id
    where a.company_id = ${companyId} and a.payment_id is not null
      and (p.id is null or (a.kind = 'invoice' and p.amount_minor <> a.amount_minor))
    order by a.entry_id limit ${LIMIT}`.execute(db)
  return rows.map(({ id, invoice, said, paid }) =>
    breakOf('bank_entry', `A booking of ${id} has no payment of its amount.`, {
      ...{ invoiceId: invoice, field: 'amount_minor' },
      ...{ expected: String(said), found: paid === null ? null : String(paid) },
    }),
  )
}

/** Payments that name an entry which has no such booking. */
async function lostAllocations({ db, companyId }: CompanyDb): Promise<readonly Break[]> {
  const { rows } = await sql<{ id: string; invoice: string; entry: string }>`
    select p.id as id, p.invoice_id as invoice, p.bank_entry_id as entry from payments as p
    where p.company_id = ${companyId} and p.bank_entry_id is not null
      and not exists (select 1 from bank_allocations as a where a.company_id = ${companyId}
        and a.entry_id = p.bank_entry_id and a.payment_id = p.id)
    order by p.id limit ${LIMIT}`.execute(db)
  return rows.map(({ id, invoice, entry }) =>
    breakOf('bank_entry', `Payment ${id} names ${entry}, which has no such booking.`, {
      invoiceId: invoice,
    }),
  )
}

/** The original bytes have the hash of their file. One at a time, because a file may be large. */
async function changedFiles(scope: CompanyDb): Promise<readonly Break[]> {
  const files = await tablesOf(scope)
    .selectFrom('bank_files')
    .select(['id', 'digest'])
    .orderBy('id')
    .execute()
  const found: Break[] = []
  for (const { id, digest } of files) {
    const row = await tablesOf(scope)
      .selectFrom('bank_file_contents')
      .select('packed')
      .where('file_id', '=', id)
      .executeTakeFirst()
    const hash = row && (await hashOf(row.packed))
    if (hash === undefined || hash === digest) continue
    found.push(
      breakOf('bank_file', `The bytes of ${id} are not those that the bank wrote.`, {
        ...{ field: 'digest', expected: digest, found: hash },
      }),
    )
  }
  return found
}

/** Null: they cannot be unpacked. */
const hashOf = async (packed: Uint8Array): Promise<string | null> => {
  try {
    return sha256(await unpacked(packed, { maxOutputLength: FILE_BYTES_MAX }))
  } catch {
    return null
  }
}
