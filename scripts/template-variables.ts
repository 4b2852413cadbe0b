import { writeFileSync } from 'node:fs'
import { variablesPage } from '../src/paper/printing/variables.ts'

writeFileSync(new URL('../docs/template-variables.md', import.meta.url), variablesPage())
