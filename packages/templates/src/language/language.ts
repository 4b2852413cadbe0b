import { templateInvalid } from './template-error.ts'

/** The tags of a template in source order. `start` and `end` are offsets. */
export type Tag = ValueTag | SectionTag | CommentTag

interface Span {
  readonly start: number
  readonly end: number
}

export interface ValueTag extends Span {
  readonly kind: 'value'
  readonly name: string
  readonly path: readonly string[]
  readonly fallback: string | null
  /** Written with three braces or `&`: prints unescaped HTML, but only of fragments. */
  readonly raw: boolean
}

export interface SectionTag extends Span {
  readonly kind: 'section' | 'inverted' | 'close'
  readonly name: string
  readonly path: readonly string[]
}

interface CommentTag extends Span {
  readonly kind: 'comment'
}

/** Size limit of the source of a template that is to be sanitized. */
export const TEMPLATE_BYTES_MAX = 131_072

const NAME = /^[A-Za-z_][\w-]*(?:\.[\w-]+)*$/
const NAME_LENGTH_MAX = 200
const PATH_DEPTH_MAX = 8
const SECTION_DEPTH_MAX = 20
const FALLBACK = /^([^"'|\s]+)\s*\|\|\s*(?:"([^"]*)"|'([^']*)')$/
const SIGILS: Readonly<Record<string, 'section' | 'inverted' | 'close'>> = {
  '#': 'section',
  '^': 'inverted',
  '/': 'close',
}
const REFUSED: Readonly<Record<string, string>> = {
  '>': 'Partials are not supported',
  '<': 'Parents are not supported',
  $: 'Blocks are not supported',
  '=': 'Custom delimiters are not supported',
}

/** Reads all tags of a template. Throws `template_invalid` at the first fault. */
export function readTags(source: string): readonly Tag[] {
  const tags: Tag[] = []
  const open: Tag[] = []
  let start = source.indexOf('{{')
  while (start !== -1) {
    const tag = readTag(source, start)
    checkNesting(source, open, tag)
    tags.push(tag)
    start = source.indexOf('{{', tag.end)
  }
  const last = open.at(-1)
  if (last !== undefined && last.kind !== 'comment') {
    throw templateInvalid(source, last.start, `The section ${last.name} is never closed`)
  }
  return tags
}

/** The distinct names in a template in order of appearance, without `.`. */
export function variablesOf(source: string): readonly string[] {
  const names = readTags(source).flatMap((tag) => (tag.kind === 'comment' ? [] : [tag.name]))
  return [...new Set(names)].filter((name) => name !== '.')
}

/**
 * The names whose values are printed, alone and with each surrounding section: `amount` in
 * `{{#taxes}}` is also `taxes.amount`. Sections themselves print nothing, and `{{^name}}` cannot
 * print the value of `name`.
 */
export function printedNames(tags: readonly Tag[]): ReadonlySet<string> {
  const names = new Set<string>()
  const open: SectionTag[] = []
  for (const tag of tags) {
    if (tag.kind === 'section' || tag.kind === 'inverted') open.push(tag)
    if (tag.kind === 'close') open.pop()
    if (tag.kind !== 'value') continue
    const own = tag.name === '.' ? open.at(-1)?.name : tag.name
    if (own === undefined || open.some(({ kind, name }) => kind === 'inverted' && name === own))
      continue
    names.add(own)
    for (const { kind, name } of open) if (kind === 'section') names.add(`${name}.${own}`)
  }
  return names
}

function checkNesting(source: string, open: Tag[], tag: Tag): void {
  if (tag.kind === 'section' || tag.kind === 'inverted') {
    open.push(tag)
    if (open.length > SECTION_DEPTH_MAX) {
      throw templateInvalid(
        source,
        tag.start,
        `Sections can nest at most ${SECTION_DEPTH_MAX} deep`,
      )
    }
  }
  if (tag.kind !== 'close') return
  const opener = open.pop()
  if (opener === undefined || opener.kind === 'comment') {
    throw templateInvalid(source, tag.start, `{{/${tag.name}}} closes a section that is not open`)
  }
  if (opener.name !== tag.name) {
    throw templateInvalid(
      source,
      tag.start,
      `{{/${tag.name}}} is in the place of {{/${opener.name}}}`,
    )
  }
}

function readTag(source: string, start: number): Tag {
  const triple = source.startsWith('{{{', start)
  const closing = triple ? '}}}' : '}}'
  const from = start + (triple ? 3 : 2)
  const to = source.indexOf(closing, from)
  if (to === -1) throw templateInvalid(source, start, 'A tag is never closed')
  const end = to + closing.length
  const sigil = triple ? '{' : source.charAt(from)
  if (sigil === '!') return { kind: 'comment', start, end }
  const refused = REFUSED[sigil]
  if (refused !== undefined) throw templateInvalid(source, start, refused)
  const kind = SIGILS[sigil]
  const text = source.slice(kind === undefined && sigil !== '&' ? from : from + 1, to).trim()
  if (kind !== undefined)
    return { kind, name: text, path: readPath(source, start, text), start, end }
  return readValue(source, { start, end, text, raw: triple || sigil === '&' })
}

function readValue(
  source: string,
  tag: {
    readonly start: number
    readonly end: number
    readonly text: string
    readonly raw: boolean
  },
): Tag {
  const { start, end, text, raw } = tag
  const match = FALLBACK.exec(text)
  const name = match?.[1] ?? text
  const fallback = match?.[2] ?? match?.[3] ?? null
  return { kind: 'value', name, path: readPath(source, start, name), fallback, raw, start, end }
}

/** An empty path means the current value, `.`. */
function readPath(source: string, start: number, name: string): readonly string[] {
  if (name === '.') return []
  if (name.length > NAME_LENGTH_MAX || !NAME.test(name)) {
    throw templateInvalid(source, start, 'A tag must be a name, or a name || "default"')
  }
  const path = name.split('.')
  if (path.length <= PATH_DEPTH_MAX) return path
  throw templateInvalid(source, start, `A name can have at most ${PATH_DEPTH_MAX} parts`)
}
