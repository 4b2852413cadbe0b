import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { COMMAND, DOCUMENT, objections, RELEASED } from './openapi-base.ts'
import { clientOperations, clientTypes } from './openapi-client.ts'
import { openApiDocument } from './openapi-document.ts'

// Writes docs/openapi.json and the generated files of packages/sdk from the routes as they are.
//   --breaking  also if that breaks callers, as long as nothing was released
//   --release   keeps the document as that of the release which is made now

const { values } = parseArgs({
  options: { breaking: { type: 'boolean', default: false }, release: { type: 'boolean' } },
})

const document = await openApiDocument()
const against = objections(document, { mayBreak: values.breaking })
if (against.length > 0) {
  console.error(['This would break callers:', ...against].join('\n- '))
  console.error(
    `Undo it, or see docs/api.md, "Compatibility". Before a release: ${COMMAND} --breaking`,
  )
  process.exitCode = 1
} else {
  write(DOCUMENT, document)
  write('packages/sdk/src/schema.ts', await clientTypes(document))
  write('packages/sdk/src/operations.ts', clientOperations(document))
  if (values.release) write(RELEASED, document)
}

function write(file: string, text: string): void {
  writeFileSync(join(import.meta.dirname, '..', file), text)
}
