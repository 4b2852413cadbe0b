import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The folder of an installed npm package, or null. None of its code runs, not even its entry. */
export function installedPackage(name: string): string | null {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules', name)
    if (existsSync(join(path, 'package.json'))) return path
    if (folder === dirname(folder)) return null
  }
}
