/** The colours of a document, made from its accent so that every text on them can be read (WCAG 2.2, 1.4.3). */
interface Palette {
  /** The accent color. */
  readonly accent: string
  /** A tint for backgrounds, light enough for dark text. */
  readonly light: string
  /** Text on the accent: white if readable, else nearly black. */
  readonly onAccent: string
  /** The accent as text color on white and on the tint, darkened to a contrast of at least 4.5. */
  readonly text: string
}

const DEFAULT_ACCENT = '#1f4e79'
const CONTRAST_MIN = 4.5
const INK = '#111827'

type Rgb = readonly [number, number, number]

export function paletteOf(accentColor: string): Palette {
  const accent = /^#[0-9a-f]{6}$/i.test(accentColor) ? accentColor.toLowerCase() : DEFAULT_ACCENT
  const rgb = parse(accent)
  const light = mix(rgb, [255, 255, 255], 0.91)
  return {
    accent,
    light: print(light),
    onAccent: ['#ffffff', INK].find((it) => contrast(rgb, parse(it)) >= CONTRAST_MIN) ?? '#000000',
    text: print(darken(rgb, light)),
  }
}

/** The accent, lightened until dark text on it can be read, so that it stands out from a dark ground, too. */
export function lightenedOn(ground: string, accentColor: string): string {
  const { accent } = paletteOf(accentColor)
  const rgb = parse(accent)
  let share = 0
  let lighter = rgb
  while (contrast(lighter, parse(ground)) < CONTRAST_MIN && share < 1) {
    share += 0.05
    lighter = mix(rgb, [255, 255, 255], share)
  }
  return print(lighter)
}

/** WCAG contrast ratio of two `#rrggbb` colors, 1 to 21. */
export const contrastRatio = (a: string, b: string): number => contrast(parse(a), parse(b))

function darken(colour: Rgb, background: Rgb): Rgb {
  let share = 0
  let darker = colour
  while (contrast(darker, background) < CONTRAST_MIN && share < 1) {
    share += 0.05
    darker = mix(colour, [0, 0, 0], share)
  }
  return darker
}

const parse = (colour: string): Rgb => [
  Number.parseInt(colour.slice(1, 3), 16),
  Number.parseInt(colour.slice(3, 5), 16),
  Number.parseInt(colour.slice(5, 7), 16),
]

const print = (rgb: Rgb): string =>
  `#${rgb.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`

const mix = ([r, g, b]: Rgb, [toR, toG, toB]: Rgb, share: number): Rgb => [
  Math.round(r + (toR - r) * share),
  Math.round(g + (toG - g) * share),
  Math.round(b + (toB - b) * share),
]

function contrast(a: Rgb, b: Rgb): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

function luminance(rgb: Rgb): number {
  const [r = 0, g = 0, b = 0] = rgb.map((channel) => {
    const value = channel / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
