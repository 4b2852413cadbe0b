/** Prints the sample documents and keeps a picture of each in docs/images. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compile } from '@billwright/templates'
import { PNG } from 'pngjs'
import { builtInTemplates } from '../src/company/templates/inner/builtin.ts'
import { traitsOf } from '../src/company/templates/traits.ts'
import { SAMPLE_CASES, sampleCase } from '../src/paper/printing/samples/sample-cases.ts'
import { documentView } from '../src/paper/printing/view.ts'
import { createPdfRenderer } from '../src/platform/browser/pdf/renderer.ts'

const WIDTH = 900
const SMALL_WIDTH = 480
const GAP = 12
const IMAGES = fileURLToPath(new URL('../docs/images/', import.meta.url))

const renderer = createPdfRenderer({
  chromiumPath: null,
  remoteUrl: null,
  concurrency: 1,
  cacheDir: join(tmpdir(), 'document-pictures'),
  log: (level, message) => console.log(`${level}: ${message}`),
})
mkdirSync(IMAGES, { recursive: true })
try {
  for (const { id, html } of builtInTemplates()) {
    const template = compile(html)
    for (const name of SAMPLE_CASES) {
      const picture = await pictureOf(
        template.render(documentView({ ...sampleCase(name), traits: traitsOf(html) })),
      )
      const file = `${id}-${name}.png`
      writeFileSync(join(IMAGES, file), picture)
      console.log(`${file}: ${Math.round(picture.length / 1024)} KB`)
    }
  }
} finally {
  await renderer.close()
}

/** The pages side by side; where poppler is missing, the document as a screen shows it. */
async function pictureOf(html: string): Promise<Uint8Array> {
  if (!hasPoppler()) return await renderer.screenshot(html, { width: WIDTH, fullPage: true })
  const pages = pagesOf(await renderer.print(html))
  return PNG.sync.write(sideBySide(pages), { colorType: 2, deflateLevel: 9 })
}

function hasPoppler(): boolean {
  try {
    execFileSync('pdftoppm', ['-v'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function pagesOf(pdf: Uint8Array): readonly PNG[] {
  const folder = mkdtempSync(join(tmpdir(), 'document-pages-'))
  try {
    const file = join(folder, 'document.pdf')
    writeFileSync(file, pdf)
    const pages = Number(
      /Pages:\s+(\d+)/.exec(execFileSync('pdfinfo', [file], { encoding: 'utf8' }))?.[1],
    )
    const width = pages === 1 ? WIDTH : SMALL_WIDTH
    execFileSync('pdftoppm', [
      '-png',
      '-scale-to-x',
      `${width}`,
      '-scale-to-y',
      '-1',
      file,
      join(folder, 'page'),
    ])
    return readdirSync(folder)
      .filter((name) => name.endsWith('.png'))
      .sort()
      .map((name) => PNG.sync.read(readFileSync(join(folder, name))))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function sideBySide(pages: readonly PNG[]): PNG {
  const width = pages.reduce((sum, page) => sum + page.width + GAP, GAP)
  const height = Math.max(...pages.map((page) => page.height)) + 2 * GAP
  const whole = new PNG({ width, height })
  whole.data.fill(0xdd)
  let x = GAP
  for (const page of pages) {
    PNG.bitblt(page, whole, 0, 0, page.width, page.height, x, GAP)
    x += page.width + GAP
  }
  return whole
}
