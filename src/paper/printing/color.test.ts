import { DARK } from '@billwright/rules/design-tokens'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrastRatio, lightenedOn, paletteOf } from './color.ts'

const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((rgb) => `#${rgb.toString(16).padStart(6, '0')}`)

test('with any accent color, every text is readable', () => {
  fc.assert(
    fc.property(colour, (accent) => {
      const palette = paletteOf(accent)
      expect(contrastRatio(palette.onAccent, palette.accent)).toBeGreaterThanOrEqual(4.5)
      expect(contrastRatio(palette.text, '#ffffff')).toBeGreaterThanOrEqual(4.5)
      expect(contrastRatio(palette.text, palette.light)).toBeGreaterThanOrEqual(4.5)
      // The grey of the built-in templates on the tint.
      expect(contrastRatio('#58606e', palette.light)).toBeGreaterThanOrEqual(4.5)
    }),
    { numRuns: 300 },
  )
})

test('with any accent color, a button stands out from the dark grounds and dark text on it is readable', () => {
  fc.assert(
    fc.property(colour, (accent) => {
      const button = lightenedOn(DARK.surface, accent)
      for (const ground of [DARK.canvas, DARK.surface])
        expect(contrastRatio(button, ground)).toBeGreaterThanOrEqual(3)
      expect(contrastRatio(DARK.canvas, button)).toBeGreaterThanOrEqual(4.5)
    }),
    { numRuns: 300 },
  )
})

test('an invalid color is replaced by our own', () => {
  expect(paletteOf('red').accent).toBe('#1f4e79')
  expect(paletteOf('#1F5F5B').accent).toBe('#1f5f5b')
})
