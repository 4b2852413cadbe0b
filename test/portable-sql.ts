/**
 * What PostgreSQL and those who speak its language (Aurora, Citus on local tables, CockroachDB since
 * 24.1, YugabyteDB since 2025.1) all take; `docs/deployment-databases.md` names the sources. Whoever
 * adds a word looks it up for each of them first.
 */
const FUNCTIONS = [
  'cast',
  'clock_timestamp',
  'coalesce',
  'count',
  'current_setting',
  'json_agg',
  'json_build_array',
  'lower',
  'max',
  'min',
  'octet_length',
  'pg_backend_pid',
  'set_config',
  'substr',
  'sum',
  'unnest',
  'version',
]

/** No `collate`, `lateral`, `jsonb`, `serial`, `temporary`, `listen`, `savepoint`, and no lock by number. */
const WORDS = `
  add all alter always and as asc begin bigint by bytea case column commit committed constraint create
  default delete desc distinct do drop else end escape exists false foreign from gin group having if
  in index inner insert int8 integer into is isolation join key left level like limit locked
  materialized no not nothing null offset on only or order primary read references repeatable
  returning rollback select set share skip table text then tsquery tsvector true union unique update
  using values varchar when where with cascade conflict for`.split(/\s+/)

const OPERATORS = ['=', '<>', '!=', '<', '>', '<=', '>=', '+', '-', '*', '::', '@@']

/** Sent to PostgreSQL alone; its answer to `version()` tells. */
const ONLY_POSTGRESQL = ['alter index invoices_search set (fastupdate = off)']

/** The views in which the SQL standard describes tables; every one of them has these. */
const STANDARD_CATALOG = /^\s*select\b[^;]*\sfrom information_schema\.\w/

/** A statement and what stood in its places. */
export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

const TOKENS =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"(?:\.\*)?|\$\d+|[\p{L}_][\p{L}\p{N}_]*|\d+|::|[-+*/<>=~!@#%^&|?]+|[().,]/gu
/** Of the search: several words that all must be there, as begun. */
const ALL_OF = /^'[^'|!]+':\*(?: & '[^'|!]+':\*)*$/

/** What one of the engines may refuse. `names`: of tables and columns. */
export function faultsIn({ text, values }: Statement, names: ReadonlySet<string>): string[] {
  const tokens = text.toLowerCase().match(TOKENS) ?? []
  if (ONLY_POSTGRESQL.includes(text) || STANDARD_CATALOG.test(text)) return []
  const given = aliasesIn(tokens)
  const words = tokens.flatMap((token, at) =>
    faultOf(token, {
      before: tokens[at - 1],
      after: tokens[at + 1],
      isName: isNameIn(names, given),
    }),
  )
  return [...words, ...searchFaults(text, values)]
}

interface Place {
  readonly before: string | undefined
  readonly after: string | undefined
  isName(word: string): boolean
}

function faultOf(token: string, { before, after, isName }: Place): readonly string[] {
  if (/^['"$\d(),.]/.test(token)) return []
  if (!/^[\p{L}_]/u.test(token)) return OPERATORS.includes(token) ? [] : [`operator ${token}`]
  if (before === '.' || before === 'as' || after === '.') return []
  const isCall = after === '(' && !WORDS.includes(token) && !isName(token)
  if (isCall) return FUNCTIONS.includes(token) ? [] : [`function ${token}`]
  return WORDS.includes(token) || isName(token) ? [] : [`word ${token}`]
}

const isNameIn = (names: ReadonlySet<string>, given: ReadonlySet<string>) => (word: string) =>
  names.has(word) || given.has(word)

/** Behind `as`, before a point, behind `with`; and two that stand behind a bracket. */
function aliasesIn(tokens: readonly string[]): ReadonlySet<string> {
  const isNamed = (at: number) =>
    ['as', 'with'].includes(tokens[at - 1] ?? '') || tokens[at + 1] === '.'
  const named = tokens.filter((_, at) => isNamed(at))
  return new Set([...named.filter((it) => !WORDS.includes(it)), 'aged', 'o'])
}

/** YugabyteDB's index takes one question, whose words must all be met. */
function searchFaults(text: string, values: readonly unknown[]): readonly string[] {
  if (!text.includes('::tsquery')) return []
  const alternatives = values.filter(
    (value) => String(value).includes("':*") && !ALL_OF.test(String(value)),
  )
  const alone = text.match(/@@ \$\d+::tsquery(?! or )/g) ?? []
  return [
    ...alternatives.map((value) => `search ${value}`),
    ...(alone.length > 1 ? ['two questions of one index'] : []),
  ]
}
