import { type Command, InvalidArgumentError } from 'commander'
import { openDatabase } from '../../platform/database/db.ts'
import { type Machine, placeOnOwnShard } from '../../platform/database/postgres/placement.ts'
import { COMPANY_ARGUMENT, namedCompany } from './company.ts'
import { wrongUsage } from './exit.ts'
import { requireCurrentTables, requireInstallation } from './installation.ts'
import { print, printJson } from './terminal.ts'

interface PlaceOptions {
  readonly ownShard: true
  readonly machine?: Machine
  readonly json?: boolean
}

/** `company place`: gives a large company its own shard. */
export function registerPlace(company: Command): void {
  company
    .command('place')
    .description('give a company its own shard on Citus')
    .argument(...COMPANY_ARGUMENT)
    .requiredOption('--own-shard', 'move its rows out of the shards that it shares with others')
    .option(
      '--machine <host:port>',
      'move it to this machine, with host and port as in pg_dist_node',
      toMachine,
    )
    .option('--json', 'print the result as JSON')
    .action(async (name: string, { machine, json }: PlaceOptions) => {
      const { database } = requireInstallation()
      if (database.engine !== 'postgres')
        throw wrongUsage(
          'Only a database on Citus has shards. Set DATABASE_URL to its coordinator.',
        )
      const db = openDatabase({ ...database, rowSecurity: false }, { isPatient: true })
      try {
        await requireCurrentTables(db)
        const found = await namedCompany(db, name)
        const placed = await placeOnOwnShard(db, found.number, machine ?? null)
        if (json) return printJson(placed)
        const { host, port } = placed.machine
        print(`${found.name} has its own shard ${placed.shard} on ${host}:${port}.`)
      } finally {
        await db.destroy()
      }
    })
}

function toMachine(text: string): Machine {
  const [, host, port] = /^(.+):(\d{1,5})$/.exec(text) ?? []
  if (host !== undefined) return { host, port: Number(port) }
  throw new InvalidArgumentError('Use a host and a port, e.g. worker-2:5432.')
}
