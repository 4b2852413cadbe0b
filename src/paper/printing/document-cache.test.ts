import { describe, expect, test } from 'vitest'
import { FIRST_COMPANY } from '../../core/companies/company.ts'
import { cacheKey } from '../../platform/database/cache-key.ts'
import type { CompanyDb } from '../../platform/database/scope.ts'
import { htmlDocument } from './document.ts'
import { createDocumentCache } from './document-cache.ts'
import { sampleSource } from './samples/sample.ts'

const scope = { companyId: FIRST_COMPANY } as CompanyDb
const { invoice, displayed } = sampleSource('de')
const input = {
  invoice,
  displayed,
  template: { id: 'minimalist-clean', version: '1.0.0', digest: 'a1' },
}

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

describe('the key of a document', () => {
  const keyOf = (it: unknown) => cacheKey(scope, 'pdf', it)
  const key = keyOf(input)
  const places = leavesOf(input)

  test('is the same for equal documents, however often they were read', () => {
    const readOnce = structuredClone(input)
    expect(keyOf(structuredClone(readOnce))).toBe(keyOf(readOnce))
  })

  test(`another one for each of ${places.length} values that changes`, () => {
    const keys = places.map((place) => keyOf(changed(input, place)))
    expect(places.length).toBeGreaterThan(100)
    expect(new Set([key, ...keys]).size).toBe(places.length + 1)
  })

  test('another one with an item less, with two in the other order, for another company or form', () => {
    const keys = [
      keyOf({ ...input, invoice: { ...invoice, items: invoice.items.slice(1) } }),
      keyOf({ ...input, invoice: { ...invoice, items: invoice.items.toReversed() } }),
      cacheKey({ ...scope, companyId: 2n } as CompanyDb, 'pdf', input),
      cacheKey(scope, 'html', input),
    ]
    expect(new Set([key, ...keys]).size).toBe(5)
  })

  test('begins with the company', () => {
    expect(key).toMatch(/^1 /)
  })
})

describe('the cache of documents', () => {
  test('makes a document once, also for two callers at the same time', async () => {
    const cache = createDocumentCache()
    let made = 0
    const make = async () => htmlDocument(`<p>${++made}</p>`)
    const [first, second] = await Promise.all([cache('a', make), cache('a', make)])
    expect(second).toBe(first)
    expect(await cache('a', make)).toBe(first)
    expect(await cache('b', make)).not.toBe(first)
    expect(made).toBe(2)
  })

  test('keeps no failure', async () => {
    const cache = createDocumentCache()
    const failing = cache('a', () => Promise.reject(new Error('no printer')))
    await expect(failing).rejects.toThrow('no printer')
    expect((await cache('a', async () => htmlDocument('<p>'))).etag).toBeTruthy()
  })

  test('keeps a document without a byte', async () => {
    const cache = createDocumentCache()
    const first = await cache('a', async () => htmlDocument(''))
    expect(await cache('a', async () => htmlDocument('<p>'))).toBe(first)
  })
})
