/* Amounts are bigint, which JSON does not know: stored as text under names that end with `Minor`. */

export const toStored = (value: unknown): string =>
  JSON.stringify(value, (_key, part) => (typeof part === 'bigint' ? String(part) : part))

export const fromStored = <T>(text: string): T =>
  JSON.parse(text, (key, part) =>
    key.endsWith('Minor') && typeof part === 'string' ? BigInt(part) : part,
  ) as T
