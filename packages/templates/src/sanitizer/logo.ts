import type { DefaultTreeAdapterTypes } from 'parse5'
import type { AttributeWriter } from './attributes.ts'
import type { Removals } from './removals.ts'
import type { SourceWriter } from './source-writer.ts'

type Element = DefaultTreeAdapterTypes.Element

const LOGO_FIELDS = new Set(['logoUrl', 'logo'])
const FRAME = 'logo-frame'
const LENGTH = /^\d{1,4}(?:px|%)?$/
/** Attributes of an image that the fragment or the frame takes over. */
const KNOWN_ATTRIBUTES = new Set(['src', 'alt', 'class', 'style', 'width', 'height', 'id', 'title'])

const INHERITED = `width height min-width min-height max-width max-height object-fit object-position
  margin padding border border-radius float vertical-align`.split(/\s+/)

/** The frame has no box; the author's rules for the frame apply to the image. */
export const LOGO_FRAME_STYLE = `<style>.${FRAME} {
display: contents;
}
.${FRAME} > img {
${INHERITED.map((property) => `${property}: inherit;`).join('\n')}
}</style>`

/** Replacement of `<img src="{{logoUrl}}">`. */
export interface Logo {
  readonly html: string
  readonly framed: boolean
}

/**
 * The logo as a fragment, or null for another image. The author's class (other than
 * `logo`), style and size stay on a frame around it.
 */
export function toLogo(
  element: Element,
  writer: SourceWriter,
  attributes: AttributeWriter,
  removals: Removals,
): Logo | null {
  const values = new Map(element.attrs.map(({ name, value }) => [name, value]))
  if (!showsLogo(values.get('src') ?? '', writer)) return null
  for (const { name, value } of element.attrs) {
    if (name !== 'style' && name !== 'class') writer.marked.markWritten(value)
    if (!KNOWN_ATTRIBUTES.has(name)) {
      removals.add(`the attribute ${name.slice(0, 80)} of <img>`, element)
    }
  }
  const classes = (values.get('class') ?? '').split(/\s+/).filter((name) => name !== '')
  const css = [...sizes(values), values.get('style') ?? ''].filter((part) => part !== '').join(';')
  if (css === '' && classes.every((name) => name === 'logo')) {
    return { html: '{{{logo}}}', framed: false }
  }
  const style = css === '' ? null : attributes.declarations(css, element)
  const start = `<span class="${writer.attribute([...classes, FRAME].join(' '))}"`
  const html = `${start}${style === null ? '' : ` style="${style}"`}>{{{logo}}}</span>`
  return { html, framed: true }
}

function showsLogo(source: string, writer: SourceWriter): boolean {
  const [only, ...more] = writer.marked.pieces(source.trim())
  if (only === undefined || more.length > 0 || !('tag' in only)) return false
  return only.tag.kind === 'value' && LOGO_FIELDS.has(only.tag.name)
}

const sizes = (values: ReadonlyMap<string, string>): readonly string[] =>
  ['width', 'height'].flatMap((side) => {
    const value = values.get(side)?.trim() ?? ''
    if (!LENGTH.test(value)) return []
    return `${side}: ${/\d$/.test(value) ? `${value}px` : value}`
  })
