#!/usr/bin/env node
import { ensureGenerated } from './build.js'
import { exitWith, prepare } from './runtime.js'

await exitWith(prepare({ withDev: true }).then(ensureGenerated))
