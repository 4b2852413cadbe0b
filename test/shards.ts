import pg from 'pg'
import type { Sent } from './recorded-sql.ts'

/** Stand-ins for the shards of a distributed database, each with the companies of its number. */
export const SHARDS = 4

interface Plan {
  readonly 'Relation Name'?: string
  readonly Plans?: readonly Plan[]
}

/**
 * Gives each table of companies children that PostgreSQL must read, too, unless a statement names the
 * company. So plain PostgreSQL says how many tasks a statement would be on a distributed database.
 */
export async function pretendShards(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where column_name = 'company_id' and table_schema = 'public'`,
  )
  for (const { name } of rows)
    for (let shard = 1; shard <= SHARDS; shard++) {
      const companies = `company_id % ${SHARDS} = ${shard % SHARDS}`
      const check = `check (company_id = ${shard} or (company_id > ${SHARDS} and ${companies}))`
      await client.query(`create table ${name}_shard_${shard} (${check}) inherits (${name})`)
    }
  return {
    close: () => client.end(),
    /** Each part of a statement that is planned by itself is one task for each shard that it reads. */
    async tasksOf({ text, values }: Pick<Sent, 'text' | 'values'>): Promise<number> {
      if (!/^\s*(select|with|insert|update|delete)\b/i.test(text)) return 0
      const { rows } = await client.query(`explain (format json) ${text}`, [...values])
      const scans = scansIn(rows[0]['QUERY PLAN'][0].Plan)
      const byShard = Map.groupBy(scans, (name) => name.replace(/^.*_shard_/, ''))
      const counts = [...byShard.values()].map((names) =>
        Math.max(...[...Map.groupBy(names, (name) => name).values()].map((it) => it.length)),
      )
      return counts.reduce((sum, count) => sum + count, 0)
    },
  }
}

const scansIn = ({ 'Relation Name': name = '', Plans = [] }: Plan): readonly string[] => [
  ...(name.includes('_shard_') ? [name] : []),
  ...Plans.flatMap(scansIn),
]
