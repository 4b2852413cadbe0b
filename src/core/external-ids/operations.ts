import { ConditionalHeaders } from '../http/etag.ts'
import { externalIdParams } from './field.ts'

/** In the schema of an operation that changes the resource with an external id (200) or creates it (201). */
export const puttingByExternalId = <View extends object>(view: View) => ({
  params: externalIdParams,
  headers: ConditionalHeaders,
  response: { 200: view, 201: view },
})
