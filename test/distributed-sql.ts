import { queriesOf, spansCompanies, tablesOf } from './company-sql.ts'
import type { Sent } from './recorded-sql.ts'

/** The tables of companies, which are distributed, and the tables that stay on the coordinator. */
export interface TableKinds {
  readonly companies: readonly string[]
  readonly installation: readonly string[]
}

const LOCK = /\bfor (no key update|key share|update|share)\b|\bskip locked\b/i
const READS_OR_DELETES = /^\s*(select|with|delete)\b/i
const WRITES = /\b(insert into|update|delete from)\b/i
/** The table of each write, also of one in a `with`; `for update` and `do update` write none. */
const WRITTEN = /(?<!\b(?:for|do|key) )\b(?:insert into|update|delete from) "?(\w+)/gi
/** The functions that are not immutable, of those that the service may call. */
const NOT_IMMUTABLE =
  /\b(clock_timestamp|current_setting|json_agg|json_build_array|pg_backend_pid|set_config|version) ?\(|\bcurrent_(date|time)/i
/** Also the companies of a page. */
const LIMITED = /\blimit\b|\b(min|max|count)\(|"company_id" in \(/i
/** The operator's monitoring, at most every few seconds, and the page of a person's own companies. */
const SPANNING_REQUESTS = ['GET /metrics', 'GET /companies/summary']

/** What a distributed engine refuses in a statement by itself: rules 2, 3, 4 and 8 of distribution. */
export function statementFaults(text: string, kinds: TableKinds): readonly string[] {
  const queries = queriesOf(text)
  const names = (tables: readonly string[]) =>
    queries.some((query) => tablesOf(query, tables).length > 0)
  const isOfCompanies = names(kinds.companies)
  const faults = queries.flatMap((query) => [
    ...(setsCompany(query) ? ['rule 4: a row moves to another company'] : []),
    ...(isOfCompanies && hasSubqueryBesideValues(query)
      ? ['rule 3: a subquery in an insert of values']
      : []),
  ])
  if (isOfCompanies && names(kinds.installation))
    faults.push('rule 3: tables of companies and of the installation in one statement')
  if (isOfCompanies && WRITES.test(text) && NOT_IMMUTABLE.test(text))
    faults.push('rule 3: a function that is not immutable in a write')
  if (!spansCompanies(text)) return faults
  if (!READS_OR_DELETES.test(text)) faults.push('rule 8: a write over all companies')
  if (!LIMITED.test(text)) faults.push('rule 8: all companies without a limit')
  if (LOCK.test(text)) faults.push('rule 2: a lock over all companies')
  return faults
}

/** `company_id = …` after `set`, also in `do update set`. */
function setsCompany(query: readonly string[]): boolean {
  let isSet = false
  return query.some((token, at) => {
    if (token === 'set') isSet = true
    if (['where', 'returning', 'from'].includes(token)) isSet = false
    if (!isSet || token !== 'company_id') return false
    return query[at + 1] === '=' ? isTarget(query, at) : isInTargets(query, at)
  })
}

const isTarget = (query: readonly string[], at: number): boolean =>
  ['set', ','].includes(query[at - 1] ?? '') || query[at - 1] === '('

/** One of `set (…, company_id, …) = (…)`. */
const isInTargets = (query: readonly string[], at: number): boolean => {
  const open = query.lastIndexOf('(', at)
  return query[open - 1] === 'set' && query.indexOf(')', open) > at
}

/** Whether an insert has a subquery in `values`, `do update set` or `returning`. `()` stands for a subquery. */
const hasSubqueryBesideValues = (query: readonly string[]): boolean =>
  query.includes('into') &&
  query.includes('values') &&
  query.some((token, at) => token === '(' && query[at + 1] === ')')

/** Whether a request asked all companies: that takes an answer of every machine. */
export const requestFaults = ({ text, request }: Sent): readonly string[] =>
  request !== null && spansCompanies(text) && !SPANNING_REQUESTS.includes(request)
    ? [`rule 8: ${request} asks all companies`]
    : []

/** The levels that transactions and sessions ask for; audits read one snapshot. */
const LEVEL_ASKED = /isolation(?: level |', ')(?:read committed|repeatable read read only)/g

/** Whether a transaction begins without a level of isolation, or a statement asks for another one. */
export function levelFaults({ text }: Pick<Sent, 'text'>): readonly string[] {
  if (/^begin\b/i.test(text) && !/\bisolation\b/i.test(text))
    return [`rule 9: no level of isolation: ${text}`]
  const isOther = /\bisolation\b|_isolation\b/i.test(text.replaceAll(LEVEL_ASKED, ''))
  return isOther ? [`rule 9: another level of isolation: ${text}`] : []
}

/**
 * What a distributed engine refuses in transactions or makes slow (rules 6 and 9): two companies, tables of
 * companies and of the installation, another level of isolation.
 */
export function transactionFaults(sent: readonly Sent[], kinds: TableKinds): readonly string[] {
  const open = new Map<object, readonly Sent[]>()
  const faults = new Set<string>()
  for (const statement of sent) {
    const { text, connection } = statement
    const before = open.get(connection)
    for (const fault of levelFaults(statement)) faults.add(fault)
    if (/^begin\b/i.test(text)) open.set(connection, [])
    else if (/^(commit|rollback)\b/i.test(text)) {
      for (const fault of faultsTogether(before ?? [], kinds)) faults.add(fault)
      open.delete(connection)
    } else if (before) open.set(connection, [...before, statement])
  }
  return [...faults]
}

function faultsTogether(statements: readonly Sent[], kinds: TableKinds): readonly string[] {
  const companies = new Set(statements.flatMap((it) => companiesIn(it, kinds)))
  const written = statements.flatMap(({ text }) =>
    [...text.matchAll(WRITTEN)].map(([, table = '']) => table),
  )
  const ofCompanies = written.filter((name) => kinds.companies.includes(name))
  const ofInstallation = written.filter((name) => kinds.installation.includes(name))
  const { request = null } = statements[0] ?? {}
  return [
    ...(companies.size > 1
      ? [`rule 6: ${request}: companies ${[...companies]} in one transaction`]
      : []),
    ...(ofCompanies.length > 0 && ofInstallation.length > 0
      ? [
          `rule 6: ${request}: ${ofCompanies[0]} and ${ofInstallation[0]} written in one transaction`,
        ]
      : []),
  ]
}

/** The numbers of companies that a statement is sent with. */
export function companiesIn(
  { text, values }: Pick<Sent, 'text' | 'values'>,
  kinds: TableKinds,
): readonly string[] {
  const equal = [
    ...text.matchAll(/"?company_id"? = \$(\d+)/g),
    // The first column of an insert of arrays.
    ...text.matchAll(/^insert into "?\w+"? \("?company_id"?,[^)]*\)\s+select \$(\d+)/g),
  ].map(([, place]) => Number(place))
  const [, table = '', list = '', first = ''] =
    /^insert into "?(\w+)"? \(([^)]*)\) values \(([^)]*)\)/i.exec(text) ?? []
  const inserted = kinds.companies.includes(table)
    ? list.split(/, ?/).findIndex((name) => /^"?company_id"?$/.test(name))
    : -1
  const width = first.split(',').length
  const rows =
    inserted === -1
      ? []
      : values.flatMap((_, at) =>
          at % width === inserted && at < rowsOf(text) * width ? [at + 1] : [],
        )
  return [...new Set([...equal, ...rows].map((place) => String(values[place - 1])))]
}

const rowsOf = (text: string): number => (text.match(/\((\$\d+, ?)+\$\d+\)/g) ?? []).length
