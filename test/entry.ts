import { join } from 'node:path'
import { ROOT } from './source-files.ts'

/** What starts the service or its command line: what `npm test` built of it, else its source. */
export const entryOf = (name: 'main' | 'cli/main'): string =>
  process.env.TEST_BUILT
    ? join(ROOT, 'dist/service', `${name.replace('/', '-')}.js`)
    : join(ROOT, 'src', `${name}.ts`)
