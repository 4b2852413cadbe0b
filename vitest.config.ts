import { defineConfig } from 'vitest/config'

export default defineConfig({
  // The client comes from its sources, as in the console: its package has to be built first.
  resolve: { tsconfigPaths: true },
  test: {
    include: ['{src,packages,console/src,test}/**/*.test.ts'],
    globalSetup: ['test/keep-exit-code.ts', 'test/global-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
})
