import { expect, test } from 'vitest'
import { rendererFound } from './doctor-checks.ts'

const HERE = {
  ok: true,
  engine: '/usr/bin/chromium',
  version: 'Chrome/147',
  sandbox: true,
  isEnclosed: true,
  detail: null,
}

test.each([
  [{}, 'Chrome/147, /usr/bin/chromium, sandboxed, in its own process namespace'],
  [
    { isEnclosed: false },
    'Chrome/147, /usr/bin/chromium, sandboxed, without its own process namespace: ' +
      'if process 1 is not an init (docker run --init), a killed browser may leave zombies',
  ],
  [
    { sandbox: false },
    'Chrome/147, /usr/bin/chromium, without a sandbox, in its own process namespace',
  ],
  [
    { engine: 'ws://browser:9222', sandbox: false, isEnclosed: null },
    'Chrome/147, ws://browser:9222, remote',
  ],
])('how a browser runs: %o', (given, found) => {
  expect(rendererFound({ ...HERE, ...given })).toBe(found)
})
