import { writeFileSync } from 'node:fs'

// Node reads dist/cjs of the client as CommonJS, although the package itself has ES modules.
const file = new URL('../packages/sdk/dist/cjs/package.json', import.meta.url)
writeFileSync(file, '{ "type": "commonjs" }\n')
