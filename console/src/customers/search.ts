/** Search, filters and order of the list, as in the URL. */
export interface CustomerSearch {
  readonly q?: string
  readonly country?: string
  /** Only archived customers; default: only active ones. */
  readonly archived?: true
  /** Only customers with money on account in this currency, archived ones too. */
  readonly on_account?: string
  readonly sort?: CustomerSort
}

const SORTS = ['name', '-name', 'created_at', '-created_at'] as const
type CustomerSort = (typeof SORTS)[number]

/** Keeps the valid parameters of a URL and drops the rest. */
export function toCustomerSearch(search: Readonly<Record<string, unknown>>): CustomerSearch {
  const { q, country, archived, on_account } = search
  const sort = SORTS.find((it) => it === search.sort)
  return {
    ...(typeof q === 'string' && q.trim() !== '' && { q }),
    ...(typeof country === 'string' && /^[A-Z]{2}$/.test(country) && { country }),
    ...(archived === true && { archived }),
    ...(typeof on_account === 'string' && /^[A-Z]{3}$/.test(on_account) && { on_account }),
    ...(sort && { sort }),
  }
}

/** The period of a statement, as in the URL. */
export interface StatementSearch {
  /** `YYYY-MM-DD`. */
  readonly from?: string
  readonly to?: string
}

const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

export function toStatementSearch(search: Readonly<Record<string, unknown>>): StatementSearch {
  const { from, to } = search
  return {
    ...(typeof from === 'string' && DAY.test(from) && { from }),
    ...(typeof to === 'string' && DAY.test(to) && { to }),
  }
}
