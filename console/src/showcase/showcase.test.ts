import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createServer } from 'vite'
import { expect, test } from 'vitest'

const FOLDER = import.meta.dirname
/** They draw others, show nothing by themselves, read the API, or appear once something happened. */
const UNSEEN = [
  'attached-invoices.tsx',
  'bank-icon.tsx',
  'calendar.tsx',
  'customer-choice.tsx',
  'entry-state.tsx',
  'in-turn.tsx',
  'leave-guard.tsx',
  'list-view.tsx',
  'may.tsx',
  'neighbors.tsx',
  'notices-shown.tsx',
  'page-of-places.tsx',
]

test('every component of the console is on its page', () => {
  const text = ['showcase.tsx', 'controls.tsx', 'parts.tsx']
    .map((name) => readFileSync(join(FOLDER, name), 'utf8'))
    .join('\n')
  const components = readdirSync(join(FOLDER, '../components')).filter((it) => it.endsWith('.tsx'))
  expect(components.length).toBeGreaterThan(15)
  expect(components.filter((it) => !text.includes(`components/${it}`))).toEqual(UNSEEN)
})

test('components have their styles while developing, too', async () => {
  const server = await createServer({
    configFile: join(FOLDER, '../../vite.config.ts'),
    logLevel: 'silent',
    server: { middlewareMode: true, ws: false },
    optimizeDeps: { noDiscovery: true },
  })
  try {
    const button = 'node_modules/@mantine/core/esm/components/Button/Button.module.mjs'
    const made = await server.transformRequest(`/@fs${join(FOLDER, '../../..', button)}?v=1`)
    expect(made?.code).toContain('Button.layer.css')
  } finally {
    await server.close()
  }
})
