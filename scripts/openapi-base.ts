import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { breaksBetween, type OpenApi } from './openapi-breaks.ts'
import { lastRelease, NO_RELEASE, UNRELEASED, undeclared } from './openapi-declared.ts'

const ROOT = join(import.meta.dirname, '..')

/** The document as the routes are now. It is generated, not committed. */
export const DOCUMENT = 'docs/openapi.json'
/** The document of the last release; missing before the first. */
export const BASE = 'docs/openapi-base.json'
const COMMAND = 'node scripts/openapi.ts --release'

export interface State {
  readonly document: string
  readonly base: string | null
  readonly changelog: string
}

/** What breaks callers of the last release without a word in the changelog; one sentence each. */
export function objections({ document, base, changelog }: State): readonly string[] {
  const release = lastRelease(changelog)
  // Nobody can rely on a document before the first release.
  if (release === NO_RELEASE) return []
  return base !== null && versionOf(base) === release
    ? undeclaredBreaks({ document, base, changelog }, [UNRELEASED])
    : [`${BASE} is not of the last release, ${release}. Run ${COMMAND}`]
}

/** The same for a release whose heading the changelog already has. */
export function releaseObjections({ document, base, changelog }: State): readonly string[] {
  const release = lastRelease(changelog)
  if (base === null) return []
  if (versionOf(base) === release) return [`The changelog has no release after ${release}.`]
  return undeclaredBreaks({ document, base, changelog }, [UNRELEASED, release])
}

/** The document as the base of later ones. */
export function releasedBase({ document, changelog }: State): string {
  const { info, ...rest } = JSON.parse(document)
  return `${JSON.stringify({ ...rest, info: { ...info, version: lastRelease(changelog) } })}\n`
}

function undeclaredBreaks(
  { document, base, changelog }: State & { readonly base: string },
  headings: readonly string[],
): readonly string[] {
  const breaks = breaksBetween(parse(base), parse(document))
  return [...new Set(undeclared(breaks, { changelog, headings }).map(({ sentence }) => sentence))]
}

const parse = (text: string): OpenApi => JSON.parse(text)

const versionOf = (document: string): string => JSON.parse(document).info.version

/** The project as it is in the tree, with the document as the routes make it. */
export const stateOf = (document: string): State => ({
  document,
  base: existsSync(join(ROOT, BASE)) ? read(BASE) : null,
  changelog: read('CHANGELOG.md'),
})

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')
