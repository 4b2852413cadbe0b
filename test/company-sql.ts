/** Statements that span companies, each with its reason. They read or delete, and have a limit. */
const ACROSS_COMPANIES: readonly RegExp[] = [
  // The job runner looks for what is due in all companies; it claims jobs company by company.
  /^select "kind", "company_id", "group_key", "due_at" from "jobs" where "kind" in \(.*\) and "due_at" <= (\$\d+|\?) (and "company_id" in \(.*\) )?order by "kind", "due_at" limit /,
  /^select distinct "company_id", "group_key" from "jobs" where "kind" = (\$1|\?) and "due_at" <= (\$2|\?) (and "company_id" in \(.*\) )?limit /,
  // The job runner takes back what a clock far ahead has put off, company by company.
  /^select "company_id", "id", "due_at" from "jobs" where "kind" in \(.*\) and "due_at" > .* limit /,
  // The job that counts the figures of companies looks which of them changed.
  /^select "company_id" as "company", "event_sequence" as "eventSequence" from "heads" where "company_id" > .* limit /,
  /^select "company_id", "counted_at", "event_sequence" from "figures_at" where "company_id" in \(/,
  // The anchor of a day is the root over the heads of all companies.
  /^select "company_id" as "company", "revision_sequence" as "sequence", "revision_hash" as "hash" from "heads" where "company_id" > .* limit /,
  // The summary of the companies of a page.
  /^select "figures_at"\.\*, .* from "figures_at" left join "figures" .* where "figures_at"."company_id" in \(/,
  // Jobs look which companies have work, and do it company by company.
  /^select distinct company_id\s+from "\w+" where company_id (> |in \()[^;]* order by company_id limit (\$\d+|\?)$/s,
  // Figures for the operator.
  /^select "kind", count\(\*\) as "all", .* from "jobs" group by "kind"$/,
  /^select count\(\*\) as "count" from "webhook_deliveries" where "status" = (\$1|\?)$/,
  /^\s*with recursive companies_with\(id\) as \(\s+select min\(company_id\) from bank_entries\s/,
  /^select "status", count\(\*\) as "count", .* from "messages" where status in \(.*\) group by "status"$/,
  /^\s*select count\(\*\) as count from \(\s+select provider_payment_id from provider_bookings where place = 'unassigned'\s/,
  /^\s*select kind, min\(coalesce\(reconciled_until, created_at\)\) as since from payment_providers\s/,
]

const TOKENS = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\$\d+|[\p{L}_][\p{L}\p{N}_]*|\d+|[(),.]|[^\s\w]/gu
const QUERY_STARTS = ['select', 'with', 'insert', 'update', 'delete']
const TABLE_AFTER = ['from', 'join', 'update', 'into', 'using']
const CLAUSES = [
  'select',
  'from',
  'set',
  'on',
  'where',
  'order',
  'group',
  'limit',
  'values',
  'returning',
]
const NOT_ALIASES = [
  ...['where', 'set', 'on', 'inner', 'left', 'join', 'order', 'group', 'limit', 'values', 'for'],
  ...['returning', 'cross', 'select', 'union', 'using', 'do', 'offset'],
]

/**
 * The tables of companies that a statement names without naming their company: no equality of their
 * `company_id` in the same query leads to a parameter, or an insert does not set it. A distributed engine
 * does not look into the query around.
 */
export function withoutCompany(text: string, companyTables: readonly string[]): readonly string[] {
  if (spansCompanies(text)) return []
  return queriesOf(text).flatMap((query) => faultsIn(query, companyTables))
}

export const spansCompanies = (text: string): boolean =>
  ACROSS_COMPANIES.some((pattern) => pattern.test(text))

/** The tokens of one query, without those of its subqueries, in lower case and without quotes. */
type Query = readonly string[]

export const queriesOf = (text: string): readonly Query[] =>
  queriesIn((text.match(TOKENS) ?? []).map((token) => token.toLowerCase().replaceAll('"', '')))

/** The tables that a query names, and what it does with them. */
export function tablesOf(query: Query, tables: readonly string[]): readonly Place[] {
  const clauses = clausesOf(query)
  return query.flatMap((table, at) =>
    tables.includes(table) ? placeOf(query, at, clauses[at]) : [],
  )
}

/** The tokens of each query by itself: a subquery is a separate query, a bracket is not. */
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
  return [...done, ...open.map((it) => it.tokens)].flatMap(withoutUnion)
}

/** Each part of a union is a query by itself: the company of one says nothing of the other. */
function withoutUnion(query: Query): readonly Query[] {
  const at = query.indexOf('union')
  return at === -1 ? [query] : [query.slice(0, at), ...withoutUnion(query.slice(at + 1))]
}

function faultsIn(query: Query, companyTables: readonly string[]): readonly string[] {
  const clauses = clausesOf(query)
  const named = tablesOf(query, companyTables)
  const links = named.some(({ isInsert }) => !isInsert) ? linksIn(query, clauses) : []
  return named
    .filter(({ at, alias, isInsert }) =>
      isInsert ? !isInserted(query, at + 1) : !isLinked(alias, links),
    )
    .map(({ table }) => `${table} without company_id`)
}

/** Of each token the word that begins its clause. */
function clausesOf(query: Query): readonly string[] {
  let clause = ''
  return query.map((token) => {
    if (CLAUSES.includes(token)) clause = token
    return clause
  })
}

interface Place {
  readonly at: number
  readonly table: string
  readonly alias: string
  readonly isInsert: boolean
}

/** Whether a query names a table here: after `from`, `join` and the like, or after a comma. */
function placeOf(query: Query, at: number, clause = ''): readonly Place[] {
  const [table = '', before = ''] = [query[at], query[at - 1]]
  // `for update`, `do update set`, and `extract(x from y)` name no table.
  const isLock = before === 'update' && ['for', 'do', 'key'].includes(query[at - 2] ?? '')
  const isNamed = TABLE_AFTER.includes(before) || (before === ',' && clause === 'from')
  if (isLock || !isNamed) return []
  return [{ at, table, alias: aliasOf(query, at), isInsert: before === 'into' }]
}

function aliasOf(query: Query, at: number): string {
  const [table = '', next = '', after = ''] = query.slice(at, at + 3)
  if (next === 'as') return after
  return /^[\p{L}_]/u.test(next) && !NOT_ALIASES.includes(next) ? next : table
}

/** The list of columns begins with the company, and so does the target of a conflict. */
function isInserted(query: Query, at: number): boolean {
  const conflict = query.indexOf('conflict', at)
  const hasTarget = conflict !== -1 && ['(', 'on'].includes(query[conflict + 1] ?? '')
  return (
    query.slice(at, query.indexOf(')', at)).includes('company_id') &&
    (!hasTarget || query[conflict + 2] === 'company_id')
  )
}

/** From the company of a table to another that it equals: null stands for a parameter. */
type Link = readonly [from: string, to: string | null]

/** The equalities that restrict the rows: not what an update sets, a negation, an alternative or a value. */
function linksIn(query: Query, clauses: readonly string[]): readonly Link[] {
  const depths = depthsOf(query)
  return query.flatMap((token, at): readonly Link[] => {
    if (token !== '=' || !['where', 'on'].includes(clauses[at] ?? '')) return []
    const [left, right] = [sideBefore(query, at), sideAfter(query, at)]
    if (left === undefined || right === undefined) return []
    if (isAlternative(query, at, depths) || !isCondition(query, at, depths)) return []
    const links = [
      ...(left === null ? [] : [[left, right] as const]),
      ...(right === null ? [] : [[right, left] as const]),
    ]
    const joined = clauses[at] === 'on' ? outerJoined(query, at) : null
    // The condition of an outer join restricts what is joined, and leaves the other rows.
    return joined === null ? links : links.filter(([from]) => from === joined)
  })
}

/** The alias of the table that an outer join adds under this condition; null: another join. */
function outerJoined(query: Query, at: number): string | null {
  const join = query.lastIndexOf('join', at)
  const isOuter = ['left', 'outer', 'right', 'full'].includes(query[join - 1] ?? '')
  return isOuter ? aliasOf(query, join + 1) : null
}

/** Whether rows must meet it: no `not`, `case` or `filter` is around it. */
function isCondition(query: Query, at: number, depths: readonly number[]): boolean {
  const start = query[at - 2] === '.' ? at - 3 : at - 1
  if (query[start - 1] === 'not') return false
  let depth = depths[at] ?? 0
  let ends = 0
  for (let place = at - 1; place >= 0; place--) {
    if (query[place] === 'end') ends += 1
    if (query[place] === 'case' && ends-- === 0) return false
    if (query[place] !== '(' || depths[place] !== depth) continue
    if (['not', 'filter'].includes(query[place - 1] ?? '')) return false
    depth -= 1
  }
  return true
}

/** Whether an `or` stands in the same brackets and clause. */
function isAlternative(query: Query, at: number, depths: readonly number[]): boolean {
  const depth = depths[at] ?? 0
  const isEnd = (place: number) =>
    (depths[place] ?? 0) < depth ||
    (depths[place] === depth && CLAUSES.includes(query[place] ?? ''))
  const isOr = (place: number) => query[place] === 'or' && depths[place] === depth
  for (let place = at; place >= 0 && !isEnd(place); place--) if (isOr(place)) return true
  for (let place = at; place < query.length && !isEnd(place); place++) if (isOr(place)) return true
  return false
}

function depthsOf(query: Query): readonly number[] {
  let depth = 0
  return query.map((token) => {
    if (token === '(') depth += 1
    return token === ')' ? depth-- : depth
  })
}

const isParameter = (token = ''): boolean => /^(\$\d+|\?)$/.test(token)

/** The table whose `company_id` is compared: '' without a name, null for a parameter. */
function sideBefore(query: Query, at: number): string | null | undefined {
  if (isParameter(query[at - 1])) return null
  if (query[at - 1] !== 'company_id') return undefined
  return query[at - 2] === '.' ? query[at - 3] : ''
}

function sideAfter(query: Query, at: number): string | null | undefined {
  if (isParameter(query[at + 1])) return null
  if (query[at + 1] === 'company_id') return ''
  return query[at + 2] === '.' && query[at + 3] === 'company_id' ? query[at + 1] : undefined
}

/** Whether equalities lead from the table to a parameter. */
function isLinked(alias: string, links: readonly Link[]): boolean {
  const seen = new Set([alias])
  for (const table of seen)
    for (const [from, to] of links) {
      if (from !== table && from !== '') continue
      if (to === null) return true
      if (to !== '') seen.add(to)
    }
  return false
}
