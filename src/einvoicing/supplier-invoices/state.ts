import { columnState } from '../../core/record/state.ts'

export const SUPPLIER_INVOICE_STATE = columnState<'supplier_invoices'>(1, {
  1: [
    'id',
    'version',
    'status',
    'reason',
    'paid_on',
    'format',
    'profile',
    'kind',
    'number',
    'issue_date',
    'due_date',
    'currency',
    'seller_name',
    'seller_key',
    'total_cents',
    'due_cents',
    'errors',
    'warnings',
    'content',
    'findings',
    'sha256',
    'created_at',
    'updated_at',
  ],
})
