import type { Command } from 'commander'
import { companyView } from '../../company/access/view.ts'
import { moveToInstallation, undoMoveToInstallation } from '../../operations/lifecycle/lifecycle.ts'
import type { MovePhase } from '../../operations/lifecycle/move/move.ts'
import { type Config, readConfig } from '../../platform/config.ts'
import { COMPANY_ARGUMENT, findNamed } from './company.ts'
import { wrongUsage } from './exit.ts'
import { withServices } from './local.ts'
import { note, print, printJson, withBar } from './terminal.ts'

interface MoveFlags {
  readonly to: string
  readonly owner?: string
  readonly undo?: boolean
  readonly json?: boolean
}

const PHASES: Readonly<Record<MovePhase, string>> = {
  copying: 'Copying …',
  verifying: 'Verifying the copy …',
  closing: 'Closing the company here for a few seconds …',
  switched: 'It is active there.',
}

/** `company move`: moves a company in use to the database of another installation. */
export function registerMove(company: Command): void {
  company
    .command('move')
    .description('move a company to another installation on PostgreSQL while it is used')
    .argument(...COMPANY_ARGUMENT)
    .requiredOption('--to <url>', 'DATABASE_URL of the other installation')
    .option('--owner <email>', 'e-mail address of a person there, who becomes its owner')
    .option('--undo', 'cancel a move that is not finished')
    .option('--json', 'print the company as JSON')
    .action(async (name: string, { to, owner, undo, json }: MoveFlags) => {
      const target = toTarget(to)
      const moved = await withBar('Copying', (onRows) =>
        withServices(async ({ services: { lifecycle } }, db) => {
          // A company that is there already is found by its id alone.
          const id = (await findNamed(db, name))?.id ?? name
          if (undo) return undoMoveToInstallation(lifecycle, { id, target })
          const onPhase = (phase: MovePhase) => note(PHASES[phase])
          return moveToInstallation(lifecycle, {
            id,
            target,
            owner: owner ?? null,
            onPhase,
            onRows,
          })
        }),
      )
      if (json) return printJson(companyView(moved))
      print(
        undo
          ? `${moved.name} stays here and is ${moved.status}.`
          : `${moved.name} is active there. Point its host name to that installation.`,
      )
    })
}

function toTarget(url: string): Extract<Config['database'], { engine: 'postgres' }> {
  const { database } = readConfig({ DATABASE_URL: url })
  if (database.engine === 'postgres') return database
  throw wrongUsage('A company moves to PostgreSQL only. Use "company export" and "import" instead.')
}
