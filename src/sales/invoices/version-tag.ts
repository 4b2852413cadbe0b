/** The entity tag of the stored version, as lists give it. `If-Match` takes it too. */
export const versionTag = (version: number): string => `"v${version}"`
