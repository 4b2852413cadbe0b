import { cpSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { ROOT } from './source-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'billwright-workspaces-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a new workspace is linked without installing everything again', async () => {
  const places = ['bin', 'node_modules/@billwright', 'packages/new', 'packages/known']
  for (const place of places) mkdirSync(join(folder, place), { recursive: true })
  cpSync(join(ROOT, 'bin/install.js'), join(folder, 'bin/install.js'))
  const installed = { 'node_modules/used': { version: '1.0.0' }, 'packages/known': {} }
  const link = { resolved: 'packages/new', link: true }
  const wanted = { ...installed, 'packages/new': {}, 'node_modules/@billwright/new': link }
  const write = (file: string, packages: object) =>
    writeFileSync(join(folder, file), JSON.stringify({ packages }))
  write('node_modules/.package-lock.json', installed)
  write('package-lock.json', wanted)
  const { ensureInstalled } = await import(pathToFileURL(join(folder, 'bin/install.js')).href)

  // npm would refuse this folder, which has no package.json.
  await ensureInstalled({ withDev: true })

  const to = readlinkSync(join(folder, 'node_modules/@billwright/new'))
  expect(join(folder, 'node_modules/@billwright', to)).toBe(join(folder, 'packages/new'))
})
