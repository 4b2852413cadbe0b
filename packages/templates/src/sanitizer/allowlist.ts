/**
 * Everything a template may contain. Anything else is removed: a list of dangerous code would be
 * outdated with the next browser.
 */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Allowed elements. Only style and title change how following text is parsed. */
export const ELEMENTS = words(`
  html head body title meta style
  header footer main section article aside nav address div p span h1 h2 h3 h4 h5 h6 hgroup
  ul ol li dl dt dd table caption colgroup col thead tbody tfoot tr th td
  pre code kbd samp var blockquote q figure figcaption
  b strong i em u s del ins mark small sub sup abbr cite dfn time data bdi bdo
  ruby rt rp br wbr hr a menu details summary
  center font big tt strike acronym`)

export const VOID_ELEMENTS = words('br wbr hr col meta')

/** Elements removed with their content. Of other elements that are not allowed, the content stays. */
export const DROPPED_ELEMENTS = words(`
  script iframe object embed video audio link base svg math template noscript noembed noframes
  frame frameset applet portal fencedframe select datalist textarea xmp plaintext listing canvas
  map area source track picture image param input button keygen isindex bgsound dialog
  selectedcontent slot`)

const GLOBAL_ATTRIBUTES = words('class id title lang dir role hidden style')
const ELEMENT_ATTRIBUTES: Readonly<Record<string, ReadonlySet<string>>> = {
  a: words('href'),
  table: words('align width border cellpadding cellspacing bgcolor rules frame summary'),
  caption: words('align'),
  colgroup: words('span width align valign'),
  col: words('span width align valign'),
  thead: words('align valign'),
  tbody: words('align valign'),
  tfoot: words('align valign'),
  tr: words('align valign bgcolor'),
  th: words('colspan rowspan scope headers abbr align valign width height bgcolor nowrap'),
  td: words('colspan rowspan headers align valign width height bgcolor nowrap'),
  ol: words('start type reversed'),
  ul: words('type'),
  li: words('value'),
  time: words('datetime'),
  data: words('value'),
  del: words('datetime'),
  ins: words('datetime'),
  details: words('open'),
  font: words('color size face'),
  style: words('media'),
}

const AUTHOR_ATTRIBUTE = /^(?:aria|data)-[a-z0-9_-]+$/

export const isAllowedAttribute = (element: string, name: string): boolean =>
  GLOBAL_ATTRIBUTES.has(name) ||
  AUTHOR_ATTRIBUTE.test(name) ||
  (ELEMENT_ATTRIBUTES[element]?.has(name) ?? false)

/** Names of descriptive meta elements; `referrer` and `refresh` would change the browser's behavior. */
export const META_NAMES = words('viewport author description generator color-scheme theme-color')

/** At-rules by the kind of their block. */
export const RULE_BLOCKS = words('media supports layer container keyframes -webkit-keyframes')
export const DECLARATION_BLOCKS = words('font-face page')
export const PAGE_MARGINS = words(`
  top-left-corner top-left top-center top-right top-right-corner bottom-left-corner bottom-left
  bottom-center bottom-right bottom-right-corner left-top left-middle left-bottom right-top
  right-middle right-bottom`)

/** CSS functions that compute and never load. `url` has its own rules. */
export const VALUE_FUNCTIONS = words(`
  rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark
  var calc calc-size min max clamp round mod rem abs sign sin cos tan asin acos atan atan2 pow sqrt hypot log exp
  linear-gradient radial-gradient conic-gradient repeating-linear-gradient
  repeating-radial-gradient repeating-conic-gradient -webkit-linear-gradient
  translate translatex translatey translatez translate3d scale scalex scaley scalez scale3d
  rotate rotatex rotatey rotatez rotate3d skew skewx skewy matrix matrix3d perspective
  blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia
  cubic-bezier steps linear minmax repeat fit-content
  inset circle ellipse polygon path rect xywh
  counter counters attr symbols format local tech leader target-counter env
  stylistic styleset character-variant swash ornaments annotation`)

export const SELECTOR_FUNCTIONS = words(`
  not is where has matches -webkit-any lang dir
  nth-child nth-last-child nth-of-type nth-last-of-type nth-col nth-last-col`)

/** Descriptors of @font-face and @page that are not properties. */
export const FONT_DESCRIPTORS = words(`
  font-family src font-style font-weight font-stretch font-display unicode-range font-variant
  font-feature-settings font-variation-settings font-named-instance ascent-override
  descent-override line-gap-override size-adjust`)
export const PAGE_DESCRIPTORS = words('size marks bleed page-orientation')

/** Valid CSS that runs or loads code in some browsers. */
export const REFUSED_PROPERTIES = words('behavior binding link link-source src')
