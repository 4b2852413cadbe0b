import { defineConfig } from 'vitest/config'

/** They change what other files share: time, the environment, or methods of a library. */
const APART = [
  'src/jobs/runner.test.ts',
  'src/platform/outbound/hostile-origin.test.ts',
  'test/citus.test.ts',
  'test/company-mutants.test.ts',
  'test/events.test.ts',
  'test/isolation-fuzz.test.ts',
  'test/lock-order.test.ts',
  'test/migration-rules.test.ts',
  'test/pgbouncer.test.ts',
  'test/portable-sql.test.ts',
  'test/replica.test.ts',
  'test/row-security.test.ts',
  'test/telemetry.test.ts',
  'test/webhooks.test.ts',
]
const test = { testTimeout: 30_000, hookTimeout: 60_000 }
// The client comes from its sources, as in the console: its package has to be built first.
const resolve = { tsconfigPaths: true }

export default defineConfig({
  test: {
    globalSetup: ['test/keep-exit-code.ts', 'test/global-setup.ts'],
    maxWorkers: 2,
    projects: [
      {
        resolve,
        test: {
          ...test,
          name: 'together',
          include: ['{src,packages,console/src,test}/**/*.test.ts'],
          exclude: APART,
          // The service is loaded once, not for each file: that saves a third of the time.
          isolate: false,
        },
      },
      { resolve, test: { ...test, name: 'apart', include: APART } },
    ],
  },
})
