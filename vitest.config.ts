import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { LIMIT_MS, WAIT } from './test/patience.ts'

/** They change what other files share: time, the environment, or methods of a library. */
const APART = [
  'src/core/jobs/runner.test.ts',
  'src/platform/browser/pdf/renderer.test.ts',
  'src/platform/outbound/hostile-origin.test.ts',
  'test/citus.test.ts',
  'test/events.test.ts',
  'test/every-route.test.ts',
  'test/isolation-fuzz.test.ts',
  'test/lock-order.test.ts',
  'test/migration-rules.test.ts',
  'test/pgbouncer.test.ts',
  'test/replica.test.ts',
  'test/round-trips.test.ts',
  'test/telemetry.test.ts',
  'test/webhooks.test.ts',
]
/**
 * Long for their size, by which files that never ran here are sorted. One that began last would leave the
 * other workers without work.
 */
const LONG = [
  /test\/(isolation-fuzz|every-route)\.test|pdf\/renderer\.test/,
  /browser\/console-(axe|companies|forms|invoices|keyboard|look|mail|once|recurring)\.test/,
  /test\/(cli-commands|cli-remote|company-commands|einvoice-proof|einvoices|libraries|many-processes|numbers-as-text|odd-values|package|roles|sanitizer-browser|start|template-corpus)\.test/,
  /(einvoicing\/documents|messages\/recurring|messages\/reminders)\/routes\.test/,
]

/** In this order: the last one has the shortest files, so that all workers end together. */
const PROJECTS = ['apart', 'browser', 'whole', 'slices']

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const found = [...new Set(sorted.map(({ project }) => project))]
    const projects = found.sort((a, b) => PROJECTS.indexOf(a.name) - PROJECTS.indexOf(b.name))
    return projects.flatMap((project) => {
      const own = sorted.filter((it) => it.project === project)
      const isLong = ({ moduleId }: TestSpecification) => LONG.some((it) => it.test(moduleId))
      return [...own.filter(isLong), ...own.filter((it) => !isLong(it))]
    })
  }
}

/** A test's service is soon garbage: with more room for young objects, collecting them takes less time. */
const execArgv = ['--max-semi-space-size=64']
const expect = { poll: WAIT }
const test = { testTimeout: LIMIT_MS, hookTimeout: LIMIT_MS, execArgv, expect }
// The client comes from its sources, as in the console: its package has to be built first.
const resolve = { tsconfigPaths: true }

/**
 * The service is loaded once, not for each file: that saves a third of the time. In several groups, since the
 * heap of a process grows with each file.
 */
const together = (name: string, include: string[], globalSetup: string[] = []) => ({
  resolve,
  test: { ...test, name, include, exclude: APART, isolate: false, globalSetup },
})

export default defineConfig({
  test: {
    globalSetup: ['test/keep-exit-code.ts', 'test/global-setup.ts'],
    // The tests wait for browsers, databases and other processes 40 % of the time.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      together('slices', ['{src,packages,console/src}/**/*.test.ts']),
      together('browser', ['test/browser/**/*.test.ts'], ['test/browser/global-setup.ts']),
      together('whole', ['test/*.test.ts', 'test/!(browser)/**/*.test.ts']),
      { resolve, test: { ...test, name: 'apart', include: APART } },
    ],
  },
})
