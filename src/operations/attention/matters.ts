import { formatMinor } from '@billwright/money'
import type { Actor } from '../../core/http/actor.ts'
import {
  type Page,
  type PageQueryInput,
  toPage,
  toPageRequest,
} from '../../core/http/pagination.ts'
import { listJobs } from '../../core/jobs/failed.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { listWebhooks } from '../../core/webhooks/endpoints.ts'
import { findAccessPoint, listFailedTransmissions } from '../../einvoicing/access-point/transmit.ts'
import { listGivenUp } from '../../messages/mail/messages.ts'
import { transportProblem } from '../../messages/mail/transport/transport.ts'
import { listAttentionRecurring } from '../../messages/recurring/read.ts'
import { listAttentionReminders, listWithoutInterest } from '../../messages/reminders/read.ts'
import { secondsAfter } from '../../platform/clock.ts'
import { listBankMatters } from '../../receivables/bank/matters.ts'
import { listProviderMatters } from '../../receivables/checkout/provider-matters.ts'
import { listPaymentMatters, listStuckCheckouts } from '../../receivables/checkout/read.ts'
import { findDues, listCollectionsWithProblems } from '../../receivables/collections/read.ts'
import { listRuns } from '../../receivables/direct-debit/read.ts'
import type { PaymentMethod } from '../../receivables/methods/method.ts'
import {
  expiringSince,
  listExpiringCards,
  listExpiringMandates,
  listPendingMandates,
} from '../../receivables/methods/read.ts'
import { findCustomers, listEmailProblems } from '../../sales/customers/read.ts'
import { listAnsweredQuotes } from '../../sales/quotes/read.ts'
import { listNearLimits } from '../usage/usage.ts'
import { inOrder, keyOf, type Matter, type MatterKind, matterOf } from './inner/matter.ts'

interface AttentionQuery extends PageQueryInput {
  readonly kind?: MatterKind
}

/** Of each kind: more than anybody settles one by one. */
const PER_KIND_MAX = 500
const DAY_SECONDS = 86_400
/** How long an answered quote waits for the next step. */
const ACCEPTED_SECONDS = 90 * DAY_SECONDS
const DECLINED_SECONDS = 7 * DAY_SECONDS
/** A shorter failure of a receiver needs no attention. */
const FAILING_SECONDS = 60 * 60

/** Every matter that waits for a person and that the actor may settle, newest first. */
export async function listMatters(work: ReadWork): Promise<readonly Matter[]> {
  const isAdmin = mayAdminister(work.actor)
  const found = [
    await ofMessages(work),
    await ofRecurring(work),
    await ofReminders(work),
    await ofQuotes(work),
    await ofTransmissions(work),
    await ofBank(work),
    await ofPayments(work),
    await ofCheckouts(work),
    await ofCollections(work),
    await ofRuns(work),
    await ofMandates(work),
    isAdmin ? await ofProviders(work) : [],
    isAdmin ? await ofWebhooks(work) : [],
    isAdmin ? await ofJobs(work) : [],
    isAdmin ? await ofLimits(work) : [],
  ]
  return inOrder(found.flat())
}

export async function listAttention(work: ReadWork, query: AttentionQuery): Promise<Page<Matter>> {
  const request = toPageRequest(query, '-since')
  const matters = (await listMatters(work)).filter(
    ({ kind }) => query.kind === undefined || kind === query.kind,
  )
  const sorted = request.direction === 'asc' ? matters.toReversed() : matters
  const { after } = request
  const rows = after === null ? sorted : sorted.filter((matter) => isBehind(matter, request))
  return toPage(
    rows,
    request,
    (matter) => ({ value: matter.since, id: keyOf(matter) }),
    query.include ? matters.length : null,
  )
}

const mayAdminister = ({ scopes, kind }: Actor): boolean => kind === 'system' || scopes.has('admin')

function isBehind(
  matter: Matter,
  { after, direction }: Pick<ReturnType<typeof toPageRequest>, 'after' | 'direction'>,
): boolean {
  const place = `${matter.since} ${keyOf(matter)}`
  const last = `${after?.value ?? ''} ${after?.id ?? ''}`
  return direction === 'asc' ? place > last : place < last
}

async function ofMessages(work: ReadWork): Promise<readonly Matter[]> {
  const problem = await transportProblem(work)
  const failed = await listGivenUp(work, PER_KIND_MAX)
  const bounced = await listEmailProblems(work, PER_KIND_MAX)
  return [
    ...(problem === null
      ? []
      : [
          {
            kind: 'message' as const,
            resource: { type: 'mail_transport' as const, id: 'mail_transport', name: '' },
            ...problem,
          },
        ]),
    ...failed.map(
      ({ id, kind, subjectLine, createdAt, sendAfter, reason }): Matter =>
        matterOf(kind === 'notification' ? 'notice_failed' : 'message_failed', {
          kind: 'message',
          resource: { type: 'message', id, name: subjectLine },
          since: sendAfter ?? createdAt,
          detail: reason ?? 'The message was given up.',
        }),
    ),
    ...bounced.flatMap(({ id, name, emailProblem }): readonly Matter[] =>
      emailProblem === null
        ? []
        : [
            matterOf('address_bounced', {
              kind: 'message',
              resource: { type: 'customer', id, name },
              since: emailProblem.at,
              detail: `${emailProblem.address} takes no mail.`,
            }),
          ],
    ),
  ]
}

async function ofRecurring(work: ReadWork): Promise<readonly Matter[]> {
  const waiting = await listAttentionRecurring(work, PER_KIND_MAX)
  return waiting.flatMap(({ id, name, attention }): readonly Matter[] =>
    attention === null
      ? []
      : [
          matterOf(attention.code, {
            kind: 'recurring',
            resource: { type: 'recurring', id, name },
            since: attention.since,
            detail: attention.detail,
          }),
        ],
  )
}

async function ofReminders(work: ReadWork): Promise<readonly Matter[]> {
  const waiting = await listAttentionReminders(work, PER_KIND_MAX)
  const withoutInterest = await listWithoutInterest(work, PER_KIND_MAX)
  return [...waiting, ...withoutInterest].map(({ reminder, situation: { claim } }): Matter => {
    const { problem, level, createdAt } = reminder
    return {
      kind: 'reminder',
      resource: { type: 'invoice', id: claim.id, name: claim.number ?? claim.id },
      since: createdAt,
      code: problem?.code ?? 'reminder_due',
      detail: problem?.detail ?? `Reminder ${level} to ${claim.customerName} waits for approval.`,
    }
  })
}

async function ofQuotes(work: ReadWork): Promise<readonly Matter[]> {
  const since = secondsAfter(work.at, -ACCEPTED_SECONDS)
  const declinedSince = secondsAfter(work.at, -DECLINED_SECONDS)
  const answered = await listAnsweredQuotes(work, { since, limit: PER_KIND_MAX })
  return answered.flatMap(({ id, number, status, customerName, answeredAt }): readonly Matter[] => {
    const isOver = status === 'declined' && (answeredAt ?? '') < declinedSince
    if (answeredAt === null || isOver) return []
    const isAccepted = status === 'accepted'
    return [
      {
        kind: 'quote',
        resource: { type: 'quote', id, name: number ?? id },
        since: answeredAt,
        code: isAccepted ? 'quote_accepted' : 'quote_declined',
        detail: isAccepted
          ? `${customerName} accepted the quote. It is not invoiced yet.`
          : `${customerName} declined the quote.`,
      },
    ]
  })
}

async function ofTransmissions(work: ReadWork): Promise<readonly Matter[]> {
  const refused = (await findAccessPoint(work))?.refused ?? null
  const failed = await listFailedTransmissions(work, PER_KIND_MAX)
  return [
    ...failed.map(
      ({ invoiceId, number, status, detail, updatedAt }): Matter =>
        matterOf(`transmission_${status}`, {
          kind: 'transmission',
          resource: { type: 'invoice', id: invoiceId, name: number },
          since: updatedAt,
          detail: detail ?? 'The access point did not deliver the invoice.',
        }),
    ),
    ...(refused === null
      ? []
      : [
          matterOf('document_refused', {
            kind: 'transmission',
            resource: { type: 'access_point', id: 'access_point', name: 'Access point' },
            ...refused,
          }),
        ]),
  ]
}

async function ofBank(work: ReadWork): Promise<readonly Matter[]> {
  const found = await listBankMatters(work, PER_KIND_MAX)
  return found.map(
    ({ problem, name, resource, ...about }): Matter =>
      matterOf(problem, { kind: 'bank', resource: { ...resource, name }, ...about }),
  )
}

async function ofPayments(work: ReadWork): Promise<readonly Matter[]> {
  const found = await listPaymentMatters(work, PER_KIND_MAX)
  return found.map(({ problem, payment: { id, amountMinor, currency, updatedAt } }): Matter => {
    const name = `${formatMinor(amountMinor, currency)} ${currency}`
    return matterOf(problem, {
      kind: 'payment',
      resource: { type: 'provider_payment', id, name },
      since: updatedAt,
      detail: PAYMENT_DETAILS[problem],
    })
  })
}

const PAYMENT_DETAILS = {
  overpaid_online: 'More was paid than was due. The rest is on the account of the customer.',
  unassigned_payment:
    'The payment has another currency than the invoice. It is not assigned to an invoice or an account yet.',
  amount_differs: 'The provider reports a different amount than was requested.',
  payment_for_closed_invoice: 'The invoice is closed. The money is on the account of the customer.',
  payment_returned:
    'The bank or the payment provider took the payment back. The invoice is due again.',
  refund_failed: 'A refund failed. The customer did not get the money.',
  refund_unbooked: 'Money was refunded that is no longer on the account of the customer.',
  refund_without_credit: 'Money was refunded without a credit note, so the invoice is due again.',
  dispute_open: 'The customer disputes the payment. Answer at the provider.',
} as const

/** The provider has said nothing for too long. */
async function ofCheckouts(work: ReadWork): Promise<readonly Matter[]> {
  const found = await listStuckCheckouts(work, PER_KIND_MAX)
  const ids = found.flatMap(({ shares }) => shares.map(({ invoiceId }) => invoiceId))
  const dues = await findDues(work, [...new Set(ids)])
  const matters = found.flatMap(({ shares, pendingSince, createdAt }): readonly Matter[] =>
    shares.slice(0, 1).map(({ invoiceId: id }) =>
      matterOf('checkout_stuck', {
        kind: 'checkout',
        resource: { type: 'invoice', id, name: dues.get(id)?.number ?? id },
        since: pendingSince ?? createdAt,
        detail:
          'The payment provider does not say what became of a payment. Look it up at the provider.',
      }),
    ),
  )
  return oncePerKey(matters)
}

async function ofRuns(work: ReadWork): Promise<readonly Matter[]> {
  const { data } = await listRuns(work, { status: 'draft', limit: 100 })
  return data.flatMap(({ id, count, sumMinor, createdAt }): readonly Matter[] =>
    count === 0
      ? []
      : [
          matterOf('run_to_approve', {
            kind: 'collection',
            resource: { type: 'direct_debit_run', id, name: `${formatMinor(sumMinor, 'EUR')} EUR` },
            since: createdAt,
            detail: 'A direct-debit run waits for approval. Check it, then approve it.',
          }),
        ],
  )
}

/** Each links to its invoice, where a person can choose another way to collect it. */
async function ofCollections(work: ReadWork): Promise<readonly Matter[]> {
  const found = await listCollectionsWithProblems(work, PER_KIND_MAX)
  const dues = await findDues(
    work,
    found.map((it) => it.invoiceId),
  )
  const matters = found.flatMap(({ problems, invoiceId, updatedAt }): readonly Matter[] => {
    const due = dues.get(invoiceId)
    if (due === undefined || due.dueMinor <= 0n) return []
    const resource = { type: 'invoice' as const, id: invoiceId, name: due.number ?? invoiceId }
    return problems.map((code) =>
      matterOf(code, {
        ...{ kind: 'collection', resource, since: updatedAt },
        detail: COLLECTION_DETAILS[code],
      }),
    )
  })
  return oncePerKey(matters)
}

const COLLECTION_DETAILS = {
  charge_failed: 'The invoice could not be collected, and is not collected again automatically.',
  payment_returned:
    'The bank or the payment provider took the payment back. The invoice is due again.',
  debit_unconfirmed:
    'No bank statement shows the direct debit five banking days after its collection date. Record what the bank did with it.',
  notice_not_sent:
    'The customer was not told about the collection. Send the invoice again, or tell the customer yourself.',
} as const

/** Each links to its customer, whose files have the signed form. */
async function ofMandates(work: ReadWork): Promise<readonly Matter[]> {
  const pending = await listPendingMandates(work, PER_KIND_MAX)
  const expiring = await listExpiringMandates(work, PER_KIND_MAX)
  const cards = await listExpiringCards(work, PER_KIND_MAX)
  const ids = [...pending, ...expiring, ...cards].map((it) => it.customerId)
  const customers = await findCustomers(work, [...new Set(ids)])
  const names = new Map(customers.map(({ id, name }) => [id, name]))
  const matter = (
    code: keyof typeof MANDATE_DETAILS,
    { customerId: id, label }: PaymentMethod,
    since: string,
  ) =>
    matterOf(code, {
      kind: 'mandate',
      resource: { type: 'customer', id, name: names.get(id) ?? label },
      since,
      detail: MANDATE_DETAILS[code],
    })
  return oncePerKey([
    ...pending.map((it) => matter('mandate_to_confirm', it, it.createdAt)),
    ...expiring.map((it) => matter('mandate_expiring', it, expiringSince(it))),
    ...cards.map((it) => matter('method_expiring', it, expiringSince(it))),
  ])
}

const MANDATE_DETAILS = {
  method_expiring:
    'A saved payment method expires within 30 days. Ask the customer to save a new one.',
  mandate_to_confirm:
    'A mandate is not confirmed yet. Compare it with the signed form, then confirm it.',
  mandate_expiring:
    'A mandate expires within 60 days, because nothing was collected with it for almost 36 months. Collect with it, or ask the customer for a new one.',
} as const

/** Each problem of an invoice or customer once. */
const oncePerKey = (matters: readonly Matter[]): readonly Matter[] => [
  ...new Map(matters.toReversed().map((matter) => [keyOf(matter), matter])).values(),
]

async function ofProviders(work: ReadWork): Promise<readonly Matter[]> {
  const found = await listProviderMatters(work)
  return found.map(
    ({ problem, provider: { id, label }, since }): Matter =>
      matterOf(problem, {
        kind: 'provider',
        resource: { type: 'payment_provider', id, name: label },
        since,
        detail: PROVIDER_DETAILS[problem],
      }),
  )
}

const PROVIDER_DETAILS = {
  provider_refused: 'The payment provider refuses the API key. Enter a valid one.',
  provider_unreachable: 'The payment provider has not answered for an hour.',
  hooks_silent:
    'Payments arrive, but the provider sends no notifications. Enter the address for notifications at the provider.',
  not_reconciled: 'Payments have not been reconciled with the provider for 48 hours.',
  payments_differ:
    'Some payments booked here differ from what the payment provider reports. Compare them.',
} as const

async function ofWebhooks(work: ReadWork): Promise<readonly Matter[]> {
  const { data } = await listWebhooks(work, { limit: 100 })
  const failingBefore = secondsAfter(work.at, -FAILING_SECONDS)
  return data.flatMap(
    ({ id, url, description, pausedReason, pausedAt, status, health }): readonly Matter[] => {
      const resource = { type: 'webhook', id, name: description ?? hostOf(url) } as const
      const isStopped = pausedReason === 'failing' || pausedReason === 'gone'
      if (isStopped && pausedAt !== null)
        return [
          matterOf(`webhook_${pausedReason}`, {
            kind: 'webhook',
            resource,
            since: pausedAt,
            detail: 'Nothing is sent to the webhook until a person enables it.',
          }),
        ]
      const { failingSince } = health
      if (status !== 'enabled' || failingSince === null || failingSince > failingBefore) return []
      return [
        matterOf('deliveries_failing', {
          kind: 'webhook',
          resource,
          since: failingSince,
          detail: `${health.failures} deliveries in a row have failed.`,
        }),
      ]
    },
  )
}

/** A URL may have a secret in its path. */
const hostOf = (url: string): string => new URL(url).hostname

async function ofJobs(work: ReadWork): Promise<readonly Matter[]> {
  const { data } = await listJobs(work, { status: 'failed', limit: 100 })
  return data.map(
    ({ id, kind, failedAt, createdAt, lastError }): Matter =>
      matterOf('job_failed', {
        kind: 'job',
        resource: { type: 'job', id, name: kind },
        since: failedAt ?? createdAt,
        detail: lastError ?? 'The job was given up.',
      }),
  )
}

async function ofLimits(work: ReadWork): Promise<readonly Matter[]> {
  const near = await listNearLimits(work)
  return near.map(
    ({ name, used, max, percent, since }): Matter =>
      matterOf(percent >= 100 ? 'limit_reached' : 'limit_near', {
        kind: 'limit',
        resource: { type: 'limit', id: name, name },
        since,
        detail: `${used} of ${max} are used. Ask the operator to raise the limit.`,
      }),
  )
}
