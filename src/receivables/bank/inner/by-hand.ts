import { formatMinor } from '@billwright/money'
import type { Work } from '../../../core/record/work.ts'
import { invalidRequest } from '../../../kernel/errors.ts'
import { reminders } from '../../../sales/customers/ports.ts'
import { requireCustomer } from '../../../sales/customers/read.ts'
import { dueMinor } from '../../../sales/invoices/lifecycle.ts'
import { lockForChange } from '../../../sales/invoices/lock.ts'
import { partsSum } from '../../../sales/ledger/payment.ts'
import { amountOf, partsOf } from '../../payments/amounts.ts'
import { findPaymentWithInvoice } from '../../payments/read.ts'
import { type AllocationKind, leftMinor, magnitude, type StoredEntry } from '../entry.ts'
import { type Instruction, NOTHING_SAID } from './allocate.ts'
import { allocationExceeds, wrongAllocation } from './errors.ts'

/** A part of an entry, as a person says it. */
export interface AllocationBody {
  readonly kind: string
  readonly invoice_id?: string
  readonly payment_id?: string
  readonly customer_id?: string
  /** Of the entry. Default: what is due, or what is left. */
  readonly amount?: string | number
  readonly discount?: string | number
  readonly fee?: string | number
  readonly write_off?: string | number
  readonly withheld?: string | number
  readonly text?: string | null
  readonly accounting_account?: string | null
}

/** What each kind names, and on which side it may stand. */
const KINDS: Readonly<
  Record<
    AllocationKind,
    { readonly names: keyof AllocationBody | null; readonly side: 'in' | 'out' | 'both' }
  >
> = {
  invoice: { names: 'invoice_id', side: 'both' },
  account: { names: 'customer_id', side: 'in' },
  link: { names: 'payment_id', side: 'in' },
  refund: { names: 'customer_id', side: 'out' },
  reversal: { names: 'payment_id', side: 'out' },
  charge: { names: 'invoice_id', side: 'in' },
  fee: { names: null, side: 'out' },
  other: { names: null, side: 'both' },
}

/** @throws AppError `invalid_request` with the place of the first fault, or `allocation_exceeds` */
export async function readAllocations(
  work: Work,
  entry: StoredEntry,
  bodies: readonly AllocationBody[],
): Promise<readonly Instruction[]> {
  const { amountMinor, currency } = entry.content
  const side = amountMinor > 0n ? 'in' : 'out'
  let left = leftMinor(entry)
  const found: Instruction[] = []
  for (const [index, body] of bodies.entries()) {
    const kind = body.kind as AllocationKind
    const { names, side: allowed } = KINDS[kind]
    if (allowed !== 'both' && allowed !== side)
      throw wrongAllocation(
        index,
        'kind',
        `Not allowed: \`${kind}\` is for money that ${allowed === 'in' ? 'came in' : 'went out'}.`,
      )
    if (names !== null && body[names] === undefined) throw missing(index, names)
    if (
      found.some(
        (it) => it.kind === kind && it.invoiceId !== null && it.invoiceId === body.invoice_id,
      )
    )
      throw wrongAllocation(index, 'invoice_id', 'Not allowed: name each invoice once.')
    const instruction = await read(work, { index, kind, body, left, currency, side })
    if (instruction.entryMinor <= 0n || instruction.entryMinor > left)
      throw allocationExceeds(formatMinor(left, currency), currency)
    left -= instruction.entryMinor
    found.push(instruction)
  }
  return found
}

interface Reading {
  readonly index: number
  readonly kind: AllocationKind
  readonly body: AllocationBody
  readonly left: bigint
  readonly currency: string
  readonly side: 'in' | 'out'
}

async function read(work: Work, reading: Reading): Promise<Instruction> {
  const { index, kind, body, left, currency, side } = reading
  const pointer = `/allocations/${index}`
  const asked =
    body.amount === undefined ? null : amountOf(body.amount, currency, `${pointer}/amount`)
  if (asked !== null && asked < 0n && side === 'in')
    throw wrongAllocation(index, 'amount', 'Not allowed: parts of money that came in are positive.')
  const entryMinor = asked === null ? left : magnitude(asked)
  const said = {
    ...NOTHING_SAID,
    ...{ kind, currency, entryMinor, amountMinor: entryMinor },
    accountingAccount: body.accounting_account ?? null,
    note: body.text ?? null,
  }
  if (kind === 'invoice' && body.invoice_id !== undefined) {
    const claim = await lockForChange(work, { id: body.invoice_id, ifMatch: undefined })
    if (claim.currency !== currency)
      throw wrongAllocation(
        index,
        'invoice_id',
        `Not allowed: the invoice is in ${claim.currency}.`,
      )
    const parts = partsOf(claim.currency, body, pointer)
    const due = magnitude(dueMinor(claim)) - partsSum(parts)
    const minor = asked === null ? (due < left ? due : left) : entryMinor
    const signed = side === 'in' ? minor : -minor
    return { ...said, ...parts, invoiceId: claim.id, entryMinor: minor, amountMinor: signed }
  }
  if (kind === 'charge' && body.invoice_id !== undefined) {
    const claim = await lockForChange(work, { id: body.invoice_id, ifMatch: undefined })
    const claimed = await reminders.run.claimedCharges(work, claim.id)
    if (claim.currency !== currency || claimed === 0n)
      throw wrongAllocation(
        index,
        'invoice_id',
        'Not allowed: no charges are claimed for the invoice in this currency.',
      )
    const minor = asked ?? (claimed < left ? claimed : left)
    if (minor > claimed)
      throw wrongAllocation(
        index,
        'amount',
        `Not allowed: ${formatMinor(claimed, currency)} ${currency} of charges are claimed.`,
      )
    return { ...said, invoiceId: claim.id, entryMinor: minor, amountMinor: minor }
  }
  if (body.payment_id !== undefined && (kind === 'link' || kind === 'reversal')) {
    const payment = await findPaymentWithInvoice(work, body.payment_id)
    const { invoiceId, amountMinor } = payment
    if (payment.currency !== currency || amountMinor <= 0n)
      throw wrongAllocation(index, 'payment_id', 'Not allowed: use a receipt in this currency.')
    return { ...said, paymentId: payment.id, invoiceId, amountMinor, entryMinor: amountMinor }
  }
  if (body.customer_id === undefined) return said
  const { id: customerId } = await requireCustomer(work, body.customer_id)
  return { ...said, customerId }
}

const missing = (index: number, name: string) =>
  invalidRequest([
    {
      pointer: `/allocations/${index}/${name}`,
      code: 'required',
      message: `\`${name}\` is missing.`,
    },
  ])
