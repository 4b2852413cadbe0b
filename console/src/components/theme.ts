import { DARK, LIGHT } from '@billwright/rules/design-tokens'
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple, rem } from '@mantine/core'
import { lateFilter } from './late-filter.ts'
import { takeFirst } from './take-first.ts'

/** Green, light to dark. White text on 6 and darker has a contrast above 4.5 : 1. */
const pine: MantineColorsTuple = [
  '#ecf6f5',
  '#d8e9e7',
  '#aed3cf',
  DARK['pine-ink'],
  '#5ca9a1',
  '#449d95',
  DARK.pine,
  LIGHT.pine,
  LIGHT['pine-hover'],
  '#0e3d3a',
]

/** For what is late, failed or deletes. */
const brick: MantineColorsTuple = [
  LIGHT['brick-soft'],
  '#f5d5cb',
  '#f2b5a5',
  DARK['brick-ink'],
  DARK.brick,
  '#cf5b41',
  '#bb4730',
  LIGHT.brick,
  '#8f2d19',
  '#6f2212',
]

/** For what is due soon and for warnings. */
const ochre: MantineColorsTuple = [
  LIGHT['ochre-soft'],
  '#f5e3bd',
  '#ecd091',
  DARK['ochre-ink'],
  DARK.ochre,
  '#cb8d30',
  LIGHT.ochre,
  '#9c6614',
  LIGHT['ochre-ink'],
  '#5f3e06',
]

/** Grays as warm as paper. */
const gray: MantineColorsTuple = [
  LIGHT.canvas,
  LIGHT.sunk,
  LIGHT.line,
  LIGHT.line,
  '#d5d1c8',
  LIGHT.faint,
  LIGHT.edge,
  LIGHT.muted,
  LIGHT['bar-line'],
  LIGHT.ink,
]

/** Grays of the dark scheme, from text to what is darker than the canvas. */
const dark: MantineColorsTuple = [
  DARK.ink,
  '#c6c9c5',
  DARK.muted,
  DARK.edge,
  DARK.line,
  DARK.raised,
  DARK.surface,
  DARK.canvas,
  '#0e1110',
  '#0a0c0b',
]

const CLOSE: Readonly<Record<string, string>> = { en: 'Close', de: 'Schließen', fr: 'Fermer' }

/** The theme is the same in all languages; the document has the current language. */
const closeLabel = () => CLOSE[document.documentElement.lang] ?? 'Close'
const closable = (radius: string) => ({
  defaultProps: () => ({ closeButtonProps: { 'aria-label': closeLabel() }, radius }),
})

/** Above this luminance, black text is more readable than white. */
const LUMINANCE_OF_EQUAL_CONTRAST = 0.179

export const theme = createTheme({
  primaryColor: 'pine',
  primaryShade: { light: 7, dark: 6 },
  autoContrast: true,
  luminanceThreshold: LUMINANCE_OF_EQUAL_CONTRAST,
  colors: { pine, red: brick, orange: ochre, yellow: ochre, gray, dark },
  black: LIGHT.ink,
  defaultRadius: 'md',
  fontFamily: 'var(--font)',
  fontSizes: { xs: rem(12), sm: rem(14), md: rem(16), lg: rem(20), xl: rem(28) },
  lineHeights: { xs: '1.3333', sm: '1.4286', md: '1.5', lg: '1.4', xl: '1.2857' },
  spacing: { xs: rem(8), sm: rem(12), md: rem(16), lg: rem(24), xl: rem(32) },
  radius: { xs: rem(2), sm: rem(4), md: rem(6), lg: rem(10), xl: rem(12) },
  shadows: {
    xs: 'var(--shadow-sheet)',
    sm: 'var(--shadow-paper)',
    md: 'var(--shadow-float)',
    lg: 'var(--shadow-float)',
    xl: 'var(--shadow-float)',
  },
  headings: {
    fontFamily: 'var(--font)',
    fontWeight: '600',
    sizes: {
      h1: { fontSize: rem(20), lineHeight: '1.4' },
      h2: { fontSize: rem(16), lineHeight: '1.5' },
      h3: { fontSize: rem(14), lineHeight: '1.4286' },
    },
    // A heading of two lines does not end with a single word.
    textWrap: 'balance',
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Screen readers cannot read a cross, so it needs a label.
  components: {
    Modal: closable('xl'),
    Drawer: closable('0'),
    // A sheet has no edge, only a shadow.
    Paper: { defaultProps: { radius: 'lg', shadow: 'xs' } },
    Card: { defaultProps: { radius: 'lg', shadow: 'xs' } },
    Text: { defaultProps: { size: 'sm' } },
    Select: { defaultProps: { onKeyDownCapture: takeFirst, filter: lateFilter } },
    MultiSelect: { defaultProps: { filter: lateFilter } },
    // An element in the menu that is not an item; the first item gets the focus instead.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    // A fieldset has a heading. Required fields need no mark, because optional ones have one.
    Fieldset: { defaultProps: { variant: 'unstyled' } },
    // Descriptions are below inputs, so that inputs beside each other align.
    InputWrapper: {
      defaultProps: {
        withAsterisk: false,
        inputWrapperOrder: ['label', 'input', 'description', 'error'],
      },
    },
    // A badge is a label, never a state. It is not cut, also in a narrow table, and keeps its case.
    Badge: {
      defaultProps: { miw: 'max-content', tt: 'none', radius: 'sm', fw: 500, color: 'gray' },
    },
    Alert: { defaultProps: () => ({ closeButtonLabel: closeLabel() }) },
  },
})

/** Mantine's own variables, by the tokens: they have enough contrast (WCAG 1.4.3, 1.4.11). */
const BY_TOKENS = {
  '--mantine-color-body': 'var(--canvas)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-bright': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--muted)',
  '--mantine-color-placeholder': 'var(--muted)',
  '--mantine-color-error': 'var(--brick-ink)',
  '--mantine-color-disabled': 'var(--sunk)',
  '--mantine-color-disabled-color': 'var(--muted)',
  '--mantine-color-disabled-border': 'var(--line)',
  '--mantine-color-anchor': 'var(--pine-ink)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--line)',
  '--mantine-color-default-hover': 'var(--sunk)',
  '--mantine-color-gray-outline': 'var(--muted)',
  '--mantine-color-gray-light': 'var(--sunk)',
  '--mantine-color-gray-light-hover': 'var(--line)',
  '--mantine-color-gray-light-color': 'var(--ink)',
  '--mantine-color-pine-light': 'var(--pine-soft)',
  '--mantine-color-pine-light-hover': 'var(--pine-soft)',
  '--mantine-color-pine-light-color': 'var(--pine-ink)',
  '--mantine-color-pine-filled-hover': 'var(--pine-hover)',
  '--mantine-color-pine-outline': 'var(--pine-ink)',
  '--mantine-color-pine-text': 'var(--pine-ink)',
  '--mantine-color-red-light': 'var(--brick-soft)',
  '--mantine-color-red-light-hover': 'var(--brick-soft)',
  '--mantine-color-red-light-color': 'var(--brick-ink)',
  '--mantine-color-red-text': 'var(--brick-ink)',
  '--mantine-color-red-outline': 'var(--brick-ink)',
  ...Object.fromEntries(
    ['yellow', 'orange'].flatMap((name) => [
      [`--mantine-color-${name}-light`, 'var(--ochre-soft)'],
      [`--mantine-color-${name}-light-hover`, 'var(--ochre-soft)'],
      [`--mantine-color-${name}-light-color`, 'var(--ochre-ink)'],
      [`--mantine-color-${name}-text`, 'var(--ochre-ink)'],
    ]),
  ),
}

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: BY_TOKENS,
  dark: BY_TOKENS,
})
