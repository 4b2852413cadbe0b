/** The few words in which the tables differ between the engines. */
export interface Dialect {
  readonly bytes: string
  /** Text that sorts by its bytes in every locale. */
  readonly sortedText: string
  /** Stores the rows in the primary key: one tree instead of the rows and an index on them. */
  readonly inKey: string
  /** SQLite's search index knows an invoice by this: another `rowid` changes with VACUUM. */
  readonly searchKey: string
  readonly keyOfInvoices: string
}

export const SQLITE: Dialect = {
  bytes: 'blob',
  sortedText: 'text',
  inKey: ' without rowid',
  searchKey: 'search_key integer primary key,',
  keyOfInvoices: 'unique (company_id, id)',
}

export const POSTGRES: Dialect = {
  bytes: 'bytea',
  sortedText: 'text collate "C"',
  inKey: '',
  searchKey: '',
  keyOfInvoices: 'primary key (company_id, id)',
}
