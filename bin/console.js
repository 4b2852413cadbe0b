import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, SetupError, say } from './install.js'

/** What the console is built from beside the files that its build lists itself. */
const FIXED = ['console/vite.config.ts', 'console/public/icon.svg', 'package-lock.json']
const DIST = join(ROOT, 'console', 'dist')
const LIST = join(DIST, '.sources.json')
const STAMP = join(DIST, '.built-from')
const VITE = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js')
const ERROR_LINES = 12

/** Builds the console unless what is there was built from these very sources. Throws SetupError. */
export async function ensureConsole(node) {
  if (existsSync(LIST) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hashOfSources())
    return
  // A production install brings the built console along, or has none.
  if (!existsSync(VITE)) return
  const startedMs = Date.now()
  say('Building the console.')
  await build(node)
  writeFileSync(STAMP, hashOfSources())
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

/** A file that is new is named by one that was there before, which changed. */
function hashOfSources() {
  const hash = createHash('sha256')
  for (const path of [...FIXED, ...JSON.parse(readFileSync(LIST, 'utf8'))]) {
    const file = join(ROOT, path)
    hash.update(path).update(existsSync(file) ? readFileSync(file) : 'gone')
  }
  return hash.digest('hex')
}
