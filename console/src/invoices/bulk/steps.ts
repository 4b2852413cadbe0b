import { isOwed } from '@billwright/rules/display-status'
import type { Api } from '../../api/client.ts'
import type { Words } from '../../words/en.ts'
import type { InvoiceEntry } from '../list-table.tsx'

/** The bulk steps, in the order of the bar. */
export const STEPS = [
  'issue',
  'send',
  'markPaid',
  'publish',
  'download',
  'export',
  'void',
  'delete',
] as const
export type Step = (typeof STEPS)[number]

/** The input before the step. */
export interface Details {
  readonly paidAt: string
  readonly method: string
}

type Scope = 'read' | 'write' | 'issue'
export const SCOPES: Readonly<Record<Step, Scope>> = {
  issue: 'issue',
  send: 'issue',
  markPaid: 'write',
  publish: 'issue',
  download: 'read',
  export: 'read',
  void: 'issue',
  delete: 'write',
}

/** Whether a step can change an invoice. */
export function applies(step: Step, entry: InvoiceEntry): boolean {
  const { status, display_status: shown, published } = entry
  switch (step) {
    case 'issue':
    case 'delete':
      return status === 'draft'
    case 'send':
      return status !== 'void'
    case 'markPaid':
      return isOwed(shown)
    case 'publish':
      return status !== 'draft' && status !== 'void' && !published
    case 'void':
      return status === 'sent' && shown !== 'partially_paid'
    case 'download':
    case 'export':
      return true
  }
}

type Result = Words['bulk']['results']

/** Applies the step to one invoice. Steps that create files are elsewhere. */
export async function perform(
  api: Api,
  step: Exclude<Step, 'download' | 'export'>,
  { id, status }: InvoiceEntry,
  { details, words }: { readonly details: Details; readonly words: Result },
): Promise<string> {
  const path = { id }
  const issue = async () =>
    words.issued((await api.updateInvoice({ path, body: { status: 'sent' } })).number ?? '')
  switch (step) {
    case 'issue':
      return issue()
    case 'send': {
      const issued = status === 'draft' ? await issue() : ''
      await api.sendInvoice({ path, body: {} })
      return [issued, words.sent].filter(Boolean).join(', ')
    }
    case 'markPaid': {
      const { paidAt, method } = details
      await api.updateInvoice({
        path,
        body: {
          status: 'paid',
          ...(paidAt !== '' && { paid_at: paidAt }),
          ...(method !== '' && { payment_method: method }),
        },
      })
      return words.paid
    }
    case 'publish':
      await api.publishInvoice({ path })
      return words.published
    case 'void':
      await api.updateInvoice({ path, body: { status: 'void' } })
      return words.voided
    case 'delete':
      await api.deleteInvoice({ path })
      return words.deleted
  }
}
