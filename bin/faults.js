#!/usr/bin/env node
import { join } from 'node:path'
import { ensureService } from './build.js'
import { ROOT } from './install.js'
import { exitWith, prepare, run } from './runtime.js'

/** Runs all fault tests, or the named ones; see docs/reliability-notes.md. */
async function faults(names) {
  const node = await prepare({ withDev: true })
  const main = join(ROOT, 'test', 'faults', 'run.ts')
  await ensureService(node)
  return run(node, ['--disable-warning=ExperimentalWarning', main, ...names], {
    cwd: ROOT,
    env: { ...process.env, TEST_BUILT: '1' },
  })
}

await exitWith(faults(process.argv.slice(2)))
