import type { FinalInvoice } from './final-state.ts'
import type { Kind, Operation } from './history.ts'

/** An entry of the event log, oldest first. */
export interface FinalEvent {
  readonly id: string
  readonly type: string
  /** The resource it is about. */
  readonly resource: string
  /** Of the resource as the event shows it; null where it has none. */
  readonly version: number | null
  /** Place in the log. */
  readonly sequence: number
}

export interface Evidence {
  readonly operations: readonly Operation[]
  readonly invoices: readonly FinalInvoice[]
  /** Absent: events are not judged. */
  readonly events?: readonly FinalEvent[]
  /** Whether a 503 is a refusal: what it answered must then not be there. */
  readonly isUnavailableRefusal?: boolean
}

/** Every promise that the history and what is there at the end break, a sentence each. */
export function judge(evidence: Evidence): readonly string[] {
  const byOp = groupBy(evidence.operations, ({ op }) => op)
  return [
    ...numberFaults(evidence.invoices),
    ...evidence.invoices.flatMap(halfInvoiceFaults),
    ...[...byOp.values()].flatMap(attemptFaults),
    ...creationFaults(evidence, byOp),
    ...changeFaults(evidence),
    ...versionFaults(evidence.operations),
    ...tokenFaults(evidence.operations),
    ...(evidence.events ? eventFaults(evidence, evidence.events) : []),
  ]
}

/** Numbers are unique, and each series has 1, 2, 3 … without a gap. */
function numberFaults(invoices: readonly FinalInvoice[]): readonly string[] {
  const numbers = invoices.flatMap(({ number }) => (number === null ? [] : [number]))
  const series = groupBy(numbers, (number) => number.replace(/\d+$/, ''))
  return [...series].flatMap(([prefix, members]) => {
    const places = members.map((it) => Number(it.slice(prefix.length))).toSorted((a, b) => a - b)
    return places.flatMap((place, index) => {
      const before = places[index - 1] ?? 0
      if (place === before) return [`number ${prefix}${place} is on two invoices`]
      return place === before + 1 ? [] : [`gap in ${prefix} between ${before} and ${place}`]
    })
  })
}

/** Items and totals are all there and belong together. */
function halfInvoiceFaults(invoice: FinalInvoice): readonly string[] {
  const { items, taxes, totals, payments } = invoice
  const adds = (what: string, parts: readonly string[], whole: string) =>
    sum(parts) === minor(whole) ? [] : [`${what} of ${invoice.id}: ${parts.join(' + ')} ≠ ${whole}`]
  const isWhole = items.length === 2 && items.every(({ description }) => description !== '')
  return [
    ...(isWhole ? [] : [`${invoice.id} has ${items.length} items of 2`]),
    ...adds(
      'items',
      items.map(({ total }) => total),
      totals.subtotal,
    ),
    ...adds(
      'taxes',
      taxes.map(({ amount }) => amount),
      totals.tax,
    ),
    ...adds('total', [totals.net, totals.tax], totals.total),
    ...adds('payments', payments, totals.paid),
    ...(invoice.status !== 'draft' && invoice.number === null
      ? [`${invoice.id} lacks a number`]
      : []),
  ]
}

/** All attempts with one key are one request: one effect, one answer, and no refusal of a repeat. */
function attemptFaults(attempts: readonly Operation[]): readonly string[] {
  const [first] = attempts
  const answers = new Set(attempts.flatMap(({ got }) => (got ? [got.bodyHash] : [])))
  const refused = attempts
    .slice(1)
    .find(({ outcome, wanted }) => outcome === 'fail' && !wanted.invalid)
  return [
    ...(first?.wanted.invalid && answers.size > 0 ? [`${first.op} was not refused`] : []),
    ...(answers.size > 1 ? [`${first?.kind} ${first?.op} got ${answers.size} answers`] : []),
    ...(refused
      ? [`${refused.kind} ${refused.op} repeated: ${refused.status} ${refused.code}`]
      : []),
  ]
}

/** What was acknowledged is there, once; what was refused, or nobody asked for, is not. */
function creationFaults(
  { invoices, operations, isUnavailableRefusal }: Evidence,
  byOp: ReadonlyMap<string, readonly Operation[]>,
): readonly string[] {
  const found = groupBy(invoices, ({ metadata }) => metadata.op ?? '')
  const deleted = new Set(
    operations
      .filter(({ kind, outcome }) => kind === 'delete' && outcome !== 'fail')
      .map(invoiceOf),
  )
  const faults = [...byOp].flatMap(([op, attempts]) => {
    if (attempts[0]?.kind !== 'create') return []
    const there = found.get(op) ?? []
    const acknowledged = attempts.find(({ outcome }) => outcome === 'ok')
    if (there.length > 1) return [`create ${op} made ${there.length} invoices`]
    if (!acknowledged) {
      const isRefused = attempts.every(
        ({ outcome, status }) => outcome === 'fail' || (isUnavailableRefusal && status === 503),
      )
      return isRefused && there[0] ? [`create ${op} was refused, and ${there[0].id} is there`] : []
    }
    const [invoice] = there
    if (!invoice)
      return deleted.has(acknowledged.invoice) ? [] : [`lost: ${acknowledged.invoice} (${op})`]
    return agreement(invoice, acknowledged)
  })
  const unasked = invoices.filter(({ metadata }) => !byOp.has(metadata.op ?? ''))
  return [...faults, ...unasked.map(({ id }) => `nobody asked for ${id}`)]
}

function agreement(invoice: FinalInvoice, { got }: Operation): readonly string[] {
  if (!got) return []
  const faults = []
  if (got.id !== invoice.id) faults.push(`${got.id} was acknowledged, ${invoice.id} is there`)
  if (got.number !== null && got.number !== invoice.number)
    faults.push(`${invoice.id} was acknowledged as ${got.number} and is ${invoice.number}`)
  if (got.total !== null && got.total !== invoice.totals.total)
    faults.push(`${invoice.id} came to ${got.total} and comes to ${invoice.totals.total}`)
  return faults
}

/** Each acknowledged change is still to be seen, unless a later one took its place. */
function changeFaults({ operations, invoices }: Evidence): readonly string[] {
  const byInvoice = groupBy(operations, ({ invoice }) => invoice ?? '')
  const outcomes = (id: string, ...kinds: readonly Kind[]) =>
    (byInvoice.get(id) ?? [])
      .filter(({ kind, outcome }) => kinds.includes(kind) && outcome !== 'fail')
      .toSorted((a, b) => a.start - b.start)
  return invoices.flatMap((invoice) => [
    ...notesFaults(invoice, outcomes(invoice.id, 'create', 'update')),
    ...issueFaults(invoice, outcomes(invoice.id, 'create', 'issue')),
    ...publishFaults(invoice, outcomes(invoice.id, 'publish', 'unpublish')),
    ...paymentFaults(invoice, outcomes(invoice.id, 'pay')),
    ...outcomes(invoice.id, 'delete')
      .filter(isOk)
      .map(({ op }) => `${invoice.id} is there after its deletion (${op}) was acknowledged`),
  ])
}

function notesFaults(invoice: FinalInvoice, writes: readonly Operation[]): readonly string[] {
  const possible = lastOf(writes).flatMap(({ wanted }) => (wanted.notes ? [wanted.notes] : []))
  // Of a create that nobody heard of there is no operation with the invoice's id.
  if (!writes.some(isOk) || possible.includes(invoice.notes ?? '')) return []
  return [`lost: notes of ${invoice.id} are ${invoice.notes}, not ${possible.join(' or ')}`]
}

function issueFaults(invoice: FinalInvoice, writes: readonly Operation[]): readonly string[] {
  const issued = writes.filter(isOk).find(({ wanted }) => wanted.issued === true)
  if (!issued) return []
  const { number } = issued.got ?? {}
  if (number !== null && number === invoice.number) return []
  return [`lost: ${invoice.id} was issued as ${number} and is ${invoice.number}`]
}

function publishFaults(invoice: FinalInvoice, writes: readonly Operation[]): readonly string[] {
  if (!writes.some(isOk)) return []
  const isFitting = lastOf(writes).some(({ kind, outcome, got }) => {
    if (kind === 'unpublish') return invoice.share_token === null
    return outcome === 'ok' ? got?.token === invoice.share_token : invoice.share_token !== null
  })
  return isFitting
    ? []
    : [`lost: publication of ${invoice.id}, its token is ${invoice.share_token}`]
}

function paymentFaults(invoice: FinalInvoice, writes: readonly Operation[]): readonly string[] {
  const wishes = groupBy(writes, ({ op }) => op)
  const acknowledged = [...wishes.values()].filter((attempts) => attempts.some(isOk)).length
  const count = invoice.payments.length
  if (count < acknowledged) return [`lost: ${acknowledged - count} payments of ${invoice.id}`]
  if (count > wishes.size) return [`${count - wishes.size} payments too many of ${invoice.id}`]
  return []
}

/** Acknowledged versions of an invoice grow: two changes that made the same one lost one of them. */
function versionFaults(operations: readonly Operation[]): readonly string[] {
  const acknowledged = new Map<string, Operation>()
  for (const operation of operations)
    if (operation.got?.version != null) acknowledged.set(operation.op, operation)
  return [...groupBy([...acknowledged.values()], invoiceOf)].flatMap(([id, changes]) => {
    const versions = changes.toSorted((a, b) => a.end - b.end).map(({ got }) => got?.version ?? 0)
    return versions.flatMap((version, index) =>
      version < (versions[index - 1] ?? 0) ? [`version ${version} of ${id} came late`] : [],
    )
  })
}

/** A token opens one invoice for ever, and is not given again once it was revoked. */
function tokenFaults(operations: readonly Operation[]): readonly string[] {
  const published = operations.filter(({ kind, got }) => kind === 'publish' && got?.token)
  return [...groupBy(published, ({ got }) => got?.token ?? '')].flatMap(([token, holders]) =>
    new Set(holders.map(invoiceOf)).size > 1 ? [`token ${token} was given to two invoices`] : [],
  )
}

const EVENTS: Readonly<Record<Kind, string>> = {
  create: 'invoice.created',
  update: 'invoice.updated',
  issue: 'invoice.issued',
  publish: 'invoice.published',
  unpublish: 'invoice.unpublished',
  pay: 'invoice.payment_recorded',
  delete: 'invoice.deleted',
}

/** Each acknowledged change has its event, none has two, and the log is in order and whole. */
function eventFaults({ operations }: Evidence, events: readonly FinalEvent[]): readonly string[] {
  const told = groupBy(events, ({ resource, type }) => `${resource} ${type}`)
  const wishes = [...groupBy(operations, ({ op }) => op).values()]
  const asked = groupBy(
    wishes.flatMap((attempts) => eventsOf(attempts)),
    ({ what }) => what,
  )
  const missing = [...asked].flatMap(([what, list]) => {
    const due = list.filter(({ isDue }) => isDue).length
    const count = told.get(what)?.length ?? 0
    if (count < due) return [`${due - count} events missing: ${what}`]
    return count > list.length ? [`${count - list.length} events too many: ${what}`] : []
  })
  const isInOrder = events.every(({ sequence }, index) => sequence === index + 1)
  return [
    ...missing,
    ...(isInOrder ? [] : ['the places of the events are not 1, 2, 3 …']),
    ...[...groupBy(events, ({ resource }) => resource)].flatMap(([id, own]) =>
      orderFaults(id, own),
    ),
  ]
}

/** The events that all attempts of one change should have; due if that is certain. */
function eventsOf(attempts: readonly Operation[]) {
  const [first] = attempts
  const invoice = attempts.map(invoiceOf).find((id) => id !== null)
  if (!first || !invoice || attempts.every(({ outcome }) => outcome === 'fail')) return []
  // Publishing a published invoice is no change and no event.
  const isDue = attempts.some(isOk) && first.kind !== 'publish'
  const isIssued = first.kind === 'create' && first.wanted.issued === true
  const types = [EVENTS[first.kind], ...(isIssued ? [EVENTS.issue] : [])]
  return types.map((type) => ({ what: `${invoice} ${type}`, isDue }))
}

function orderFaults(id: string, events: readonly FinalEvent[]): readonly string[] {
  return events.flatMap(({ version, type }, index) => {
    const before = events[index - 1]?.version ?? null
    if (version === null || before === null || version >= before) return []
    return [`${type} of ${id} shows version ${version} after version ${before}`]
  })
}

const isOk = ({ outcome }: Operation): boolean => outcome === 'ok'
const invoiceOf = ({ invoice }: Operation): string | null => invoice

/** The last acknowledged write and what may have come after it: one of these is what is there. */
function lastOf(writes: readonly Operation[]): readonly Operation[] {
  const last = writes.findLastIndex(isOk)
  return writes.filter((write, index) => index === last || (index > last && !isOk(write)))
}

/** Cents of an amount with two digits. */
const minor = (amount: string): bigint => BigInt(amount.replace('.', ''))
const sum = (amounts: readonly string[]): bigint =>
  amounts.reduce((total, amount) => total + minor(amount), 0n)

function groupBy<T, K>(list: readonly T[], keyOf: (it: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const it of list) {
    const key = keyOf(it)
    const group = groups.get(key)
    if (group) group.push(it)
    else groups.set(key, [it])
  }
  return groups
}
