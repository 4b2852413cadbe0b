import { readdirSync, readFileSync } from 'node:fs'
import { RULES } from '@billwright/einvoice'
import { describe, expect, test } from 'vitest'
import {
  HAS_OFFICIAL_RULES,
  OFFICIAL_FOLDER,
  WITHOUT_OFFICIAL_RULES,
} from '../../../packages/einvoice/src/rules/official-rules.testing.ts'
import { LIMIT_RULES } from './inner/limits.ts'

const PAGE = readFileSync(new URL('../../../docs/e-invoices.md', import.meta.url), 'utf8')
const [, section = ''] = PAGE.split('## Rules that are not checked')
const unchecked = new Set(section.match(/\b(?:BR|PEPPOL|[A-Z]{2}-[RS])-[A-Z0-9][A-Za-z0-9-]*/g))
const ids = Object.values(RULES).flatMap((rules) => rules.map(({ id }) => id))
const checked = new Set([...ids, ...LIMIT_RULES])

/** Of the extension and the vehicle profile of XRechnung. */
const isOther = (id: string): boolean => /^BR-(DEX|(DE|TMP)-CVD)-/.test(id)

test('docs/e-invoices.md lists no rule as unchecked that is checked', () => {
  expect([...unchecked].filter((id) => checked.has(id))).toEqual([])
})

describe.skipIf(!HAS_OFFICIAL_RULES)(`docs/e-invoices.md${WITHOUT_OFFICIAL_RULES}`, () => {
  const folder = new URL('rules/', OFFICIAL_FOLDER)
  const files = HAS_OFFICIAL_RULES
    ? readdirSync(folder).filter((name) => name.endsWith('.sch'))
    : []
  const official = files.flatMap((name) => {
    const text = readFileSync(new URL(name, folder), 'utf8')
    const ids = [...text.matchAll(/<(?:\w+:)?assert\b[^>]*?\bid="([^"]+)"/g)].map(([, id]) => id)
    return ids.filter((id) => id !== undefined)
  })
  // Rules on the syntax (UBL-…, CII-…) are the writers' to keep.
  const known = [...new Set(official)].filter((id) => !/^(UBL|CII)-/.test(id) && !isOther(id))

  test('lists every rule that is not checked', () => {
    expect(known.filter((id) => !checked.has(id) && !unchecked.has(id))).toEqual([])
  })

  test('lists no rule that there is not', () => {
    const all = new Set([...official, 'BR-FR', 'BR-DEX'])
    expect([...unchecked].filter((id) => !all.has(id))).toEqual([])
  })
})
