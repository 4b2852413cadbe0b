import type { Sent } from './recorded-sql.ts'

/** A statement without one of the places that name the company. */
export interface Mutant {
  readonly text: string
  readonly values: readonly unknown[]
  readonly original: Sent
  readonly kind: 'condition' | 'inserted column' | 'conflict target'
}

const EQUALITY = /(?:"?\w+"?\.)?"?company_id"? = (\$\d+|"?\w+"?\."?company_id"?)/g
const LIST = /^(\s*insert into "?\w+"? \()([^)]*)\)/i
const TARGET = /on conflict \("?company_id"?(?:, )?/i

/** Each mutant lacks one condition on the company, the column of an insert, or that of its conflict. */
export function mutantsOf(original: Sent): readonly Mutant[] {
  const { text, values } = original
  const conditions = [...text.matchAll(EQUALITY)].map((found): Mutant => {
    const [equality, side = ''] = found
    // The parameter stays, so that the others keep their numbers.
    const always = side.startsWith('$') ? `(${side}::int8 is not null)` : 'true'
    const end = found.index + equality.length
    return {
      text: text.slice(0, found.index) + always + text.slice(end),
      values,
      original,
      kind: 'condition',
    }
  })
  const inserted = LIST.test(text) && /company_id/.test(LIST.exec(text)?.[2] ?? '')
  return [
    ...conditions,
    ...(inserted
      ? [
          {
            text: text.replace(LIST, withoutColumn),
            values,
            original,
            kind: 'inserted column' as const,
          },
        ]
      : []),
    ...(TARGET.test(text)
      ? [
          {
            text: text.replace(TARGET, 'on conflict ('),
            values,
            original,
            kind: 'conflict target' as const,
          },
        ]
      : []),
  ]
}

const withoutColumn = (_list: string, start: string, names: string): string =>
  `${start}${names
    .split(', ')
    .filter((name) => !/company_id/.test(name))
    .join(', ')})`
