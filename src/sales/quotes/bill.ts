import { AmountError, formatMicro, parseMicro, parseMinor } from '@billwright/money'
import type { VersionedRef } from '../../core/http/etag.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../core/record/work.ts'
import { faultList, invalidRequest } from '../../kernel/errors.ts'
import { requireNumber } from '../../kernel/fields/numbers.ts'
import type { Contents } from '../contents/contents.ts'
import { requireRoomForInvoice } from '../invoices/create.ts'
import { listOpenDeposits } from '../invoices/deduct.ts'
import type { DepositPart } from '../invoices/deposits/amounts.ts'
import { isDeposit } from '../invoices/deposits/deposits.ts'
import type { StoredInvoice } from '../invoices/invoice.ts'
import { listInvoicesOfQuote } from '../invoices/read.ts'
import type { InvoiceDetails } from '../invoices/view.ts'
import { quoteNotAccepted, quoteOverinvoiced } from './errors.ts'
import { bill, billDeposit, restOf } from './inner/billing.ts'
import { lock } from './inner/changes.ts'
import type { InvoiceMode, QuoteInvoiceBody } from './inner/input.ts'
import { outOfRange, PERCENT_MICRO, readPercent } from './inner/terms.ts'
import {
  type Billed,
  billedOf,
  depositOf,
  exceeds,
  hasRoom,
  leftOf,
  type Part,
  partOf,
} from './invoicing.ts'
import { countedContent, type Quote } from './quote.ts'

/** The invoices that bill a quote. */
type Billing = readonly StoredInvoice[]

/** Creates the draft invoice of the rest, or of the requested parts. */
export function invoiceQuote(
  work: ReadWork,
  request: VersionedRef,
  body: QuoteInvoiceBody,
): Promise<InvoiceDetails> {
  return transaction(work, async (work) => {
    const { quote } = await lock(work, request)
    const isReady = quote.status === 'accepted' || (quote.status === 'open' && body.force)
    if (!isReady) throw quoteNotAccepted(quote.status)
    await requireRoomForInvoice(work)
    const billing = await listInvoicesOfQuote(work, quote.id)
    const content = countedContent(quote)
    const mode = (body.mode ?? 'rest') as InvoiceMode
    if (mode === 'final') return billFinal(work, quote, { billing, asked: body.deposits })
    if (mode === 'deposit') {
      const part = readDeposit(body, quote)
      if (!body.allow_more) requireRoom(content, billing, depositOf(content, part))
      return billDeposit(work, quote, part)
    }
    const next = mode === 'rest' ? restOf(quote, billing) : readItems(body, content, billing)
    if (next.items.length === 0) throw nothingLeft()
    if (!body.allow_more && billing.some(isDeposit)) requireRoom(content, billing, next)
    return bill(work, quote, next)
  })
}

async function billFinal(
  work: Work,
  quote: Quote,
  { billing, asked }: { readonly billing: Billing; readonly asked: readonly string[] | undefined },
): Promise<InvoiceDetails> {
  const rest = restOf(quote, billing)
  if (rest.items.length === 0) throw nothingLeft()
  const drafts = billing.filter((it) => isDeposit(it) && it.status === 'draft')
  if (drafts.length > 0)
    throw quoteOverinvoiced('A deposit is still a draft. Issue or delete it first.', {
      reason: 'deposit_draft',
    })
  const depositIds = asked ?? (await listOpenDeposits(work, quote.id))
  return bill(work, quote, rest, { depositIds })
}

function readItems(body: QuoteInvoiceBody, content: Contents, billing: Billing): Contents {
  const billed = billedOf(content, billing)
  const parts = readParts(body, billed)
  if (!body.allow_more) requireLeft(billed, parts)
  return partOf(content, billed, parts)
}

function readParts(body: QuoteInvoiceBody, billed: readonly Billed[]): readonly Part[] {
  const { onFault: fault, refuse } = faultList()
  const given = body.items ?? []
  if (given.length === 0) fault('/items', 'required', 'Name the items to invoice.')
  const parts = given.map(({ id, quantity, percent }, index): Part => {
    const at = `/items/${index}`
    const item = billed.find(({ itemId }) => itemId === id)
    const none = { itemId: id, quantityMicro: 0n }
    if (given.findIndex((other) => other.id === id) < index) {
      fault(`${at}/id`, 'duplicate', 'Duplicate: list each item once.')
      return none
    }
    if (!item) {
      fault(`${at}/id`, 'unknown_item', 'Unknown item: use the id of an item of this quote.')
      return none
    }
    if (quantity !== undefined && percent !== undefined) {
      fault(at, 'quantity_or_percent', 'Send either `quantity` or `percent`, not both.')
      return none
    }
    if (quantity === undefined && percent === undefined)
      return { itemId: id, quantityMicro: leftOf(item) }
    const name = quantity === undefined ? 'percent' : 'quantity'
    try {
      const value = parseMicro(quantity ?? percent ?? '')
      const product = quantity === undefined ? item.quantityMicro * value : value * PERCENT_MICRO
      if (product % PERCENT_MICRO !== 0n)
        fault(`${at}/percent`, 'too_precise', 'The quantity would need more than 6 decimals.')
      const quantityMicro = product / PERCENT_MICRO
      const isOnSide = item.quantityMicro < 0n ? quantityMicro < 0n : quantityMicro > 0n
      if (!isOnSide)
        fault(
          `${at}/${name}`,
          'out_of_range',
          'Out of range: use a quantity above 0, or below 0 for a negative item.',
          {
            reason: 'part',
          },
        )
      return { itemId: id, quantityMicro }
    } catch (error) {
      if (!(error instanceof AmountError)) throw error
      fault(`${at}/${name}`, error.code, error.message, error.params)
      return none
    }
  })
  refuse()
  return parts
}

/** The deposit of a request, else that of the quote. */
function readDeposit(
  { percent, total }: QuoteInvoiceBody,
  { depositPercentMicro, content }: Quote,
): DepositPart {
  if (percent !== undefined && total !== undefined)
    throw invalidRequest([
      {
        pointer: '/total',
        code: 'percent_or_total',
        message: 'Send either `percent` or `total`, not both.',
      },
    ])
  if (total !== undefined) {
    const totalMinor = requireNumber('/total', () => parseMinor(total, content.currency))
    if (totalMinor <= 0n) throw outOfRange('/total', 'use an amount above zero.', { above: 0 })
    return { kind: 'total', totalMinor }
  }
  if (percent !== undefined)
    return { kind: 'percent', percentMicro: readPercent(percent, '/percent') }
  if (depositPercentMicro === null)
    throw invalidRequest([
      { pointer: '/percent', code: 'required', message: 'Send `percent` or `total`.' },
    ])
  return { kind: 'percent', percentMicro: depositPercentMicro }
}

const nothingLeft = () =>
  quoteOverinvoiced('Invoices bill the whole quote. Nothing is left.', { reason: 'nothing_left' })

/** Refuses to bill more than the quote while deposits bill a part of it. */
function requireRoom(content: Contents, billing: Billing, next: Contents): void {
  if (hasRoom(content, [...billing, next])) return
  throw quoteOverinvoiced(
    'With the deposits, invoices would bill more than the quote. Use `final` to deduct them, or send `allow_more`.',
  )
}

function requireLeft(billed: readonly Billed[], parts: readonly Part[]): void {
  for (const { itemId, quantityMicro } of parts) {
    const item = billed.find((it) => it.itemId === itemId)
    if (item && exceeds(item.invoicedMicro + quantityMicro, item.quantityMicro))
      throw quoteOverinvoiced(
        `Of item ${itemId}, ${formatMicro(leftOf(item))} is left to invoice. Send \`allow_more\` to bill more.`,
        { reason: 'item', quantity: formatMicro(leftOf(item)) },
      )
  }
}
