import { breaksBetween, type OpenApi } from '../scripts/openapi-breaks.ts'
import type { Schema } from '../scripts/openapi-schema-breaks.ts'

/* Small OpenAPI documents, before and after a change. */

export const text: Schema = { type: 'string' }
export const nullable = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] })
export const object = (
  properties: Record<string, Schema>,
  required: readonly string[] = [],
): Schema => ({
  type: 'object',
  properties,
  required,
})
export const json = (schema: Schema) => ({ content: { 'application/json': { schema } } })
export type Operation = OpenApi['paths'][string][string]
export const operation: Operation = { operationId: 'changeThing', responses: { 200: {} } }
const LOCKED = [{ apiKey: [] }, { session: [] }]
export const ofOne = (one: Operation | undefined): OpenApi => ({
  security: LOCKED,
  paths: one ? { '/things/{id}': { put: one } } : {},
})
/** The breaks between two operations, without the name they all begin with. */
export const between = (before: Operation, after: Operation | undefined): readonly string[] =>
  breaksBetween(ofOne(before), ofOne(after)).map(({ sentence }) =>
    sentence.replace('PUT /things/{id} (changeThing) ', ''),
  )
