import { CORE_SCHEMA, constructFromEvents, EVENT_ID, parseEvents, realMapTag } from 'js-yaml'
import { AppError, type Fault } from '../../../../kernel/errors.ts'
import { utf8Of } from '../../template.ts'

/** A manifest has a few hundred bytes; this leaves room for sixty assets. */
export const MANIFEST_BYTES_MAX = 16_384

const DEPTH_MAX = 8
const FAULTS_MAX = 100

/** Maps instead of objects, so that no key (`__proto__`) can reach a prototype. */
const SCHEMA = CORE_SCHEMA.withTags(realMapTag)

/** 422. Pointers lead into the manifest, not into the request. */
export const manifestInvalid = (faults: readonly Fault[]): AppError =>
  new AppError(
    'invalid',
    'manifest_invalid',
    'The manifest has faults. `errors` lists all of them.',
    {
      faults: faults.slice(0, FAULTS_MAX),
    },
  )

export const manifestTooLarge = (): AppError =>
  new AppError(
    'too_large',
    'manifest_too_large',
    `The manifest is too large. Use at most ${MANIFEST_BYTES_MAX} bytes.`,
    { limitBytes: MANIFEST_BYTES_MAX },
  )

/**
 * Parses the single document in `bytes`, with mappings as Maps. JSON is a subset of YAML 1.2, so
 * one parser reads both by the same rules: no anchors, aliases, tags, directives, duplicate keys or
 * second documents, and limited depth. Throws `manifest_too_large` or `manifest_invalid`.
 */
export function readDocument(bytes: Uint8Array): unknown {
  if (bytes.length > MANIFEST_BYTES_MAX) throw manifestTooLarge()
  const source = utf8Of(bytes, () => syntaxFault('The manifest is not UTF-8'))
  if (/^\s*<[!?a-z]/i.test(source)) throw syntaxFault('This is a web page, not a manifest')
  try {
    const events = parseEvents(source, { maxDepth: DEPTH_MAX })
    const refused = refusal(events)
    if (refused !== null) throw syntaxFault(refused)
    const [document] = constructFromEvents(events, { source, schema: SCHEMA, maxAliases: 0 })
    return document
  } catch (error) {
    if (error instanceof AppError) throw error
    throw syntaxFault(`The manifest is neither YAML nor JSON: ${reasonOf(error)}`)
  }
}

/** YAML features that no manifest needs and that attacks use. */
function refusal(events: ReturnType<typeof parseEvents>): string | null {
  let documents = 0
  for (const event of events) {
    if (event.type === EVENT_ID.POP) continue
    if (event.type === EVENT_ID.ALIAS) return 'Aliases are not allowed'
    if (event.type === EVENT_ID.DOCUMENT) {
      documents += 1
      if (event.directives.length > 0) return 'Directives are not allowed'
    } else {
      if (event.anchorStart !== -1) return 'Anchors are not allowed'
      if (event.tagStart !== -1) return 'Tags are not allowed'
    }
  }
  return documents === 1 ? null : 'A manifest must be a single document'
}

/** The parser's message and position, without its excerpt of the source. */
function reasonOf(error: unknown): string {
  const { reason, mark } = error as {
    reason?: string
    mark?: { readonly line: number; readonly column: number } | null
  }
  const place = mark ? ` (line ${mark.line + 1}, column ${mark.column + 1})` : ''
  return `${reason ?? 'it cannot be read'}${place}`
}

const syntaxFault = (message: string): AppError =>
  manifestInvalid([{ pointer: '', code: 'syntax', message: `${message}.` }])
