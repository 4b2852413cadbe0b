import { formatMinor, parseMinor, sumOf } from '@billwright/money'
import { currentSettings } from '../../company/settings/read.ts'
import { requireScope } from '../../core/http/actor.ts'
import { recordEvent } from '../../core/record/journal.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../core/record/work.ts'
import { requireNumber } from '../../kernel/fields/numbers.ts'
import { formatterFor } from '../../paper/printing/format.ts'
import { fill, wordsFor } from '../../paper/printing/labels/labels.ts'
import { chargeLabel } from '../../paper/printing/reminder/page.ts'
import { laterOf } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { NOTHING_AGREED } from '../../sales/contents/draft.ts'
import { createInvoice } from '../../sales/invoices/create.ts'
import { getInvoice } from '../../sales/invoices/read.ts'
import type { InvoiceDetails } from '../../sales/invoices/view.ts'
import { lockSituation } from './inner/changes.ts'
import * as repository from './inner/charge-repository.ts'
import { settledParts } from './inner/charges.ts'
import { chargeNotClaimed, nothingClaimed } from './inner/errors.ts'
import type { Charge } from './inner/reminder.ts'
import type { SettleBody } from './inner/schema.ts'

export function waiveCharge(work: ReadWork, id: string, chargeId: string) {
  return transaction(work, async (work) => {
    const { claim } = await lockSituation(work, id)
    const charge = await repository.requireCharge(work, id, chargeId)
    if (charge.status !== 'claimed') throw chargeNotClaimed(charge.status)
    const waived = { ...charge, ...changedAt(work, charge), status: 'waived' as const }
    await repository.saveCharge(work, waived)
    return { charge: waived, currency: claim.currency }
  })
}

/** Issues an invoice for the paid charges, and records the payment on it. */
export function settleCharges(
  work: ReadWork,
  id: string,
  { amount, paid_at, method }: SettleBody,
): Promise<InvoiceDetails> {
  return transaction(work, async (work) => {
    const { currency } = (await lockSituation(work, id)).claim
    const minor = amount === undefined ? null : amountOf(amount, currency)
    return invoiceCharges(work, id, {
      minor,
      state: {
        status: 'paid',
        ...(paid_at === undefined ? {} : { paid_at }),
        ...(method === undefined ? {} : { payment_method: method }),
      },
    })
  })
}

/** Issues an invoice for charges that a bank entry pays, whose booking records the payment. */
export async function billCharges(work: Work, id: string, minor: bigint): Promise<string> {
  const { invoice } = await invoiceCharges(work, id, { minor, state: { status: 'sent' } })
  return invoice.id
}

/** What the bank charged for a returned debit of the invoice. */
export async function claimReturnFee(
  work: Work,
  invoiceId: string,
  { bankEntryId, minor }: { readonly bankEntryId: string; readonly minor: bigint },
): Promise<void> {
  const { id, number, currency } = (await lockSituation(work, invoiceId)).claim
  const charge: Charge = {
    ...{ id: newId('chg'), version: 1, invoiceId, reminderId: null, bankEntryId, level: 0 },
    ...{ kind: 'return_fee', amountMinor: minor, from: null, to: null, days: null, spans: [] },
    ...{ status: 'claimed', settledBy: null, createdAt: work.at, updatedAt: work.at },
  }
  await repository.insertCharges(work, [charge])
  const charges = [{ kind: charge.kind, amount: formatMinor(minor, currency) }]
  const data = { id, number, level: charge.level, currency, charges }
  recordEvent(work, { type: 'invoice.charged', resourceId: id, data })
}

export { deleteClaimedFee as dropReturnFee } from './inner/charge-repository.ts'

/** The sum of the claimed charges, in minor units of the invoice's currency. */
export async function claimedCharges(work: Work, id: string): Promise<bigint> {
  return sumOf((await claimedOf(work, id)).map(({ amountMinor }) => amountMinor))
}

interface Settling {
  /** Null: all that is claimed. */
  readonly minor: bigint | null
  readonly state:
    | { readonly status: 'paid'; readonly paid_at?: string; readonly payment_method?: string }
    | { readonly status: 'sent' }
}

async function invoiceCharges(
  work: Work,
  id: string,
  { minor, state }: Settling,
): Promise<InvoiceDetails> {
  requireScope(work.actor, 'issue')
  const { currency } = (await lockSituation(work, id)).claim
  const claimed = await claimedOf(work, id)
  const totalMinor = sumOf(claimed.map(({ amountMinor }) => amountMinor))
  const paidMinor = minor ?? totalMinor
  if (paidMinor <= 0n || paidMinor > totalMinor)
    throw nothingClaimed(formatMinor(totalMinor, currency), currency)
  const parts = settledParts(claimed, paidMinor)
  const source = await getInvoice(work, id)
  const made = await createInvoice(work, { ...(await settlingBody(work, source, parts)), ...state })
  for (const { charge, minor } of parts) await settlePart(work, charge, minor, made)
  return made
}

async function claimedOf(work: ReadWork, id: string): Promise<readonly Charge[]> {
  return (await repository.listCharges(work, id)).filter(({ status }) => status === 'claimed')
}

/** The body of an invoice for the paid charges. */
async function settlingBody(
  work: Work,
  { invoice }: InvoiceDetails,
  parts: ReturnType<typeof settledParts>,
) {
  const { chargeTax, dateFormat } = await currentSettings(work)
  const { language, currency, number, customerId } = invoice
  const words = wordsFor(language)
  const format = formatterFor({ language, currency, dateFormat })
  const isUntaxed = chargeTax.rate === '0'
  return {
    customer_id: customerId,
    currency,
    language,
    prices_include_tax: true,
    ...NOTHING_AGREED,
    notes: fill(words.reminder.chargesNote, { number: number ?? '' }),
    items: parts.map(({ charge, minor }) => ({
      description: chargeLabel(charge, { words, format }),
      quantity: '1',
      unit_price: formatMinor(minor, currency),
      tax: {
        category: chargeTax.category,
        rate: chargeTax.rate,
        ...(isUntaxed ? { reason: chargeTax.reason ?? words.reminder.chargeReason } : {}),
      },
    })),
  }
}

const changedAt = (work: Work, { version, updatedAt }: Charge) => ({
  version: version + 1,
  updatedAt: laterOf(work.at, updatedAt),
})

/** The unpaid part stays claimed, as a separate charge. */
async function settlePart(
  work: Work,
  charge: Charge,
  minor: bigint,
  { invoice }: InvoiceDetails,
): Promise<void> {
  const settled = {
    ...charge,
    ...changedAt(work, charge),
    amountMinor: minor,
    status: 'settled' as const,
    settledBy: invoice.id,
  }
  await repository.saveCharge(work, settled)
  const restMinor = charge.amountMinor - minor
  if (restMinor > 0n)
    await repository.insertCharges(work, [
      { ...charge, id: newId('chg'), version: 1, amountMinor: restMinor, updatedAt: work.at },
    ])
}

const amountOf = (text: string | number, currency: string): bigint =>
  requireNumber('/amount', () => parseMinor(text, currency))
