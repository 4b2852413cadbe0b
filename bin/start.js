#!/usr/bin/env node
import { exitWith, runSource } from './runtime.js'

// Somebody looks at this terminal: requests are logged only when asked for.
const env = { ...process.env, LOG_LEVEL: process.env.LOG_LEVEL || 'warn' }

await exitWith(runSource('main', process.argv.slice(2), { env, withConsole: true }))
