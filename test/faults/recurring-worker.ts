import { lookAtReminders } from '../../src/messages/reminders/look.ts'
import { openAppAt } from './app-at.ts'
import { dieBeforeStatement } from './dies-at.ts'
import { exitIfUnavailable } from './exit-unavailable.ts'

/*
 * A process of `recurring.ts`, `reminders.ts` and `imports.ts`: runs what is due at its clock. It kills itself
 * before one of its statements, whichever `DIES_AT` says.
 */
const { FAULT_DATABASE = '', DIES_AT = '0', CLOCK_AT = '', LOOKS = '' } = process.env

exitIfUnavailable()
const app = await openAppAt(JSON.parse(FAULT_DATABASE), Date.parse(CLOCK_AT))
dieBeforeStatement(Number(DIES_AT))
if (LOOKS !== '') await lookAtReminders(app.work)
await app.services.jobRunner.runDue()
dieBeforeStatement(0)
await app.close()
