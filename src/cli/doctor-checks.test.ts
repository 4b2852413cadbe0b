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
  [{}, 'Chrome/147, /usr/bin/chromium, sandboxed, in a process namespace of its own'],
  [
    { isEnclosed: false },
    'Chrome/147, /usr/bin/chromium, sandboxed, in no process namespace of its own: ' +
      'if process 1 is not an init (docker run --init), a killed browser may leave zombies',
  ],
  [
    { sandbox: false },
    'Chrome/147, /usr/bin/chromium, without a sandbox, in a process namespace of its own',
  ],
  [
    { engine: 'ws://browser:9222', sandbox: false, isEnclosed: null },
    'Chrome/147, ws://browser:9222, run elsewhere',
  ],
])('how a browser runs: %o', (given, found) => {
  expect(rendererFound({ ...HERE, ...given })).toBe(found)
})
