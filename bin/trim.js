#!/usr/bin/env node
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './install.js'

// Deletes files of installed packages that nothing here reads, 290 MB. npm runs this when it has changed node_modules.

const MODULES = join(ROOT, 'node_modules')

const list = (folder) =>
  existsSync(join(MODULES, folder))
    ? readdirSync(join(MODULES, folder)).map((name) => join(folder, name))
    : []

/** Documents use two weights, see src/platform/browser/fonts.ts. */
const otherWeights = list('@expo-google-fonts')
  .flatMap(list)
  .filter(
    (path) => /[/\\]\d{3}[^/\\]*$/.test(path) && !/[/\\](400Regular|700Bold)[^/\\]*$/.test(path),
  )

const own = new RegExp(`[/\\\\]${process.platform}(musl)?-${process.arch}(\\.|$)`)
const otherPlatforms = list('')
  .flatMap((name) => list(join(name, 'prebuilds')))
  .filter((path) => !own.test(path))

const sourceMaps = readdirSync(MODULES, { recursive: true }).filter((path) => path.endsWith('.map'))

const unused = [
  ...sourceMaps,
  ...otherWeights,
  ...otherPlatforms,
  // The console is built from their modules.
  ...list('@mantine').map((path) => join(path, 'cjs')),
  // Its C sources: a prebuilt binary is used.
  'better-sqlite3/deps',
  // The package that npm's `node` took its binary from, with the headers of Node.
  'node/node_modules',
]
for (const path of unused) rmSync(join(MODULES, path), { recursive: true, force: true })
