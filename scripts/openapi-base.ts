import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { breaksBetween, type OpenApi } from './openapi-breaks.ts'
import { lastRelease, NO_RELEASE, UNRELEASED, undeclared } from './openapi-declared.ts'
import { readable } from './openapi-document.ts'
import { promisesOf } from './openapi-promises.ts'

const ROOT = join(import.meta.dirname, '..')

/** The document as the routes are now. */
export const DOCUMENT = 'docs/openapi.json'
/** What callers rely on: the promises of the last release's document; before the first, of an early one. */
export const BASE = 'docs/openapi-base.json'
const CHANGELOG = 'CHANGELOG.md'
export const COMMAND = 'npx node scripts/openapi.ts'

/** What one state of the project promised. */
export interface Promised {
  readonly document: string
  readonly base: string
}

export interface State {
  /** As the routes are now. */
  readonly document: string
  /** Null: there is none. */
  readonly base: string | null
  readonly changelog: string
  /** The last commit that had another document, else the one before the last; null without either. */
  readonly previous: Promised | null
}

/**
 * The sentences that stand against a state of the project; none if it breaks no caller, or says so in
 * the changelog. It is compared with the base, which only a release renews, and with the commit before:
 * that sees what is younger than the base, and a base that was renewed otherwise.
 */
export function objections({ document, base, changelog, previous }: State): readonly string[] {
  if (base === null) return [`${BASE} is missing. Take it from the history.`]
  const release = lastRelease(changelog)
  const isOld = versionOf(base) !== release
  const before = previous && { ...previous, version: versionOf(previous.base) }
  const isReleasing = before !== null && before.version !== versionOf(base)
  const isRenewed = before !== null && !isReleasing && before.base !== base
  // What was promised before anything was released is nobody's to rely on.
  const isFirst = isReleasing && before.version === NO_RELEASE
  const older = [
    base,
    ...(before ? [before.document] : []),
    ...(before && !isFirst ? [before.base] : []),
  ]
  const headings = isReleasing ? [UNRELEASED, release] : [UNRELEASED]
  const breaks = older.flatMap((text) => breaksBetween(parse(text), parse(document)))
  return [
    ...(isOld ? [`${BASE} is not of the last release, ${release}. Run ${COMMAND} --release`] : []),
    ...(isRenewed ? [`${BASE} was changed without a release. Take it from the history.`] : []),
    ...new Set(undeclared(breaks, { changelog, headings }).map(({ sentence }) => sentence)),
  ]
}

/** The state after the document was kept as that of the changelog's newest release. */
export function released({ document, base, changelog, previous }: State): State {
  const promises = promisesOf(document, lastRelease(changelog))
  return {
    document,
    base: `${readable(JSON.stringify(promises))}\n`,
    changelog,
    // Without git, at least the base that is replaced is compared.
    previous: previous ?? (base === null ? null : { document, base }),
  }
}

const parse = (text: string): OpenApi => JSON.parse(text)

const versionOf = (document: string): string => JSON.parse(document).info.version

/** The project as it is in the tree and in git, if that is there; with the document as the routes make it. */
export const stateOf = (document: string): State => ({
  document,
  base: existsSync(join(ROOT, BASE)) ? readFileSync(join(ROOT, BASE), 'utf8') : null,
  changelog: readFileSync(join(ROOT, CHANGELOG), 'utf8'),
  previous: previousOf(document),
})

function previousOf(document: string): Promised | null {
  const last = promisedAt('HEAD')
  return last?.document === document ? promisedAt('HEAD~1') : last
}

function promisedAt(revision: string): Promised | null {
  const document = committed(revision, DOCUMENT)
  const base = committed(revision, BASE)
  return document !== null && base !== null ? { document, base } : null
}

/** Null: there is no git here, no such commit (a clone may have the last alone), or no such file in it. */
function committed(revision: string, file: string): string | null {
  try {
    return execFileSync('git', ['show', `${revision}:./${file}`], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: BYTES_MAX,
    })
  } catch {
    return null
  }
}

const BYTES_MAX = 64 * 1024 * 1024
