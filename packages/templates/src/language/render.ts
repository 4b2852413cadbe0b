import { escapeFor, type Place } from './escape.ts'
import { escapeContextsOf } from './escape-contexts.ts'
import { readTags, type Tag, type ValueTag } from './language.ts'
import { templateTooComplex } from './template-error.ts'

export { variablesOf } from './language.ts'

/** HTML made by the renderer itself; printed unescaped where elements are allowed. */
export class Fragment {
  readonly html: string
  /** Used where elements are not allowed: in an attribute, title or CSS string. */
  readonly text: string

  constructor(html: string, text = '') {
    this.html = html
    this.text = text
  }
}

export type ViewValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | Fragment
  | View
  | readonly ViewValue[]

export interface View {
  readonly [name: string]: ViewValue
}

export interface Template {
  /**
   * The document as HTML, at most 4 MiB. Throws `template_too_complex` beyond that, or after 200
   * 000 tags.
   */
  render(view: View): string
}

const LINK_PLACES = new Set<Place>(['address', 'contact', 'address-part'])
const OUTPUT_BYTES_MAX = 4 * 1024 * 1024
const STEPS_MAX = 200_000

type Node =
  | { readonly kind: 'text'; readonly text: string; readonly bytes: number }
  | {
      readonly kind: 'value'
      readonly path: readonly string[]
      readonly fallback: string | null
      readonly place: Place
    }
  | {
      readonly kind: 'section' | 'inverted'
      readonly path: readonly string[]
      readonly children: readonly Node[]
    }

/** The visible values, innermost first. */
interface Stack {
  readonly value: ViewValue
  readonly outer: Stack | null
}

/**
 * Compiles a template: Mustache with sections, inverted sections, dotted names, `.` and comments,
 * plus `{{name || "default"}}`, without partials, lambdas and custom delimiters. The context of
 * each tag, and so its escaping, is decided here, before any value is known.
 *
 * Throws `template_invalid` or `template_unsafe`, with line and column.
 */
export function compile(source: string): Template {
  const tags = readTags(source)
  const nodes = toNodes(source, tags, escapeContextsOf(source, tags))
  return { render: (view) => new Rendering().document(nodes, view) }
}

/** Builds a tree from the tags, and removes lines with only sections and comments. */
function toNodes(
  source: string,
  tags: readonly Tag[],
  places: ReadonlyMap<Tag, Place>,
): readonly Node[] {
  const bare = bareSpans(source, tags)
  const levels: Node[][] = [[]]
  let at = 0
  for (const [index, tag] of tags.entries()) {
    const span = bare[index] ?? tag
    pushText(levels.at(-1), source.slice(at, Math.max(at, span.start)))
    at = Math.max(at, span.end)
    if (tag.kind === 'close') levels.pop()
    if (tag.kind === 'value') pushValue(levels.at(-1), tag, places.get(tag))
    if (tag.kind === 'section' || tag.kind === 'inverted') {
      const children: Node[] = []
      levels.at(-1)?.push({ kind: tag.kind, path: tag.path, children })
      levels.push(children)
    }
  }
  const root = levels[0] ?? []
  pushText(root, source.slice(at))
  return root
}

function pushText(level: Node[] | undefined, text: string): void {
  if (text !== '') level?.push({ kind: 'text', text, bytes: Buffer.byteLength(text) })
}

/** A value inside an HTML comment has no context and is not printed. */
function pushValue(
  level: Node[] | undefined,
  { path, fallback }: ValueTag,
  place: Place | undefined,
): void {
  if (place !== undefined) level?.push({ kind: 'value', path, fallback, place })
}

interface Span {
  readonly start: number
  readonly end: number
}

/** The source range that each tag replaces: its own, or also the blank rest of its line. */
function bareSpans(source: string, tags: readonly Tag[]): readonly Span[] {
  const spans: Span[] = []
  let line: Tag[] = []
  const settle = (end: number) => {
    const bare = line.every((tag) => tag.kind !== 'value') && isBlankAround(source, line, end)
    for (const [index, tag] of line.entries()) {
      spans.push(bare ? lineSpan(source, line, index, end) : tag)
    }
    line = []
  }
  for (const tag of tags) {
    const previous = line.at(-1)
    const between =
      previous === undefined ? -1 : source.slice(previous.end, tag.start).indexOf('\n')
    if (previous !== undefined && between !== -1) settle(previous.end + between + 1)
    line.push(tag)
  }
  const last = line.at(-1)
  if (last !== undefined) {
    const lineEnd = source.indexOf('\n', last.end)
    settle(lineEnd === -1 ? source.length : lineEnd + 1)
  }
  return spans
}

const lineStart = (source: string, offset: number) => source.lastIndexOf('\n', offset - 1) + 1

function isBlankAround(source: string, line: readonly Tag[], end: number): boolean {
  let at = lineStart(source, line[0]?.start ?? 0)
  for (const tag of line) {
    if (source.slice(at, tag.start).trim() !== '') return false
    at = tag.end
  }
  return source.slice(at, end).trim() === ''
}

/** In a line with only section tags, each takes the blanks before it, and the last also the line break. */
function lineSpan(source: string, line: readonly Tag[], index: number, end: number): Span {
  const tag = line[index]
  const tagEnd = tag?.end ?? end
  const start = line[index - 1]?.end ?? lineStart(source, tag?.start ?? 0)
  return { start, end: index === line.length - 1 ? end : tagEnd }
}

/** The state of one rendering: its output and step count. */
class Rendering {
  #html = ''
  #bytes = 0
  #steps = 0

  document(nodes: readonly Node[], view: View): string {
    this.#nodes(nodes, { value: view, outer: null })
    return this.#html
  }

  #nodes(nodes: readonly Node[], stack: Stack): void {
    for (const node of nodes) {
      this.#steps += 1
      if (this.#steps > STEPS_MAX) {
        throw templateTooComplex(
          `The template needs more than ${STEPS_MAX} steps to render. Simplify it.`,
        )
      }
      if (node.kind === 'text') this.#print(node.text, node.bytes)
      else if (node.kind === 'value') {
        const text = printed(node, lookUp(stack, node.path))
        this.#print(text, Buffer.byteLength(text))
      } else this.#section(node, stack)
    }
  }

  #section(node: Extract<Node, { readonly kind: 'section' | 'inverted' }>, stack: Stack): void {
    const value = lookUp(stack, node.path)
    const shown = isShown(value)
    if (node.kind === 'inverted') {
      if (!shown) this.#nodes(node.children, stack)
    } else if (isList(value)) {
      for (const entry of value) {
        // Count every entry, or a long list with an empty section would be free.
        this.#steps += 1
        this.#nodes(node.children, { value: entry, outer: stack })
      }
    } else if (shown) this.#nodes(node.children, value === true ? stack : { value, outer: stack })
  }

  #print(text: string, bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes > OUTPUT_BYTES_MAX) {
      throw templateTooComplex(
        `The rendered document is larger than ${OUTPUT_BYTES_MAX} bytes. Simplify the template.`,
      )
    }
    this.#html += text
  }
}

function printed(node: Extract<Node, { readonly kind: 'value' }>, value: ViewValue): string {
  const { fallback, place } = node
  if (value instanceof Fragment) return place === 'text' ? value.html : escapeFor(place, value.text)
  const text = isScalar(value) ? String(value) : ''
  const missing = text === '' || value === false
  // A default link would let the template's author decide where customers go.
  if (!missing || fallback === null || LINK_PLACES.has(place)) return escapeFor(place, text)
  return escapeFor(place, fallback)
}

const isScalar = (value: ViewValue): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

const isList = (value: ViewValue): value is readonly ViewValue[] => Array.isArray(value)

/** Falsy in a section: null, false, 0, and an empty text, list or fragment. */
function isShown(value: ViewValue): boolean {
  if (value instanceof Fragment) return value.html !== ''
  return isList(value) ? value.length > 0 : Boolean(value)
}

/** Own properties only, so that templates cannot reach prototypes, lists or fragments. */
function owns(value: ViewValue, name: string): value is View {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.hasOwn(value, name) &&
    !(value instanceof Fragment) &&
    !isList(value)
  )
}

/** The innermost value with the first part of a name decides (Mustache specification). */
function lookUp(stack: Stack, path: readonly string[]): ViewValue {
  const first = path[0]
  if (first === undefined) return stack.value
  let at: Stack | null = stack
  while (at !== null && !owns(at.value, first)) at = at.outer
  let found: ViewValue = at?.value
  for (const name of path) found = owns(found, name) ? found[name] : undefined
  return found
}
