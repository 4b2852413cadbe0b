import { lexer } from 'css-tree'
import {
  DECLARATION_BLOCKS,
  FONT_DESCRIPTORS,
  PAGE_DESCRIPTORS,
  PAGE_MARGINS,
  REFUSED_PROPERTIES,
  RULE_BLOCKS,
} from './allowlist.ts'
import {
  type CssContext,
  type CssToken,
  readCssTokens,
  rewritePrelude,
  rewriteSelector,
  rewriteValue,
  TYPE,
} from './css-values.ts'

declare module 'css-tree' {
  interface Lexer {
    /** All known CSS properties by name. */
    readonly properties: Readonly<Record<string, unknown>>
  }
}

const NESTING_MAX = 8
const CUSTOM_PROPERTY = /^--[-\w\u0080-\u{10ffff}]+$/u
const VENDOR = /^-(?:webkit|moz|ms|o)-/

/** Removes and reports everything in a style sheet that is not allowed. */
export function sanitizeStyleSheet(css: string, context: CssContext): string {
  return new CssReader(css, context).rules(0).join('\n')
}

/** The value of a style attribute: declarations only. */
export function sanitizeDeclarations(css: string, context: CssContext): string {
  return new CssReader(css, context).declarations('style').join('; ')
}

type DeclarationsOf = 'style' | 'font-face' | 'page' | 'margin'

/**
 * Parses CSS by the structure on which all browsers agree (blocks, preludes, declarations) and
 * rewrites it from the allowed tokens. Differences between this parser and a browser do not matter,
 * because the browser only sees the rewritten CSS.
 */
class CssReader {
  readonly #tokens: readonly CssToken[]
  readonly #context: CssContext
  #at = 0
  #reported = 0

  constructor(css: string, context: CssContext) {
    this.#tokens = readCssTokens(css)
    this.#context = {
      ...context,
      report: (what, at) => {
        this.#reported += 1
        context.report(what, at)
      },
    }
  }

  rules(depth: number): readonly string[] {
    const rules: string[] = []
    for (let token = this.#next(); token !== undefined; token = this.#next()) {
      if (token.type === TYPE.RightCurlyBracket && depth > 0) return rules
      if (isSkipped(token) || token.type === TYPE.RightCurlyBracket) continue
      this.#at -= 1
      const rule = token.type === TYPE.AtKeyword ? this.#atRule(depth) : this.#rule()
      if (rule !== null) rules.push(rule)
    }
    return rules
  }

  declarations(of: DeclarationsOf): readonly string[] {
    const declarations: string[] = []
    for (let token = this.#next(); token !== undefined; token = this.#next()) {
      if (token.type === TYPE.RightCurlyBracket) return declarations
      if (isSkipped(token) || token.type === TYPE.Semicolon) continue
      this.#at -= 1
      const margin = token.type === TYPE.AtKeyword && of === 'page'
      const declaration = margin ? this.#marginBox() : this.#declaration(of)
      if (declaration !== null) declarations.push(declaration)
    }
    return declarations
  }

  #next(): CssToken | undefined {
    const token = this.#tokens[this.#at]
    this.#at += 1
    return token
  }

  #rule(): string | null {
    const prelude = this.#until(isBlockStart)
    const selector = rewriteSelector(prelude)
    this.#refuseTags(prelude)
    if (this.#next() === undefined) return null
    const declarations = this.declarations('style')
    if (selector !== null && selector !== '') return block(selector, declarations)
    this.#report(`the rule ${this.#spell(prelude)}`, prelude)
    return null
  }

  #atRule(depth: number): string | null {
    const { word, name, prelude } = this.#atHead()
    const opened = this.#next()?.type === TYPE.LeftCurlyBracket
    const head = rewritePrelude(prelude)
    const body = opened && depth < NESTING_MAX ? this.#atBlock(name, depth) : null
    if (opened && body === null) this.#skipBlock()
    if (body !== null && head !== null) return block(`@${name} ${head}`.trimEnd(), body)
    if (name !== 'charset') this.#report(`@${name}`, [word])
    return null
  }

  #atBlock(name: string, depth: number): readonly string[] | null {
    if (RULE_BLOCKS.has(name)) return this.rules(depth + 1)
    if (!DECLARATION_BLOCKS.has(name)) return null
    return this.declarations(name === 'page' ? 'page' : 'font-face')
  }

  #marginBox(): string | null {
    const { word, name } = this.#atHead()
    if (this.#tokens[this.#at]?.type !== TYPE.LeftCurlyBracket) return null
    this.#at += 1
    const declarations = this.declarations('margin')
    if (PAGE_MARGINS.has(name)) return block(`@${name}`, declarations)
    this.#report(`@${name}`, [word])
    return null
  }

  /** An at-rule's name and prelude, up to its block or end. */
  #atHead() {
    const word = this.#next() ?? NOTHING
    const prelude = this.#until((token) => isBlockStart(token) || isDeclarationEnd(token))
    this.#refuseTags([word, ...prelude])
    return { word, name: word.text.slice(1).toLowerCase(), prelude }
  }

  #declaration(of: DeclarationsOf): string | null {
    const tokens = this.#until(isDeclarationEnd)
    const colon = tokens.findIndex((token) => token.type === TYPE.Colon)
    const before = tokens.slice(0, Math.max(0, colon)).filter((token) => !isSkipped(token))
    const [name, ...more] = before
    this.#refuseTags(colon === -1 ? tokens : before)
    if (name?.type !== TYPE.Ident || more.length > 0 || tokens.some(isBlockStart)) {
      this.#report(this.#spell(tokens), tokens)
      return null
    }
    const property = name.text.startsWith('--') ? name.text : name.text.toLowerCase()
    const reported = this.#reported
    const value = isKnown(property, of)
      ? rewriteValue(tokens.slice(colon + 1), property, this.#context)
      : null
    if (value !== null && (value !== '' || property.startsWith('--')))
      return `${property}: ${value}`
    // A refused URL was already reported.
    if (this.#reported === reported) this.#report(`the property ${property.slice(0, 80)}`, [name])
    return null
  }

  #spell(tokens: readonly CssToken[]): string {
    const css = tokens.map(({ text }) => text).join('')
    return this.#context.marked.spellAll(css).trim().slice(0, 80)
  }

  #report(what: string, tokens: readonly CssToken[]): void {
    this.#context.report(what, (tokens.find((token) => !isSkipped(token)) ?? NOTHING).start)
  }

  /** Tokens up to, but not including, the one that ends them outside all brackets. */
  #until(ends: (token: CssToken) => boolean): readonly CssToken[] {
    const from = this.#at
    let depth = 0
    for (; this.#at < this.#tokens.length; this.#at += 1) {
      const token = this.#tokens[this.#at]
      if (token === undefined || (depth === 0 && ends(token))) break
      if (OPENS.has(token.type)) depth += 1
      if (CLOSES.has(token.type)) depth = Math.max(0, depth - 1)
    }
    return this.#tokens.slice(from, this.#at)
  }

  #skipBlock(): void {
    this.#until((token) => token.type === TYPE.RightCurlyBracket)
    this.#at += 1
  }

  #refuseTags(tokens: readonly CssToken[]): void {
    for (const { text } of tokens) {
      const [tag] = this.#context.marked.tags(text)
      if (tag !== undefined) {
        throw this.#context.marked.refuse(tag, 'In CSS, tags are only allowed in values')
      }
    }
  }
}

const OPENS = new Set<number>([
  TYPE.Function,
  TYPE.LeftParenthesis,
  TYPE.LeftSquareBracket,
  TYPE.LeftCurlyBracket,
])
const CLOSES = new Set<number>([
  TYPE.RightParenthesis,
  TYPE.RightSquareBracket,
  TYPE.RightCurlyBracket,
])
const SKIPPED = new Set<number>([TYPE.WhiteSpace, TYPE.Comment, TYPE.CDO, TYPE.CDC])

const NOTHING: CssToken = { type: TYPE.WhiteSpace, text: '', start: 0 }

const isSkipped = (token: CssToken) => SKIPPED.has(token.type)
const isBlockStart = (token: CssToken) => token.type === TYPE.LeftCurlyBracket
const isDeclarationEnd = (token: CssToken) =>
  token.type === TYPE.Semicolon || token.type === TYPE.RightCurlyBracket

/** Drops rules without content. */
const block = (head: string, body: readonly string[]): string | null =>
  body.length === 0
    ? null
    : `${head} {\n${body.map((line) => (line.endsWith('}') ? line : `${line};`)).join('\n')}\n}`

function isKnown(property: string, of: DeclarationsOf): boolean {
  if (of === 'font-face') return FONT_DESCRIPTORS.has(property)
  if (CUSTOM_PROPERTY.test(property)) return true
  const plain = property.replace(VENDOR, '')
  if (REFUSED_PROPERTIES.has(plain)) return false
  if (of === 'page' && PAGE_DESCRIPTORS.has(property)) return true
  return Object.hasOwn(lexer.properties, property) || Object.hasOwn(lexer.properties, plain)
}
