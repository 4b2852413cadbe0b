import type { Socket } from 'node:net'
import { isIP, isIPv4, isIPv6 } from 'node:net'
import { type Allowances, isAllowedAddress, isAllowedName } from './allow.ts'
import { type Connect, dial, type Resolve, systemConnect, systemResolve } from './dial.ts'
import { urlRefused } from './inner/errors.ts'
import { isReachable, notPublic, type Target } from './policy.ts'

/** Ports of mail servers: relay, submission with TLS, submission, and its usual substitute. */
const PORTS = [25, 465, 587, 2525]

export interface MailHost {
  readonly host: string
  readonly port: number
  /** From the environment: the operator chose it, so any address and port are allowed. */
  readonly isOperators: boolean
}

/** Whether OUTBOUND_ALLOW has the server, so that it may be used without TLS. */
export const isNamedMailHost = (
  { host, port, isOperators }: MailHost,
  allow: Allowances,
): boolean => isOperators || isAllowedName(allow, host, port) || isAllowedAddress(allow, host, port)

/** Checks a mail server before any lookup. Throws `url_refused`. */
export function mailTarget(server: MailHost, allow: Allowances): Target {
  const host = server.host.toLowerCase().replace(/\.$/, '')
  const isLiteral = isIP(host) !== 0
  const isNamed = isNamedMailHost({ ...server, host }, allow)
  if (!isLiteral && !/^[a-z0-9_]([a-z0-9_.-]{0,251}[a-z0-9_])?$/.test(host))
    throw urlRefused('host', 'The host name is not valid.')
  if (!isNamed && !PORTS.includes(server.port))
    throw urlRefused('port', `Mail goes to port ${PORTS.join(', ')} only.`)
  const url = new URL(`smtp://${isIP(host) === 6 ? `[${host}]` : host}:${server.port}`)
  const reach = isNamed ? 'named' : 'public'
  const target: Target = { url, host, isLiteral, port: server.port, isSecure: false, reach }
  if (isLiteral && !isReachable(target, host, allow)) throw notPublic()
  return target
}

/** Opens a connection to a mail server. The SMTP client adds TLS. */
export interface MailDialer {
  readonly allow: Allowances
  dial(server: MailHost, signal: AbortSignal): Promise<Socket>
}

export const createMailDialer = ({
  allow,
  resolve = systemResolve,
  connect = systemConnect,
}: {
  readonly allow: Allowances
  readonly resolve?: Resolve
  readonly connect?: Connect
}): MailDialer => ({
  allow,
  dial: (server, signal) =>
    dial(mailTarget(server, allow), { allowances: allow, resolve, connect, signal }),
})

/** The address of this end of the connection, as EHLO wants it (RFC 5321 §4.1.3). */
export function addressLiteral({ localAddress = '' }: Socket): string {
  const address = localAddress.replace(/^::ffff:(?=\d+\.)/, '').replace(/%.*$/, '')
  if (isIPv4(address)) return `[${address}]`
  return isIPv6(address) ? `[IPv6:${address}]` : '[127.0.0.1]'
}
