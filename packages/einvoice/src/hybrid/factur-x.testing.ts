import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { attachedXmls } from './factur-x-reader.ts'

/** The e-invoice that a PDF has attached. */
export const firstXml = (pdf: Uint8Array): Uint8Array | null => attachedXmls(pdf)[0]?.bytes ?? null

/** Whether a PDF program is installed. */
export const hasTool = (name: string): boolean => spawnSync(name, ['--version']).error === undefined

/** A program's report on a PDF: exit code and both outputs, as poppler and qpdf differ. */
export function inspect(
  pdf: Uint8Array,
  [command, ...parameters]: readonly [string, ...string[]],
): { readonly status: number | null; readonly text: string; readonly made: Uint8Array | null } {
  const folder = mkdtempSync(join(tmpdir(), 'billwright-test-'))
  try {
    writeFileSync(join(folder, 'in.pdf'), pdf)
    const { status, stdout, stderr } = spawnSync(command, parameters, {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    })
    return { status, text: `${stdout}${stderr}`, made: readIfThere(join(folder, 'out')) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readIfThere(path: string): Uint8Array | null {
  try {
    return readFileSync(path)
  } catch {
    return null
  }
}

/** The objects of a PDF from qpdf: names begin with `/`, text with `u:`. */
export interface PdfObjects {
  readonly trailer: Json
  /** The value or the stream's dictionary behind a reference such as `12 0 R`. */
  object(reference: Json): Json
  readonly all: readonly Json[]
}

export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json }

export function pdfObjects(pdf: Uint8Array): PdfObjects {
  const { text } = inspect(pdf, ['qpdf', '--json', '--json-key=qpdf', 'in.pdf'])
  const objects = field(field(JSON.parse(text), 'qpdf'), '1')
  const contents = (it: Json): Json => field(it, 'value') ?? field(field(it, 'stream'), 'dict')
  return {
    trailer: contents(field(objects, 'trailer')),
    object: (reference) => contents(field(objects, `obj:${String(reference)}`)),
    all: Object.values(objects ?? {}).map(contents),
  }
}

/** An entry by key or index; null if missing. */
export const field = (value: Json, key: string): Json =>
  (typeof value === 'object' && value !== null
    ? (value as { readonly [key: string]: Json })[key]
    : null) ?? null

export const path = (value: Json, ...keys: readonly string[]): Json => keys.reduce(field, value)
