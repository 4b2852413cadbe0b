import { type CssNode, generate, parse, walk } from 'css-tree'
import { SVG_PROPERTIES } from './allowed.ts'

const CSS_LENGTH_MAX = 50_000
const OPTIONS = { onParseError: () => {} }

/** The plain rules of a style sheet; no at-rules (so nothing is imported and no font is loaded). */
export const safeStyleSheet = (css: string): string =>
  safely(css, () => rulesOf(parse(css, OPTIONS)))

/** The allowed declarations of a `style` attribute. */
export const safeDeclarations = (css: string): string =>
  safely(css, () => declarationsOf(parse(css, { ...OPTIONS, context: 'declarationList' })))

/** A presentation attribute's value, or nothing if it could load something. */
export const safeValue = (text: string): string =>
  safely(text, () => (isSafe(parse(text, { ...OPTIONS, context: 'value' })) ? text : ''))

/** CSS that cannot be parsed, or is nested too deeply for the stack, is left out. */
function safely(css: string, work: () => string): string {
  if (css.length > CSS_LENGTH_MAX) return ''
  try {
    return work()
  } catch {
    return ''
  }
}

function rulesOf(sheet: CssNode): string {
  const rules: string[] = []
  walk(sheet, {
    visit: 'Rule',
    enter(rule) {
      if (this.atrule) return
      const selector = generate(rule.prelude)
      const declarations = declarationsOf(rule.block)
      const isPlain = /^[\w\s.#,>:*-]+$/.test(selector)
      if (isPlain && declarations !== '') rules.push(`${selector}{${declarations}}`)
    },
  })
  return rules.join('')
}

function declarationsOf(block: CssNode): string {
  const declarations: string[] = []
  walk(block, {
    visit: 'Declaration',
    enter({ property, value }) {
      const name = property.toLowerCase()
      if (SVG_PROPERTIES.has(name) && isSafe(value)) declarations.push(`${name}:${generate(value)}`)
    },
  })
  return declarations.join(';')
}

const FUNCTIONS = new Set(
  'rgb rgba hsl hsla matrix translate translatex translatey scale scalex scaley rotate skewx skewy calc'.split(
    ' ',
  ),
)

/** Only known functions, only `url(#…)`, and no escape that could spell either differently. */
function isSafe(value: CssNode): boolean {
  if (generate(value).includes('\\')) return false
  let safe = true
  walk(value, (node) => {
    if (node.type === 'Url') safe &&= /^#[\w.:-]{1,100}$/.test(node.value)
    if (node.type === 'Function') safe &&= FUNCTIONS.has(node.name.toLowerCase())
    if (node.type === 'Raw') safe &&= /^[\w\s.,#%()+-]*$/.test(node.value) && !/\(/.test(node.value)
  })
  return safe
}
