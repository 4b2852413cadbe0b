import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const NAME = '@sparticuz/chromium'
/** A newer browser mends faults that strangers' templates could use. */
const BEHIND_MAX = 2
const ANSWER_MS = 20_000

const { dependencies } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
)
const newest = newestVersion()
const skipped = newest === null ? ' (skipped: the registry of packages does not answer)' : ''

test.skipIf(newest === null)(`the PDF browser is current${skipped}`, () => {
  expect(majorOf(newest ?? '') - majorOf(dependencies[NAME])).toBeLessThanOrEqual(BEHIND_MAX)
})

/** Null without a network. */
function newestVersion(): string | null {
  try {
    const args = ['view', NAME, 'version', '--json', '--fetch-retries=0']
    const options = { timeout: ANSWER_MS, stdio: ['ignore', 'pipe', 'ignore'] as const }
    const found: unknown = JSON.parse(
      execFileSync('npm', args, { ...options, stdio: [...options.stdio] }).toString(),
    )
    return typeof found === 'string' && /^\d+\./.test(found) ? found : null
  } catch {
    return null
  }
}

function majorOf(version: string): number {
  return Number(version.split('.')[0])
}
