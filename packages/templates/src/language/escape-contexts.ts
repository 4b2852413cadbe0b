import type { Place } from './escape.ts'
import type { Tag } from './language.ts'
import { templateUnsafe } from './template-error.ts'

type Mode =
  | 'data'
  | 'tag-open'
  | 'tag-name'
  | 'in-tag'
  | 'attribute-name'
  | 'before-value'
  | 'quoted'
  | 'unquoted'
  | 'comment'
  | 'declaration'
  | 'content'
type Css = 'value' | 'double' | 'single' | 'comment' | 'url'

/** The state of an HTML tokenizer, as far as it decides the context of a tag. */
interface State {
  mode: Mode
  /** The element of the current start tag or raw content. */
  element: string
  closing: boolean
  attribute: string
  quote: string
  /** Start of the attribute value or raw content. Tags in the same one have the same start. */
  from: number
  css: Css
}

const PLAIN = new Set(['title', 'textarea'])
const RAW = new Set(['style', 'script', 'xmp', 'iframe', 'noembed', 'noframes', 'noscript'])
/** Names of URLs set by the seller. Text that anyone can type is never a web link. */
const LINK_NAME = /(?:website|url|link)$/i
const ADDRESS_START = /^(?:mailto:|tel:)$/
/** Attributes with URLs, code or documents, where tags are not allowed. */
const CLOSED_ATTRIBUTE =
  /^(?:on.*|src|srcset|srcdoc|action|formaction|data|poster|ping|background|xlink:href|.*:.*)$/
const SPACE = /\s/

/**
 * Determines the context of each value tag in one pass over the source. Throws `template_unsafe`
 * for a tag that could create an element, attribute, handler or URL, and for a section that opens
 * and closes in different contexts.
 */
export function escapeContextsOf(source: string, tags: readonly Tag[]): ReadonlyMap<Tag, Place> {
  const places = new Map<Tag, Place>()
  const open: string[] = []
  const state: State = {
    mode: 'data',
    element: '',
    closing: false,
    attribute: '',
    quote: '',
    from: 0,
    css: 'value',
  }
  let at = 0
  for (const tag of tags) {
    walk(source, state, at, tag.start)
    at = tag.end
    if (state.mode === 'comment') continue
    const place = placeIn(source, state, tag)
    if (tag.kind === 'value') places.set(tag, place)
    const key = `${state.mode} ${state.from} ${state.css}`
    if (tag.kind === 'section' || tag.kind === 'inverted') open.push(key)
    if (tag.kind === 'close' && open.pop() !== key) {
      throw templateUnsafe(source, tag.start, 'A section must open and close in the same context')
    }
  }
  return places
}

function placeIn(source: string, state: State, tag: Tag): Place {
  const place = placeOrNothing(source, state, tag)
  if (place !== undefined) return place
  throw templateUnsafe(
    source,
    tag.start,
    'Tags are only allowed in text, quoted attributes and CSS values',
  )
}

function placeOrNothing(source: string, state: State, tag: Tag): Place | undefined {
  if (state.mode === 'data') return 'text'
  if (state.mode === 'content' && PLAIN.has(state.element)) return 'plain'
  const style = state.mode === 'content' ? state.element === 'style' : state.attribute === 'style'
  if (style && (state.mode === 'content' || state.mode === 'quoted')) return cssPlace(state.css)
  if (state.mode !== 'quoted' || CLOSED_ATTRIBUTE.test(state.attribute)) return undefined
  if (state.attribute !== 'href') return 'attribute'
  return addressPlace(source, state, tag)
}

function cssPlace(css: Css): Place | undefined {
  if (css === 'comment' || css === 'value') return 'css'
  return css === 'url' ? undefined : 'css-string'
}

function addressPlace(source: string, state: State, tag: Tag): Place | undefined {
  if (tag.kind !== 'value') return undefined
  const ends = source.charAt(tag.end) === state.quote
  if (tag.start === state.from && ends) return LINK_NAME.test(tag.name) ? 'address' : 'contact'
  return ends && ADDRESS_START.test(source.slice(state.from, tag.start))
    ? 'address-part'
    : undefined
}

/** Reads `source` from one tag to the next. A comment around tags continues after them. */
function walk(source: string, state: State, from: number, to: number): void {
  for (let at = from; at < to; at += 1) at = step(source, state, at)
}

/** Consumes one character and returns the offset of the last one used. */
function step(source: string, state: State, at: number): number {
  const character = source.charAt(at)
  switch (state.mode) {
    case 'data':
      if (character === '<') state.mode = 'tag-open'
      return at
    case 'tag-open':
      return openTag(source, state, at, character)
    case 'tag-name':
      if (/[\s/>]/.test(character)) return inTag(state, at, character)
      state.element += character.toLowerCase()
      return at
    case 'in-tag':
      return inTag(state, at, character)
    case 'attribute-name':
      if (character === '=') state.mode = 'before-value'
      else if (/[\s/>]/.test(character)) return inTag(state, at, character)
      else state.attribute += character.toLowerCase()
      return at
    case 'before-value':
      return beforeValue(state, at, character)
    case 'quoted':
      if (character === state.quote) state.mode = 'in-tag'
      else if (state.attribute === 'style') return cssStep(source, state, at, character)
      return at
    case 'unquoted':
      return SPACE.test(character) || character === '>' ? inTag(state, at, character) : at
    case 'comment':
      if (character === '>' && source.startsWith('--', at - 2)) state.mode = 'data'
      return at
    case 'declaration':
      if (character === '>') state.mode = 'data'
      return at
    case 'content':
      return inContent(source, state, at, character)
  }
}

function openTag(source: string, state: State, at: number, character: string): number {
  if (source.startsWith('!--', at)) {
    state.mode = 'comment'
    return at + 2
  }
  if (character === '!' || character === '?') state.mode = 'declaration'
  else if (character === '/') state.closing = true
  else if (/[a-z]/i.test(character)) {
    state.closing = source.charAt(at - 1) === '/'
    state.element = character.toLowerCase()
    state.attribute = ''
    state.mode = 'tag-name'
  } else state.mode = character === '<' ? 'tag-open' : 'data'
  return at
}

function inTag(state: State, at: number, character: string): number {
  if (character === '=' && state.attribute !== '') state.mode = 'before-value'
  else if (character === '>') leaveTag(state, at)
  else if (SPACE.test(character) || character === '/') state.mode = 'in-tag'
  else {
    state.attribute = character.toLowerCase()
    state.mode = 'attribute-name'
  }
  return at
}

function leaveTag(state: State, at: number): void {
  const holdsText = !state.closing && (PLAIN.has(state.element) || RAW.has(state.element))
  state.mode = holdsText ? 'content' : 'data'
  state.from = holdsText ? at + 1 : 0
  state.css = 'value'
}

function beforeValue(state: State, at: number, character: string): number {
  if (SPACE.test(character)) return at
  if (character === '>') return inTag(state, at, character)
  const quoted = character === '"' || character === "'"
  state.mode = quoted ? 'quoted' : 'unquoted'
  state.quote = quoted ? character : ''
  state.from = at + 1
  state.css = 'value'
  return at
}

function inContent(source: string, state: State, at: number, character: string): number {
  const end = `</${state.element}`
  if (character === '<' && source.slice(at, at + end.length).toLowerCase() === end) {
    state.mode = 'tag-open'
    state.from = 0
    return at
  }
  return state.element === 'style' ? cssStep(source, state, at, character) : at
}

const QUOTE_REFERENCE = /^&(?:quot|apos|#34|#39);/

function cssStep(source: string, state: State, at: number, character: string): number {
  const reference =
    state.mode === 'quoted' && character === '&'
      ? QUOTE_REFERENCE.exec(source.slice(at, at + 6))?.[0]
      : undefined
  const quote = reference === undefined ? character : /quot|34/.test(reference) ? '"' : "'"
  state.css = nextCss(source, state.css, at, quote)
  if (character === '\\') return at + 1
  return at + (reference === undefined ? 0 : reference.length - 1)
}

function nextCss(source: string, css: Css, at: number, character: string): Css {
  if (css === 'comment') return source.startsWith('*/', at - 1) ? 'value' : css
  if (css === 'url') return character === ')' ? 'value' : css
  if (css === 'double') return character === '"' || character === '\n' ? 'value' : css
  if (css === 'single') return character === "'" || character === '\n' ? 'value' : css
  if (character === '"') return 'double'
  if (character === "'") return 'single'
  if (source.startsWith('/*', at)) return 'comment'
  return /^url\($/i.test(source.slice(at - 3, at + 1)) ? 'url' : css
}
