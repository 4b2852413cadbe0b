import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// npm run pack:library -- NAME[,NAME…] [FOLDER]: writes the archives of libraries to FOLDER, or here. In the repository
// a library exports its sources, so that nothing has to be built; its archive exports JavaScript and types.

const ROOT = join(import.meta.dirname, '..')
const [names = '', folder = process.cwd()] = process.argv.slice(2)
const built = mkdtempSync(join(tmpdir(), 'billwright-library-'))

try {
  const libraries = names.split(',')
  for (const it of libraries) build(it)
  const folders = libraries.map((it) => `./${it}`)
  const args = ['pack', '--silent', '--pack-destination', folder, ...folders]
  execFileSync('npm', args, { cwd: built, stdio: 'inherit' })
} finally {
  rmSync(built, { recursive: true, force: true })
}

/** Writes the package of a library to `built`, after its dependencies, whose types it needs. */
function build(library: string): void {
  const from = join(ROOT, 'packages', library)
  const to = join(built, library)
  if (existsSync(to)) return
  const { exports, ...rest } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'))
  const needed = Object.keys(rest.dependencies ?? {})
    .filter((it) => it.startsWith('@billwright/'))
    .map((it) => it.replace('@billwright/', ''))
  for (const it of needed) build(it)
  mkdirSync(to)
  const config = join(built, `${library}.json`)
  writeFileSync(
    config,
    JSON.stringify({
      extends: join(ROOT, 'tsconfig.json'),
      compilerOptions: {
        target: 'es2024',
        // The parts of ES2024 that Node 20 supports.
        lib: ['es2023', 'es2024.string'],
        types: rest.devDependencies?.['@types/node'] ? ['node'] : [],
        typeRoots: [join(ROOT, 'node_modules', '@types')],
        noEmit: false,
        declaration: true,
        rewriteRelativeImportExtensions: true,
        rootDir: join(from, 'src'),
        outDir: to,
        paths: Object.fromEntries(
          needed.map((it) => [`@billwright/${it}`, [join(built, it, `${it}.d.ts`)]]),
        ),
      },
      include: [join(from, 'src')],
      exclude: [join(from, 'src/**/*.test.ts'), join(from, 'src/**/*.testing.ts')],
    }),
  )
  execFileSync(join(ROOT, 'node_modules', '.bin', 'tsc'), ['-p', config], { stdio: 'inherit' })
  const packed = { ...rest, exports: builtExports(exports) }
  writeFileSync(join(to, 'package.json'), JSON.stringify(packed, null, 2))
  for (const file of ['README.md', 'LICENSE']) copyFileSync(join(from, file), join(to, file))
}

function builtExports(exports: Readonly<Record<string, string>>) {
  const outputs = Object.entries(exports).map(([path, source]) => {
    const file = source.replace(/^\.\/src\/(.*)\.ts$/, './$1')
    return [path, { types: `${file}.d.ts`, default: `${file}.js` }]
  })
  return Object.fromEntries(outputs)
}
