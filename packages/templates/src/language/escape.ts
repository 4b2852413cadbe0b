/** The context of a tag in HTML, which decides how its value is escaped. */
export type Place =
  | 'text' // between elements: the only place where a fragment's HTML is printed
  | 'plain' // <title> and <textarea>: character references work, elements do not
  | 'attribute' // a quoted attribute value
  | 'address' // the whole of an href, from a field that holds web addresses
  | 'contact' // the whole of an href, from any other field: mailto: and tel: only
  | 'address-part' // an href after a fixed scheme, such as mailto:{{companyEmail}}
  | 'css' // a value in a <style> element or a style attribute
  | 'css-string' // inside a quoted CSS string

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
}

/** Text or a quoted attribute value. The backtick is escaped because old engines quoted with it. */
export const escapeHtml = (text: string): string =>
  SPECIAL.test(text) ? text.replace(EACH_SPECIAL, (character) => ENTITIES[character] ?? '') : text

/** Most values need no escaping, and testing is cheaper than replacing. */
const SPECIAL = /[&<>"'`]/
const EACH_SPECIAL = /[&<>"'`]/g

const SCHEME = /^([a-z][a-z0-9+.-]*):/i
const CONTACT_SCHEMES = new Set(['mailto', 'tel'])
const SCHEMES = new Set(['http', 'https', ...CONTACT_SCHEMES])

/**
 * A link. Browsers ignore tabs and line breaks in URLs and control characters before them, so a URL
 * with any of these is not printed.
 */
function escapeAddress(text: string, schemes: ReadonlySet<string> = SCHEMES): string {
  const address = text.trim()
  const scheme = SCHEME.exec(address)?.[1]?.toLowerCase()
  if (scheme === undefined || !schemes.has(scheme) || holdsControl(address)) return ''
  return escapeHtml(address.replaceAll('\\', '%5C'))
}

const holdsControl = (text: string): boolean =>
  [...text].some((character) => character <= ' ' || character === '\u007f')

/** The part after a fixed scheme. Nothing in it can end the URL or start a query. */
const escapeAddressPart = (text: string): string =>
  escapeHtml(encodeURIComponent(text.trim().toWellFormed()).replaceAll('%40', '@'))

const CSS_LENGTH_MAX = 200
const COLOUR_FUNCTION = /^(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\([0-9a-z.,%/ +-]*\)$/i

/**
 * A CSS value: colors, lengths and words. Characters that could end the declaration or open a
 * function, string, comment or escape are removed, not escaped: outside strings, an escaped
 * character would only form another name.
 */
function escapeCss(text: string): string {
  const value = text.trim().slice(0, CSS_LENGTH_MAX)
  if (COLOUR_FUNCTION.test(value)) return value
  return value.replace(/[^\p{L}\p{N}#%.,_ +-]/gu, '').replace(/-{2,}/g, '-')
}

/** Inside a CSS string, all characters except letters, digits and spaces are escaped. */
const escapeCssString = (text: string): string =>
  text.toWellFormed().replace(/[^\p{L}\p{N} ]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0
    return code === 0 ? '' : `\\${code.toString(16)} `
  })

const ESCAPES: Readonly<Record<Place, (text: string) => string>> = {
  // A line never ends between § and its number.
  text: (text) => escapeHtml(text.replaceAll('§ ', '§\u00a0')),
  plain: escapeHtml,
  attribute: escapeHtml,
  address: (text) => escapeAddress(text),
  contact: (text) => escapeAddress(text, CONTACT_SCHEMES),
  'address-part': escapeAddressPart,
  css: escapeCss,
  'css-string': escapeCssString,
}

export const escapeFor = (place: Place, text: string): string => ESCAPES[place](text)
