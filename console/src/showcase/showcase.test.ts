import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const FOLDER = import.meta.dirname
/** They draw others, show nothing by themselves, or appear once something happened. */
const UNSEEN = ['leave-guard.tsx', 'list-view.tsx', 'may.tsx', 'notices-shown.tsx']

test('every component of the console is on its page', () => {
  const text = ['showcase.tsx', 'controls.tsx', 'parts.tsx']
    .map((name) => readFileSync(join(FOLDER, name), 'utf8'))
    .join('\n')
  const components = readdirSync(join(FOLDER, '../components')).filter((it) => it.endsWith('.tsx'))
  expect(components.length).toBeGreaterThan(15)
  expect(components.filter((it) => !text.includes(`components/${it}`))).toEqual(UNSEEN)
})
