import { join } from 'node:path'
import { type BrowserBinary, browserBinaries } from '../src/platform/browser/inner/binary.ts'
import { ROOT } from './source-files.ts'

/** The browser of this machine, or null. */
export async function findBrowser(): Promise<BrowserBinary | null> {
  const cacheDir = join(ROOT, 'data', 'browser')
  for await (const binary of browserBinaries(process.env.CHROMIUM_PATH ?? null, cacheDir))
    return binary
  return null
}
