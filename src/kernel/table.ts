/**
 * A lookup table without a prototype. A key from a stranger, such as `constructor` or `__proto__`,
 * finds nothing.
 */
export const table = <Value>(
  entries: Readonly<Record<string, Value>>,
): Readonly<Record<string, Value>> => Object.assign(Object.create(null), entries)
