import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { importsOf, isTest, ROOT, sourceFiles } from './source-files.ts'

const LIBRARIES = readdirSync(join(ROOT, 'packages')).filter((name) => name !== 'sdk')
const folder = mkdtempSync(join(tmpdir(), 'billwright-libraries-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The libraries of this project that one depends on. */
function neededBy(name: string): readonly string[] {
  const file = readFileSync(join(ROOT, 'packages', name, 'package.json'), 'utf8')
  const { dependencies = {} } = JSON.parse(file)
  return Object.keys(dependencies).map((it) => it.replace('@billwright/', ''))
}

const npm = (args: readonly string[], cwd: string): string =>
  execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })

test.each(LIBRARIES)('%s imports nothing of the service', (name) => {
  const own = `packages/${name}/`
  const files = sourceFiles(`${own}src`).filter((file) => !isTest(file))
  const outside = files.flatMap((file) =>
    importsOf(file)
      .filter(({ isPackage, target }) => !isPackage && !target.startsWith(own))
      .map(({ target }) => `${file.path} → ${target}`),
  )
  expect(files.length).toBeGreaterThan(0)
  expect(outside).toEqual([])
})

test.each(LIBRARIES)("the archive of %s runs its README's example in an empty folder", (name) => {
  for (const it of [...neededBy(name), name])
    execFileSync(process.execPath, [join(ROOT, 'scripts/pack-library.ts'), it, folder])
  const archives = readdirSync(folder).filter((it) => it.endsWith('.tgz'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  npm(
    ['install', '--offline', '--no-audit', '--no-fund', ...archives.map((it) => join(folder, it))],
    folder,
  )
  const readme = readFileSync(join(ROOT, 'packages', name, 'README.md'), 'utf8')
  const [, example = ''] = /```ts\n([\s\S]*?)```/.exec(readme) ?? []
  writeFileSync(join(folder, 'example.ts'), example)

  const printed = execFileSync(process.execPath, ['example.ts'], { cwd: folder, encoding: 'utf8' })

  const promised = [...example.matchAll(/console\.log\(.*\) \/\/ (.*)$/gm)].map(([, it]) => it)
  expect(printed.trim().split('\n')).toEqual(promised)
  const strict = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--module', 'nodenext']
  const tsc = join(ROOT, 'node_modules', '.bin', 'tsc')
  const types = ['--target', 'es2022', '--types', 'node', '--typeRoots']
  const roots = join(ROOT, 'node_modules', '@types')
  execFileSync(tsc, [...strict, ...types, roots, 'example.ts'], { cwd: folder, stdio: 'inherit' })
})
