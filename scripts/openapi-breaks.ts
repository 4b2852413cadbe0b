import {
  accessBreaks,
  addressBreaks,
  type Security,
  type SecurityScheme,
  type Server,
  schemeBreaks,
  serverBreaks,
} from './openapi-access-breaks.ts'
import { type Schema, schemaBreaks } from './openapi-schema-breaks.ts'

/** As much of an OpenAPI document as callers rely on. */
export interface OpenApi {
  readonly servers?: readonly Server[]
  readonly security?: Security
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components?: {
    readonly schemas?: Readonly<Record<string, Schema>>
    readonly securitySchemes?: Readonly<Record<string, SecurityScheme>>
  }
}

interface Operation {
  readonly operationId?: string
  readonly servers?: readonly Server[]
  readonly security?: Security
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required?: boolean; readonly content?: Content }
  readonly responses?: Readonly<Record<string, Answer>>
}

interface Parameter {
  readonly in: string
  readonly name: string
  readonly required?: boolean
  readonly schema?: Schema
}

interface Answer {
  readonly content?: Content
  readonly headers?: Readonly<Record<string, unknown>>
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>

/** Something that callers relied on and that is not so any more. */
export interface Break {
  /** Or, where all operations are broken at once, the scheme's name or `servers`. */
  readonly operationId: string
  readonly sentence: string
}

interface Versions<T> {
  readonly before: T
  readonly after: T
}

/**
 * Names all that breaks callers who kept to the first document: what is gone, what is required now, what
 * is taken no longer, and what answers no longer promise. What is only added is none of it: fields of
 * answers, values in answers, optional parameters, operations. Errors may change; their codes are
 * compared elsewhere, with docs/errors.md.
 */
export function breaksBetween(before: OpenApi, after: OpenApi): readonly Break[] {
  return [
    ...serverBreaks(before.servers, after.servers),
    ...schemeBreaks(before.components?.securitySchemes, after.components?.securitySchemes),
    ...pathBreaks({ before, after }),
  ]
}

const pathBreaks = ({ before, after }: Versions<OpenApi>): readonly Break[] =>
  Object.entries(before.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      const now = after.paths[path]?.[method]
      const operationId = operation.operationId ?? `${method} ${path}`
      const name = `${method.toUpperCase()} ${path} (${operationId})`
      const found = now
        ? operationBreaks({ before: whole(operation, before), after: whole(now, after) })
        : ['is gone']
      return found.map((end) => ({ operationId, sentence: `${name} ${end}.` }))
    }),
  )

/** With all that the document says for it elsewhere. */
const whole = (operation: Operation, document: OpenApi): Operation => ({
  ...inlined(operation, document),
  security: operation.security ?? document.security ?? [],
})

function operationBreaks(versions: Versions<Operation>): readonly string[] {
  const { before, after } = versions
  const isRenamed = before.operationId !== after.operationId
  return [
    ...(isRenamed ? [`is now called ${after.operationId ?? 'nothing'}`] : []),
    ...addressBreaks(before.servers, after.servers),
    ...accessBreaks(before.security, after.security),
    ...parameterBreaks(versions),
    ...bodyBreaks(versions),
    ...answerBreaks(versions),
  ]
}

function parameterBreaks({ before, after }: Versions<Operation>): readonly string[] {
  const [old, now] = [before.parameters ?? [], after.parameters ?? []]
  const twin = (of: Parameter, among: readonly Parameter[]) =>
    among.find((it) => it.in === of.in && it.name.toLowerCase() === of.name.toLowerCase())
  const called = (it: Parameter) => `the ${it.in} parameter \`${it.name}\``
  return [
    ...old.filter((it) => !twin(it, now)).map((it) => `no longer takes ${called(it)}`),
    ...now
      .filter((it) => it.required && !twin(it, old)?.required)
      .map((it) => `now requires ${called(it)}`),
    ...old.flatMap((it) => {
      const found = twin(it, now)
      if (!found) return []
      const [oldSchema, schema] = [it.schema ?? {}, found.schema ?? {}]
      return schemaBreaks({ before: oldSchema, after: schema, direction: 'request', at: it.name })
    }),
  ]
}

function bodyBreaks({ before, after }: Versions<Operation>): readonly string[] {
  const isNeeded = after.requestBody?.required && !before.requestBody?.required
  return [
    ...(isNeeded ? ['now requires a body'] : []),
    ...contentBreaks({
      before: before.requestBody?.content ?? {},
      after: after.requestBody?.content ?? {},
      direction: 'request',
      without: (type) => `no longer takes ${type}`,
    }),
  ]
}

/** Successes, and where they send the caller; who gets no 304 any more gets the whole, which is as good. */
const RELIED_ON = /^(2|30[12378])/

const headerBreaks = (status: string, { before, after }: Versions<Answer>): readonly string[] =>
  Object.keys(before.headers ?? {})
    .filter((name) => !(name in (after.headers ?? {})))
    .map((name) => `no longer sends the header \`${name}\` with ${status}`)

function answerBreaks({ before, after }: Versions<Operation>): readonly string[] {
  return Object.entries(before.responses ?? {})
    .filter(([status]) => RELIED_ON.test(status))
    .flatMap(([status, answer]) => {
      const now = after.responses?.[status]
      if (!now) return [`no longer answers ${status}`]
      return [
        ...headerBreaks(status, { before: answer, after: now }),
        ...contentBreaks({
          before: answer.content ?? {},
          after: now.content ?? {},
          direction: 'answer',
          without: (type) => `no longer answers ${status} as ${type}`,
        }),
      ]
    })
}

interface ContentVersions extends Versions<Content> {
  readonly direction: 'request' | 'answer'
  readonly without: (type: string) => string
}

const contentBreaks = ({ before, after, direction, without }: ContentVersions): readonly string[] =>
  Object.entries(before).flatMap(([type, old]) => {
    const now = after[type]
    if (!now) return [without(type)]
    return schemaBreaks({ before: old.schema ?? {}, after: now.schema ?? {}, direction, at: '' })
  })

const REFERENCE = /^#\/components\/schemas\/(.+)$/

/** With the schemas it refers to in their places; what refers to itself is cut at its first turn. */
function inlined<T>(part: T, document: OpenApi, within: readonly string[] = []): T {
  if (typeof part !== 'object' || part === null) return part
  if (Array.isArray(part)) return part.map((it) => inlined(it, document, within)) as T
  const [, name] = ('$ref' in part && REFERENCE.exec(String(part.$ref))) || []
  if (name !== undefined)
    return (
      within.includes(name)
        ? {}
        : inlined(document.components?.schemas?.[name] ?? {}, document, [...within, name])
    ) as T
  const entries = Object.entries(part).map(([key, it]) => [key, inlined(it, document, within)])
  return Object.fromEntries(entries) as T
}
