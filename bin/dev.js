#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureGenerated } from './build.js'
import { ROOT, say } from './install.js'
import { environment, exitWith, prepare } from './runtime.js'

const CONSOLE_PORT = 5173

/**
 * The service and the console for developing: both restart or reload when a file changes, logs are
 * readable, and the data, filled with samples the first time, lies apart in `data/dev`.
 */
async function dev(args) {
  const node = await prepare({ withDev: true })
  await ensureGenerated(node)
  const port = process.env.PORT || '3000'
  const url = `http://127.0.0.1:${CONSOLE_PORT}`
  const env = environment({
    DATA_DIR: join(ROOT, 'data', 'dev'),
    LOG_LEVEL: 'info',
    // Links lead through Vite, which passes to the service what is not the console's.
    PUBLIC_URL: url,
    ...process.env,
    PORT: port,
  })
  const service = ['--watch', '--disable-warning=ExperimentalWarning', 'src/main.ts', '--demo']
  const vite = ['node_modules/vite/bin/vite.js', '--config', 'console/vite.config.ts']
  const started = [
    spawn(node, [...service, ...args], { cwd: ROOT, env, stdio: ['inherit', 'inherit', 'pipe'] }),
    spawn(node, [...vite, '--port', String(CONSOLE_PORT), '--strictPort', '--clearScreen=false'], {
      cwd: ROOT,
      env,
      stdio: 'inherit',
    }),
  ]
  const { default: pretty } = await import('pino-pretty')
  const ignore = 'pid,hostname,reqId'
  started[0].stderr.pipe(pretty({ ignore, translateTime: 'SYS:HH:MM:ss', singleLine: true }))
  const stop = () => {
    for (const child of started) child.kill('SIGTERM')
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
  say(`The console reloads at ${url}; the service restarts on port ${port}.`)
  const code = await Promise.race(started.map(ended))
  stop()
  return code
}

const ended = (child) => new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 0)))

await exitWith(dev(process.argv.slice(2)))
