import { escapeContextsOf } from '../language/escape-contexts.ts'
import { readTags, TEMPLATE_BYTES_MAX } from '../language/language.ts'
import {
  TemplateError,
  templateInvalid,
  templateTooLarge,
  templateUnsafe,
} from '../language/template-error.ts'
import { parseMarked } from './html-parser.ts'
import { HtmlWriter } from './html-writer.ts'
import { MarkedSource } from './placeholders.ts'
import { type Removal, Removals } from './removals.ts'
import { repairSections } from './section-repair.ts'

export type { Removal } from './removals.ts'

export interface SanitizeOptions {
  /** Paths of the template's own files, which its CSS may load. */
  readonly assets?: readonly string[]
  /** Other addresses that its CSS may load, such as where the files of templates are served. */
  readonly addresses?: RegExp
  /** Names of fragments: their tags may keep three braces. */
  readonly fragments?: readonly string[]
}

export interface SanitizedTemplate {
  readonly html: string
  readonly removed: readonly Removal[]
}

/** A byte order mark before `<html>` would count as text and open the body. */
const BYTE_ORDER_MARK = /^\ufeff/

/** A normal template settles in two passes; badly broken HTML that needs more is refused. */
const PASSES_MAX = 5

/**
 * Makes a template safe to store and print. The result is a whole document with only allowed
 * elements, attributes and CSS. Tags appear only where their value stays a value, and it loads only
 * the template's own assets. Sanitizing it again changes nothing.
 *
 * Throws `template_too_large`, `template_invalid`, `template_unsafe` or `template_too_complex`.
 */
export function sanitizeTemplate(source: string, options: SanitizeOptions = {}): SanitizedTemplate {
  checkSource(source)
  const first = pass(source.replace(BYTE_ORDER_MARK, ''), options)
  let html = first.html
  for (let passes = 1; passes < PASSES_MAX; passes += 1) {
    const next = pass(html, options).html
    if (next === html) return { html, removed: first.removed }
    html = next
  }
  throw templateUnsafe(source, 0, 'The HTML is ambiguous: nest the elements properly')
}

function checkSource(source: string): void {
  if (Buffer.byteLength(source) > TEMPLATE_BYTES_MAX) throw templateTooLarge(TEMPLATE_BYTES_MAX)
  if (!source.isWellFormed()) throw templateInvalid(source, 0, 'The text is not valid Unicode')
  const control = /[\p{Cc}--[\t\n\r]]/v.exec(source)
  if (control === null) return
  throw templateInvalid(source, control.index, 'Control characters are not allowed')
}

/** Parts of a table without the table, as some editors send them; a browser would drop them. */
const TABLE_PART = /^\s*<(?:td|th|tr|tbody|thead|tfoot|caption|colgroup|col)\b/i

function pass(source: string, options: SanitizeOptions): SanitizedTemplate {
  const prefix = `<!DOCTYPE html>${TABLE_PART.test(source) ? '<table>' : ''}`
  const marked = new MarkedSource(source, prefix, options.fragments)
  const removals = new Removals(marked)
  const document = parseMarked(marked)
  repairSections(document, marked)
  const allowedUrl = (address: string) => allowAddress(address, options)
  const html = new HtmlWriter({ marked, removals, allowedUrl }).document(document)
  checkTags(source, html)
  for (const tag of marked.lost()) {
    removals.addTag(tag)
  }
  return { html, removed: removals.all() }
}

/** Parses the result again as the renderer does: a check that shares no code with the writer. */
function checkTags(source: string, html: string): void {
  try {
    escapeContextsOf(html, readTags(html))
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    throw templateUnsafe(source, 0, `A tag was removed together with its element: ${error.message}`)
  }
}

const IMAGE = /^data:image\/(?:png|jpeg|gif|webp);base64,[a-z0-9+/]+={0,2}$/i
const FONT = /^data:font\/(?:woff2?|ttf|otf|sfnt|collection);base64,[a-z0-9+/]+={0,2}$/i
const ASSET_PATH = /^[A-Za-z0-9_][A-Za-z0-9._-]*(?:\/[A-Za-z0-9_][A-Za-z0-9._-]*)*$/

function allowAddress(address: string, options: SanitizeOptions): string | null {
  const url = address.trim()
  if (IMAGE.test(url) || FONT.test(url)) return url
  if (url.includes('..')) return null
  if (options.addresses?.test(url)) return url
  const path = url.replace(/^\.\//, '')
  return ASSET_PATH.test(path) && options.assets?.includes(path) ? path : null
}
