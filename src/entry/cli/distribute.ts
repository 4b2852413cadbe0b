import { type Command, InvalidArgumentError } from 'commander'
import { openDatabase } from '../../platform/database/db.ts'
import { distribute } from '../../platform/database/postgres/distribution.ts'
import { wrongUsage } from './exit.ts'
import { requireCurrentTables, requireInstallation } from './installation.ts'
import { note, print, printJson } from './terminal.ts'

const SHARDS = 256
const SHARDS_MAX = 4096

interface DistributeOptions {
  readonly shards: number
  readonly json?: boolean
}

export function registerDistribute(program: Command): void {
  program
    .command('distribute')
    .description('distribute the tables of companies over the machines of Citus, once')
    .option(
      '--shards <n>',
      'number of shards of each table; each company is in one of them',
      toShards,
      SHARDS,
    )
    .option('--json', 'print the tables as JSON')
    .action(async ({ shards, json }: DistributeOptions) => {
      const { database } = requireInstallation()
      if (database.engine !== 'postgres')
        throw wrongUsage(
          'Only PostgreSQL with Citus can be distributed. Set DATABASE_URL to its coordinator.',
        )
      const db = openDatabase({ ...database, rowSecurity: false }, { isPatient: true })
      try {
        await requireCurrentTables(db)
        const onTable = (table: string) => note(`Distributed ${table}.`)
        const tables = await distribute(db, { shards, onTable })
        if (json) printJson(tables)
        else
          print(
            tables.length === 0
              ? 'All tables are distributed already.'
              : `Distributed ${tables.length} tables.`,
          )
      } finally {
        await db.destroy()
      }
    })
}

function toShards(text: string): number {
  const shards = Number(text)
  if (Number.isInteger(shards) && shards >= 1 && shards <= SHARDS_MAX) return shards
  throw new InvalidArgumentError(`Use a whole number from 1 to ${SHARDS_MAX}.`)
}
