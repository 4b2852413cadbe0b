import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from '../source-files.ts'

/** Builds the console unless it was built from these very sources. `npm test` has done so already. */
export default function setup(): void {
  execFileSync(process.execPath, [join(ROOT, 'bin/generate.js'), '--console'], { stdio: 'inherit' })
}
