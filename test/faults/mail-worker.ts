import { insertPeriodic } from '../../src/core/jobs/inner/periodic.ts'
import { transaction } from '../../src/core/record/transaction.ts'
import { SWEEP } from '../../src/messages/mail/inner/outbox/jobs.ts'
import { queueInvoice } from '../../src/messages/mail/sending/send.ts'
import { openAppAt } from './app-at.ts'
import { dieBeforeStatement } from './dies-at.ts'
import { exitIfUnavailable } from './exit-unavailable.ts'

/*
 * A process of `mail.ts`: writes a message for each occasion and sends what is due at its clock. It
 * kills itself before one of its statements, whichever `DIES_AT` says.
 */
const { FAULT_DATABASE = '', DIES_AT = '0', CLOCK_AT = '', OCCASIONS = '[]' } = process.env
const { INVOICE = '', SMTP_URL = '', MAIL_FROM = '' } = process.env

const env = { SMTP_URL, MAIL_FROM }
exitIfUnavailable()
const app = await openAppAt(JSON.parse(FAULT_DATABASE), Date.parse(CLOCK_AT), env)
dieBeforeStatement(Number(DIES_AT))
for (const occasion of JSON.parse(OCCASIONS) as readonly string[])
  await transaction(app.work, (work) =>
    queueInvoice(work, { id: INVOICE, occasion, body: { attach: [] } }),
  )
// As a process does when it starts: messages that waited for the server are found again.
await insertPeriodic(app.work.db, [SWEEP.name], app.work.at)
await app.services.jobRunner.runDue()
dieBeforeStatement(0)
await app.close()
