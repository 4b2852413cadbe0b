import { leavesOf } from '../../../../kernel/fields/field.ts'
import { createRecurring } from '../../../../messages/recurring/create.ts'
import { deleteRecurring } from '../../../../messages/recurring/end.ts'
import {
  ContentInput,
  RecurringCreate,
  type RecurringCreateBody,
} from '../../../../messages/recurring/input.ts'
import { getRecurring } from '../../../../messages/recurring/read.ts'
import { FIELDS, OPTIONAL_FIELDS } from '../../../../sales/contents/fields.ts'
import { schemaCheck } from '../../inner/checks.ts'
import { changedSince } from '../../inner/errors.ts'
import type { TableKind } from '../../inner/kind.ts'
import { type ColumnKinds, isColumnOf, toBody } from './body.ts'
import { ITEM_COLUMNS as INVOICE_ITEM_COLUMNS } from './invoices.ts'
import { bodyIn, CUSTOMER_NAME, itemKindIn, readItems, withCustomer } from './items.ts'

const GROUP = 'recurring'

/** The schedule of the invoices, and their recipients. */
const RECURRING_COLUMNS: ColumnKinds = {
  customer_id: 'text',
  [CUSTOMER_NAME]: 'text',
  name: 'text',
  action: 'text',
  include_entries: 'flag',
  'schedule.unit': 'text',
  'schedule.every': 'integer',
  'schedule.start_date': 'text',
  'schedule.days': 'integers',
  'schedule.nth.week': 'integer',
  'schedule.nth.weekday': 'integer',
  'schedule.weekdays': 'integers',
  'schedule.months': 'integers',
  'schedule.lead_days': 'integer',
  'schedule.on_day_off': 'text',
  'schedule.time': 'text',
  'schedule.end.after': 'integer',
  'schedule.end.on': 'text',
  'period.basis': 'text',
  'period.offset': 'integer',
  'mail.to': 'texts',
  'mail.cc': 'texts',
  'mail.bcc': 'texts',
  'mail.notice_days': 'integers',
}

/** The fields of each invoice besides its items. */
const CONTENT_COLUMNS: ColumnKinds = {
  ...Object.fromEntries(
    Object.entries({ ...leavesOf(FIELDS), ...leavesOf(OPTIONAL_FIELDS) }).filter(([column]) =>
      Object.hasOwn(ContentInput.properties, column.split('.')[0] ?? ''),
    ),
  ),
  payment_terms_days: 'integer',
  'template.id': 'text',
}

const ITEM_COLUMNS: ColumnKinds = {
  ...INVOICE_ITEM_COLUMNS,
  product_id: 'text',
  'tax.preset': 'text',
}

const isColumn = (column: string): boolean =>
  column === GROUP ||
  Object.hasOwn(ITEM_COLUMNS, column) ||
  Object.hasOwn(RECURRING_COLUMNS, column) ||
  isColumnOf(CONTENT_COLUMNS, column)

/**
 * Converts the rows of a group to a recurring invoice. All are paused, because the other program
 * may still bill.
 */
export const recurringKind = (): TableKind => ({
  isColumn,
  read: readItems({
    group: GROUP,
    itemColumns: ITEM_COLUMNS,
    toBody: (head, items) => ({
      ...bodyIn(head, RECURRING_COLUMNS),
      invoice: { ...toBody(head, CONTENT_COLUMNS), items },
    }),
  }),
  parts: { list: 'items', pointer: '' },
  pointer: (pointer) => itemKindIn(inFile(pointer)),
  check: schemaCheck(RecurringCreate),
  resolve: withCustomer,
  find: async () => undefined,
  create: async (work, body) => {
    const paused = { ...body, status: 'paused' } as unknown as RecurringCreateBody
    return (await createRecurring(work, paused)).recurring
  },
  delete: async (work, { id, version }) => {
    const now = await getRecurring(work, id)
    if (now.recurring.version !== version) throw changedSince()
    await deleteRecurring(work, { id, ifMatch: undefined })
  },
})

/** A file has the contents beside the schedule, and each list in one cell. */
function inFile(pointer: string): string {
  return pointer.replace(/^\/invoice(?=\/)/, '').replace(/^(\/(?:schedule|mail)\/\w+)\/\d+$/, '$1')
}
