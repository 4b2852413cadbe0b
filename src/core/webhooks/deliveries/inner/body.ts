import type { LoggedEvent } from '../../../record/event.ts'

/** Standard Webhooks requires payloads below 20 KB. */
export const BODY_BYTES_MAX = 20_000

/** The body for a receiver: of an event, or of a test, which is not in the log. */
interface BodySource {
  readonly id: string
  readonly type: string
  readonly at: string
  /** Its id. */
  readonly company: string
  readonly resource: LoggedEvent['resource']
  readonly data: LoggedEvent['data']
}

/**
 * The body, serialized once, so that every attempt sends and signs the same bytes. If it is too
 * long, the longest fields of `data` are left out and listed in `omitted`.
 */
export function writeBody(source: BodySource): string {
  const whole = toJson(source, source.data, [])
  if (isShort(whole)) return whole
  const longestFirst = Object.entries(source.data)
    .map(([name, value]) => ({ name, length: JSON.stringify(value)?.length ?? 0 }))
    .sort((left, right) => right.length - left.length)
  const omitted: string[] = []
  for (const { name } of longestFirst) {
    omitted.push(name)
    const shorter = toJson(source, without(source.data, omitted), omitted)
    if (isShort(shorter)) return shorter
  }
  return toJson(source, {}, [])
}

function toJson(source: BodySource, data: BodySource['data'], omitted: readonly string[]): string {
  const { id, type, at, company, resource } = source
  const body = { id, type, timestamp: at, company, resource, data }
  return JSON.stringify(omitted.length === 0 ? body : { ...body, omitted })
}

const isShort = (body: string): boolean => Buffer.byteLength(body) <= BODY_BYTES_MAX

const without = (data: BodySource['data'], names: readonly string[]): BodySource['data'] =>
  Object.fromEntries(Object.entries(data).filter(([name]) => !names.includes(name)))
