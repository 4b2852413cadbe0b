import { join } from 'node:path'
import { ROOT } from './source-files.ts'

/** The file that starts the service or its command line: the build that `npm test` made, else the source. */
export const entryOf = (name: 'main' | 'entry/cli/main'): string =>
  process.env.TEST_BUILT
    ? join(ROOT, 'dist/service', `${name.replaceAll('/', '-')}.js`)
    : join(ROOT, 'src', `${name}.ts`)
