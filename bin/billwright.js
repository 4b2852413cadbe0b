#!/usr/bin/env node
import { environment, exitWith, prepare, run, runSource, sourcePath } from './runtime.js'

const [command, ...args] = process.argv.slice(2)
const asksForHelp = args.includes('--help') || args.includes('-h')

await exitWith(runNamed())

function runNamed() {
  if (command === undefined) {
    // Started by hand, as by `npm start`: requests are logged only on request.
    const env = { ...process.env, LOG_LEVEL: process.env.LOG_LEVEL || 'warn' }
    return runSource('main', [], { env })
  }
  return command === 'serve' && !asksForHelp ? runSource('main', args) : runCommand()
}

/** Every other command; in the terminal's own group, because some ask for a password. */
async function runCommand() {
  const node = await prepare({ withDev: false })
  const main = sourcePath('cli/main')
  return run(node, ['--disable-warning=ExperimentalWarning', main, ...process.argv.slice(2)], {
    env: environment(),
  })
}
