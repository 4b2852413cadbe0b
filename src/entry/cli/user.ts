import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Requester } from '../../company/access/people/people.ts'
import {
  changePerson,
  createPerson,
  deletePerson,
  listPeople,
} from '../../company/access/people/people.ts'
import { type Member, ROLES, type Role, toEmail } from '../../company/access/people/user.ts'
import { resetSecondFactor } from '../../company/access/second-factor/second-factors.ts'
import { userView } from '../../company/access/view.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { CommandError, EXIT } from './exit.ts'
import { everyEntry, OPERATOR, withAccess } from './installation.ts'
import { readPassword } from './password-prompt.ts'
import { print, printJson, printTable } from './terminal.ts'

interface JsonOption {
  readonly json?: boolean
}

const JSON_OPTION = ['--json', 'print the result as JSON'] as const
const WHO = ['<who>', 'e-mail address, or id from `user list`'] as const

export function registerUser(program: Command): void {
  const user = program.command('user').description('manage people who sign in')

  user
    .command('add')
    .description('add a person; the password comes from a prompt or standard input')
    .argument('<email>', 'e-mail address to sign in with', toAddress)
    .addOption(new Option('--role <role>', 'role').choices(ROLES).default('member'))
    .option('--name <name>', 'display name')
    .option(...JSON_OPTION)
    .action(
      async (
        email: string,
        options: JsonOption & { readonly role: Role; readonly name?: string },
      ) => {
        const { role, name = null, json } = options
        const password = await readPassword()
        const added = await withAccess((access, work) =>
          createPerson(access, work, { email, password, name, role }),
        )
        if (json) return printJson(userView(added))
        print(`Added ${added.email} as ${added.role} (${added.id}).`)
      },
    )

  user
    .command('list')
    .description('list everyone who can sign in')
    .option(...JSON_OPTION)
    .action(async ({ json }: JsonOption) => {
      const views = (await withAccess((_access, work) => everybody(work))).map(userView)
      if (json) return printJson(views)
      printTable(
        ['ID', 'E-MAIL', 'ROLE', 'NAME'],
        views.map((it) => [it.id, it.email, it.role, it.name ?? '']),
      )
    })

  user
    .command('set-password')
    .description("set a person's password and end their sessions")
    .argument(...WHO)
    .option(...JSON_OPTION)
    .action(async (who: string, { json }: JsonOption) => {
      const password = await readPassword()
      const changed = await change(who, { password })
      if (json) return printJson(userView(changed))
      print(`${changed.email} has a new password and is signed out everywhere.`)
    })

  user
    .command('reset-second-factor')
    .description("reset a person's second factor and end their sessions")
    .argument(...WHO)
    .option(...JSON_OPTION)
    .action(async (who: string, { json }: JsonOption) => {
      const found = await withAccess(async (access, work) => {
        const { id } = await requirePerson(work, who)
        return resetSecondFactor(access, work, id, undefined)
      })
      if (json) return printJson({ ok: true, id: found.id, had_one: found.hasSecondFactor })
      if (!found.hasSecondFactor) return print(`${found.email} has no second factor.`)
      print(`${found.email} now signs in with the password only and is signed out everywhere.`)
    })

  user
    .command('set-role')
    .description("change a person's role")
    .argument(...WHO)
    .argument('<role>', `one of ${ROLES.join(', ')}`, toRole)
    .option(...JSON_OPTION)
    .action(async (who: string, role: Role, { json }: JsonOption) => {
      const changed = await change(who, { role })
      if (json) return printJson(userView(changed))
      print(`${changed.email} is now ${changed.role}.`)
    })

  user
    .command('remove')
    .description('delete a person and end their sessions')
    .argument(...WHO)
    .option(...JSON_OPTION)
    .action(async (who: string, { json }: JsonOption) => {
      const removed = await withAccess(async (access, work) => {
        const found = await requirePerson(work, who)
        await deletePerson(access, work, found.id, undefined)
        return found
      })
      if (json) return printJson({ ok: true, id: removed.id })
      print(`Deleted ${removed.email}.`)
    })
}

const REQUESTER: Requester = {
  actor: OPERATOR,
  session: null,
  ifMatch: undefined,
  address: 'command-line',
  device: null,
  browser: null,
}

const change = (who: string, changes: { readonly password?: string; readonly role?: Role }) =>
  withAccess(async (access, work) => {
    const { id } = await requirePerson(work, who)
    return (await changePerson(access, work, REQUESTER, { id, changes })).user
  })

async function requirePerson(work: ReadWork, who: string): Promise<Member> {
  const email = toEmail(who)
  const found = (await everybody(work)).find((it) => it.id === who || it.email === email)
  if (found) return found
  throw new CommandError(`There is no user ${who}. Run \`user list\` to see all.`, EXIT.fault)
}

const everybody = (work: ReadWork): Promise<readonly Member[]> =>
  everyEntry((request) => listPeople(work, request))

function toAddress(text: string): string {
  if (/^[^\s@]+@[^\s@]+$/.test(text.trim())) return text
  throw new InvalidArgumentError('Use an e-mail address such as ada@example.org.')
}

function toRole(text: string): Role {
  const role = ROLES.find((it) => it === text)
  if (role) return role
  throw new InvalidArgumentError(`Roles are ${ROLES.join(', ')}.`)
}
