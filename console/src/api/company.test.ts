import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { placesOf, ROOT } from '../../../test/source-files.ts'

test('links to the service name the company, because people may have several', () => {
  const files = globSync('console/src/**/*.tsx', { cwd: ROOT }).map((path) => ({
    path,
    text: readFileSync(join(ROOT, path), 'utf8'),
  }))
  expect(files.length).toBeGreaterThan(100)
  expect(placesOf(files, /(href|src)=(\{[`']|")\/api\/v1|fetch\([`']\/api\/v1/)).toEqual([])
})
