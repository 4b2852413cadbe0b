/** Statements that span companies, each with its reason. They only read or delete. */
const ACROSS_COMPANIES: readonly RegExp[] = [
  // The job runner looks for what is due in all companies; it claims jobs company by company.
  /^select '[\w.]+' as kind,\s+\(select min\(due_at\) from jobs /,
  /^select (distinct )?"company_id", "group_key" from "jobs" where "kind" = \$1 and "due_at" <= \$2/,
  // Figures for the operator.
  /^select "kind", count\(\*\) as "all", .* from "jobs" group by "kind"$/,
  /^select count\(\*\) as "count" from "webhook_deliveries" where "status" = \$1$/,
]

const TOKENS = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\$\d+|[\p{L}_][\p{L}\p{N}_]*|\d+|[(),.]|[^\s\w]/gu
const QUERY_STARTS = ['select', 'with', 'insert', 'update', 'delete']
const TABLE_AFTER = ['from', 'join', 'update', 'into']
const NOT_ALIASES = [
  ...['where', 'set', 'on', 'inner', 'left', 'join', 'order', 'group', 'limit', 'values', 'for'],
  ...['returning', 'cross', 'select', 'union', 'using', 'do', 'offset'],
]

/**
 * The tables of companies that a statement names without naming their company: no equality of their
 * `company_id` with a parameter or another `company_id` in the same query, or an insert without it.
 */
export function withoutCompany(text: string, companyTables: readonly string[]): readonly string[] {
  if (ACROSS_COMPANIES.some((pattern) => pattern.test(text))) return []
  const tokens = (text.match(TOKENS) ?? []).map((token) => token.toLowerCase().replaceAll('"', ''))
  return queriesIn(tokens).flatMap((query) => faultsIn(query, companyTables))
}

type Query = readonly string[]

/** The tokens of each query by itself: a subquery is a query of its own, a bracket is not. */
function queriesIn(tokens: readonly string[]): readonly Query[] {
  const done: Query[] = []
  const open: { readonly tokens: string[]; depth: number }[] = [{ tokens: [], depth: 0 }]
  for (const [at, token] of tokens.entries()) {
    const current = open.at(-1)
    if (!current) break
    if (token === '(' && QUERY_STARTS.includes(tokens[at + 1] ?? '')) {
      current.tokens.push('(')
      open.push({ tokens: [], depth: 0 })
    } else if (token === ')' && current.depth === 0 && open.length > 1) {
      done.push(current.tokens)
      open.pop()
      open.at(-1)?.tokens.push(')')
    } else {
      if (token === '(') current.depth += 1
      if (token === ')') current.depth -= 1
      current.tokens.push(token)
    }
  }
  return [...done, ...open.map((it) => it.tokens)]
}

function faultsIn(query: Query, companyTables: readonly string[]): readonly string[] {
  return query.flatMap((token, at) => {
    const table = query[at + 1] ?? ''
    if (!TABLE_AFTER.includes(token) || !companyTables.includes(table)) return []
    // `for update`, `do update set`, and `extract(x from y)` name no table.
    if (token === 'update' && ['for', 'do', 'key'].includes(query[at - 1] ?? '')) return []
    const isNamed =
      token === 'into' ? isInserted(query, at + 2) : isCompared(query, aliasOf(query, at + 1))
    return isNamed ? [] : [`${table} without company_id`]
  })
}

function aliasOf(query: Query, at: number): string {
  const [table = '', next = '', after = ''] = query.slice(at, at + 3)
  if (next === 'as') return after
  return /^[\p{L}_]/u.test(next) && !NOT_ALIASES.includes(next) ? next : table
}

/** The list of columns begins with the company, and so does the target of a conflict. */
function isInserted(query: Query, at: number): boolean {
  const conflict = query.indexOf('conflict', at)
  const hasTarget = conflict !== -1 && query[conflict + 1] === '('
  return (
    query.slice(at, query.indexOf(')', at)).includes('company_id') &&
    (!hasTarget || query[conflict + 2] === 'company_id')
  )
}

function isCompared(query: Query, alias: string): boolean {
  const isOwn = (at: number) =>
    query[at] === 'company_id' && (query[at - 1] !== '.' || query[at - 2] === alias)
  const isCompany = (at: number) =>
    /^\$\d+$/.test(query[at] ?? '') || query[at + 2] === 'company_id'
  return query.some((token, at) => {
    if (token !== '=') return false
    const leftIsParameter = /^\$\d+$/.test(query[at - 1] ?? '')
    const rightAt = query[at + 2] === '.' ? at + 3 : at + 1
    return (
      (isOwn(at - 1) && isCompany(at + 1)) ||
      (isOwn(rightAt) && (leftIsParameter || query[at - 1] === 'company_id'))
    )
  })
}
