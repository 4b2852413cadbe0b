/** The entity tag of what is stored, as lists give it: `If-Match` takes it too. */
export const versionTag = (version: number): string => `"v${version}"`
