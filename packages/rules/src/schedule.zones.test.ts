import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { figures } from './schedule.zones.testing.ts'

const MODULE = JSON.stringify(new URL('./schedule.zones.testing.ts', import.meta.url).href)
const PROGRAM = `import { figures } from ${MODULE}
process.stdout.write(JSON.stringify(figures()))`

test.each([
  'UTC',
  'America/New_York',
  'Pacific/Kiritimati',
  'Asia/Kolkata',
  'Pacific/Chatham',
])('a process in %s computes the same days and instants', (zone) => {
  const args = ['--no-warnings', '--input-type=module', '--eval', PROGRAM]
  const env = { ...process.env, TZ: zone, NODE_OPTIONS: '' }
  const answer = execFileSync(process.execPath, args, { env, maxBuffer: 64 * 1024 * 1024 })
  expect(JSON.parse(answer.toString())).toEqual(JSON.parse(JSON.stringify(figures())))
})
