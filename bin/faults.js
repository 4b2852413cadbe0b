#!/usr/bin/env node
import { join } from 'node:path'
import { ROOT } from './install.js'
import { exitWith, prepare, run } from './runtime.js'

/** Runs all fault tests, or the named ones; see docs/reliability-notes.md. */
async function faults(names) {
  const node = await prepare({ withDev: true })
  const main = join(ROOT, 'test', 'faults', 'run.ts')
  return run(node, ['--disable-warning=ExperimentalWarning', main, ...names], { cwd: ROOT })
}

await exitWith(faults(process.argv.slice(2)))
