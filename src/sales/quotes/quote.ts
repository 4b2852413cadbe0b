import type { Contents, Item } from '../contents/contents.ts'
import { keepItems } from '../contents/text-lines.ts'
import { withStatedShare } from '../contents/totals/stated.ts'
import { withTotals } from '../contents/totals/totals.ts'
import { restated } from '../contents/withholdings.ts'

export const QUOTE_STATUSES = [
  'draft',
  'open',
  'accepted',
  'declined',
  'withdrawn',
  'superseded',
] as const
export type QuoteStatus = (typeof QUOTE_STATUSES)[number]

/** The automatic action after the customer accepts. */
export const ON_ACCEPT = ['nothing', 'draft_invoice', 'draft_deposit'] as const
export type OnAccept = (typeof ON_ACCEPT)[number]

export const ANSWER_KINDS = ['accepted', 'declined', 'reopened'] as const
type AnswerKind = (typeof ANSWER_KINDS)[number]

/** An answer to a quote, with its evidence. */
export interface Answer {
  readonly kind: AnswerKind
  readonly at: string
  readonly by: 'customer' | 'staff'
  readonly name: string | null
  readonly email: string | null
  /** A note, or the reason for declining. */
  readonly note: string | null
  /** Network address of the caller, if the settings allow storing it. */
  readonly address: string | null
  readonly browser: string | null
  /** The hash of the page that was shown. */
  readonly documentHash: string | null
  readonly pdfSha256: string | null
  /** The text of the consent. */
  readonly consent: string | null
  readonly language: string
  /** Ids of the selected optional items. */
  readonly selected: readonly string[]
  /** The total that the customer accepted; null in answers of staff. */
  readonly total: string | null
}

export interface Quote {
  readonly id: string
  /** The first revision of the same quote. */
  readonly rootId: string
  readonly revision: number
  readonly version: number
  readonly number: string | null
  readonly series: string | null
  readonly sequence: bigint | null
  readonly status: QuoteStatus
  readonly customerName: string
  readonly validUntil: string | null
  readonly termsText: string | null
  readonly onAccept: OnAccept
  /** Default deposit as a percentage of the order, in millionths. */
  readonly depositPercentMicro: bigint | null
  /** All items, with the totals of the included ones. */
  readonly content: Contents
  /** Optional items by id, and whether they are selected. */
  readonly optional: Readonly<Record<string, boolean>>
  readonly shareNonce: string | null
  readonly shareHash: string | null
  readonly documentHash: string | null
  readonly pdfSha256: string | null
  readonly answers: readonly Answer[]
  readonly openedAt: string | null
  readonly answeredAt: string | null
  readonly createdAt: string
  readonly updatedAt: string
}

/** A revision that no customer has seen. */
export const UNOPENED = {
  shareNonce: null,
  shareHash: null,
  documentHash: null,
  pdfSha256: null,
  answers: [],
  openedAt: null,
  answeredAt: null,
} as const satisfies Partial<Quote>

type Choices = Pick<Quote, 'optional'>

/** Whether an item counts in the totals. An optional item counts once it is selected. */
export const isCounted = ({ optional }: Choices, { id }: Pick<Item, 'id'>): boolean =>
  optional[id] ?? true

/**
 * The contents with the totals of the items that count. A stated amount of a withholding is that of
 * all items.
 */
export function withChoices(content: Contents, optional: Quote['optional']): Contents {
  const { items } = withTotals({
    ...restated(content, () => 0n),
    discounts: [],
    charges: [],
  })
  const { discounts, charges, taxes, totals } = withTotals(
    countedContent({ content: { ...content, items }, optional }),
  )
  return { ...content, items, discounts, charges, taxes, totals }
}

/** The contents without unselected items, for an invoice or a printed order. */
export function countedContent({
  content,
  optional,
}: Pick<Quote, 'content' | 'optional'>): Contents {
  const counted = keepItems(content, (item) => isCounted({ optional }, item))
  const isWhole = counted.items.length === content.items.length
  return isWhole ? counted : withStatedShare(counted, content)
}

/** The last day itself still counts. */
export const isExpired = (
  { status, validUntil }: Pick<Quote, 'status' | 'validUntil'>,
  today: string,
): boolean => status === 'open' && validUntil !== null && validUntil < today

const TRANSITIONS: Readonly<Record<QuoteStatus, readonly QuoteStatus[]>> = {
  draft: ['open'],
  open: ['accepted', 'declined', 'withdrawn'],
  accepted: ['open'],
  declined: ['open'],
  withdrawn: [],
  superseded: [],
}

export const allowedFrom = (status: QuoteStatus): readonly QuoteStatus[] => TRANSITIONS[status]

/** The answer that determines the status. */
export const acceptanceOf = ({ status, answers }: Quote): Answer | null =>
  status === 'accepted' ? (answers.findLast(({ kind }) => kind === 'accepted') ?? null) : null
