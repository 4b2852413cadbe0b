import { writeFileSync } from 'node:fs'
import { cataloguePage } from '../src/entry/event-schemas.ts'

writeFileSync(new URL('../docs/events.md', import.meta.url), cataloguePage())
