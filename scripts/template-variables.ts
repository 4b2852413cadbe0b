import { writeFileSync } from 'node:fs'
import { variablesPage } from '../src/documents/variables.ts'

writeFileSync(new URL('../docs/template-variables.md', import.meta.url), variablesPage())
