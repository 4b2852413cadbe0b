import { createTheme, type MantineColorsTuple } from '@mantine/core'

/** The green of the icon, light to dark; white on 7 and darker has a contrast above 4.5 : 1. */
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

export const theme = createTheme({
  primaryColor: 'pine',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  colors: { pine },
  defaultRadius: 'md',
  fontFamily:
    'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif',
  headings: { sizes: { h1: { fontSize: '1.5rem' }, h2: { fontSize: '1.15rem' } } },
  cursorType: 'pointer',
  respectReducedMotion: true,
})
