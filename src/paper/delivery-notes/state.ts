import { columnState } from '../../core/record/state.ts'

export const DELIVERY_NOTE_STATE = columnState<'delivery_notes'>(1, {
  1: [
    'id',
    'version',
    'number',
    'series',
    'sequence',
    'status',
    'date',
    'customer_id',
    'customer_name',
    'quote_id',
    'invoice_id',
    'content',
    'voided_at',
    'created_at',
    'updated_at',
  ],
})
