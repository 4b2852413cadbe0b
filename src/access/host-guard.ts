import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { isLoopback } from '../http/address.ts'
import { misdirectedRequest } from './errors.ts'

type Address = Pick<Config, 'host' | 'publicUrl'>

const LOCAL_NAMES = ['localhost', '127.0.0.1', '[::1]']

/**
 * An `onRequest` hook against DNS rebinding: a page of `evil.example` that has its own name resolve
 * to 127.0.0.1 sends requests here as "same origin", but with its name in `Host`. Only a service
 * that listens on loopback relies on who can reach it, and only there are all its names known.
 */
export function hostGuard(config: Address): (request: FastifyRequest) => Promise<void> {
  if (!isLoopback(config.host)) return async () => {}
  const allowed = new Set([...LOCAL_NAMES, inUrl(config.host), ...publicHost(config)])
  return async ({ headers }) => {
    // The header as sent, not what a proxy forwards: a page cannot forge it.
    const name = hostName(headers.host ?? '')
    if (!allowed.has(name)) throw misdirectedRequest(name)
  }
}

const publicHost = ({ publicUrl }: Address): readonly string[] =>
  publicUrl === null ? [] : [hostName(new URL(publicUrl).host)]

const inUrl = (host: string): string => (/^[^[].*:/.test(host) ? `[${host}]` : host).toLowerCase()

/** `Host` without its port and without the root's dot. */
const hostName = (host: string): string =>
  host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')
