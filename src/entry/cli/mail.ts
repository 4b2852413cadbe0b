import { buffer } from 'node:stream/consumers'
import { type Command, InvalidArgumentError } from 'commander'
import { listMessages, noteReport } from '../../messages/mail/messages.ts'
import { testTransport } from '../../messages/mail/transport/transport.ts'
import { EXIT } from './exit.ts'
import { OPERATOR } from './installation.ts'
import { withApp } from './local.ts'
import { note, print, printJson, printTable } from './terminal.ts'

const LISTED_MAX = 100

interface JsonOption {
  readonly json?: boolean
}

export function registerMail(program: Command): void {
  const mail = program.command('mail').description('the mail server and the outbox')

  mail
    .command('test')
    .description('send a test message now and print the dialogue with the mail server')
    .argument('<to>', 'an e-mail address')
    .action(async (to: string) => {
      const { steps } = await withApp(({ workFor, company }) =>
        testTransport(workFor(OPERATOR, company), to),
      )
      for (const { command, reply, ms } of steps) print(`> ${command}\n${reply}  (${ms} ms)`)
      print('The mail server accepted the message.')
    })

  mail
    .command('queue')
    .description('list the messages that wait, the newest first')
    .option('--limit <n>', 'how many at most', toLimit, LISTED_MAX)
    .option('--json', 'print the result as JSON')
    .action(async ({ limit, json }: JsonOption & { readonly limit: number }) => {
      const { data } = await withApp(({ workFor, company }) =>
        listMessages(workFor(OPERATOR, company), { status: 'queued', limit }),
      )
      const rows = data.map((it) => ({
        id: it.id,
        kind: it.kind,
        recipients: it.recipients.map(({ address }) => address),
        created_at: it.createdAt,
        next_attempt_at: it.nextAttemptAt ?? it.sendAfter,
      }))
      if (json) return printJson(rows)
      if (rows.length === 0) return print('No messages are waiting.')
      printTable(
        ['ID', 'KIND', 'WRITTEN', 'NEXT ATTEMPT', 'TO'],
        rows.map((it) => [
          it.id,
          it.kind,
          it.created_at,
          it.next_attempt_at ?? '-',
          it.recipients.join(' '),
        ]),
      )
    })

  mail
    .command('bounce')
    .description(
      'read a delivery status report from standard input, e.g. in a pipe of a mail server',
    )
    .action(async () => {
      const report = await buffer(process.stdin)
      const isFound = await withApp(({ workFor, company }) =>
        noteReport(workFor(OPERATOR, company), report),
      )
      if (isFound) return print('The recipient is marked.')
      note('The report does not belong to a message of this company.')
      // A mail server that gets an error here would send a report about the report.
      process.exitCode = EXIT.ok
    })
}

function toLimit(text: string): number {
  const limit = Number(text)
  if (Number.isInteger(limit) && limit >= 1 && limit <= LISTED_MAX) return limit
  throw new InvalidArgumentError(`Use a whole number from 1 to ${LISTED_MAX}.`)
}
