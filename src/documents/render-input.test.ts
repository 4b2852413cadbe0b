import { describe, expect, test } from 'vitest'
import { type RenderInput, renderInputKey } from './render-input.ts'
import { sampleSource } from './samples/sample.ts'

const { invoice, today } = sampleSource('de')
const renderInput = {
  invoice: { ...invoice, id: 'inv_1', version: 3, creditedMinor: 0n },
  today,
  logo: 'data:image/png;base64,AAAA',
  template: { id: 'minimalist-clean', version: '1.0.0', digest: 'a1' },
} as unknown as RenderInput

type Place = readonly (string | number)[]

/** Every value within it that is no object or list, by the way there. */
function leavesOf(value: unknown, place: Place = []): readonly Place[] {
  if (typeof value !== 'object' || value === null) return [place]
  return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, [...place, name]))
}

/** A copy in which only that value is another. */
function changed(value: unknown, [name, ...rest]: Place): unknown {
  if (name === undefined) return other(value)
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value)
    ? [...value]
    : { ...(value as object) }
  const inner = Reflect.get(copy, name)
  Reflect.set(copy, name, changed(inner, rest))
  return copy
}

function other(value: unknown): unknown {
  if (typeof value === 'bigint') return value + 1n
  if (typeof value === 'number') return value + 1
  if (typeof value === 'boolean') return !value
  return typeof value === 'string' ? `${value}x` : 'x'
}

describe('the key of what a document is made of', () => {
  const key = renderInputKey(renderInput)
  const places = leavesOf(renderInput).filter(([name]) => name !== 'logo')

  test('is the same for the same, however often it was read', () => {
    const readOnce = structuredClone(renderInput)
    expect(renderInputKey(structuredClone(readOnce))).toBe(renderInputKey(readOnce))
  })

  test(`another one for each of ${places.length} values that changes`, () => {
    const keys = places.map((place) => renderInputKey(changed(renderInput, place) as RenderInput))
    expect(places.length).toBeGreaterThan(100)
    expect(new Set([key, ...keys]).size).toBe(places.length + 1)
  })

  test('another one without the logo, with an item less, and with two in the other order', () => {
    const items = renderInput.invoice.items
    const keys = [
      { ...renderInput, logo: null },
      { ...renderInput, invoice: { ...renderInput.invoice, items: items.slice(1) } },
      { ...renderInput, invoice: { ...renderInput.invoice, items: items.toReversed() } },
    ].map(renderInputKey)
    expect(new Set([key, ...keys]).size).toBe(4)
  })
})
