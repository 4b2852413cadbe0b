import type { LightMyRequestResponse } from 'fastify'
import type { TestApp } from './harness.ts'

/** A browser on the service's own pages, as far as requests go: it keeps its cookies. */
export interface Browser {
  readonly cookies: ReadonlyMap<string, string>
  /** Below `/api/v1`. */
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<LightMyRequestResponse>
  /** Follows a link, e.g. from another site: nothing says where it comes from. */
  open(url: string): Promise<LightMyRequestResponse>
}

interface BrowserOptions {
  /** Where it is; on this machine unless given. */
  readonly address?: string
  readonly headers?: Readonly<Record<string, string>>
}

export function openBrowser(
  app: TestApp,
  { address = '127.0.0.1', headers = {} }: BrowserOptions = {},
): Browser {
  const cookies = new Map<string, string>()

  async function send(method: string, url: string, given: Record<string, string>, body?: unknown) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await app.send({
      method: method as 'GET',
      url,
      remoteAddress: address,
      headers: { ...headers, ...given, ...(cookie === '' ? {} : { cookie }) },
      ...(body === undefined ? {} : { payload: body as object }),
    })
    for (const { name, value, maxAge } of response.cookies) {
      if (value === '' || maxAge === 0) cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }

  return {
    cookies,
    call: (method, path, body, given = {}) =>
      send(method, `/api/v1${path}`, { 'sec-fetch-site': 'same-origin', ...given }, body),
    open: (url) => send('GET', url, {}),
  }
}
