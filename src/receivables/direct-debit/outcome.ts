import { formatMinor } from '@billwright/money'
import { currentSettings } from '../../company/settings/read.ts'
import { checkIfMatch, type VersionedRef } from '../../core/http/etag.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../core/record/work.ts'
import { dayOf } from '../../platform/clock.ts'
import type { Collection } from '../collections/collection.ts'
import { collectedByProvider, collectionEnded } from '../collections/errors.ts'
import { collectionEtag, findDue, requireCollection } from '../collections/read.ts'
import { receiveMoney, refundMoney } from '../payments/account/money.ts'
import { bookPayment, bookReversal } from '../payments/book.ts'
import type { CollectionOutcome } from './inner/schema.ts'
import { bookCollected, bookReturned, canComeBack, isExpected, lockDebits } from './statement.ts'

/**
 * A person says what the bank did with a collection of which no statement or report tells.
 * Throws `collection_ended`, `collected_by_provider`, `account_too_small`, `payment_reversed`.
 */
export function noteOutcome(
  work: ReadWork,
  { id, ifMatch }: VersionedRef,
  { outcome, code, on }: CollectionOutcome,
): Promise<Collection> {
  return transaction(work, async (work) => {
    await requireCollection(work, id)
    const it = (await lockDebits(work, [id])).get(id) ?? (await requireCollection(work, id))
    checkIfMatch(ifMatch, collectionEtag(it))
    if (it.via === 'provider') throw collectedByProvider()
    const isPossible = outcome === 'returned' ? canComeBack(it) : isExpected(it)
    if (!isPossible) throw collectionEnded(it.status)
    const today = dayOf(work.at, (await currentSettings(work)).timeZone)
    const day = on !== undefined && on < today ? on : today
    if (outcome === 'collected') await bookMoney(work, it, { day, note: null })
    else {
      if (it.status === 'collected') await takeMoney(work, it, day)
      await bookReturned(work, id, { code: code ?? null, day })
    }
    return requireCollection(work, id)
  })
}

interface About {
  readonly day: string
  readonly note: string | null
}

/** To the invoice as far as it is due; what was paid otherwise meanwhile goes to the customer's account. */
export async function bookMoney(work: Work, it: Collection, { day, note }: About): Promise<void> {
  const dueMinor = (await findDue(work, it.invoiceId))?.dueMinor ?? 0n
  const part = dueMinor < it.amountMinor ? dueMinor : it.amountMinor
  if (part > 0n) {
    const { id: paymentId } = await bookPayment(work, {
      invoiceId: it.invoiceId,
      amountMinor: part,
      paidAt: day,
      method: METHOD,
      reference: it.endToEnd,
      bankEntryId: null,
      note,
    })
    await bookCollected(work, it.id, { paymentId })
  }
  const onAccountMinor = it.amountMinor - (part > 0n ? part : 0n)
  if (onAccountMinor === 0n) return
  const money = moneyOf(it, { amountMinor: onAccountMinor, day })
  await receiveMoney(work, it.customerId, {
    ...{ ...money, apply: 'none', allow_duplicate: true },
    ...(note !== null && { note }),
  })
  await bookCollected(work, it.id, { onAccountMinor })
}

async function takeMoney(work: Work, it: Collection, day: string): Promise<void> {
  const { paymentId, onAccountMinor, endToEnd, customerId } = it
  const about = { paidAt: day, reference: endToEnd, bankEntryId: null }
  if (paymentId !== null)
    await bookReversal(work, paymentId, { ...about, event: 'payment.returned' })
  if (onAccountMinor > 0n)
    await refundMoney(work, customerId, moneyOf(it, { amountMinor: onAccountMinor, day }))
}

const METHOD = 'direct_debit'

const moneyOf = (
  { currency, endToEnd }: Collection,
  { amountMinor, day }: { readonly amountMinor: bigint; readonly day: string },
) => ({
  amount: formatMinor(amountMinor, currency),
  currency,
  paid_at: day,
  method: METHOD,
  ...(endToEnd !== null && { reference: endToEnd }),
})
