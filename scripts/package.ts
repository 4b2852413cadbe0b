import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'

// Writes dist/, which `npm pack` puts into the archive. It has the tree's own folders, so that a source
// finds migrations and pages where it finds them here. Node strips no types below node_modules.

const ROOT = join(import.meta.dirname, '..')
const DIST = join(ROOT, 'dist')
const SOURCES = ['src/**/*.ts', 'migrations/*.ts']
const TESTS = ['**/*.test.ts', '**/*.testing.ts']
const COPIED = ['src/**/*.html', 'console/{reference.*,not-built/*}', 'console/dist/**/*.*']
/** A relative path of a TypeScript source, as an import or a worker names it. */
const SPECIFIER = /(['"])(\.{1,2}\/[^'"\n]+)\.ts\1/g

const find = (patterns: readonly string[]): readonly string[] =>
  globSync(patterns, { cwd: ROOT, exclude: TESTS })

function write(file: string, text: string): void {
  const target = join(DIST, file)
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, text)
}

rmSync(DIST, { recursive: true, force: true })
for (const file of find(SOURCES)) {
  const source = stripTypeScriptTypes(readFileSync(join(ROOT, file), 'utf8'))
  write(file.replace(/ts$/, 'js'), source.replace(SPECIFIER, '$1$2.js$1'))
}
for (const file of find(COPIED)) cpSync(join(ROOT, file), join(DIST, file))
const { name, version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
write('package.json', JSON.stringify({ name, version, type: 'module' }))
