/** What a drawing needs. Nothing that runs, loads, animates, or multiplies shapes without bound. */
export const SVG_ELEMENTS: ReadonlySet<string> = words(`
  svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan
  linearGradient radialGradient stop clipPath mask style
`)

const PRESENTATION = `
  clip-path clip-rule color display dominant-baseline fill fill-opacity fill-rule font-family
  font-size font-style font-weight letter-spacing mask mix-blend-mode opacity overflow paint-order
  shape-rendering stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap
  stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor text-rendering transform
  transform-origin vector-effect visibility word-spacing
`

/** Properties that are allowed as attributes, in `style` attributes and in style sheets. */
export const SVG_PROPERTIES: ReadonlySet<string> = words(PRESENTATION)

export const SVG_ATTRIBUTES: ReadonlySet<string> = words(`${PRESENTATION}
  id class version viewBox preserveAspectRatio x y x1 x2 y1 y2 cx cy r rx ry fx fy fr width height d
  points dx dy rotate textLength lengthAdjust pathLength offset gradientUnits gradientTransform
  spreadMethod clipPathUnits maskUnits maskContentUnits mask-type role aria-label aria-hidden
`)

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}
