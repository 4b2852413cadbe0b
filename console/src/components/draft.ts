/** The value of a field; `''` means nothing. */
export type FieldValue = string | boolean

/** The values of a form by path: `address.city`. */
export type Draft<Name extends string> = Readonly<Record<Name, FieldValue>>

/** Changed fields that are not saved yet. */
export type Changes<Name extends string> = Readonly<Partial<Record<Name, FieldValue>>>

/** A document as form values. */
export function toDraft<Name extends string>(
  names: readonly Name[],
  document: object,
): Draft<Name> {
  const valueAt = (name: Name): FieldValue => {
    const value = name
      .split('.')
      .reduce<unknown>((at, part) => (isRecord(at) ? at[part] : undefined), document)
    if (typeof value === 'boolean') return value
    if (Array.isArray(value)) return fromList(value)
    return value === null || value === undefined ? '' : String(value)
  }
  return Object.fromEntries(names.map((name) => [name, valueAt(name)])) as Draft<Name>
}

/** The changes that differ from the stored values. */
export const realChanges = <Name extends string>(
  stored: Draft<Name>,
  changes: Changes<Name>,
): Changes<Name> =>
  Object.fromEntries(
    Object.entries(changes).filter(([name, value]) => stored[name as Name] !== value),
  ) as Changes<Name>

/** The stored values of these fields. */
export const pick = <Name extends string>(draft: Draft<Name>, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, draft[name]])) as Changes<Name>

interface Shapes<Name extends string> {
  readonly numbers?: readonly Name[]
  /** Lists that a form shows separated by commas. */
  readonly lists?: readonly Name[]
}

/**
 * Changes as a JSON Merge Patch (RFC 7396): nested objects, null for empty fields, numbers and
 * lists. Invalid numbers are sent as text, so that the service reports the fault.
 */
export function toPatch<Name extends string>(
  changes: Changes<Name>,
  { numbers = [], lists = [] }: Shapes<Name>,
): Readonly<Record<string, unknown>> {
  const patch: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(changes) as [Name, FieldValue][]) {
    const [key = '', part] = name.split('.')
    const sent = lists.includes(name)
      ? toList(value).map((it) => (numbers.includes(name) ? toNumber(it) : it))
      : value === ''
        ? null
        : numbers.includes(name)
          ? toNumber(value)
          : value
    const group = patch[key]
    patch[key] = part === undefined ? sent : { ...(isRecord(group) ? group : {}), [part]: sent }
  }
  return patch
}

const LIST_MARK = ', '

/** Splits a text at its commas. */
export const toList = (text: FieldValue): readonly string[] =>
  String(text)
    .split(',')
    .map((it) => it.trim())
    .filter((it) => it !== '')

export const fromList = (parts: readonly string[]): string => parts.join(LIST_MARK)

const toNumber = (text: FieldValue): FieldValue | number =>
  typeof text === 'string' && /^\d+$/.test(text.trim()) ? Number(text) : text

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
