import { writeFileSync } from 'node:fs'
import { cataloguePage } from '../src/catalogue.ts'

writeFileSync(new URL('../docs/events.md', import.meta.url), cataloguePage())
