import { openAppAt } from './app-at.ts'
import { dieBeforeStatement } from './dies-at.ts'

/*
 * A process of `recurring.ts`: runs the jobs that are due at its clock. It kills itself before one of
 * its statements, whichever `DIES_AT` says.
 */
const { FAULT_DATABASE = '', DIES_AT = '0', CLOCK_AT = '' } = process.env

const app = await openAppAt(JSON.parse(FAULT_DATABASE), Date.parse(CLOCK_AT))
dieBeforeStatement(Number(DIES_AT))
await app.services.jobRunner.runDue()
dieBeforeStatement(0)
await app.close()
