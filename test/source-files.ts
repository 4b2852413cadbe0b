import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

export const ROOT = join(import.meta.dirname, '..')

/** A file of the project: its path from the root with `/`, and its text. */
export interface SourceFile {
  readonly path: string
  readonly text: string
}

interface Import {
  /** Path from the root for a file of the project, else the name of the package. */
  readonly target: string
  readonly isPackage: boolean
  readonly isTypeOnly: boolean
}

const EXTENSIONS = /\.(tsx?|js|html|css)$/

/** Every source file below one folder, in the order of their paths. */
export function sourceFiles(folder: string): readonly SourceFile[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && EXTENSIONS.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
}

export const isTest = ({ path }: SourceFile): boolean => /\.(test|testing)\.tsx?$/.test(path)

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

/** What files lead to, by their imports. */
export function importGraph(files: readonly SourceFile[]) {
  const imports = new Map(files.map((file) => [file.path, importsOf(file)]))

  /** All files that are loaded with `path`, or also the files that it takes types from. */
  const reachedFrom = (path: string, { withTypes } = { withTypes: false }): readonly string[] => {
    const seen = new Set<string>()
    const open = [path]
    for (let next = open.pop(); next !== undefined; next = open.pop())
      for (const { target, isTypeOnly } of imports.get(next) ?? []) {
        if ((isTypeOnly && !withTypes) || seen.has(target)) continue
        seen.add(target)
        open.push(target)
      }
    return [...seen]
  }

  /** Groups of files that all lead to one another. */
  const circles = (): readonly (readonly string[])[] => {
    const reached = new Map(
      files.map(({ path }) => [path, new Set(reachedFrom(path, { withTypes: true }))]),
    )
    const inCircle = [...reached].filter(([path, it]) => it.has(path)).map(([path]) => path)
    const groups = Map.groupBy(inCircle, (path) =>
      inCircle.filter((it) => reached.get(path)?.has(it) && reached.get(it)?.has(path)).join(' '),
    )
    return [...groups.values()]
  }
  return { reachedFrom, circles }
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
