import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { STATUS } from '../src/core/http/problem.ts'
import type { ErrorKind } from '../src/kernel/errors.ts'
import { isTest, ROOT, sourceFiles } from './source-files.ts'

const source = ['src', 'packages']
  .flatMap(sourceFiles)
  .filter(
    (file) => file.path.endsWith('.ts') && !file.path.startsWith('packages/sdk/') && !isTest(file),
  )
/** Without the table of params, which names codes once more. */
const page = readFileSync(join(ROOT, 'docs/errors.md'), 'utf8').replace(
  /^## Params$[\s\S]*?(?=^## )/m,
  '',
)

/** Rows `| \`code\` | status | …` are answers, rows `| \`code\` | words …` entries of `errors`. */
const rows = [...page.matchAll(/^\| `([a-z_]+)` +\| (?:(\d{3}) )?/gm)]
const documentedErrors = rows.flatMap(([, code, status]) => (status ? [`${code} ${status}`] : []))
const documentedFaults = rows.flatMap(([, code, status]) => (status ? [] : [code]))

describe('docs/errors.md', () => {
  /** What failed in a worker is made once more from what came across. */
  const MADE_AGAIN = /^src\/platform\/worker\.ts$/

  test('an error is made from a kind and a code that can be read in the source', () => {
    const made = /new AppError\((?!\s*(?:'\w+',\s*'\w+'|\.\.\.))/
    const unreadable = source.filter(({ text }) => made.test(text)).map(({ path }) => path)
    expect(unreadable.filter((path) => !MADE_AGAIN.test(path))).toEqual([])
  })

  test('lists the code and the status of every error', () => {
    expect(sorted(documentedErrors)).toEqual(sorted(['internal 500', ...codesInSource()]))
  })

  test('lists the code of every fault', () => {
    expect(faultsInSource().filter((code) => !documentedFaults.includes(code))).toEqual([])
  })

  test('lists no fault that is never found', () => {
    const isInSource = (code = '') => source.some(({ text }) => text.includes(`'${code}'`))
    expect(documentedFaults.filter((code) => !isInSource(code))).toEqual([])
  })

  test('lists each once', () => {
    expect(sorted(documentedErrors)).toEqual(documentedErrors.toSorted())
    expect(documentedFaults.filter((code, at) => documentedFaults.indexOf(code) !== at)).toEqual([])
  })
})

function codesInSource(): readonly string[] {
  return source.flatMap(({ path, text }) => {
    const pattern = /http\/problem\.ts$/.test(path)
      ? /(?:AppError\(|: \[)\s*'(\w+)',\s*'(\w+)'/g
      : /new AppError\(\s*'(\w+)',\s*'(\w+)'/g
    return [...text.matchAll(pattern)].map(
      ([, kind, code]) => `${code} ${STATUS[kind as ErrorKind]}`,
    )
  })
}

/** By the ways in which they are written: `code: '…'`, `fault(pointer, '…'`, and tables of codes. */
function faultsInSource(): readonly string[] {
  const patterns = [
    /(?<!\w)code: '([a-z_]+)'/g,
    /fault\(\s*[^,]+,\s*'([a-z_]+)'/gi,
    /new (?:Field|Amount)Error\(\s*'([a-z_]+)'/g,
  ]
  const found = source.flatMap(({ text }) => [
    ...patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, code]) => code ?? '')),
    ...codesOfTable(text),
  ])
  return sorted(found.filter((code) => code !== 'invalid_request'))
}

function codesOfTable(text: string): readonly string[] {
  const [, table = ''] = /^const CODES: [^=]*= \{([^}]*)\}/m.exec(text) ?? []
  return [...table.matchAll(/: '([a-z_]+)'/g)].map(([, code]) => code ?? '')
}

const sorted = (values: readonly string[]): readonly string[] => [...new Set(values)].toSorted()
