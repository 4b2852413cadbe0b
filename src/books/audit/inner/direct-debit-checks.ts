import { formatMinor } from '@billwright/money'
import { mandateExpiresOn } from '@billwright/sepa'
import { sql } from 'kysely'
import { type CompanyDb, tablesOf } from '../../../platform/database/scope.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { sha256 } from '../../../platform/ids.ts'
import type { Attempt } from '../../../receivables/collections/collection.ts'
import type { Consent, Mandate } from '../../../receivables/methods/method.ts'
import { type Break, breakOf } from '../report.ts'

/** Of each kind; further faults add no information. */
const LIMIT = 100
const AT_ONCE = 200

/** Attempts to collect, the mandates that they used, and the files for the bank. */
export async function collectionBreaks(scope: CompanyDb): Promise<readonly Break[]> {
  const found: Break[] = []
  for (let after = ''; ; ) {
    const methods = await tablesOf(scope)
      .selectFrom('payment_methods')
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(AT_ONCE)
      .execute()
    const collections = await collectionsOf(scope, methods)
    const sequences = await sequencesOf(scope, methods)
    for (const method of methods)
      found.push(
        ...methodBreaks(method, {
          collections: collections.get(method.id) ?? [],
          sequences: sequences.get(method.id) ?? [],
        }),
      )
    const last = methods.at(-1)
    if (!last || methods.length < AT_ONCE || found.length > LIMIT) break
    after = last.id
  }
  return [...found.slice(0, LIMIT), ...(await fileBreaks(scope))]
}

type Method = Tables['payment_methods']
type Collection = Pick<
  Tables['collections'],
  'id' | 'payment_method_id' | 'invoice_id' | 'status' | 'attempts'
>

async function collectionsOf(scope: CompanyDb, methods: readonly Method[]) {
  if (methods.length === 0) return new Map<string, Collection[]>()
  const rows = await tablesOf(scope)
    .selectFrom('collections')
    .select(['id', 'payment_method_id', 'invoice_id', 'status', 'attempts'])
    .where(
      'payment_method_id',
      'in',
      methods.map(({ id }) => id),
    )
    .orderBy('id')
    .execute()
  return Map.groupBy(rows, (row) => row.payment_method_id)
}

interface Sequence {
  readonly method: string
  readonly sequence: string
  readonly end_to_end: string
  readonly day: string
}

/** Which sequence types the banks were sent for each mandate, the earliest day first. */
async function sequencesOf({ db, companyId }: CompanyDb, methods: readonly Method[]) {
  if (methods.length === 0) return new Map<string, Sequence[]>()
  const { rows } = await sql<Sequence>`
    select c.payment_method_id as method, i.sequence as sequence, i.end_to_end as end_to_end,
      i.collect_on as day
    from direct_debit_items as i
    join collections as c on c.company_id = ${companyId} and c.id = i.collection_id
    join direct_debit_runs as r on r.company_id = ${companyId} and r.id = i.run_id
    join direct_debit_files as f on f.company_id = ${companyId} and f.run_id = i.run_id
      and f.number = i.file
    where i.company_id = ${companyId} and i.left_out is null and i.rejected is null
      and f.refused_because is null and r.status in ('approved', 'submitted', 'settled')
      and c.payment_method_id in (${sql.join(methods.map(({ id }) => id))})
    order by i.collect_on, i.end_to_end`.execute(db)
  return Map.groupBy(rows, (row) => row.method)
}

type Used = Attempt & { readonly of: Collection }

function methodBreaks(
  method: Method,
  {
    collections,
    sequences,
  }: { readonly collections: readonly Collection[]; readonly sequences: readonly Sequence[] },
): readonly Break[] {
  const mandate: Mandate | null = method.mandate === null ? null : JSON.parse(method.mandate)
  const consent: Consent | null = method.consent === null ? null : JSON.parse(method.consent)
  const used: Used[] = []
  const found: Break[] = []
  for (const of of collections) {
    const attempts: readonly Attempt[] = JSON.parse(of.attempts)
    found.push(...attemptBreaks(of, attempts))
    for (const attempt of attempts) {
      used.push({ ...attempt, of })
      if (!isAgreed(attempt, { mandate, consent }))
        found.push(
          faultOf('collection', of, attempt, 'was made without the consent of the customer'),
        )
      if (method.ended_at !== null && attempt.at > method.ended_at)
        found.push(faultOf('mandate', of, attempt, `was made after ${method.id} ended`))
    }
  }
  if (mandate === null) return found
  return [...found, ...mandateBreaks({ method, mandate, used, sequences })]
}

const faultOf = (
  kind: 'collection' | 'mandate',
  { id, invoice_id: invoiceId }: Collection,
  { n }: Pick<Attempt, 'n'>,
  what: string,
): Break => breakOf(kind, `Attempt ${n} of ${id} ${what}.`, { invoiceId })

/** Each attempt has its notice, follows a failure, and the last one fits the status. */
function attemptBreaks(of: Collection, attempts: readonly Attempt[]): readonly Break[] {
  const found: Break[] = []
  for (const [index, attempt] of attempts.entries()) {
    const before = attempts[index - 1]
    const { n, at, noticeAt } = attempt
    if (noticeAt === null || noticeAt > at)
      found.push(faultOf('collection', of, attempt, 'was made before the customer was told'))
    const hasFailed = before?.outcome === 'failed' || before?.outcome === 'returned'
    if (n !== index + 1 || (before && (!hasFailed || before.at > at)))
      found.push(faultOf('collection', of, attempt, 'was made before the previous one had failed'))
  }
  const last = attempts.at(-1)?.outcome
  const isOpen = of.status === 'submitted' || of.status === 'collected'
  if (isOpen ? last !== of.status : last === 'submitted' || last === 'collected')
    found.push(
      breakOf('collection', `${of.id} is ${of.status}, but its last attempt is not.`, {
        ...{ invoiceId: of.invoice_id, field: 'status' },
        ...{ expected: last ?? null, found: of.status },
      }),
    )
  return found
}

/** A mandate is its own consent. */
function isAgreed(
  { at, day }: Attempt,
  { mandate, consent }: { readonly mandate: Mandate | null; readonly consent: Consent | null },
): boolean {
  if (mandate !== null) return mandate.signedOn <= day
  return consent !== null && consent.at <= at
}

/** A mandate expires 36 months after its last use, serves once if it is one-off, and is FRST only at first. */
function mandateBreaks({
  method,
  mandate,
  used,
  sequences,
}: {
  readonly method: Method
  readonly mandate: Mandate
  readonly used: readonly Used[]
  readonly sequences: readonly Sequence[]
}): readonly Break[] {
  const found: Break[] = []
  const sorted = used.toSorted((one, other) => (one.day < other.day ? -1 : 1))
  let lastOn: string | null = null
  for (const attempt of sorted) {
    if (attempt.day >= mandateExpiresOn({ lastOn, signedOn: mandate.signedOn }))
      found.push(faultOf('mandate', attempt.of, attempt, `was made after ${method.id} expired`))
    lastOn = attempt.day
  }
  const [, again] = sorted.filter(({ outcome }) => outcome !== 'failed')
  if (mandate.type === 'one_off' && again)
    found.push(faultOf('mandate', again.of, again, `used the one-off mandate ${method.id} again`))
  return [...found, ...wrongFirst(method, { mandate, sorted, sequences })]
}

/** FRST after RCUR is right only if the mandate changed to another account. */
function wrongFirst(
  method: Method,
  {
    mandate,
    sorted,
    sequences,
  }: {
    readonly mandate: Mandate
    readonly sorted: readonly Used[]
    readonly sequences: readonly Sequence[]
  },
): readonly Break[] {
  const wasPaid = new Set(
    sorted.flatMap(({ outcome, ref }) =>
      outcome === 'collected' || outcome === 'returned' ? [ref] : [],
    ),
  )
  const paid = sequences.find((it) => it.sequence === 'RCUR' && wasPaid.has(it.end_to_end))
  const first = sequences.find((it) => it.sequence === 'FRST' && paid && it.day > paid.day)
  const isMoved = mandate.amendments.some(({ what }) => what === 'iban')
  if (!first || isMoved) return []
  return [
    breakOf('mandate', `${method.id} was sent as FRST after it had been sent as RCUR.`, {
      ...{ field: 'sequence', expected: 'RCUR', found: 'FRST' },
    }),
  ]
}

/** Each file has its hash and the sums of its collections. Reads one at a time, because files may be large. */
async function fileBreaks(scope: CompanyDb): Promise<readonly Break[]> {
  const keys = await tablesOf(scope)
    .selectFrom('direct_debit_files')
    .select(['run_id', 'number'])
    .orderBy('run_id')
    .orderBy('number')
    .execute()
  const found: Break[] = []
  for (const { run_id: runId, number } of keys) {
    const file = await tablesOf(scope)
      .selectFrom('direct_debit_files')
      .selectAll()
      .where('run_id', '=', runId)
      .where('number', '=', number)
      .executeTakeFirstOrThrow()
    found.push(...(await wrongFile(scope, file)))
    if (found.length > LIMIT) break
  }
  return found
}

async function wrongFile(
  scope: CompanyDb,
  { run_id, number, sha256: expected, content, ...file }: Tables['direct_debit_files'],
): Promise<readonly Break[]> {
  const name = `File ${number} of ${run_id}`
  const found = sha256(content)
  const items = await tablesOf(scope)
    .selectFrom('direct_debit_items')
    .select((e) => [
      e.fn.countAll<bigint>().as('count'),
      e.fn.sum<bigint>('amount_minor').as('sum'),
    ])
    .where('run_id', '=', run_id)
    .where('file', '=', number)
    .where('left_out', 'is', null)
    .executeTakeFirstOrThrow()
  const inItems = `${items.count} ${formatMinor(BigInt(items.sum ?? 0), 'EUR')}`
  const said = `${file.count} ${formatMinor(file.sum_minor, 'EUR')}`
  const written = `${inXml(content, 'NbOfTxs')} ${inXml(content, 'CtrlSum')}`
  const wrong = [said, written].find((it) => it !== inItems)
  return [
    ...(found === expected
      ? []
      : [
          breakOf('direct_debit_file', `${name} is not the one that was approved.`, {
            ...{ field: 'sha256', expected, found },
          }),
        ]),
    ...(wrong === undefined
      ? []
      : [
          breakOf('direct_debit_file', `${name} says other sums than its collections.`, {
            ...{ field: 'sum', expected: inItems, found: wrong },
          }),
        ]),
  ]
}

/** The text of the first element of this name, which is that of the whole file. */
const inXml = (content: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(content)?.[1]
