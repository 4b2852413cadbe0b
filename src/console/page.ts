import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { PAGE_POLICY, type PageFile, readFile } from './files.ts'

/** What `npm run build -w console` makes. */
export const BUILT = join(import.meta.dirname, '../../console/dist')

/** Styles are made while the page runs; scripts come from here alone. */
export const CONSOLE_POLICY = PAGE_POLICY.replace(
  "style-src 'self'",
  "style-src 'self' 'unsafe-inline'",
)
  .replace("img-src 'self' data:", "img-src 'self' data: blob:")
  .concat("; frame-src 'self' blob:")

/** The one page of the console; null: it is not built. */
export const builtPage = (folder = BUILT): PageFile | null =>
  existsSync(join(folder, 'index.html')) ? readFile(folder, 'index.html') : null
