import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'
import { lateFilter } from './late-filter.ts'
import { takeFirst } from './take-first.ts'

/**
 * The green of the icon, light to dark. White text on 6 and darker has a contrast above 4.5 : 1.
 */
const pine: MantineColorsTuple = [
  '#ecf6f5',
  '#d8e9e7',
  '#aed3cf',
  '#81bcb6',
  '#5ca9a1',
  '#449d95',
  '#2b7d77',
  '#1f5f5b',
  '#184e4a',
  '#0e3d3a',
]

/** Darker than Mantine's, for the same reason. */
const red: MantineColorsTuple = [
  '#fff0f0',
  '#ffe0e0',
  '#ffc2c2',
  '#ff9e9e',
  '#ff8787',
  '#f76767',
  '#d63031',
  '#c92a2a',
  '#b02020',
  '#921717',
]

const CLOSE: Readonly<Record<string, string>> = { en: 'Close', de: 'Schließen', fr: 'Fermer' }

/** For warnings, a warm color beside the green. */
const amber: MantineColorsTuple = [
  '#fdf6e3',
  '#f9ecc8',
  '#f2d999',
  '#eac566',
  '#e3b43d',
  '#d9a320',
  '#b98509',
  '#946800',
  '#744f00',
  '#543800',
]

/** The theme is the same in all languages; the document has the current language. */
const closeLabel = () => CLOSE[document.documentElement.lang] ?? 'Close'
const closable = { defaultProps: () => ({ closeButtonProps: { 'aria-label': closeLabel() } }) }

/** Text of the dark scheme. */
const BRIGHT = '#e6e7ea'

/** Above this luminance, black text is more readable than white. */
const LUMINANCE_OF_EQUAL_CONTRAST = 0.179

export const theme = createTheme({
  primaryColor: 'pine',
  primaryShade: { light: 7, dark: 6 },
  autoContrast: true,
  luminanceThreshold: LUMINANCE_OF_EQUAL_CONTRAST,
  colors: { pine, red, yellow: amber },
  defaultRadius: 'md',
  fontFamily:
    'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif',
  headings: {
    sizes: { h1: { fontSize: '1.5rem' }, h2: { fontSize: '1.15rem' } },
    // A heading of two lines does not end with a single word.
    textWrap: 'balance',
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Screen readers cannot read a cross, so it needs a label.
  components: {
    Modal: closable,
    Drawer: closable,
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
    // A badge never truncates its text, also in a narrow table, and keeps its case.
    Badge: { defaultProps: { miw: 'max-content', tt: 'none' } },
    Alert: { defaultProps: () => ({ closeButtonLabel: closeLabel() }) },
  },
})

/** Mantine's grey and red text and its switches have too little contrast (WCAG 1.4.3, 1.4.11). */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#5c636a',
    '--mantine-color-placeholder': '#6b7178',
    '--mantine-color-gray-outline': '#5c636a',
    '--mantine-color-error': red[7],
    '--mantine-color-teal-light-color': '#066b4c',
    '--mantine-color-green-light-color': '#1f6f31',
    '--mantine-color-orange-light-color': '#a53a06',
    '--mantine-color-yellow-light-color': '#8a4a00',
    '--switch-off': 'var(--mantine-color-gray-6)',
  },
  dark: {
    // Headings, labels, values and plain buttons have one color, as in the light scheme.
    '--mantine-color-text': BRIGHT,
    '--mantine-color-bright': BRIGHT,
    '--mantine-color-default-color': BRIGHT,
    '--mantine-color-dimmed': '#a6a7ab',
    '--mantine-color-placeholder': '#9a9b9f',
    '--mantine-color-gray-outline': '#a6a7ab',
    '--mantine-color-error': red[4],
    // Readable on the red of alerts and badges.
    '--mantine-color-red-light-color': red[2],
    // Lighter than the page; darker fields would look disabled.
    '--mantine-color-gray-light': '#38393c',
    '--mantine-color-gray-light-hover': '#404145',
    '--mantine-color-gray-light-color': '#d5d7db',
    '--mantine-color-pine-light': '#1d3a38',
    '--mantine-color-pine-light-hover': '#234543',
    '--mantine-color-pine-light-color': pine[2],
    '--switch-off': 'var(--mantine-color-dark-3)',
  },
})
