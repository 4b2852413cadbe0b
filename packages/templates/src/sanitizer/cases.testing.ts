import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const GOLDEN = join(import.meta.dirname, '../../golden')

/** One template of a golden folder, between `<!--= its name -->` and the next of these lines. */
export interface TemplateCase {
  readonly id: string
  readonly source: string
}

/** The folders of `attacks` or `harmless`. */
export const foldersOf = (kind: 'attacks' | 'harmless'): readonly string[] =>
  readdirSync(join(GOLDEN, kind)).map((name) => join(GOLDEN, kind, name))

export const templateCases = (folder: string): readonly TemplateCase[] =>
  readFileSync(join(folder, 'source.html'), 'utf8')
    .split(/^<!--= /m)
    .slice(1)
    .map((part) => {
      const [name = '', ...lines] = part.split(' -->\n')
      return { id: name, source: lines.join(' -->\n').replace(/\n$/, '') }
    })

/** In the form of golden files: without the frame that every template has. */
export const goldenText = (cases: readonly (readonly [id: string, text: string])[]): string =>
  cases.map(([id, text]) => `<!--= ${id} -->\n${text}\n`).join('')

export const withoutFrame = (html: string): string =>
  html.replace(
    /^<!DOCTYPE html>\n<html>\n<head><\/head>\n<body>([\s\S]*)<\/body><\/html>$/,
    (_, body: string) => body,
  )

export const ATTACKS: readonly TemplateCase[] = foldersOf('attacks').flatMap(templateCases)
export const HARMLESS: readonly TemplateCase[] = foldersOf('harmless').flatMap(templateCases)

/** Values of an invoice's fields, each trying to escape from a place in a template. */
export const HOSTILE_VALUES: readonly string[] = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><img src=x onerror=alert(1)>',
  "'><svg onload=alert(1)>",
  '" onmouseover="alert(1)" x="',
  "' autofocus onfocus='alert(1)",
  '` onclick=alert(1) `',
  'javascript:alert(1)',
  ' JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'vbscript:msgbox(1)',
  'data:text/html,<script>alert(1)</script>',
  'https://evil.example/',
  '//evil.example/',
  '</title><script>alert(1)</script>',
  '</style><script>alert(1)</script>',
  '</p></td></tr></table></body></html><script>alert(1)</script>',
  '--><script>alert(1)</script><!--',
  ']]><script>alert(1)</script>',
  'red; background: url(https://evil.example/)',
  'red} * { background: url(https://evil.example/) }',
  'url(https://evil.example/)',
  'expression(alert(1))',
  '/* ',
  ' */ background: url(//evil.example/); /*',
  '\\',
  '\\22 ; background: url(//evil.example/)',
  '\\3c/style\\3e',
  'a\n} * { color: red',
  "'); background: url('//evil.example/",
  '@import "https://evil.example/";',
  '{{notes}}',
  '{{{logo}}}',
  '{{#items}}{{description}}{{/items}}',
  '{{=<% %>=}}',
  '}}',
  '&lt;script&gt;',
  '&#123;&#123;x}}',
  '&quot; onclick=&quot;alert(1)',
  '&',
  '&copy',
  '<',
  '<!--',
  '<b',
  '$& $1 $`',
  '__proto__',
  'constructor',
  'a\u2028b\u2029c',
  '\u202etxt.exe',
  '\ufeffa\u200bb',
  '＜script＞',
  '👩‍🌾 日本語 שלום',
  'a\r\nb\rc\nd',
  'x'.repeat(5_000),
]
