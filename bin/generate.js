#!/usr/bin/env node
import { ensureConsole, ensureGenerated } from './build.js'
import { exitWith, prepare } from './runtime.js'

const generate = process.argv.includes('--console') ? ensureConsole : ensureGenerated

await exitWith(prepare({ withDev: true }).then(generate))
