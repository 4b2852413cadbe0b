import type { NewRow } from '../../platform/database/scope.ts'
import type { CompanyTable } from '../../platform/database/tables.ts'
import { sha256 } from '../../platform/ids.ts'
import { canonicalJson } from './canonical-json.ts'
import type { Changes, NewRevision } from './chain.ts'

/** What the revisions of a resource hash. A version never changes, because it verifies what it wrote. */
export interface State<Value> {
  /** The version of new revisions. */
  readonly version: number
  /** The text whose SHA-256 is the state hash; null for a version of a later release. */
  readonly textOf: (value: Value, version: number) => string | null
}

type Columns<Table extends CompanyTable> = readonly (keyof NewRow<Table> & string)[]

/** A state of some columns of a row, by version. */
export const columnState = <Table extends CompanyTable>(
  version: number,
  versions: Readonly<Record<number, Columns<Table>>>,
): State<NewRow<Table>> => ({
  version,
  textOf(row, version) {
    const columns = versions[version]
    return columns
      ? canonicalJson(Object.fromEntries(columns.map((name) => [name, row[name]])))
      : null
  },
})

export function stateHash<Value>(
  { textOf }: State<Value>,
  value: Value,
  version: number,
): string | null {
  const text = textOf(value, version)
  return text && sha256(text)
}

/** The state of a new revision. Null: nothing is stored after it. */
export const stateAfter = <Value>(
  state: State<Value>,
  value: Value | null,
): Pick<NewRevision, 'stateVersion' | 'stateHash'> => ({
  stateVersion: state.version,
  stateHash: (value && stateHash(state, value, state.version)) ?? '',
})

type View = Readonly<Record<string, unknown>>

/** The fields of `to` that differ. A missing field is null. */
export function changesBetween(from: View, to: View, differs = differInJson): Changes {
  const changes: Record<string, readonly [unknown, unknown]> = {}
  for (const [field, value] of Object.entries(to)) {
    const [was, is] = [from[field] ?? null, value ?? null]
    if (differs(was, is)) changes[field] = [was, is]
  }
  return changes
}

const differInJson = (was: unknown, is: unknown): boolean =>
  was !== is && canonicalJson(was) !== canonicalJson(is)
