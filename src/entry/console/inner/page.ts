import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { PAGE_POLICY, type PageFile, readFile } from './files.ts'

/** The output of `npm run build -w console`. */
export const BUILT = join(import.meta.dirname, '../../../../console/dist')

/** Styles are created at run time; scripts come only from this origin. */
export const CONSOLE_POLICY = PAGE_POLICY.replace(
  "style-src 'self'",
  "style-src 'self' 'unsafe-inline'",
)
  .replace("img-src 'self' data:", "img-src 'self' data: blob:")
  .concat("; frame-src 'self' blob:")

/** The page of the console; null: it is not built. */
export const builtPage = (folder = BUILT): PageFile | null =>
  existsSync(join(folder, 'index.html')) ? readFile(folder, 'index.html') : null
