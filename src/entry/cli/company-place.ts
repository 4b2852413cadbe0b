import { type Command, InvalidArgumentError } from 'commander'
import { openDatabase } from '../../platform/database/db.ts'
import { type Machine, placeOnOwnShard } from '../../platform/database/postgres/placement.ts'
import { onStopSignal } from '../../platform/process.ts'
import { COMPANY_ARGUMENT, namedCompany } from './company.ts'
import { wrongUsage } from './exit.ts'
import { requireCurrentTables, requireInstallation } from './installation.ts'
import { note, print, printJson } from './terminal.ts'

const STOP_MS = 30_000
const STEPS = { split: 'Citus splits the shard', move: 'Citus moves the shard' } as const

interface PlaceOptions {
  readonly ownShard: true
  readonly machine?: Machine
  readonly blockWrites?: true
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
    .option(
      '--block-writes',
      'let writes to the shard wait until its rows are copied; without it, a company that is written to may hold up Citus',
    )
    .option('--json', 'print the result as JSON')
    .action(async (name: string, { machine, blockWrites, json }: PlaceOptions) => {
      const { database } = requireInstallation()
      if (database.engine !== 'postgres')
        throw wrongUsage(
          'Only a database on Citus has shards. Set DATABASE_URL to its coordinator.',
        )
      const db = openDatabase({ ...database, rowSecurity: false }, { isPatient: true })
      try {
        await requireCurrentTables(db)
        const found = await namedCompany(db, name)
        const stopping = new AbortController()
        onStopSignal(STOP_MS, () => {
          stopping.abort()
          // The command fails once the server has canceled it.
          return new Promise(() => {})
        })
        const placed = await placeOnOwnShard(db, found.number, {
          target: machine ?? null,
          blocksWrites: blockWrites ?? false,
          signal: stopping.signal,
          onWait: ({ step, seconds, waitsFor }) =>
            note(
              `${STEPS[step]} for ${seconds} s${waitsFor === null ? '' : `, waits: ${waitsFor}`}.`,
            ),
        })
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
