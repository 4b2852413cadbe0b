import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { tokensCss } from '@billwright/rules/design-tokens'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'

const ROOT = join(import.meta.dirname, '..')
const MODULES = join(ROOT, 'node_modules')
const DIST = join(import.meta.dirname, 'dist')
/** The service that `npm run dev` starts beside Vite. */
const SERVICE = `http://127.0.0.1:${process.env.PORT ?? 3000}`

/** What every page of a person who is signed in loads: one file compresses better than sixty. */
const FRAME = groupOf('frame', ['main.tsx', 'shell/shell.tsx'])
/** Also what Mantine's provider and the hooks of the frame use inside files that name all. */
const FRAME_TOO = {
  name: 'frame-too',
  test: /\/(units-converters|get-contrast-color|use-reduced-motion|use-window-event)\//,
}
/** What is needed by the pages that people open first: by two of them, and by one alone. */
const PAGES = ['invoices/list.tsx', 'dashboard/dashboard.tsx', 'auth/sign-in.tsx']
const FIRST = [
  // What the field of a password, too, uses inside a file that names all.
  { name: 'first-too', test: /\/(ActionIcon|use-uncontrolled)\// },
  groupOf('first', PAGES, 2),
  ...PAGES.map((page) => groupOf(`of-${basename(page, '.tsx')}`, [page])),
]
/** What later pages share: one request for a little more takes less time than a hundred for what is needed. */
const SHARED = [
  { name: 'icons', test: /\/react-feather\/dist\/icons\// },
  { name: 'controls', test: /\/node_modules\/(?!@mantine\/hooks)/, minShareCount: 2 },
  // One file instead of dozens of a few hundred bytes, whose names the frame would have to know.
  { name: 'parts', test: /\/console\/src\/components\//, minShareCount: 3 },
]
/** These files name all components, icons and functions, of which a page needs few. */
const NAMES_ALL =
  /\/@mantine\/(core|hooks)\/|\/react-feather\/|\/components\/icons\.ts$|\/packages\/(money\/src\/money|totals\/src\/totals)\.ts$/

/** What so many of these files import before anything is shown, without themselves. */
function groupOf(name: string, files: readonly string[], count = 1) {
  const paths = files.map((file) => join(import.meta.dirname, 'src', file))
  let needs: readonly Needs[] | undefined
  return {
    name: (id: string, context: Rolldown.ChunkingContext) => {
      needs ??= paths.map((path) => needsOf(path, context))
      const named = NAMED.exec(id)?.[1]
      const by = needs.filter(
        (it) => it.modules.has(id) || (named !== undefined && it.named.has(named)),
      )
      return by.length >= count && !paths.includes(id) ? name : null
    },
  }
}

interface Needs {
  readonly modules: ReadonlySet<string>
  /** Components and hooks of Mantine, and icons, as their files are called. */
  readonly named: ReadonlySet<string>
}

/** The file of a component, a hook or an icon that is imported from a file that names all. */
const NAMED =
  /\/(?:@mantine\/core\/esm\/components\/(?=\w+\/)|@mantine\/hooks\/esm\/|react-feather\/dist\/icons\/)([\w-]+)/
const NAMING = /^import \{([^}]*)\} from '(?:@mantine\/(?:core|hooks)|[./\w]+\/icons\.ts)'/gm

/** `useNetwork` → `use-network`, `IconWifiOff` → `wifi-off`. */
const fileNames = (names: string): readonly string[] =>
  names.split(',').map((part) => {
    const name = part.trim()
    if (name.startsWith('Icon')) return kebab(ICONS.get(name) ?? name)
    return name.startsWith('use') ? kebab(name) : name
  })
const kebab = (name: string): string => name.replaceAll(/(?<=[a-z])(?=[A-Z\d])/g, '-').toLowerCase()
const ICONS = new Map(
  Array.from(
    readFileSync(join(import.meta.dirname, 'src/components/icons.ts'), 'utf8').matchAll(
      /(\w+) as (Icon\w+)/g,
    ),
    ([, theirs = '', ours = '']) => [ours, theirs],
  ),
)

function needsOf(path: string, context: Rolldown.ChunkingContext): Needs {
  const modules = new Set<string>()
  const named = new Set<string>()
  const visit = (id: string): void => {
    if (modules.has(id) || NAMES_ALL.test(id)) return
    modules.add(id)
    const own = id.includes('node_modules') || !existsSync(id) ? '' : readFileSync(id, 'utf8')
    for (const [, names = ''] of own.matchAll(NAMING))
      for (const name of fileNames(names)) named.add(name)
    for (const next of context.getModuleInfo(id)?.importedIds ?? []) visit(next)
  }
  visit(path)
  return { modules, named }
}

export default defineConfig(({ command }) => ({
  root: join(import.meta.dirname, 'src'),
  base: command === 'build' ? '/console/' : '/',
  publicDir: join(import.meta.dirname, 'public'),
  plugins: [react(), tokens(), componentStyles(), lighter(), sources(), compressed()],
  // The client comes from its sources: its package, as others install it, has to be built first.
  resolve: { tsconfigPaths: true },
  build: {
    outDir: DIST,
    emptyOutDir: true,
    target: 'es2023',
    manifest: true,
    license: { fileName: 'licenses.md' },
    reportCompressedSize: false,
    rolldownOptions: {
      output: { codeSplitting: { groups: [FRAME, FRAME_TOO, ...FIRST, ...SHARED] } },
    },
  },
  // Made ready as a whole, Mantine's components would come without their styles while developing.
  optimizeDeps: { exclude: ['@mantine/core'] },
  server: {
    host: '127.0.0.1',
    proxy: { '^(/c/[^/]+)?/(api/v1|i|docs|healthz|readyz|metrics)(/|$)': SERVICE },
  },
}))

/** While developing, `?v=…` follows the path of a module. */
const pathOf = (id: string): string => id.split('?')[0] ?? id

/**
 * Lets each component of Mantine bring its own styles: a page loads those of what it shows, after those
 * of what that is built on. All of them together are nine tenths of what the first page would load.
 */
function componentStyles(): Plugin {
  return {
    name: 'component-styles',
    transform(code, id) {
      const name = /@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/.exec(pathOf(id))?.[1]
      const styles = `@mantine/core/styles/${name}.layer.css`
      if (name === undefined || !existsSync(join(MODULES, styles))) return null
      return { code: `import '${styles}'\n${code}`, map: null }
    },
  }
}

/**
 * What every first page would load for a detail of it: a table takes its scroll bars, which browsers
 * have, and an icon the check of its color.
 */
const LIGHTER = [
  {
    file: /\/TableScrollContainer\.mjs$/,
    theirs: 'import { ScrollArea } from "../ScrollArea/ScrollArea.mjs";',
    ours: 'const ScrollArea = "div";',
  },
  {
    file: /\/react-feather\/dist\/icons\//,
    theirs: "import PropTypes from 'prop-types';",
    ours: '',
  },
  { file: /\/react-feather\/dist\/icons\//, theirs: /^\w+\.propTypes = \{[^}]*\};$/m, ours: '' },
]

function lighter(): Plugin {
  return {
    name: 'lighter',
    transform(code, id) {
      const found = LIGHTER.filter(({ file }) => file.test(pathOf(id)))
      const lighter = found.reduce((text, { theirs, ours }) => text.replace(theirs, ours), code)
      return lighter === code ? null : { code: lighter, map: null }
    },
  }
}

/** Writes the tokens into the page, so that it has its colors before any other file. */
function tokens(): Plugin {
  return {
    name: 'tokens',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => html.replace('/* tokens */\n', () => tokensCss()),
    },
  }
}

/** Remembers which files of ours the console is made of: `bin/build.js` looks whether they changed. */
function sources(): Plugin {
  return {
    name: 'sources',
    generateBundle() {
      const files = [...this.getModuleIds()]
        .map((id) => id.split('?')[0] ?? id)
        .filter((id) => id.startsWith(ROOT) && !id.startsWith(MODULES) && existsSync(id))
        .map((id) => relative(ROOT, id))
      const source = JSON.stringify([...new Set(files)].sort())
      this.emitFile({ type: 'asset', fileName: '.sources.json', source })
    },
  }
}

/** Compresses once, at the build, what the service sends again and again. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    closeBundle() {
      const folder = join(DIST, 'assets')
      for (const name of readdirSync(folder).filter((it) => /\.(js|css)$/.test(it))) {
        const bytes = readFileSync(join(folder, name))
        writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes))
        writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes))
      }
    },
  }
}
