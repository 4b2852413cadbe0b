/** The words of more number series. */
export const en = {
  title: 'More number series',
  text: 'Branches and countries can have their own numbers. A customer or a document names the series by its key.',
  none: 'All documents take their numbers from the patterns above.',
  add: 'Add series',
  kind: 'Documents',
  kinds: {
    invoice: 'Invoices',
    credit_note: 'Credit notes',
    quote: 'Quotes',
    delivery_note: 'Delivery notes',
  },
  key: 'Key',
  keyHint: 'Letters, digits and hyphens, e.g. EXPORT',
  name: 'Name',
  pattern: 'Pattern',
  patternHint: 'E.g. EX-{YYYY}-{SEQ:4}',
  reset: 'Restarts at 1',
  resets: { never: 'Never', yearly: 'Every year', monthly: 'Every month' },
  start: 'First number',
  used: 'In use',
  archived: 'Archived',
  archive: (key: string) => `Archive series ${key}`,
  restore: (key: string) => `Restore series ${key}`,
  delete: (key: string) => `Delete series ${key}`,
  saved: 'Series saved',
  deleted: 'Series deleted',
  save: 'Save',
}

export type SeriesWords = typeof en
