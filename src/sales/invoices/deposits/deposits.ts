import { formatMinor } from '@billwright/money'
import type { Work } from '../../../core/record/work.ts'
import { newId } from '../../../platform/ids.ts'
import type { DocumentAdjustment, Item } from '../../contents/contents.ts'
import { keepItems } from '../../contents/text-lines.ts'
import { withTotals } from '../../contents/totals/totals.ts'
import { isStated } from '../../contents/withholdings.ts'
import { depositChanged, depositDeducted, depositExceeds, unknownDeposit } from '../errors.ts'
import * as repository from '../inner/repository.ts'
import type { StoredInvoice } from '../invoice.ts'
import { amountItem, deducted, type GroupAmount, isDeducted, lessCredits } from './amounts.ts'
import { withStatedLess } from './stated.ts'
import { deductionText } from './words.ts'

/* Deposits and the final invoices that deduct them. The final invoice's row is locked first. */

/** A locked deposit, with its rest after credit notes. */
interface Deposit {
  readonly invoice: StoredInvoice
  readonly groups: readonly GroupAmount[]
}

export const isDeposit = ({ kind, depositFor, type }: StoredInvoice): boolean =>
  type === 'invoice' && depositFor !== null && (kind === 'prepayment' || kind === 'partial')

const isIssued = ({ status }: StoredInvoice): boolean => status !== 'draft' && status !== 'void'

/** The issued deposits for a quote or a key that no other invoice deducts yet. */
export async function openDeposits(
  work: Work,
  key: string,
  finalId: string,
): Promise<readonly string[]> {
  const ids = await repository.listDepositIds(work, key)
  const open: string[] = []
  for (const id of ids) {
    const invoice = await repository.requireInvoice(work, id)
    const isTaken = (await deductedBy(work, id, finalId)) !== undefined
    if (isDeposit(invoice) && isIssued(invoice) && !isTaken) open.push(id)
  }
  return open
}

/** The draft with these deposits deducted instead of its former ones, and listed in it (BG-3). */
export async function deduct(
  work: Work,
  draft: StoredInvoice,
  depositIds: readonly string[],
): Promise<StoredInvoice> {
  const bare = await withoutDeductions(work, draft)
  const deposits: Deposit[] = []
  for (const id of depositIds.toSorted()) {
    const deposit = await lockDeposit(work, id)
    if (!deposit || !fits(deposit.invoice, draft)) throw unknownDeposit(depositIds.indexOf(id))
    await requireFree(work, deposit.invoice, draft.id)
    // A deposit that credit notes corrected in full is no longer a deposit.
    if (deducted(deposit.groups, draft).length > 0) deposits.push(deposit)
  }
  if (deposits.length === 0) return bare
  const items = deposits.flatMap((deposit) => deductions(deposit, draft))
  const rest = {
    ...bare,
    ...withDeductions(draft, bare, items),
    discounts: bare.discounts.map(asAmount),
    charges: bare.charges.map(asAmount),
    preceding: [
      ...bare.preceding,
      ...deposits.map(({ invoice }) => ({
        number: invoice.number ?? '',
        issueDate: invoice.issueDate,
      })),
    ],
  }
  const invoices = deposits.map(({ invoice }) => invoice)
  const final = withTotals(withStatedLess(rest, { items, deposits: invoices }))
  requireNotNegative(final)
  return final
}

/**
 * Locks the deposits of a final invoice that is being issued: its items must deduct exactly their
 * rest.
 */
export async function requireCurrentDeposits(work: Work, final: StoredInvoice): Promise<void> {
  const ids = depositIdsOf(final)
  for (const id of ids) {
    const deposit = await lockDeposit(work, id)
    if (!deposit) throw depositChanged(null, 'is gone.')
    const { invoice, groups } = deposit
    if (!fits(invoice, final)) throw depositChanged(invoice.number, 'cannot be deducted here.')
    if (!isDeducted(final, id, groups))
      throw depositChanged(invoice.number, 'is not what this invoice deducts.')
    await requireFree(work, invoice, final.id)
  }
  if (ids.length > 0) requireNotNegative(final)
}

/** Refuses if an invoice deducts the deposit; with `isDraftToo` also if a draft does. */
export async function requireNotDeducted(
  work: Work,
  deposit: StoredInvoice,
  { isDraftToo }: { readonly isDraftToo: boolean },
): Promise<void> {
  const by = await deductedBy(work, deposit.id, '')
  if (by && (isDraftToo || by.status !== 'draft')) throw depositDeducted(by)
}

/**
 * Refuses to void a credit note if a deposit would then count twice: the credited deposit itself
 * if an invoice deducts its rest, or deposits that crediting their final invoice had released.
 */
export async function requireTakeBack(
  work: Work,
  invoice: StoredInvoice,
  note: StoredInvoice,
): Promise<void> {
  for (const id of depositIdsOf(invoice)) {
    const deposit = await lockDeposit(work, id)
    if (deposit) await requireFree(work, deposit.invoice, invoice.id)
  }
  const by = isDeposit(invoice) ? await deductedBy(work, invoice.id, '') : undefined
  if (!by || by.status === 'draft') return
  const notes = await repository.listCreditNotes(work, invoice.id)
  const left = notes.filter(({ id, status }) => status === 'sent' && id !== note.id)
  const final = await repository.requireInvoice(work, by.id)
  if (!isDeducted(final, invoice.id, lessCredits(invoice, left))) throw depositDeducted(by)
}

/** The ids of the deposits that an invoice deducts, in locking order. */
export const depositIdsOf = ({ items }: Pick<StoredInvoice, 'items'>): readonly string[] =>
  [...new Set(items.flatMap(({ deducts }) => deducts ?? []))].sort()

/** A draft without its deduction items, and without the deposits among its references. */
async function withoutDeductions(work: Work, draft: StoredInvoice): Promise<StoredInvoice> {
  const ids = depositIdsOf(draft)
  if (ids.length === 0) return draft
  const numbers = (await repository.listDepositRefs(work, ids)).map(({ number }) => number)
  const bare = {
    ...keepItems(draft, ({ deducts }) => deducts === undefined),
    preceding: draft.preceding.filter(({ number }) => !numbers.includes(number)),
  }
  if (!isStated(draft)) return withTotals(bare)
  const deposits = await Promise.all(ids.map((id) => repository.requireInvoice(work, id)))
  const { items } = keepItems(draft, ({ deducts }) => deducts !== undefined)
  return withTotals(withStatedLess(bare, { items, deposits, isUndone: true }))
}

/** The lines with new deduction items in the place of the former ones, else at the end. */
function withDeductions(
  draft: StoredInvoice,
  bare: StoredInvoice,
  added: readonly Item[],
): Pick<StoredInvoice, 'items' | 'textLines'> {
  const place = draft.items.findIndex(({ deducts }) => deducts !== undefined)
  if (place === -1) return { items: [...bare.items, ...added] }
  const isKept = ({ deducts }: Item) => deducts === undefined
  const moved = (at: number) =>
    at <= place ? at : draft.items.slice(0, at).filter(isKept).length + added.length
  return {
    items: bare.items.toSpliced(place, 0, ...added),
    ...(draft.textLines && {
      textLines: draft.textLines.map((line) => ({ ...line, at: moved(line.at) })),
    }),
  }
}

const deductions = ({ invoice, groups }: Deposit, final: StoredInvoice): readonly Item[] =>
  deducted(groups, final).map(({ amountMinor, ...group }) => ({
    ...amountItem({
      ...group,
      id: newId('itm'),
      description: deductionText(final.language, {
        number: invoice.number ?? '',
        issueDate: invoice.issueDate,
      }),
      amountMinor: -amountMinor,
      currency: final.currency,
    }),
    deducts: invoice.id,
  }))

/** A percentage applies to the order, not to the rest after the deposits. */
const asAmount = (entry: DocumentAdjustment): DocumentAdjustment =>
  entry.value.kind === 'amount'
    ? entry
    : { ...entry, value: { kind: 'amount', amountMinor: entry.amountMinor } }

async function lockDeposit(work: Work, id: string): Promise<Deposit | undefined> {
  const invoice = await repository.findInvoiceToChange(work, id)
  if (!invoice) return undefined
  const notes = await repository.listCreditNotes(work, id)
  return {
    invoice,
    groups: lessCredits(
      invoice,
      notes.filter(({ status }) => status === 'sent'),
    ),
  }
}

const fits = (deposit: StoredInvoice, final: StoredInvoice): boolean =>
  isDeposit(deposit) &&
  isIssued(deposit) &&
  deposit.id !== final.id &&
  deposit.customerId === final.customerId &&
  deposit.currency === final.currency

async function requireFree(work: Work, deposit: StoredInvoice, finalId: string): Promise<void> {
  const other = await deductedBy(work, deposit.id, finalId)
  if (other)
    throw depositChanged(
      deposit.number,
      `is already deducted by ${other.number === null ? 'another draft' : `invoice ${other.number}`}.`,
    )
}

/** The invoice other than `finalId` that deducts a deposit. */
const deductedBy = async (work: Work, depositId: string, finalId: string) =>
  (await repository.listDeductions(work, depositId)).find(({ id }) => id !== finalId)

function requireNotNegative({ totals, currency }: StoredInvoice): void {
  if (totals.totalMinor < 0n)
    throw depositExceeds(formatMinor(-totals.totalMinor, currency), currency)
}
