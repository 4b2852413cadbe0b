import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Break, breaksBetween, type OpenApi } from './openapi-breaks.ts'

const ROOT = join(import.meta.dirname, '..')

/** The document as the routes are now. */
export const DOCUMENT = 'docs/openapi.json'
/** The document of the last release; there is none before the first. */
export const RELEASED = 'docs/openapi-released.json'
export const COMMAND = 'npx node scripts/openapi.ts'

/**
 * The sentences that stand against a new document, none if it may be written. Callers rely on what was
 * released, so that is compared once there is a release; a break is then let through only if the
 * changelog names its operation under Breaking. Until then the document in the tree is compared, so that
 * nobody breaks the console or the client without noticing, and `mayBreak` is enough.
 *
 * Both files are in the tree: this needs no history, which a fresh clone may not have.
 */
export function objections(document: string, given: { readonly mayBreak: boolean }) {
  if (existsSync(join(ROOT, RELEASED)))
    return sentencesOf(unannounced(breaksSince(RELEASED, document), read('CHANGELOG.md')))
  if (given.mayBreak || !existsSync(join(ROOT, DOCUMENT))) return []
  return sentencesOf(breaksSince(DOCUMENT, document))
}

/** The breaks whose operation the changelog's next release does not name under Breaking. */
export function unannounced(breaks: readonly Break[], changelog: string): readonly Break[] {
  const [, unreleased = ''] = /^## Unreleased\n([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(changelog) ?? []
  const [, breaking = ''] = /^### Breaking\n([\s\S]*?)(?=^### |(?![\s\S]))/m.exec(unreleased) ?? []
  return breaks.filter(({ operationId }) => !breaking.includes(`\`${operationId}\``))
}

const breaksSince = (file: string, document: string): readonly Break[] => {
  const before: OpenApi = JSON.parse(read(file))
  const after: OpenApi = JSON.parse(document)
  return breaksBetween(before, after)
}

const sentencesOf = (breaks: readonly Break[]): readonly string[] =>
  breaks.map(({ sentence }) => sentence)

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')
