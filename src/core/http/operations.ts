import { type TSchema, Type } from 'typebox'
import { CachedHeaders, ConditionalHeaders, NotModified } from './etag.ts'
import { problems } from './problem.ts'

/**
 * Headers and responses in the schema of an operation that reads one thing with its ETag; `statuses` are
 * those of problems beyond the ones of every such route.
 */
export const reading = <View extends object>(view: View, statuses: readonly number[] = []) => ({
  headers: CachedHeaders,
  response: { 200: view, 304: NotModified, ...problems(...statuses) },
})

/** Of one that changes a resource with a body. */
export const changing = <View extends TSchema>(view: View) => ({
  headers: ConditionalHeaders,
  response: { 200: view },
})

/** Of one that deletes a resource. */
export const deleting = {
  headers: ConditionalHeaders,
  response: { 204: Type.Null({ description: 'Deleted.' }) },
}
