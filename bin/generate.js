#!/usr/bin/env node
import { ensureConsole, ensureGenerated, ensureService } from './build.js'
import { exitWith, prepare } from './runtime.js'

const generate = { '--console': ensureConsole, '--service': ensureService }

await exitWith(prepare({ withDev: true }).then(generate[process.argv[2]] ?? ensureGenerated))
