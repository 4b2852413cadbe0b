import { get as getHttp } from 'node:http'
import { get as getHttps } from 'node:https'
import { json } from 'node:stream/consumers'

/**
 * The WebSocket address of a remote browser. An `http://` address is asked for it at `/json/version`,
 * as for a browser with `--remote-debugging-port`. The operator chose the address, often a private
 * one, so the rules for addresses from customers do not apply.
 */
export async function remoteAddress(remoteUrl: string): Promise<string> {
  if (/^wss?:/.test(remoteUrl)) return remoteUrl
  const answer: unknown = await getJson(new URL('/json/version', remoteUrl))
  const isNamed = typeof answer === 'object' && answer !== null && 'webSocketDebuggerUrl' in answer
  if (!isNamed) throw new Error('The remote browser does not tell its WebSocket address.')
  return String(answer.webSocketDebuggerUrl)
}

function getJson(url: URL): Promise<unknown> {
  const get = url.protocol === 'https:' ? getHttps : getHttp
  return new Promise((resolve, reject) => {
    get(url, (response) => json(response).then(resolve, reject)).on('error', reject)
  })
}
