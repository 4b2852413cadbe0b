import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ROOT, SetupError, say } from './install.js'

/** Everything the console is built from, its own folder and what it shares with the service. */
const SOURCES = ['console', 'packages/sdk/src', 'src/money', 'src/invoices', 'package-lock.json']
const DIST = join(ROOT, 'console', 'dist')
const STAMP = join(DIST, '.built-from')
const VITE = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js')
const ERROR_LINES = 12

/** Builds the console unless what is there was built from these very sources. Throws SetupError. */
export async function ensureConsole(node) {
  const stamp = hashOf(SOURCES.flatMap((path) => filesOf(join(ROOT, path))))
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp) return
  // A production install brings the built console along, or has none.
  if (!existsSync(VITE)) return
  const startedMs = Date.now()
  say('Building the console.')
  await build(node)
  writeFileSync(STAMP, stamp)
  say(`Building the console took ${Math.round((Date.now() - startedMs) / 1000)} s.`)
}

function build(node) {
  return new Promise((resolve, reject) => {
    let output = ''
    const child = spawn(node, [VITE, 'build', '--config', 'console/vite.config.ts'], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      // Tests set it; React would be built for development then.
      env: { ...process.env, NODE_ENV: 'production' },
    })
    const keep = (chunk) => {
      output += chunk
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) return resolve()
      const end = output.trim().split('\n').slice(-ERROR_LINES).join('\n')
      reject(new SetupError(`The console cannot be built; this is what was said last:\n${end}`))
    })
  })
}

function filesOf(path) {
  if (/\.\w+$/.test(path)) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .filter((file) => !file.startsWith(DIST) && !file.endsWith('.test.ts'))
    .sort()
}

const hashOf = (files) =>
  files
    .reduce(
      (hash, file) => hash.update(relative(ROOT, file)).update(readFileSync(file)),
      createHash('sha256'),
    )
    .digest('hex')
