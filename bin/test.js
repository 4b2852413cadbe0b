#!/usr/bin/env node
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureService } from './build.js'
import { ROOT, say } from './install.js'
import { environment, exitWith, prepare, run } from './runtime.js'

/** Runs the tests and says at the end how many passed and failed. Resolves to the exit code. */
async function test(args) {
  const node = await prepare({ withDev: true })
  await ensureService(node)
  const folder = mkdtempSync(join(tmpdir(), 'billwright-report-'))
  const report = join(folder, 'report.json')
  const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  try {
    const env = environment({ ...process.env, TEST_BUILT: '1' })
    const code = await run(node, [vitest, 'run', ...reporters, ...args], { cwd: ROOT, env })
    const { passed, failed, skipped } = summaryOf(report, code)
    if (passed + failed === 0) say('No test ran: the name or path given fits none.')
    const tail = skipped > 0 ? `, ${skipped} skipped` : ''
    process.stdout.write(`${passed} passed, ${failed} failed${tail}\n`)
    return code || (passed + failed === 0 || failed > 0 ? 1 : 0)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A file that does not load, and an error outside every test, count as one failed test each. */
function summaryOf(report, code) {
  if (!existsSync(report)) {
    say('The tests did not run to their end.')
    return { passed: 0, failed: 1, skipped: 0 }
  }
  const result = JSON.parse(readFileSync(report, 'utf8'))
  const unloaded = result.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  ).length
  const failed = result.numFailedTests + unloaded
  const isUnexplained = code !== 0 && failed === 0 && result.testResults.length > 0
  return {
    passed: result.numPassedTests,
    failed: isUnexplained ? 1 : failed,
    skipped: result.numPendingTests + result.numTodoTests,
  }
}

await exitWith(test(process.argv.slice(2)))
