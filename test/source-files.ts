import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

export const ROOT = join(import.meta.dirname, '..')

/** A file of the project: its path from the root with `/`, and its text. */
export interface SourceFile {
  readonly path: string
  readonly text: string
}

export interface Import {
  /** Path from the root for a file of the project, else the name of the package. */
  readonly target: string
  readonly isPackage: boolean
  readonly isTypeOnly: boolean
}

const EXTENSIONS = /\.(ts|js|html|css)$/

/** Every source file below one folder, in the order of their paths. */
export function sourceFiles(folder: string): readonly SourceFile[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && EXTENSIONS.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
}

export const isTest = ({ path }: SourceFile): boolean => /\.(test|testing)\.ts$/.test(path)

/** What a file imports, statically or not. `import { type A }` counts as an import of values. */
export function importsOf({ path, text }: SourceFile): readonly Import[] {
  const statement =
    /^(?:import|export)\s+(type\s)?[^'"`;]*?from\s+'([^']+)'|^import\s+'([^']+)'|\bimport\('([^']+)'\)/gm
  return [...withoutComments(text).matchAll(statement)].map((match) => {
    const name = match[2] ?? match[3] ?? match[4] ?? ''
    const isPackage = !name.startsWith('.')
    const target = isPackage ? name : join(dirname(path), name)
    return { target, isPackage, isTypeOnly: match[1] !== undefined }
  })
}

/** Blanks comments, so that a rule about code is not broken by prose; line numbers stay. */
export const withoutComments = (text: string): string =>
  text
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ''))
    .replace(/(^|\s)\/\/[^\n]*/g, '$1')

/** `path:line` of each place where `pattern` occurs in the code of the files. */
export function placesOf(files: readonly SourceFile[], pattern: RegExp): readonly string[] {
  return files.flatMap(({ path, text }) =>
    withoutComments(text)
      .split('\n')
      .flatMap((line, index) =>
        pattern.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [],
      ),
  )
}

/**
 * The room of a file of the service, such as `sales/invoices`; the wing alone for a file that lies beside its
 * rooms; empty for `app.ts`, `main.ts` and files outside of `src`.
 */
export function roomOf(path: string): string {
  const [top, wing = '', room = ''] = path.split('/')
  if (top !== 'src' || wing.includes('.')) return ''
  return room.includes('.') ? wing : `${wing}/${room}`
}

export const nameOf = (path: string): string => basename(path)
