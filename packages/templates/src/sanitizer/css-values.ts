import { ident, string, tokenize, tokenTypes, url } from 'css-tree'
import { SELECTOR_FUNCTIONS, VALUE_FUNCTIONS } from './allowlist.ts'
import type { MarkedSource } from './placeholders.ts'

export interface CssToken {
  readonly type: number
  readonly text: string
  /** Offset in the CSS. */
  readonly start: number
}

/** What CSS needs from the template around it. */
export interface CssContext {
  readonly marked: MarkedSource
  /** The URL to print for a `url()`, or null if it is not allowed. */
  readonly allowedUrl: (address: string) => string | null
  /** `at` is an offset in the CSS. */
  readonly report: (what: string, at: number) => void
}

export const TYPE = tokenTypes

export function readCssTokens(css: string): readonly CssToken[] {
  const tokens: CssToken[] = []
  tokenize(css, (type, start, end) => {
    tokens.push({ type, text: css.slice(start, end), start })
  })
  return tokens
}

const PLAIN_IDENT = /^[-\w\u0080-\u{10ffff}]+$/u
const PLAIN_NUMBER = /^[-+\w.%\u0080-\u{10ffff}]+$/u
const PLAIN_HASH = /^#[-\w\u0080-\u{10ffff}]+$/u
const ADDRESS_LIKE = /^\s*(?:[a-z][a-z0-9+.-]*:|\/\/)/i

const OPENING: ReadonlyMap<number, string> = new Map([
  [TYPE.Function, ')'],
  [TYPE.LeftParenthesis, ')'],
  [TYPE.LeftSquareBracket, ']'],
])
const CLOSING = new Set<number>([TYPE.RightParenthesis, TYPE.RightSquareBracket])
const BLANK = new Set<number>([TYPE.WhiteSpace, TYPE.Comment])

/**
 * Rewrites a run of tokens, or returns null if one is not allowed. So none of the author's spelling
 * (comments, escapes, odd quotes) reaches a browser. Separate tokens stay separate; adjacent tokens
 * stay adjacent, except around tags, which may print nothing.
 */
function rewrite(
  tokens: readonly CssToken[],
  spell: (token: CssToken) => string | null,
  holdsMarker: (text: string) => boolean,
): string | null {
  const closers: string[] = []
  let out = ''
  let previous: CssToken | undefined
  let apart = false
  for (const token of tokens) {
    if (BLANK.has(token.type)) {
      apart = true
      continue
    }
    const spelt = spell(token)
    if (spelt === null) return null
    if (CLOSING.has(token.type) && closers.pop() !== token.text) return null
    const closer = OPENING.get(token.type)
    if (closer !== undefined) closers.push(closer)
    if (previous !== undefined && (apart || mayJoin(previous, token, holdsMarker))) out += ' '
    out += spelt
    previous = token
    apart = false
  }
  return closers.length === 0 ? out : null
}

/** If a tag prints nothing, the `/` and `*` around it must not start a comment. */
function mayJoin(left: CssToken, right: CssToken, holdsMarker: (text: string) => boolean): boolean {
  if (right.type === TYPE.Delim && right.text !== '%') return holdsMarker(left.text)
  return left.type === TYPE.Delim && holdsMarker(right.text)
}

/** A declaration's value, or null if any part is not allowed. */
export function rewriteValue(
  tokens: readonly CssToken[],
  property: string,
  context: CssContext,
): string | null {
  const holdsMarker = (text: string) => context.marked.holdsMarker(text)
  const urlJoined = joinQuotedUrls(tokens)
  if (urlJoined === null || !keepsSectionsWhole(urlJoined, context.marked)) return null
  return rewrite(urlJoined, (token) => spellValue(token, property, context), holdsMarker)
}

/** A bracket opened inside a section and closed outside would swallow the rules that follow. */
function keepsSectionsWhole(tokens: readonly CssToken[], marked: MarkedSource): boolean {
  const depths: number[] = []
  let depth = 0
  for (const token of tokens) {
    for (const tag of marked.tags(token.text)) {
      if (tag.kind === 'section' || tag.kind === 'inverted') depths.push(depth)
      if (tag.kind === 'close' && depths.pop() !== depth) return false
    }
    if (OPENING.has(token.type)) depth += 1
    if (CLOSING.has(token.type)) depth -= 1
    if (depth < (depths.at(-1) ?? 0)) return false
  }
  return true
}

const VALUE_DELIMS = new Set(['+', '-', '*', '/', '!', '.', '%', '?'])
const VALUE_PUNCTUATION = new Set<number>([
  TYPE.Comma,
  TYPE.LeftParenthesis,
  TYPE.RightParenthesis,
  TYPE.LeftSquareBracket,
  TYPE.RightSquareBracket,
])

function spellValue(token: CssToken, property: string, context: CssContext): string | null {
  const { type, text } = token
  if (VALUE_PUNCTUATION.has(type)) return text
  if (type === TYPE.Url) return spellUrl(url.decode(text), token.start, context)
  if (type === TYPE.String) return spellString(text, property, context)
  return spellPlain(token, VALUE_DELIMS, (name) => VALUE_FUNCTIONS.has(name))
}

/** The tokens that values and preludes have in common; null for any other. */
function spellPlain(
  { type, text }: CssToken,
  delims: ReadonlySet<string>,
  isAllowed: (functionName: string) => boolean,
): string | null {
  switch (type) {
    case TYPE.Ident:
      return PLAIN_IDENT.test(text) ? text : null
    case TYPE.Function:
      return isAllowed(text.slice(0, -1).toLowerCase()) ? text.toLowerCase() : null
    case TYPE.Hash:
      return PLAIN_HASH.test(text) ? text : null
    case TYPE.Number:
    case TYPE.Percentage:
    case TYPE.Dimension:
      return PLAIN_NUMBER.test(text) ? text : null
    case TYPE.Delim:
      return delims.has(text) ? text : null
    default:
      return null
  }
}

function spellUrl(address: string, at: number, context: CssContext): string | null {
  const allowed = context.marked.holdsMarker(address) ? null : context.allowedUrl(address)
  if (allowed !== null) return `url(${quoteCss(allowed)})`
  context.report(`url(${context.marked.spellAll(address).slice(0, 80)})`, at)
  return null
}

function spellString(text: string, property: string, context: CssContext): string | null {
  const value = string.decode(text)
  // Custom properties are allowed anywhere, even in functions of future browsers.
  if (property.startsWith('--') && ADDRESS_LIKE.test(value)) return null
  const tags = context.marked.tags(value)
  return tags.every((tag) => tag.kind === 'value') ? quoteCss(value) : null
}

/** Single quotes, so that a style attribute needs no character references. */
const quoteCss = (text: string): string =>
  `'${text.replace(/[\p{Cc}'"\\<>&{}`]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0
    return code === 0 ? '' : `\\${code.toString(16)} `
  })}'`

/** The tokenizer returns `url("…")` as a function with a string; this turns it back into one url token. */
function joinQuotedUrls(tokens: readonly CssToken[]): readonly CssToken[] | null {
  const joined: CssToken[] = []
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at]
    if (token === undefined) continue
    if (token.type !== TYPE.Function || token.text.toLowerCase() !== 'url(') {
      joined.push(token)
      continue
    }
    const inside: CssToken[] = []
    for (at += 1; at < tokens.length && tokens[at]?.type !== TYPE.RightParenthesis; at += 1) {
      const inner = tokens[at]
      if (inner !== undefined && !BLANK.has(inner.type)) inside.push(inner)
    }
    const [only, ...more] = inside
    if (only?.type !== TYPE.String || more.length > 0 || at >= tokens.length) return null
    joined.push({ ...token, type: TYPE.Url, text: url.encode(string.decode(only.text)) })
  }
  return joined
}

const SELECTOR_DELIMS = new Set(['.', '*', '>', '+', '~', '=', '^', '$', '|', '-'])
const SELECTOR_PUNCTUATION = new Set<number>([
  TYPE.Comma,
  TYPE.Colon,
  TYPE.LeftParenthesis,
  TYPE.RightParenthesis,
  TYPE.LeftSquareBracket,
  TYPE.RightSquareBracket,
  TYPE.Number,
  TYPE.Percentage,
  TYPE.Dimension,
])

/** A selector list or keyframe selector, or null. Class names may have escapes, which are rewritten. */
export const rewriteSelector = (tokens: readonly CssToken[]): string | null =>
  rewrite(tokens, spellSelector, () => false)

function spellSelector({ type, text }: CssToken): string | null {
  if (SELECTOR_PUNCTUATION.has(type))
    return PLAIN_NUMBER.test(text) || text.length === 1 ? text : null
  switch (type) {
    case TYPE.Ident:
      return spellName(text)
    case TYPE.Hash:
      return `#${spellName(text.slice(1))}`
    case TYPE.Function:
      return SELECTOR_FUNCTIONS.has(text.slice(0, -1).toLowerCase()) ? text.toLowerCase() : null
    case TYPE.Delim:
      return SELECTOR_DELIMS.has(text) ? text : null
    case TYPE.String:
      return quoteCss(string.decode(text))
    default:
      return null
  }
}

/** Escapes every character that is not a plain name character. */
const spellName = (text: string): string =>
  PLAIN_IDENT.test(text)
    ? text
    : ident
        .encode(ident.decode(text))
        .replace(/\\(?:([0-9a-f]+) |(.))/giu, (_, hex: string | undefined, character: string) =>
          hex === undefined ? `\\${character.codePointAt(0)?.toString(16) ?? ''} ` : `\\${hex} `,
        )

const PRELUDE_DELIMS = new Set(['+', '-', '*', '/', '=', '>', '.'])

/** The prelude between an at-rule's name and its block. */
export const rewritePrelude = (tokens: readonly CssToken[]): string | null =>
  rewrite(tokens, spellPrelude, () => false)

function spellPrelude(token: CssToken): string | null {
  if (token.type === TYPE.Colon || VALUE_PUNCTUATION.has(token.type)) return token.text
  const isAllowed = (name: string) => VALUE_FUNCTIONS.has(name) || name === 'selector'
  return spellPlain(token, PRELUDE_DELIMS, isAllowed)
}
