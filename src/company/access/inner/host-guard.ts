import type { FastifyRequest } from 'fastify'
import { isLoopback } from '../../../core/http/address.ts'
import type { Config } from '../../../platform/config.ts'
import { misdirectedRequest } from '../errors.ts'

type Address = Pick<Config, 'host' | 'publicUrl'>

const LOCAL_NAMES = ['localhost', '127.0.0.1', '[::1]']

/**
 * An `onRequest` hook against DNS rebinding: a page of `evil.example` lets its name resolve to
 * 127.0.0.1. Its requests then count as "same origin", but `Host` has that name. Only a service on
 * loopback needs this check, and only there all valid names are known.
 */
export function hostGuard(config: Address): (request: FastifyRequest) => Promise<void> {
  if (!isLoopback(config.host)) return async () => {}
  const allowed = ownNames(config)
  return async ({ headers }) => {
    // The header as sent, not what a proxy forwards: a page cannot forge it.
    const name = hostName(headers.host ?? '')
    if (!allowed.has(name)) throw misdirectedRequest(name)
  }
}

/** Whether this is a name of the service itself. */
export const isOwnName = (config: Address, name: string): boolean => ownNames(config).has(name)

const ownNames = (config: Address): ReadonlySet<string> =>
  new Set([...LOCAL_NAMES, inUrl(config.host), ...publicHost(config)])

const publicHost = ({ publicUrl }: Address): readonly string[] =>
  publicUrl === null ? [] : [hostName(new URL(publicUrl).host)]

const inUrl = (host: string): string => (/^[^[].*:/.test(host) ? `[${host}]` : host).toLowerCase()

/** `Host` without its port and trailing dot. */
export const hostName = (host: string): string =>
  host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')
