/**
 * The look of the console, of the pages for customers and of e-mails. The names are those of CSS
 * custom properties without `--`; text and shapes on these grounds have the contrast of WCAG 2.2 AA.
 */

/** Sizes, radii and motion, alike in both schemes. */
export const SIZES = {
  't-label': '12px',
  't-second': '13px',
  't-text': '14px',
  't-page': '16px',
  't-title': '20px',
  't-sentence': '28px',
  't-amount': '40px',
  'r-paper': '2px',
  'r-mark': '4px',
  'r-control': '6px',
  'r-sheet': '10px',
  'r-dialog': '12px',
  fast: '120ms',
  calm: '160ms',
  ease: 'cubic-bezier(.2, 0, 0, 1)',
} as const

export const LIGHT = {
  canvas: '#f7f6f3',
  sunk: '#efede7',
  surface: '#ffffff',
  raised: '#ffffff',
  paper: '#ffffff',
  line: '#e7e4de',
  edge: '#8a867e',
  ink: '#1b1d1c',
  muted: '#5f6362',
  faint: '#a5a29b',
  pine: '#1f5f5b',
  'pine-hover': '#184e4a',
  'pine-ink': '#1f5f5b',
  'pine-soft': '#e2eeeb',
  'on-pine': '#ffffff',
  ochre: '#be7e20',
  'ochre-ink': '#7d5109',
  'ochre-soft': '#faf0dc',
  brick: '#a8371f',
  'brick-ink': '#a8371f',
  'brick-soft': '#fae9e3',
  'on-brick': '#ffffff',
  bar: '#232625',
  'on-bar': '#ffffff',
  'bar-muted': '#b9bcba',
  'bar-line': '#3d413f',
  'shadow-sheet': '0 0 0 1px rgb(27 29 28 / .055), 0 1px 2px rgb(27 29 28 / .05)',
  'shadow-paper':
    '0 0 0 1px rgb(27 29 28 / .05), 0 1px 2px rgb(27 29 28 / .07), 0 18px 36px -20px rgb(27 29 28 / .22)',
  'shadow-float': '0 0 0 1px rgb(27 29 28 / .07), 0 12px 32px -8px rgb(27 29 28 / .20)',
  'paper-filter': 'none',
} as const

export const DARK: Readonly<Record<keyof typeof LIGHT, string>> = {
  canvas: '#121514',
  sunk: '#1d2221',
  surface: '#191d1c',
  raised: '#212625',
  paper: '#ffffff',
  line: '#2b3130',
  edge: '#747d79',
  ink: '#ecebe6',
  muted: '#a3a9a6',
  faint: '#636a67',
  pine: '#2b7d77',
  'pine-hover': '#256f69',
  'pine-ink': '#82c7bf',
  'pine-soft': '#1c3532',
  'on-pine': '#ffffff',
  ochre: '#d69e48',
  'ochre-ink': '#e5ba70',
  'ochre-soft': '#2e2716',
  brick: '#e2785f',
  'brick-ink': '#f0937d',
  'brick-soft': '#35211c',
  'on-brick': '#1b1d1c',
  bar: '#ecebe6',
  'on-bar': '#1b1d1c',
  'bar-muted': '#565b59',
  'bar-line': '#cfcdc6',
  'shadow-sheet': '0 0 0 1px rgb(255 255 255 / .055)',
  'shadow-paper': '0 1px 2px rgb(0 0 0 / .5), 0 18px 36px -20px rgb(0 0 0 / .8)',
  'shadow-float': '0 0 0 1px rgb(255 255 255 / .09), 0 12px 32px -8px rgb(0 0 0 / .7)',
  'paper-filter': 'brightness(.93) sepia(.05)',
}

/** On a screen, a document of our grid has the margins of its paper. Frames add it to what they show. */
export const PAPER_MARGINS = `@media screen and (min-width: 790px) and (max-width: 880px) {
.sheet:has(> .first) { min-height: 297mm; padding: 0 20mm 11mm 25mm; }
.sheet:has(> .first) > .swiss-qr-bill { margin: 12mm -20mm -11mm -25mm; }
.sheet > .first ~ .legal { grid-template-columns: 60mm 45mm 60mm; }
}`

/**
 * The tokens as a style sheet. The scheme is that of the system, unless the page has chosen one by
 * `data-mantine-color-scheme`.
 */
export const tokensCss = (): string => `:root {
${declared(SIZES)}
}
:root, [data-mantine-color-scheme="light"] {
color-scheme: light;
${declared(LIGHT)}
}
@media (prefers-color-scheme: dark) {
:root:not([data-mantine-color-scheme]) {
color-scheme: dark;
${declared(DARK)}
}
}
[data-mantine-color-scheme="dark"] {
color-scheme: dark;
${declared(DARK)}
}
`

const declared = (tokens: Readonly<Record<string, string>>): string =>
  Object.entries(tokens)
    .map(([name, value]) => `--${name}: ${value};`)
    .join('\n')
