import type { Break } from './openapi-breaks.ts'

/** Instead of a version, before the first. */
export const NO_RELEASE = 'none'
export const UNRELEASED = 'Unreleased'

/** The version of the changelog's newest release. */
export const lastRelease = (changelog: string): string =>
  /^## (\d+\.\d+\.\d+)/m.exec(changelog)?.[1] ?? NO_RELEASE

interface Declarations {
  readonly changelog: string
  /** Below which "Breaking" counts: versions, or `UNRELEASED`. */
  readonly headings: readonly string[]
}

/**
 * The breaks that no entry under Breaking names: its operation, and the field, parameter, header or
 * scope that it is about.
 */
export function undeclared(breaks: readonly Break[], { changelog, headings }: Declarations) {
  const entries = headings.flatMap((heading) => breakingEntries(changelog, heading))
  return breaks.filter((it) => {
    const names = namesOf(it)
    return !entries.some((entry) => names.every((name) => entry.has(name)))
  })
}

/** The names in code of each entry. */
function breakingEntries(changelog: string, heading: string): readonly ReadonlySet<string>[] {
  const release = partOf(changelog, `## ${heading}`, '## ')
  const breaking = partOf(release, '### Breaking', '### ')
  return breaking.split(/^- /m).map((entry) => new Set(inCode(entry).map(lastName)))
}

function partOf(text: string, heading: string, next: string): string {
  const lines = text.split('\n')
  const start = lines.findIndex((line) => line === heading || line.startsWith(`${heading} `))
  if (start < 0) return ''
  const rest = lines.slice(start + 1)
  const end = rest.findIndex((line) => line.startsWith(next))
  return rest.slice(0, end < 0 ? rest.length : end).join('\n')
}

const namesOf = ({ operationId, sentence }: Break): readonly string[] =>
  [operationId, ...inCode(sentence)].map(lastName)

const inCode = (text: string): readonly string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)

/** `items[].tax` is `tax`: an entry need not say each place of a field that is in several. */
const lastName = (path: string): string =>
  path
    .split(/[.[\]*]+/)
    .filter(Boolean)
    .at(-1) ?? path
