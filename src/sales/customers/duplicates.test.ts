import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT } from '../../../test/source-files.ts'
import { judge, type Person, sharedBy } from './duplicates.ts'

const FILE = join(ROOT, '../shared/imports/duplicates.json')

interface Case {
  readonly of: string
  readonly a: { readonly name: string; readonly tax_id?: string }
  readonly b: Case['a']
  readonly judgement: string
}

const toPerson = ({ tax_id, ...person }: Case['a']): Person => ({
  ...person,
  taxId: tax_id ?? null,
})

describe('whether two customers are one', () => {
  test.each<[Person, Person, string, string | undefined]>([
    [{ name: 'Hazel Wood GmbH' }, { name: 'HAZEL  WOOD gmbh' }, 'maybe', 'name'],
    [{ name: 'Jäger & Töchter' }, { name: 'Jaeger und Toechter KG' }, 'maybe', 'name'],
    [
      { name: 'Hazel', email: 'A@b.example' },
      { name: 'Hazel', email: 'a@b.example' },
      'same',
      'email',
    ],
    [
      { name: 'Hazel', email: 'a@b.example' },
      { name: 'Oak', email: 'a@b.example' },
      'maybe',
      'email',
    ],
    [{ name: 'Hazel B.V.', taxId: 'NL 1.2' }, { name: 'Hazel BV', taxId: 'nl12' }, 'same', 'taxId'],
    [{ name: 'Hazel', taxId: 'DE1' }, { name: 'Hazel', taxId: 'DE2' }, 'maybe', 'name'],
    [{ name: 'Hazel', email: '-' }, { name: 'Oak', email: '-' }, 'different', undefined],
    [{ name: 'GmbH' }, { name: 'AG' }, 'different', undefined],
    [{ name: '北京' }, { name: '北京' }, 'maybe', 'name'],
  ])('%o and %o: %s', (one, other, judgement, shared) => {
    expect([judge(one, other), judge(other, one)]).toEqual([judgement, judgement])
    expect(sharedBy(one, other)).toBe(shared)
  })

  test.skipIf(!existsSync(FILE))(
    'the collected pairs (skipped: ../shared/imports/duplicates.json is not there)',
    () => {
      const { cases } = JSON.parse(readFileSync(FILE, 'utf8')) as {
        readonly cases: readonly Case[]
      }
      const tables = cases.filter((it) => it.of === 'table')
      const wrong = tables.filter(({ a, b, judgement }) => {
        const found = [judge(toPerson(a), toPerson(b)), judge(toPerson(b), toPerson(a))]
        return found.some((it) => it !== judgement)
      })
      expect(wrong).toEqual([])
    },
  )
})
