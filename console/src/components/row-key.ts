/** Identifies a row of a list on the screen; never sent. */
export const newKey = (): string => crypto.getRandomValues(new Uint32Array(2)).join('-')
