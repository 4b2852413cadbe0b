import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { systemClock } from '../../platform/clock.ts'
import { CommandError, EXIT, wrongUsage } from './exit.ts'
import {
  callOnce,
  jsonBody,
  type Profile,
  profileOf,
  type RemoteOptions,
  refusal,
  sendAndPrint,
  withRemoteOptions,
} from './remote.ts'
import { ownCommand, registerResource } from './resources.ts'
import { print, printJson, printTable } from './terminal.ts'

/* Money that customers owe: payments at providers, collections, and direct debits. Calls a service. */

interface Options extends RemoteOptions {
  readonly json?: boolean
  readonly dryRun?: boolean
  readonly output?: string
}

type Call = Parameters<typeof callOnce>[1]

async function request<T>(profile: Profile, call: Call): Promise<T> {
  const response = await callOnce(profile, call)
  if (!response.ok) throw await refusal(response)
  return (await response.json()) as T
}

async function readAll<T>(profile: Profile, path: string): Promise<readonly T[]> {
  const found: T[] = []
  let cursor: string | null = null
  do {
    const at: string = `${path}${path.includes('?') ? '&' : '?'}limit=100`
    const page: { readonly data: readonly T[]; readonly next_cursor: string | null } =
      await request(profile, {
        method: 'GET',
        path: cursor === null ? at : `${at}&cursor=${cursor}`,
      })
    found.push(...page.data)
    cursor = page.next_cursor
  } while (cursor !== null)
  return found
}

interface Provider {
  readonly id: string
  readonly kind: string
  readonly label: string
  readonly reconciled_until: string | null
}

/** `billwright payments sync|fetch|unassigned`. Other words are operations, such as `payments record`. */
export function registerPayments(program: Command): void {
  const payments = registerResource(program, 'payments').description(
    'list and record payments; compare online payments with their provider',
  )
  ownCommand(payments, 'sync')
    .description('compare the payments of a provider, or of all, with what is booked')
    .argument('[provider]', 'its id, name or kind')
    .option('--since <instant>', 'from this instant instead of the last comparison')
    .option('--dry-run', 'only list what would be compared')
    .action(async (name: string | undefined, _: object, command: Command) => {
      const options: Options & { readonly since?: string } = command.optsWithGlobals()
      const profile = profileOf(options)
      const all = await readAll<Provider>(profile, '/payment-providers')
      const chosen = all.filter(
        ({ id, label, kind }) => name === undefined || [id, label, kind].includes(name),
      )
      if (chosen.length === 0)
        throw wrongUsage(
          name === undefined
            ? 'There is no payment provider.'
            : `There is no payment provider ${name}.`,
        )
      if (options.dryRun !== true)
        for (const { id } of chosen) {
          const body = jsonBody(JSON.stringify(options.since ? { since: options.since } : {}))
          await request(profile, { method: 'POST', path: `/payment-providers/${id}/sync`, body })
        }
      if (options.json) return printJson(chosen)
      printTable(
        ['ID', 'PROVIDER', 'COMPARED UNTIL'],
        chosen.map((it) => [it.id, it.label, it.reconciled_until ?? 'never']),
      )
    })
  ownCommand(payments, 'fetch')
    .description('ask the provider for the current state of a payment, and book it')
    .argument('<ref>', 'the id of the payment here (ppy_…) or at the provider')
    .action(async (ref: string, _: object, command: Command) => {
      const options: Options = command.optsWithGlobals()
      const profile = profileOf(options)
      const id = ref.startsWith('ppy_') ? ref : await idOfRef(profile, ref)
      await sendAndPrint({ method: 'POST', path: `/provider-payments/${id}/fetch` }, options)
    })
  ownCommand(payments, 'unassigned')
    .description('list online payments that belong to no invoice and no account')
    .action((_: object, command: Command) =>
      sendAndPrint(
        { method: 'GET', path: '/provider-payments?unassigned=true' },
        command.optsWithGlobals(),
      ),
    )
}

async function idOfRef(profile: Profile, ref: string): Promise<string> {
  const path = `/provider-payments?ref=${encodeURIComponent(ref)}`
  const [found] = await readAll<{ readonly id: string }>(profile, path)
  if (found) return found.id
  throw new CommandError(`There is no payment with the reference ${ref}.`, EXIT.fault)
}

interface Collection {
  readonly id: string
  readonly invoice_id: string
  readonly via: string
  readonly amount: string
  readonly currency: string
  readonly next_on: string | null
}

/** `billwright collect due`: lists what is due by a day. Drafts a run if direct debits by file are due. */
export function registerCollect(program: Command): void {
  const due = program
    .command('collect')
    .description('collections of invoices')
    .command('due')
    .description('list what is due for collection, and draft a run for direct debits by file')
  withRemoteOptions(due)
    .option('--at <day>', 'by this day (YYYY-MM-DD)', today())
    .option('--dry-run', 'only list; draft no run')
    .option('--json', 'print the result as JSON')
    .action(async (options: Options & { readonly at: string }) => {
      const profile = profileOf(options)
      const announced = await readAll<Collection>(profile, '/collections?status=announced')
      const rows = announced.filter(({ next_on: day }) => day !== null && day <= options.at)
      const isDrafted = options.dryRun !== true && rows.some(({ via }) => via === 'file')
      const run = isDrafted ? await draftRun(profile, options.at) : null
      if (options.json) return printJson({ collections: rows, run })
      printTable(
        ['ID', 'INVOICE', 'BY', 'AMOUNT', 'ON'],
        rows.map((it) => [
          ...[it.id, it.invoice_id, it.via, `${it.amount} ${it.currency}`],
          it.next_on ?? '',
        ]),
      )
      // The service itself charges methods at providers on their day.
      print(run === null ? `${rows.length} due.` : runText(profile, run))
    })
}

const today = (): string => new Date(systemClock.now()).toISOString().slice(0, 10)

interface Run {
  readonly id: string
  readonly count: number
  readonly sum: string
}

const draftRun = (profile: Profile, day: string): Promise<Run> =>
  request(profile, {
    method: 'POST',
    path: '/direct-debit-runs',
    body: jsonBody(JSON.stringify(day > today() ? { collect_on: day } : {})),
  })

const runText = (profile: Profile, { id, count, sum }: Run): string =>
  `${id}: ${count} collections, ${sum} EUR. A person approves it at ${addressOf(profile, id)}`

const addressOf = ({ url }: Profile, id: string): string => `${url}/bank/direct-debit/${id}`

/** `billwright direct-debit run|approve|file|report`. */
export function registerDirectDebit(program: Command): void {
  const group = program.command('direct-debit').description('runs of direct debits')
  withRemoteOptions(group.command('run'))
    .description('draft a run of everything that can be collected')
    .option('--on <day>', 'collect on this day instead of the announced ones')
    .option('--dry-run', 'only show it; store nothing')
    .action((options: Options & { readonly on?: string }) => {
      const said = { ...(options.on && { collect_on: options.on }) }
      const body = jsonBody(JSON.stringify({ ...said, dry_run: options.dryRun === true }))
      return sendAndPrint({ method: 'POST', path: '/direct-debit-runs', body }, options)
    })
  withRemoteOptions(group.command('approve'))
    .description('say where a person approves a run: a key cannot')
    .argument('<run>', 'its id')
    .action(async (id: string, options: Options) => {
      const profile = profileOf(options)
      const path = `/direct-debit-runs/${id}`
      print(runText(profile, await request<Run>(profile, { method: 'GET', path })))
      process.exitCode = EXIT.forbidden
    })
  withRemoteOptions(group.command('file'))
    .description('download a file for the bank')
    .argument('<run>', 'the id of the run')
    .argument('[number]', 'of the file', '1')
    .option('-o, --output <file>', 'write it to this file')
    .action((id: string, number: string, options: Options) =>
      sendAndPrint({ method: 'GET', path: `/direct-debit-runs/${id}/files/${number}` }, options),
    )
  withRemoteOptions(group.command('report'))
    .description("read the bank's report (pain.002) on a run")
    .argument('<run>', 'the id of the run')
    .argument('<file>', 'the report')
    .action((id: string, file: string, options: Options) => {
      const body = { content: bytesOf(file), type: 'application/xml' }
      return sendAndPrint(
        { method: 'POST', path: `/direct-debit-runs/${id}/report`, body },
        options,
      )
    })
}

function bytesOf(file: string): Buffer<ArrayBuffer> {
  try {
    return readFileSync(file)
  } catch {
    throw wrongUsage(`The file ${file} cannot be read.`)
  }
}
