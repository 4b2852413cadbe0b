import type { ReadWork } from '../../src/core/record/work.ts'
import { AppError } from '../../src/kernel/errors.ts'
import { fetchCheckout, requireCheckout } from '../../src/receivables/checkout/follow.ts'
import { takeHook } from '../../src/receivables/checkout/hints.ts'
import { openCheckout } from '../../src/receivables/checkout/open.ts'
import { listCheckoutsOf, listProviderPayments } from '../../src/receivables/checkout/read.ts'
import { syncProvider } from '../../src/receivables/checkout/reconcile.ts'
import { refundPayment } from '../../src/receivables/checkout/refund.ts'
import { allProviders } from '../../src/receivables/providers/change.ts'
import { openAppAt } from './app-at.ts'
import { dieBeforeStatement } from './dies-at.ts'
import { exitIfUnavailable } from './exit-unavailable.ts'

/*
 * A process of `payment-kills.ts`: customers who pay and come back, hooks, a person who refunds, or the
 * nightly reconciliation. It kills itself before one of its statements, whichever `DIES_AT` says.
 */
const {
  FAULT_DATABASE = '',
  DIES_AT = '0',
  CLOCK_AT = '',
  ROLE = '',
  HOOKS = '[]',
  INVOICES = '[]',
} = process.env

exitIfUnavailable()
const app = await openAppAt(JSON.parse(FAULT_DATABASE), Date.parse(CLOCK_AT), {
  OUTBOUND_ALLOW: process.env.OUTBOUND_ALLOW ?? '',
  PAYMENT_ORIGINS: process.env.PAYMENT_ORIGINS ?? '',
})
const [provider] = await allProviders(app.work)
dieBeforeStatement(Number(DIES_AT))
if (ROLE === 'open')
  await forInvoices((invoiceId) => openCheckout(app.work, { invoiceId, openedBy: 'api' }))
if (ROLE === 'return') await forInvoices((id) => comeBack(app.work, id))
if (ROLE === 'hook')
  for (const { body, headers } of JSON.parse(HOOKS))
    await unlessRefused(
      takeHook(app.work, provider?.id ?? '', { body: Buffer.from(body), headers }),
    )
if (ROLE === 'refund') await refundAll(app.work)
if (ROLE === 'nightly') await syncProvider(app.work, provider?.id ?? '', null)
await app.services.jobRunner.runDue()
dieBeforeStatement(0)
await app.close()

async function forInvoices(act: (id: string) => Promise<unknown>): Promise<void> {
  for (const id of JSON.parse(INVOICES)) await unlessRefused(act(id))
}

async function comeBack(work: ReadWork, invoiceId: string): Promise<void> {
  for (const { id } of await listCheckoutsOf(work, invoiceId))
    await fetchCheckout(work, await requireCheckout(work, id))
}

/** A part of each payment, once. */
async function refundAll(work: ReadWork): Promise<void> {
  const { data } = await listProviderPayments(work, { limit: 100 })
  for (const { payment } of data)
    if (payment.refunds.length === 0)
      await unlessRefused(refundPayment(work, payment.id, { amount: '1.00', reason: 'Returned' }))
}

async function unlessRefused(change: Promise<unknown>): Promise<void> {
  await change.catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
  })
}
