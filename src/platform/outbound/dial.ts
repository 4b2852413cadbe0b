import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { isIPv6, connect as netConnect, type Socket } from 'node:net'
import { connect as tlsConnect } from 'node:tls'
import { AppError } from '../../kernel/errors.ts'
import type { Allowances } from './allow.ts'
import { upstreamTimeout, upstreamUnreachable, urlRefused } from './inner/errors.ts'
import { isReachable, notPublic, type Target } from './policy.ts'

/** All addresses of a name, in the order to try. */
export type Resolve = (host: string) => Promise<readonly string[]>

/** Opens a TCP connection to one of the addresses, all of which were checked. */
export type Connect = (to: {
  readonly addresses: readonly string[]
  readonly port: number
}) => Socket

export interface DialOptions {
  readonly allowances: Allowances
  readonly resolve: Resolve
  readonly connect: Connect
  readonly signal: AbortSignal
}

export const NO_ADDRESS = 'The name has no address.'
const CONNECT_TIMEOUT_MS = 5_000
const ADDRESSES_MAX = 64
const ADDRESSES_TRIED_MAX = 8

export const systemResolve: Resolve = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address)

/** Node tries the addresses in turn. Its lookup function only returns the checked ones. */
export const systemConnect: Connect = ({ addresses, port }) =>
  netConnect({
    host: 'checked.invalid',
    port,
    autoSelectFamily: true,
    lookup: (_host, _options, answer) =>
      answer(
        null,
        addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 })),
      ),
  })

/**
 * Opens a connection to a target with one DNS lookup. All returned addresses must be allowed, and
 * the socket connects to those addresses, so that a name cannot change between check and
 * connection. Throws `url_refused`, `upstream_unreachable` or `upstream_timeout`.
 */
export async function dial(target: Target, options: DialOptions): Promise<Socket> {
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(CONNECT_TIMEOUT_MS)])
  try {
    const addresses = await addressesOf(target, options, signal)
    const socket = options.connect({ addresses, port: target.port })
    await opened(socket, 'connect', signal)
    return target.isSecure ? await secured(socket, target, signal) : socket
  } catch (error) {
    if (error instanceof AppError) throw error
    throw signal.aborted
      ? upstreamTimeout(target.host, error)
      : upstreamUnreachable(target.host, error)
  }
}

async function addressesOf(
  target: Target,
  { allowances, resolve }: DialOptions,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const found = target.isLiteral ? [target.host] : await unlessAborted(resolve(target.host), signal)
  if (found.length === 0) throw new Error(NO_ADDRESS)
  // Each address is checked, and thousands would block other requests.
  if (found.length > ADDRESSES_MAX)
    throw urlRefused('address', `The host has more than ${ADDRESSES_MAX} addresses.`)
  // A private address among public ones is an attack or a mistake.
  if (!found.every((address) => isReachable(target, address, allowances))) throw notPublic()
  return found.slice(0, ADDRESSES_TRIED_MAX)
}

/** A DNS lookup cannot be canceled, only abandoned. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  work.catch(() => {})
  signal.throwIfAborted()
  const given = new AbortController()
  const stopped = once(signal, 'abort', { signal: given.signal }).then(() => {
    throw signal.reason
  })
  try {
    return await Promise.race([work, stopped])
  } finally {
    stopped.catch(() => {})
    given.abort()
  }
}

/** Always checks the certificate against the requested name, whatever the environment says. */
async function secured(plain: Socket, target: Target, signal: AbortSignal): Promise<Socket> {
  const socket = tlsConnect({
    socket: plain,
    host: target.host,
    servername: target.isLiteral ? '' : target.host,
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: true,
  })
  await opened(socket, 'secureConnect', signal)
  return socket
}

async function opened(socket: Socket, event: string, signal: AbortSignal): Promise<void> {
  const ignore = () => {}
  socket.on('error', ignore)
  try {
    await once(socket, event, { signal })
    socket.setNoDelay(true)
    socket.off('error', ignore)
  } catch (error) {
    // Keep the listener: a destroyed socket may still emit an error.
    socket.destroy()
    throw error
  }
}
