import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { functionsOf } from '../test/source-functions.ts'

// node scripts/house-figures.ts [FOLDER]: how the code is laid out, in figures. Tests and generated
// files are left out, except in the figures with tests.

const ROOT = process.argv[2] ?? join(import.meta.dirname, '..')
const LONG_LINES = 80
const SHORT_LINES = 20

interface Source {
  readonly path: string
  readonly text: string
  readonly lines: number
}

const isTest = (path: string): boolean => /\.(test|testing)\.tsx?$/.test(path)
const isGenerated = (path: string): boolean =>
  /^packages\/sdk\/src\/(schema|operations|resources)\.ts$/.test(path)

const filesIn = (folder: string): readonly Source[] =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(join(ROOT, '/').length))
    .filter((path) => !isGenerated(path) && !path.includes('node_modules'))
    .sort()
    .map((path) => {
      const text = readFileSync(join(ROOT, path), 'utf8')
      return { path, text, lines: text.split('\n').length - 1 }
    })

const sourcesIn = (folder: string): readonly Source[] =>
  filesIn(folder).filter(({ path }) => !isTest(path))

const service = sourcesIn('src')
const packages = sourcesIn('packages')
const console_ = sourcesIn('console/src')
const all = [...service, ...packages, ...console_]

const IMPORT =
  /^(?:import|export)\s+(?:type\s)?[^'"`;]*?from\s+'(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm

const importsOf = ({ path, text }: Source): readonly string[] => [
  ...new Set([...text.matchAll(IMPORT)].map(([, a, b]) => join(dirname(path), a ?? b ?? ''))),
]

const sum = (sources: readonly Source[]): number =>
  sources.reduce((total, { lines }) => total + lines, 0)

const folderAt = (path: string, depth: number): string =>
  path
    .split('/')
    .slice(0, -1)
    .slice(0, depth + 1)
    .join('/')

const row = (name: string, value: unknown): void => console.log(`${name.padEnd(52)} ${value}`)

for (const folder of ['src', 'packages', 'console/src']) {
  const [sources, files] = [sourcesIn(folder), filesIn(folder)]
  row(folder, `${sources.length} files, ${sum(sources)} lines`)
  row(`  with tests`, `${files.length} files, ${sum(files)} lines`)
}
row('folders directly under src', new Set(service.map(({ path }) => folderAt(path, 1))).size - 1)
console.log('\nwings: rooms, files, lines')
for (const [wing, sources] of Map.groupBy(service, ({ path }) => folderAt(path, 1))) {
  const rooms = new Set(sources.map(({ path }) => folderAt(path, 2)).filter((it) => it !== wing))
  row(`  ${wing}`, `${rooms.size}, ${sources.length}, ${sum(sources)}`)
}

const functions = all.flatMap(functionsOf).sort((a, b) => b.lines - a.lines)
const inService = functions.filter(({ name }) => !name.startsWith('console/'))
console.log('\nlongest functions of the service and its packages')
for (const { name, lines } of inService.slice(0, 10)) row(`  ${name}`, lines)
row(`functions over ${LONG_LINES} lines`, inService.filter((it) => it.lines > LONG_LINES).length)
const over100 = inService.filter((it) => it.lines > 100)
row('functions over 100 lines', over100.length)
row('  of these, lists of routes', over100.filter(({ name }) => name.endsWith('Routes')).length)

console.log('\nlargest fan-out (files imported)')
const fanOut = service
  .map((it) => ({ path: it.path, count: importsOf(it).length }))
  .sort((a, b) => b.count - a.count)
for (const { path, count } of fanOut.slice(0, 10)) row(`  ${path}`, count)

const importers = new Map<string, Set<string>>()
for (const { path, text } of all)
  for (const [, names = '', target = ''] of text.matchAll(
    /^import\s+(?:type\s)?\{([^}]*)\}\s+from\s+'(\.[^']+)'/gm,
  ))
    for (const name of names.split(',')) {
      const key = `${join(dirname(path), target)} ${name.replace(/\btype\b|\bas\b.*/g, '').trim()}`
      importers.set(key, (importers.get(key) ?? new Set()).add(path))
    }
row('\nexports with one importer', [...importers.values()].filter((it) => it.size === 1).length)
const count = (pattern: RegExp): number =>
  service.reduce((total, { text }) => total + [...text.matchAll(pattern)].length, 0)
row('interfaces …Deps', count(/\binterface \w*Deps\b/g))
row('Pick<…Service>', count(/\bPick<\s*\w*Service\b/g))
row(`files under ${SHORT_LINES} lines`, service.filter((it) => it.lines < SHORT_LINES).length)
row('comments that begin "The same"', count(/(\/\/|\/\*\*?|^\s*\*)\s*The same\b/gm))
row('lines of app.ts', service.find(({ path }) => path === 'src/app.ts')?.lines)

for (const [name, sources] of Object.entries({ service, console: console_ })) {
  const graph = new Map(sources.map((it) => [it.path, importsOf(it)]))
  const reached = (path: string): ReadonlySet<string> => {
    const seen = new Set<string>()
    const open = [path]
    for (let next = open.pop(); next !== undefined; next = open.pop())
      for (const target of graph.get(next) ?? []) {
        if (seen.has(target)) continue
        seen.add(target)
        open.push(target)
      }
    return seen
  }
  row(
    `files in circles of imports: ${name}`,
    [...graph.keys()].filter((it) => reached(it).has(it)).length,
  )
}
