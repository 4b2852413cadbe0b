import type { FastifyInstance } from 'fastify'
import { AppError, type Fault, invalidRequest } from '../../kernel/errors.ts'
import { escapePointer, type SchemaFault, validationError, withoutEchoes } from './validation.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Checks a body that fits the schema, without an effect. */
    meaning?: (request: FastifyRequest, body: unknown) => Promise<unknown>
  }
  interface FastifyRequest {
    /** Faults of read-only fields, which are no longer in the body. */
    readOnlyFaults: readonly Fault[] | null
  }
}

/** Parts that a body must have to be valid at all, inside of larger ones. */
const ROUNDS_MAX = 5

/**
 * A body with faults of form gets the faults of meaning in the same response: the valid parts are
 * checked as if nothing else had been sent.
 */
export function registerMeaning(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.schema?.body) route.attachValidation = true
  })
  app.addHook('preHandler', async (request) => {
    const { validationError: error, readOnlyFaults, routeOptions } = request
    if (!error && !readOnlyFaults) return
    const refused = error ? validationError(error) : null
    if (refused?.faults.length === 0) throw refused
    const faults = [...(readOnlyFaults ?? []), ...(refused?.faults ?? [])]
    const { meaning } = routeOptions.config
    const fits = request.getValidationFunction('body')
    const isOfBody = (error?.validationContext ?? 'body') === 'body'
    if (!meaning || !fits || !isOfBody) throw invalidRequest(faults)
    const check = (sound: unknown) => meaning(request, sound)
    throw invalidRequest(await withFaultsOfMeaning(faults, request.body, { fits, check }))
  })
}

/** The members of a validator that are used here. */
export interface Fits {
  (body: unknown): unknown
  readonly errors?: unknown
}

interface Checks {
  /** Whether a body has the right form. */
  readonly fits: Fits
  /** Throws the faults of meaning of a body that fits. */
  readonly check: (body: unknown) => Promise<unknown>
}

/** The faults of form of a body, and the faults of meaning of its valid parts. */
export async function withFaultsOfMeaning(
  faults: readonly Fault[],
  body: unknown,
  { fits, check }: Checks,
): Promise<readonly Fault[]> {
  const sound = soundPart(body, fits)
  if (!sound) return faults
  const found = await check(sound.body).then(() => [], faultsOf)
  const gone = [...sound.dropped, ...faults.map(({ pointer }) => pointer)]
  return [...faults, ...found.filter(isApartFrom(gone))]
}

function faultsOf(error: unknown): readonly Fault[] {
  // A check that fails now is not repeated for each item of a bulk request.
  if (error instanceof AppError && error.kind !== 'unavailable') return error.faults
  throw error
}

/** A fault may result from a dropped part, so it is not reported. */
const isApartFrom =
  (dropped: readonly string[]) =>
  ({ pointer }: Fault): boolean =>
    !dropped.some((at) => `${at}/`.startsWith(`${pointer}/`) || `${pointer}/`.startsWith(`${at}/`))

interface SoundPart {
  readonly body: unknown
  /** Pointers to the dropped parts of the body. */
  readonly dropped: readonly string[]
}

/** The body without its invalid parts; null: nothing is left. */
function soundPart(original: unknown, fits: Fits): SoundPart | null {
  const body = structuredClone(original)
  const dropped: string[] = []
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    if (fits(body) === true) return { body, dropped }
    const faults = (fits.errors ?? []) as unknown as readonly SchemaFault[]
    for (const fault of withoutEchoes(faults)) {
      const at = placeOf(fault)
      if (at === '') return null
      drop(body, at)
      dropped.push(at)
    }
  }
  return null
}

const placeOf = ({ instancePath, params }: SchemaFault): string =>
  params.additionalProperty === undefined
    ? instancePath
    : `${instancePath}/${escapePointer(String(params.additionalProperty))}`

/** A list is dropped as a whole, because the indexes of its other entries would change. */
function drop(body: unknown, pointer: string): void {
  const names = pointer.slice(1).split('/').map(unescapePointer)
  let inside = body
  for (const [at, name] of names.entries()) {
    if (typeof inside !== 'object' || inside === null) return
    const parent = inside as Record<string, unknown>
    const isLast = at === names.length - 1
    if (isLast || (Array.isArray(parent[name]) && at === names.length - 2)) {
      delete parent[name]
      return
    }
    inside = parent[name]
  }
}

const unescapePointer = (name: string): string => name.replaceAll('~1', '/').replaceAll('~0', '~')
