import { type Command, InvalidArgumentError, Option } from 'commander'
import type { People, Requester } from '../access/people/people.ts'
import { ROLES, type Role, toEmail, type User } from '../access/people/user.ts'
import { userView } from '../access/view.ts'
import { PAGE_SIZE_MAX, type Position } from '../http/pagination.ts'
import { CommandError, EXIT } from './exit.ts'
import { OPERATOR, withAccess } from './installation.ts'
import { readPassword } from './password-prompt.ts'
import { print, printJson, printTable } from './terminal.ts'

interface JsonOption {
  readonly json?: boolean
}

const JSON_OPTION = ['--json', 'print the result as JSON'] as const
const WHO = ['<who>', 'an e-mail address, or an id as `user list` shows it'] as const

export function registerUser(program: Command): void {
  const user = program.command('user').description('people who sign in')

  user
    .command('add')
    .description('add somebody; the password is asked for, or read from standard input')
    .argument('<email>', 'what they sign in with', toAddress)
    .addOption(new Option('--role <role>', 'what they may do').choices(ROLES).default('member'))
    .option('--name <name>', 'how they are called')
    .option(...JSON_OPTION)
    .action(
      async (
        email: string,
        options: JsonOption & { readonly role: Role; readonly name?: string },
      ) => {
        const { role, name = null, json } = options
        const password = await readPassword()
        const added = await withAccess(({ people }) =>
          people.create(OPERATOR, { email, password, name, role }),
        )
        if (json) return printJson(userView(added))
        print(`${added.email} is added as ${added.role} (${added.id}).`)
      },
    )

  user
    .command('list')
    .description('everybody who can sign in')
    .option(...JSON_OPTION)
    .action(async ({ json }: JsonOption) => {
      const views = (await withAccess(({ people }) => everybody(people))).map(userView)
      if (json) return printJson(views)
      printTable(
        ['ID', 'E-MAIL', 'ROLE', 'NAME'],
        views.map((it) => [it.id, it.email, it.role, it.name ?? '']),
      )
    })

  user
    .command('set-password')
    .description('give somebody another password and end their sessions')
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
    .description(
      'let somebody in without a code who lost their authenticator, and end their sessions',
    )
    .argument(...WHO)
    .option(...JSON_OPTION)
    .action(async (who: string, { json }: JsonOption) => {
      const found = await withAccess(async ({ people, secondFactors }) => {
        const { id } = await requirePerson(people, who)
        return secondFactors.reset(OPERATOR, id, undefined)
      })
      if (json) return printJson({ ok: true, id: found.id, had_one: found.hasSecondFactor })
      if (!found.hasSecondFactor) return print(`${found.email} had no second factor.`)
      print(`${found.email} signs in with the password alone and is signed out everywhere.`)
    })

  user
    .command('set-role')
    .description('let somebody do more or less')
    .argument(...WHO)
    .argument('<role>', `one of ${ROLES.join(', ')}`, toRole)
    .option(...JSON_OPTION)
    .action(async (who: string, role: Role, { json }: JsonOption) => {
      const changed = await change(who, { role })
      if (json) return printJson(userView(changed))
      print(`${changed.email} is ${changed.role} now.`)
    })

  user
    .command('remove')
    .description('take somebody out and end their sessions')
    .argument(...WHO)
    .option(...JSON_OPTION)
    .action(async (who: string, { json }: JsonOption) => {
      const removed = await withAccess(async ({ people }) => {
        const found = await requirePerson(people, who)
        await people.delete(OPERATOR, found.id, undefined)
        return found
      })
      if (json) return printJson({ ok: true, id: removed.id })
      print(`${removed.email} is removed.`)
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
  withAccess(async ({ people }) => {
    const { id } = await requirePerson(people, who)
    return (await people.change(REQUESTER, id, changes)).user
  })

async function requirePerson(people: People, who: string): Promise<User> {
  const email = toEmail(who)
  const found = (await everybody(people)).find((it) => it.id === who || it.email === email)
  if (found) return found
  throw new CommandError(`There is nobody called ${who}; see \`user list\`.`, EXIT.fault)
}

async function everybody(people: People): Promise<readonly User[]> {
  const all: User[] = []
  let after: Position | null = null
  for (;;) {
    const { data, hasMore } = await people.list(
      { limit: PAGE_SIZE_MAX, after, sort: 'created_at', direction: 'asc' },
      false,
    )
    all.push(...data)
    const last = data.at(-1)
    if (!hasMore || !last) return all
    after = { value: last.createdAt, id: last.id }
  }
}

function toAddress(text: string): string {
  if (/^[^\s@]+@[^\s@]+$/.test(text.trim())) return text
  throw new InvalidArgumentError('It is an address such as ada@example.org.')
}

function toRole(text: string): Role {
  const role = ROLES.find((it) => it === text)
  if (role) return role
  throw new InvalidArgumentError(`Roles are ${ROLES.join(', ')}.`)
}
