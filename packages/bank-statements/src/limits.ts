/** The default; callers may give another. */
export const BYTES_MAX = 20 * 1024 * 1024
export const ENTRIES_MAX = 50_000
export const STATEMENTS_MAX = 2000
export const TEXT_LENGTH_MAX = 10_000

export const XML_DEPTH_MAX = 32
export const XML_ELEMENTS_MAX = 2_000_000
export const XML_ATTRIBUTES_MAX = 64
