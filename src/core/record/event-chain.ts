import { sha256 } from '../../platform/ids.ts'
import { canonicalJson } from './canonical-json.ts'

/** An event as it is hashed; `data` is the stored JSON text. */
interface HashedEvent {
  readonly sequence: bigint
  readonly id: string
  readonly type: string
  readonly resource: { readonly type: string; readonly id: string }
  readonly actor: { readonly kind: string; readonly id: string; readonly name: string }
  readonly at: string
  readonly data: string
}

/** The hashed fields. A version never changes, because it verifies the events that it hashed. */
const PROJECTIONS: Readonly<Record<number, (event: HashedEvent) => object>> = {
  1: ({ sequence, id, type, resource, actor, at, data }) => ({
    sequence,
    id,
    type,
    resource: { type: resource.type, id: resource.id },
    actor: { kind: actor.kind, id: actor.id, name: actor.name },
    at,
    data,
  }),
}

const VERSION = 1

/** A byte of the version, then the SHA-256 of the event with the hash of the previous one. */
export const eventHash = (event: HashedEvent, previous: string): Uint8Array =>
  hashOfVersion(VERSION, event, previous) ?? Buffer.of()

/** Whether the hash is that of the event. False for a version of a later release. */
export function isHashOf(hash: Uint8Array, event: HashedEvent, previous: string): boolean {
  const expected = hashOfVersion(hash[0] ?? 0, event, previous)
  return expected !== null && hexOf(expected) === hexOf(hash)
}

function hashOfVersion(version: number, event: HashedEvent, previous: string): Uint8Array | null {
  const fields = PROJECTIONS[version]?.(event)
  if (!fields) return null
  const hash = sha256(canonicalJson({ ...fields, previous_hash: previous }))
  return Buffer.concat([Buffer.of(version), Buffer.from(hash, 'hex')])
}

export const hexOf = (hash: Uint8Array): string => Buffer.from(hash).toString('hex')
