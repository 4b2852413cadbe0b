import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import jsQR from 'jsqr'
import { PNG } from 'pngjs'
import { countPages } from '../../../platform/browser/pdf/inner/bytes.ts'

/** A part of a sheet, in millimeters from its upper left corner. */
interface Area {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** A code found on a sheet, in millimeters. */
interface PrintedCode {
  readonly text: string
  readonly left: number
  readonly top: number
  readonly width: number
}

const DOTS_PER_MM = 300 / 25.4

export const hasPoppler = (): boolean => spawnSync('pdftoppm', ['-v']).error === undefined

/** Reads the QR code in a part of the last page like a scanner of 300 dpi. */
export function readPrintedCode(pdf: Uint8Array, area: Area): PrintedCode | undefined {
  const { data, width, height } = pictureOf(pdf, area)
  const code = jsQR.default(new Uint8ClampedArray(data), width, height)
  if (code === null) return undefined
  const { topLeftCorner, topRightCorner } = code.location
  return {
    text: new TextDecoder().decode(new Uint8Array(code.binaryData)),
    left: area.left + topLeftCorner.x / DOTS_PER_MM,
    top: area.top + topLeftCorner.y / DOTS_PER_MM,
    width: (topRightCorner.x - topLeftCorner.x) / DOTS_PER_MM,
  }
}

function pictureOf(pdf: Uint8Array, { left, top, width, height }: Area): PNG {
  const folder = mkdtempSync(join(tmpdir(), 'billwright-test-'))
  const dots = (mm: number) => String(Math.round(mm * DOTS_PER_MM))
  const crop = ['-x', dots(left), '-y', dots(top), '-W', dots(width), '-H', dots(height)]
  const last = String(countPages(pdf))
  const options = ['-png', '-singlefile', '-r', '300', '-f', last, '-l', last, ...crop]
  try {
    writeFileSync(join(folder, 'in.pdf'), pdf)
    spawnSync('pdftoppm', [...options, 'in.pdf', 'out'], { cwd: folder })
    return PNG.sync.read(readFileSync(join(folder, 'out.png')))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
