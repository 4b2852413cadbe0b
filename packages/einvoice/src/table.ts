/**
 * A table by text, which may come from strangers: nothing is in it but its entries, neither
 * `constructor` nor `__proto__`.
 */
export const table = <Value>(
  entries: Readonly<Record<string, Value>>,
): Readonly<Record<string, Value>> => Object.assign(Object.create(null), entries)
