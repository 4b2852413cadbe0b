import { AwsV4Signer } from 'aws4fetch'
import { XMLParser } from 'fast-xml-parser'
import { sha256 } from '../../ids.ts'
import type { OutboundClient, OutboundResponse } from '../../outbound/client.ts'
import { isObjectKey, OBJECT_MAX_BYTES, type Objects } from '../objects.ts'

export interface S3Options {
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly outbound: OutboundClient
}

const LIST_MAX_BYTES = 4 * 1024 * 1024
const TIMEOUT_MS = 10_000

interface ListResult {
  readonly ListBucketResult?: {
    readonly Contents?: readonly { readonly Key: string; readonly LastModified: string }[]
    readonly NextContinuationToken?: string
  }
}

/** Objects in a bucket of any store with the S3 protocol and path-style addresses. */
export function s3Objects({ endpoint, bucket, outbound, ...credentials }: S3Options): Objects {
  const base = `${endpoint}/${bucket}`
  const parser = new XMLParser({ parseTagValue: false, isArray: (name) => name === 'Contents' })

  async function send(
    method: 'GET' | 'PUT' | 'DELETE',
    address: string,
    { body, headers, limitBytes = LIST_MAX_BYTES }: Sending = {},
  ): Promise<OutboundResponse> {
    const hashed = { 'x-amz-content-sha256': sha256(body ?? '') }
    const signed = await new AwsV4Signer({
      ...credentials,
      method,
      url: address,
      service: 's3',
      headers: { ...headers, ...hashed },
    }).sign()
    return outbound.send({
      url: address,
      method,
      headers: Object.fromEntries(signed.headers),
      ...(body === undefined ? {} : { body }),
      limitBytes,
      timeoutMs: TIMEOUT_MS,
      redirects: 0,
    })
  }

  const objectAt = (key: string): string => {
    if (!isObjectKey(key)) throw new Error(`"${key}" is not the key of an object.`)
    return `${base}/${key}`
  }

  return {
    async get(key) {
      const answer = await send('GET', objectAt(key), { limitBytes: OBJECT_MAX_BYTES })
      if (answer.status === 404) return null
      return expected(answer, [200]).body
    },
    async put(key, body) {
      const headers = { 'content-type': 'application/octet-stream' }
      expected(await send('PUT', objectAt(key), { body, headers }), [200])
    },
    async delete(key) {
      expected(await send('DELETE', objectAt(key)), [200, 204, 404])
    },
    async *list(company) {
      let token: string | undefined
      do {
        const query = new URLSearchParams({ 'list-type': '2' })
        if (company !== undefined) query.set('prefix', `${company}/`)
        if (token !== undefined) query.set('continuation-token', token)
        const { body } = expected(await send('GET', `${base}?${query}`), [200])
        const { ListBucketResult: page }: ListResult = parser.parse(Buffer.from(body).toString())
        for (const { Key: key, LastModified } of page?.Contents ?? [])
          if (isObjectKey(key)) yield { key, at: Date.parse(LastModified) }
        token = page?.NextContinuationToken
      } while (token !== undefined)
    },
    close: () => outbound.close(),
  }
}

interface Sending {
  readonly body?: Uint8Array
  readonly headers?: Readonly<Record<string, string>>
  readonly limitBytes?: number
}

function expected(answer: OutboundResponse, statuses: readonly number[]): OutboundResponse {
  if (statuses.includes(answer.status)) return answer
  const start = Buffer.from(answer.body.subarray(0, 300)).toString()
  throw new Error(`The object store answered with ${answer.status}: ${start}`)
}
