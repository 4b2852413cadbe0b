import { type TProperties, Type } from 'typebox'
import { closed } from '../../kernel/fields/shapes.ts'
import { valuesOf } from './filters.ts'

const NAMES_MAX = 5

/** The related resources in `expanded`. An unknown name is refused. */
export function expandParameter(names: readonly string[]) {
  const name = `(${names.join('|')})`
  const known = names.map((it) => `\`${it}\``).join(', ')
  return Type.Optional(
    Type.String({
      pattern: `^${name}(,${name}){0,${NAMES_MAX - 1}}$`,
      description: `Adds related resources as \`expanded\`: ${known}. Several are separated by commas.`,
    }),
  )
}

/** The query of a read of one resource. */
export const expandQuery = (names: readonly string[]) =>
  Type.Object({ expand: expandParameter(names) }, closed)

export const expansionsOf = ({ expand }: { readonly expand?: string }): ReadonlySet<string> =>
  new Set(valuesOf(expand))

/** The field of an answer. */
export const expandedOf = <P extends TProperties>(properties: P) =>
  Type.Optional(
    Type.Object(properties, {
      description: 'The related resources in `expand`.',
    }),
  )

/** A view with its related resources, if any were asked for. */
export const withExpanded = <View extends object, Expanded extends object>(
  view: View,
  expanded: Expanded | undefined,
): View & { readonly expanded?: Expanded } => (expanded ? { ...view, expanded } : view)

/** Those with the ids of a page, by id. */
export const byId = <T extends { readonly id: string }>(
  found: readonly T[],
): ReadonlyMap<string, T> => new Map(found.map((it) => [it.id, it]))
