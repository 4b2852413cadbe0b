/** `certain` may be booked without a person. `none`: nothing is proposed. */
export type MatchClass = 'certain' | 'likely' | 'possible' | 'none'

/**
 * `sum`: several documents. `over`: more than is due. `short`: a small difference is written off.
 * `account`: money on the customer's account. `link`: a person has recorded the payment already.
 * `direct_debit`, `return`: the entry pays or takes back collections that the caller has found.
 */
export type MatchKind =
  | 'exact'
  | 'sum'
  | 'discount'
  | 'partial'
  | 'over'
  | 'fee'
  | 'short'
  | 'link'
  | 'account'
  | 'direct_debit'
  | 'return'
  | 'reversal'
  | 'refund'
  | 'payout'
  | 'ignored'
  | 'none'

/** What an entry is, as far as it can be told. */
export interface Match {
  /** Of the first proposal; kind `ignored`, `payout` or `none` without one. */
  readonly class: MatchClass
  readonly kind: MatchKind
  readonly flags: readonly MatchFlag[]
  /** The best first. Several only of class `possible`. */
  readonly proposals: readonly Proposal[]
  /** The rule that decided, and the provider of a payout. */
  readonly ruleId: string | null
  readonly providerId: string | null
}

export interface Proposal {
  /** Kind and parts in one text: equal if it proposes the same. */
  readonly key: string
  readonly class: Exclude<MatchClass, 'none'>
  readonly kind: Exclude<MatchKind, 'payout' | 'ignored' | 'none'>
  /** Only for sorting. */
  readonly score: number
  readonly evidence: readonly Evidence[]
  readonly flags: readonly MatchFlag[]
  /** Their amounts add up to the amount of the entry, or to less; `foreign` ones to what was instructed. */
  readonly parts: readonly Part[]
}

export type Part =
  | {
      readonly kind: 'invoice'
      readonly documentId: string
      /** In the currency of the document; negative for money paid back. */
      readonly amountMinor: bigint
      readonly currency: string
      /** These settle the document, too. */
      readonly discountMinor: bigint
      readonly feeMinor: bigint
      readonly writeOffMinor: bigint
      /** The collection of the caller that the entry pays. */
      readonly collectionId?: string
    }
  | {
      readonly kind: 'account'
      readonly customerId: string
      readonly amountMinor: bigint
      /** The collection of the caller that the entry pays. */
      readonly collectionId?: string
    }
  | {
      readonly kind: 'link'
      readonly documentId: string
      readonly paymentId: string
      readonly amountMinor: bigint
    }
  | {
      readonly kind: 'reversal'
      /** The entry whose payment was returned; empty for a collection of the caller. */
      readonly entryId: string
      readonly documentId: string | null
      readonly paymentId: string | null
      readonly amountMinor: bigint
      readonly collectionId?: string
      /** Whose account has the money of the collection. */
      readonly customerId?: string
    }
  /** A collection of the caller that was returned before its money was booked. */
  | { readonly kind: 'return'; readonly collectionId: string; readonly amountMinor: bigint }
  /** `collectionId`: the collection of the caller that was returned. */
  | { readonly kind: 'fee'; readonly amountMinor: bigint; readonly collectionId?: string }
  | { readonly kind: 'unallocated'; readonly amountMinor: bigint }

/**
 * Why a proposal is made. Parameters are texts: `number` of a document, `found` in the entry (words of a
 * stranger), `customer_id`, `iban`, `name`, `amount` with `currency`, `percent`, `until`.
 */
export interface Evidence {
  readonly code: EvidenceCode
  readonly params: Readonly<Record<string, string>>
}

export type EvidenceCode =
  // A document is named: number, found
  | 'reference'
  | 'number'
  | 'digits'
  | 'end_to_end'
  | 'tail'
  | 'number_loose'
  | 'order_reference'
  | 'weak_number'
  // A customer is known: customer_id, found
  | 'iban'
  | 'name'
  | 'customer_number'
  | 'rule'
  // The amount: amount, currency; discount also number, percent, until, discount
  | 'amount_exact'
  | 'amount_sum'
  | 'amount_discount'
  | 'amount_fee'
  | 'amount_short'
  | 'amount_partial'
  | 'amount_over'
  // The payment that came back, or that a person recorded: date, amount, currency
  | 'original_end_to_end'
  | 'original_bank_reference'
  | 'original_amount'
  | 'recorded_by_hand'

export type MatchFlag =
  // Never certain
  | 'ambiguous_number'
  | 'date_like'
  | 'invalid_reference'
  | 'unknown_reference'
  | 'unknown_number'
  | 'several_customers'
  | 'iban_other_customer'
  | 'name_other_customer'
  | 'number_other_customer'
  | 'before_issue'
  | 'foreign'
  | 'declined_before'
  // A document is settled
  | 'paid_twice'
  | 'void_document'
  | 'written_off'
  // How it was found
  | 'by_iban'
  | 'by_name'
  | 'by_customer_number'
  | 'by_rule'
  | 'iban_shared'
  | 'number_loose'
  | 'order_reference'
  | 'weak_number'
  | 'all_open'
  | 'no_document'
  | 'amount_only'
  | 'aggregated'
  // The amount
  | 'discount_rounded'
  | 'discount_late'
  | 'discount_expired'
  | 'currency_mismatch'
  // Nothing is proposed
  | 'outgoing'
  | 'zero'
  | 'own_transfer'
  | 'return_unknown'
  | 'rule'
