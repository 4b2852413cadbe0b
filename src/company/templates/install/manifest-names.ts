const SEGMENTS_MAX = 8

/** An id of at most 64 characters. It is part of paths, so it cannot end in a dot or contain two in a row. */
export const isTemplateId = (text: string): boolean =>
  /^[a-z0-9][a-z0-9._-]{0,63}$/.test(text) && hasPlainDots(text)

/** A version such as `1.0.0-beta+7` or `v2`; also part of asset URLs. */
export const isTemplateVersion = (text: string): boolean =>
  /^[A-Za-z0-9][A-Za-z0-9.+_-]{0,31}$/.test(text) && hasPlainDots(text)

/** A relative path of plain segments, without hidden files, `..` or encoded characters. */
export function isSafePath(path: string): boolean {
  const segments = path.split('/')
  return segments.length <= SEGMENTS_MAX && segments.every(isSafeSegment)
}

const isSafeSegment = (segment: string): boolean =>
  /^[A-Za-z0-9_][A-Za-z0-9 ._-]{0,99}$/.test(segment) &&
  hasPlainDots(segment) &&
  !segment.endsWith(' ')

const hasPlainDots = (text: string): boolean => !text.includes('..') && !text.endsWith('.')
