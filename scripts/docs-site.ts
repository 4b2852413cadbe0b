import { execFileSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/*
 * Builds all pages as a site with search: `node scripts/docs-site.ts [FOLDER]`, by default to
 * `docs-site/`. Serve that folder with any web server. VitePress comes from npm when it is needed.
 */

const VITEPRESS = 'vitepress@1.6.4'
const ROOT = join(import.meta.dirname, '..')

/** The order of the side bar. Pages that are not named follow at the end. */
const SECTIONS = {
  'Get started': ['console', 'programs', 'deployment'],
  'Bill customers': [
    ...['customers', 'products', 'entries', 'quotes', 'deposits', 'recurring', 'payments'],
    ...['books', 'reminders', 'mail', 'templates', 'template-variables', 'files', 'totals'],
  ],
  'E-invoices': [
    ...['e-invoices', 'e-invoices-italy', 'e-invoices-poland', 'invoices-india'],
    ...['supplier-invoices', 'access-point'],
  ],
  Programs: ['api', 'errors', 'events', 'webhooks', 'import-export'],
  Operate: [
    ...[
      'configuration',
      'operations',
      'deployment-databases',
      'upgrading',
      'access',
      'companies',
      'jobs',
      'audit',
    ],
    ...['growing', 'reliability', 'performance'],
  ],
}

const titleOf = (path: string): string => /^# (.+)$/m.exec(readFileSync(path, 'utf8'))?.[1] ?? path

/** A copy, so that nothing is written into the project but the site. */
function copyPages(folder: string): void {
  cpSync(join(ROOT, 'docs'), join(folder, 'docs'), { recursive: true })
  cpSync(join(ROOT, 'README.md'), join(folder, 'index.md'))
  for (const path of ['CHANGELOG.md', 'CONTRIBUTING.md', 'packages/sdk/README.md', 'examples']) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    cpSync(join(ROOT, path), join(folder, path), { recursive: true })
  }
}

function sidebar() {
  const pages = readdirSync(join(ROOT, 'docs')).flatMap((name) =>
    name.endsWith('.md') ? [name.slice(0, -3)] : [],
  )
  const named = Object.values(SECTIONS).flat()
  const others = pages.filter((name) => !named.includes(name))
  return Object.entries({ ...SECTIONS, More: others }).map(([text, names]) => ({
    text,
    items: names
      .filter((name) => pages.includes(name))
      .map((name) => ({ text: titleOf(join(ROOT, 'docs', `${name}.md`)), link: `/docs/${name}` })),
  }))
}

/** Braces and angle brackets are text here: VitePress would read them as Vue. */
const configOf = () => `export default {
  title: 'Billwright',
  description: 'Invoicing for people and programs',
  ignoreDeadLinks: true,
  vue: { template: { compilerOptions: { delimiters: ['[[[[', ']]]]'] } } },
  markdown: { html: false },
  themeConfig: { search: { provider: 'local' }, sidebar: ${JSON.stringify(sidebar())} },
}
`

const target = resolve(process.argv[2] ?? join(ROOT, 'docs-site'))
const folder = mkdtempSync(join(tmpdir(), 'billwright-docs-'))
try {
  copyPages(folder)
  mkdirSync(join(folder, '.vitepress'))
  writeFileSync(join(folder, '.vitepress/config.mjs'), configOf())
  const run = (...command: readonly string[]) =>
    execFileSync('npx', command, { cwd: folder, stdio: 'inherit' })
  // Beside the pages, which import its parts.
  execFileSync('npm', ['install', '--no-save', '--ignore-scripts', VITEPRESS], { cwd: folder })
  run('vitepress', 'build', '.', '--outDir', target)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
