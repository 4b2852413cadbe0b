import { DARK, LIGHT, tokensCss } from '@billwright/rules/design-tokens'
import { describe, expect, test } from 'vitest'
import { contrastRatio } from '../src/paper/printing/color.ts'

type Token = keyof typeof LIGHT

const GROUNDS = ['canvas', 'surface', 'raised'] as const

/** WCAG 2.2, 1.4.3: what is read, and on what. */
const TEXTS: readonly (readonly [Token, readonly Token[]])[] = [
  ['ink', [...GROUNDS, 'sunk', 'pine-soft', 'ochre-soft', 'brick-soft']],
  ['muted', [...GROUNDS, 'sunk', 'pine-soft']],
  ['pine-ink', [...GROUNDS, 'sunk', 'pine-soft']],
  ['ochre-ink', [...GROUNDS, 'ochre-soft', 'pine-soft']],
  ['brick-ink', [...GROUNDS, 'sunk', 'brick-soft', 'pine-soft']],
  ['on-pine', ['pine', 'pine-hover']],
  ['on-brick', ['brick']],
  ['on-bar', ['bar']],
  ['bar-muted', ['bar']],
]

/** WCAG 2.2, 1.4.11: shapes that mean something. */
const SHAPES: readonly (readonly [Token, readonly Token[]])[] = [
  ['edge', GROUNDS],
  ['ochre', GROUNDS],
  ['brick', GROUNDS],
  ['pine', ['canvas', 'surface']],
]

describe.each([
  ['light', LIGHT],
  ['dark', DARK],
])('the %s scheme', (_name, tokens) => {
  test.each([
    ['text', TEXTS, 4.5],
    ['shapes', SHAPES, 3],
  ])('%s stand out from every ground', (_what, pairs, min) => {
    const low = pairs.flatMap(([front, backs]) =>
      backs
        .map((back) => [front, back, contrastRatio(tokens[front], tokens[back])] as const)
        .filter(([, , ratio]) => ratio < min),
    )
    expect(low).toEqual([])
  })
})

test('a page has the scheme of its system unless it has chosen one', () => {
  const css = tokensCss()
  for (const { canvas } of [LIGHT, DARK]) expect(css).toContain(`--canvas: ${canvas};`)
  expect(css.indexOf('prefers-color-scheme: dark')).toBeLessThan(
    css.indexOf('\n[data-mantine-color-scheme="dark"]'),
  )
})
