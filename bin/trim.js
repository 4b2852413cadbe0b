#!/usr/bin/env node
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './install.js'

// Deletes files of installed packages that nothing here reads, 350 MB. npm runs this when it has changed node_modules.

const MODULES = join(ROOT, 'node_modules')

const list = (folder) =>
  existsSync(join(MODULES, folder))
    ? readdirSync(join(MODULES, folder)).map((name) => join(folder, name))
    : []

/** Documents use two weights, and no italics of the faces, see src/platform/browser/fonts.ts. */
const otherWeights = list('@expo-google-fonts')
  .flatMap(list)
  .filter((path) => {
    const read = /[/\\](instrument-sans|source-serif-4)[/\\]/.test(path)
      ? /[/\\](400Regular|600SemiBold)$/
      : /[/\\](400Regular|700Bold)[^/\\]*$/
    return /[/\\]\d{3}[^/\\]*$/.test(path) && !read.test(path)
  })

const { glibcVersionRuntime } = process.report.getReport().header
const libc = process.platform === 'linux' && !glibcVersionRuntime ? 'musl' : ''
const own = new RegExp(`[/\\\\]${process.platform}${libc}-${process.arch}(\\.|$)`)
const otherPlatforms = list('')
  .flatMap((name) => list(join(name, 'prebuilds')))
  .filter((path) => !own.test(path))

const everything = readdirSync(MODULES, { recursive: true })
const unread = everything.filter((path) => /\.(map|ttf\.png)$/.test(path))
/** Of the package itself: deeper in it, a folder with such a name can be code. */
const tests = everything.filter((path) =>
  /(^|[/\\]node_modules[/\\])(@[^/\\]+[/\\])?[^/\\@][^/\\]*[/\\](__tests__|benchmarks?|examples?|tests?)$/.test(
    path,
  ),
)

/** The same code for other runtimes: Node reads `dist-cjs` of these packages. */
const otherBuilds = list('@smithy')
  .flatMap(list)
  .filter((path) => /dist-(es|types)$/.test(path))

const unused = [
  ...unread,
  ...tests,
  ...otherWeights,
  ...otherPlatforms,
  ...otherBuilds,
  // The stand-in for S3 uses only their types, and checks nothing of ours with them.
  ...list('@aws-sdk')
    .flatMap(list)
    .filter((path) => /dist-\w+$/.test(path)),
  // The console is built from their modules.
  ...list('@mantine').map((path) => join(path, 'cjs')),
  // Its build for CommonJS.
  'stripe/cjs',
  // React on a server, and with its profiler.
  ...list('react-dom/cjs').filter((path) => /-(profiling|server|server-legacy)\b/.test(path)),
  // The same for CommonJS, and types of a configuration that we write in YAML.
  '@redocly/config/lib',
  '@redocly/config/lib-esm/index.d.ts',
  // Its C sources, and headers for them: a prebuilt binary is used.
  'better-sqlite3/deps',
  'better-sqlite3/src',
  ...list('node-addon-api').filter((path) => path.endsWith('.h')),
  // For pages.
  'yaml/browser',
  // The console's page of the API is made of the other bundle.
  '@fastify/swagger-ui/static/swagger-ui.js',
  '@fastify/swagger-ui/static/swagger-ui-standalone-preset.js',
  // Drivers of 3D and fonts for a browser without: ours prints with neither.
  '@sparticuz/chromium/bin/fonts.tar.br',
  '@sparticuz/chromium/bin/swiftshader.tar.br',
  // Pages to look at recorded traces and reports.
  'playwright-core/lib/vite',
  // The package that npm's `node` took its binary from, with the headers of Node.
  'node/node_modules',
]
for (const path of unused) rmSync(join(MODULES, path), { recursive: true, force: true })
