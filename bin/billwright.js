#!/usr/bin/env node
import { entryPath, environment, exitWith, prepare, run, serviceCommand } from './runtime.js'

const [command, ...args] = process.argv.slice(2)
const asksForHelp = args.includes('--help') || args.includes('-h')

await exitWith(runNamed())

function runNamed() {
  // Started by hand, as by `npm start`: requests are logged only on request.
  if (command === undefined) return serve([], { LOG_LEVEL: process.env.LOG_LEVEL || 'warn' })
  return command === 'serve' && !asksForHelp ? serve(args) : runCommand()
}

async function serve(args, env = {}) {
  const [node, ...rest] = await serviceCommand()
  return run(node, [...rest, ...args], { env: environment({ ...process.env, ...env }) })
}

/** Every other command; in the terminal's own group, because some ask for a password. */
async function runCommand() {
  const node = await prepare({ withDev: false })
  const main = entryPath('entry/cli/main')
  return run(node, ['--disable-warning=ExperimentalWarning', main, ...process.argv.slice(2)], {
    env: environment(),
  })
}
