import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Removal } from '@billwright/templates/sanitizer'
import type { Command } from 'commander'
import { compileTemplate } from '../../company/templates/compile.ts'
import { type Warning, warningsOf } from '../../company/templates/install/warnings.ts'
import { sanitize } from '../../company/templates/sanitize.ts'
import { traitsOf } from '../../company/templates/traits.ts'
import { AppError } from '../../kernel/errors.ts'
import { inlineAssets } from '../../paper/printing/assets.ts'
import { documentView } from '../../paper/printing/view.ts'
import { ConfigError, readConfig } from '../../platform/config.ts'
import { EXIT, wrongUsage } from './exit.ts'
import { quietRenderer } from './installation.ts'
import { HARD_CASES, hardCase } from './template-cases.ts'
import { type UnknownName, unknownNames } from './template-names.ts'
import { readTemplateSource, type TemplateSource } from './template-source.ts'
import { print } from './terminal.ts'

/** A4 at 96 dots an inch. */
const PAGE_WIDTH = 794

interface Options {
  readonly out?: string
  readonly json?: boolean
}

/** What `--json` prints. */
export interface Report {
  readonly template: string
  readonly ok: boolean
  /** Why it cannot be installed; null: it can. */
  readonly refused: { readonly code: string; readonly message: string } | null
  readonly removed: readonly Removal[]
  readonly unknown: readonly UnknownName[]
  readonly warnings: readonly Warning[]
  /** The files written. */
  readonly files: readonly string[]
}

/** `billwright template check`: exit code 0 without faults, 1 with some, 2 when it cannot begin. */
export const registerTemplate = (program: Command): void => {
  program
    .command('template')
    .description('tools for template authors')
    .command('check')
    .description('check a template before you install it, and print it with difficult invoices')
    .argument('<file-or-url>', 'path or URL of an .html file or a manifest')
    .option('--out <dir>', 'write a PNG and a PDF of each difficult case to this folder')
    .option('--json', 'print the result as JSON')
    .action(async (place: string, { out, json }: Options) => {
      const report = await checkTemplate(place, out).catch((error: unknown) => {
        throw error instanceof ConfigError || isMissing(error) ? wrongUsage(error.message) : error
      })
      print(json ? JSON.stringify(report, null, 2) : inWords(report))
      if (!report.ok) process.exitCode = EXIT.fault
    })
}

/** Throws only if the template is not at fault: a missing file, a wrong setting. */
export async function checkTemplate(place: string, out?: string | undefined): Promise<Report> {
  const nothing = { template: place, removed: [], unknown: [], warnings: [], files: [] }
  try {
    const source = await readTemplateSource(place)
    const assets = source.assets.map(({ path }) => path)
    const { html, removed } = sanitize(source.html, assets)
    compileTemplate(html)
    const unknown = unknownNames(source.html)
    const files = out === undefined ? [] : await printCases({ ...source, html }, out)
    const warnings = warningsOf(html)
    const ok = removed.length === 0 && unknown.length === 0 && warnings.length === 0
    return { ...nothing, ok, refused: null, removed, unknown, warnings, files }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const faults = error.faults.map(({ pointer, message }) => ` ${pointer || '/'}: ${message}`)
    const refused = { code: error.code, message: error.message + faults.join('') }
    return { ...nothing, ok: false, refused }
  }
}

async function printCases(source: TemplateSource, out: string): Promise<readonly string[]> {
  const renderer = quietRenderer(readConfig(), join(tmpdir(), 'billwright-browser'))
  const template = compileTemplate(source.html)
  const files: string[] = []
  try {
    await mkdir(out, { recursive: true })
    for (const name of HARD_CASES) {
      const view = documentView({ ...hardCase(name), traits: traitsOf(source.html) })
      const html = inlineAssets(template.render(view), source.assets)
      const pictures = {
        pdf: await renderer.print(html),
        png: await renderer.screenshot(html, { width: PAGE_WIDTH, fullPage: true }),
      }
      for (const [ending, bytes] of Object.entries(pictures)) {
        const file = join(out, `${name}.${ending}`)
        await writeFile(file, bytes)
        files.push(file)
      }
    }
  } finally {
    await renderer.close()
  }
  return files
}

function inWords({ template, ok, refused, removed, unknown, warnings, files }: Report): string {
  const part = (heading: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', heading, ...lines.map((line) => `  ${line}`)]
  const verdict = refused
    ? `cannot be installed (${refused.code}): ${refused.message}`
    : ok
      ? 'no blocked code, all names are known, and no required figure is missing.'
      : 'can be installed, but:'
  return [
    `${template}: ${verdict}`,
    ...part(
      'Removed when you install it:',
      removed.map(({ what, where }) => (where === '' ? what : `${where}: ${what}`)),
    ),
    ...part(
      'Unknown names (see docs/template-variables.md):',
      unknown.map(({ name, line, column }) => `line ${line}, column ${column}: ${name}`),
    ),
    ...part(
      'Required but not printed:',
      warnings.map(({ message }) => message),
    ),
    ...part('Written:', files),
  ].join('\n')
}

const isMissing = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error &&
  'code' in error &&
  ['ENOENT', 'EISDIR', 'EACCES'].includes(`${error.code}`)
