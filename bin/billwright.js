#!/usr/bin/env node
import { join } from 'node:path'
import { ROOT } from './install.js'
import { environment, exitWith, prepare, run, runSource } from './runtime.js'

const [command, ...args] = process.argv.slice(2)
const asksForHelp = args.includes('--help') || args.includes('-h')

await exitWith(command === 'serve' && !asksForHelp ? runSource('main.ts', args) : runCommand())

/** Every other command; in the terminal's own group, because some ask for a password. */
async function runCommand() {
  const node = await prepare({ withDev: false })
  const main = join(ROOT, 'src', 'cli', 'main.ts')
  return run(node, ['--disable-warning=ExperimentalWarning', main, ...process.argv.slice(2)], {
    env: environment(),
  })
}
