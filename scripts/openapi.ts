import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { BASE, DOCUMENT, objections, released, stateOf } from './openapi-base.ts'
import { clientOperations, clientTypes } from './openapi-client.ts'
import { openApiDocument } from './openapi-document.ts'

// Writes docs/openapi.json and the generated files of packages/sdk from the routes as they are.
//   --release  keeps the document as that of the release whose heading the changelog just got

const { values } = parseArgs({ options: { release: { type: 'boolean', default: false } } })

const document = await openApiDocument()
const now = stateOf(document)
const state = values.release ? released(now) : now
const against = objections(state)
if (against.length > 0) {
  console.error(['This cannot be written:', ...against].join('\n- '))
  console.error('Undo it, or see docs/api.md, "Compatibility".')
  process.exitCode = 1
} else {
  write(DOCUMENT, document)
  write('packages/sdk/src/schema.ts', await clientTypes(document))
  write('packages/sdk/src/operations.ts', clientOperations(document))
  if (state.base !== null) write(BASE, state.base)
}

function write(file: string, text: string): void {
  writeFileSync(join(import.meta.dirname, '..', file), text)
}
