#!/usr/bin/env node
import { exitWith, runSource } from './runtime.js'

// A person reads this terminal: requests are logged only on demand.
const env = { ...process.env, LOG_LEVEL: process.env.LOG_LEVEL || 'warn' }

await exitWith(runSource('main', process.argv.slice(2), { env, withConsole: true }))
