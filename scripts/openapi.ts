import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { BASE, DOCUMENT, releasedBase, releaseObjections, stateOf } from './openapi-base.ts'
import { clientOperations, clientResources, clientTypes } from './openapi-client.ts'
import { openApiDocument } from './openapi-document.ts'

// Writes docs/openapi.json and the generated files of packages/sdk from the routes as they are.
//   --release  also keeps the document as that of the changelog's newest release

const { values } = parseArgs({ options: { release: { type: 'boolean', default: false } } })

const document = await openApiDocument()
write('packages/sdk/src/schema.ts', clientTypes(document))
write('packages/sdk/src/operations.ts', clientOperations(document))
write('packages/sdk/src/resources.ts', clientResources(document))
// Last: bin/build.js compares its age with that of the sources.
write(DOCUMENT, document)
if (values.release) release()

function release(): void {
  const state = stateOf(document)
  const against = releaseObjections(state)
  if (against.length === 0) {
    write(BASE, releasedBase(state))
    return
  }
  console.error(['This cannot be released:', ...against].join('\n- '))
  console.error('Undo it, or see docs/api.md, "Compatibility".')
  process.exitCode = 1
}

function write(file: string, text: string): void {
  const path = join(import.meta.dirname, '..', file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
