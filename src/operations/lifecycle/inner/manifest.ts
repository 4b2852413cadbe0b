import { LIMIT_NAMES } from '@billwright/rules/limits'
import { type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { SCOPES } from '../../../core/http/actor.ts'
import { isStorable } from '../../../core/http/text.ts'
import { archiveUnreadable } from './errors.ts'

/* An archive is a stranger's file: its manifest is read as strictly as a request. */

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const Hash = Type.String({ pattern: '^[0-9a-f]{64}$' })
const Instant = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,3})?Z$',
})
const Count = Type.String({ pattern: '^\\d{1,18}$' })
const Handle = Type.String({ pattern: '^[a-z2-7]{8}$' })
const Secret = Type.String({ pattern: '^[A-Za-z0-9_-]{20,200}$' })
const orNull = (schema: TSchema) => Type.Union([schema, Type.Null()])
const LIMIT_MAX = Number.MAX_SAFE_INTEGER
const HANDLES_MAX = 1_000
const KEYS_MAX = 10_000

/** Scopes of a key of one company: `companies` belongs to operators' keys. */
const COMPANY_SCOPES = SCOPES.filter((it) => it !== 'companies').join('|')

const CompanyPart = Type.Object({
  id: Type.String({ pattern: `^com_${UUID}$` }),
  handle: Handle,
  handles: Type.Array(Handle, { minItems: 1, maxItems: HANDLES_MAX, uniqueItems: true }),
  name: Type.String({ maxLength: 200 }),
  limits: Type.Object(
    Object.fromEntries(
      LIMIT_NAMES.map((name) => [
        name,
        Type.Optional(Type.Integer({ minimum: 0, maximum: LIMIT_MAX })),
      ]),
    ),
    { additionalProperties: false },
  ),
  created_at: Instant,
  number: Count,
  genesis: Hash,
})

const Head = Type.Object({ revisions: Count, hash: Hash, events: Count })

const KeyPart = Type.Object({
  id: Type.String({ pattern: `^key_${UUID}$` }),
  name: Type.String({ minLength: 1, maxLength: 100 }),
  secret_hash: Hash,
  scopes: Type.String({ pattern: `^(${COMPANY_SCOPES})( (${COMPANY_SCOPES}))*$` }),
  created_at: Instant,
  expires_at: orNull(Instant),
})

const ManifestSchema = Type.Object({
  company: CompanyPart,
  head: Head,
  tables: Type.Record(
    Type.String({ pattern: '^[a-z_]{1,60}$' }),
    Type.Object({
      rows: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
      sha256: Hash,
    }),
    { additionalProperties: false },
  ),
  keys: Type.Array(KeyPart, { maxItems: KEYS_MAX }),
  sealing: Type.Object({ salt: Secret, proof: Secret }),
})

/** Throws `company_archive_unreadable`, which names the first wrong field. */
export function checkManifest(manifest: unknown): void {
  const [fault] = Value.Errors(ManifestSchema, manifest)
  if (fault !== undefined)
    throw archiveUnreadable(`Its manifest has a wrong value at ${fault.instancePath || '/'}.`)
  const { company, keys } = manifest as {
    readonly company: { readonly name: string; readonly handle: string; readonly handles: string[] }
    readonly keys: readonly { readonly name: string }[]
  }
  const names = [company.name, ...keys.map(({ name }) => name)]
  if (!company.handles.includes(company.handle) || !names.every(isStorable))
    throw archiveUnreadable('Its manifest has a wrong value at /company.')
}
