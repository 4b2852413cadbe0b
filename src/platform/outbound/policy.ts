import { isIP, isIPv4 } from 'node:net'
import { type Allowances, isAllowedAddress, isAllowedName } from './allow.ts'
import { isForbiddenAddress, isOwnAddress, isPublicAddress } from './inner/address.ts'
import { type OutboundRule, urlRefused } from './inner/errors.ts'

/** An allowed target. Only `checkUrl` creates it, so every target has passed the policy. */
export interface Target {
  readonly url: URL
  /** Name or address in lower case, without brackets and trailing dot. */
  readonly host: string
  readonly isLiteral: boolean
  readonly port: number
  readonly isSecure: boolean
  /**
   * `public`: public or allowed addresses; `allowed`: only allowed ones; `named`: the operator
   * listed the host.
   */
  readonly reach: 'public' | 'allowed' | 'named'
}

const URL_LENGTH_MAX = 2_048
const NAME_LENGTH_MAX = 253

/** Scheme, host without credentials, port without leading zeros: one spelling for every parser. */
const URL_SHAPE = /^(https?):\/\/(\[[^\]/?#]*\]|[^/?#:@[\]%]+)(?::([1-9]\d{0,4}))?(?=[/?#]|$)/i

/** Top-level names that are never public (RFC 6761, 6762, 7686, 8375, 9476, ICANN). */
const LOCAL_SUFFIXES = new Set(
  `alt arpa corp example home internal intranet invalid lan local localdomain localhost onion
  private svc test`.split(/\s+/),
)

/**
 * Checks a URL as written, before any lookup. Throws `url_refused`. `isReachable` checks the
 * addresses of a name when connecting.
 */
export function checkUrl(raw: string, allowances: Allowances): Target {
  const target = readTarget(raw)
  if (isAllowedName(allowances, target.host, target.port)) return { ...target, reach: 'named' }
  const fault = strictFault(target)
  if (target.isLiteral) {
    if (isReachable({ ...target, reach: fault ? 'allowed' : 'public' }, target.host, allowances))
      return target
    throw fault ? urlRefused(...fault) : notPublic()
  }
  if (!fault) return target
  // A local name may lead into an allowed range; then only that range is accepted.
  const isOpen = allowances.ranges.some(({ port }) => (port ?? target.port) === target.port)
  if (isOpen) return { ...target, reach: 'allowed' }
  throw urlRefused(...fault)
}

/** Whether a connection for this target may go to this address. */
export function isReachable(target: Target, address: string, allowances: Allowances): boolean {
  if (isForbiddenAddress(address)) return false
  if (target.reach === 'named' || isAllowedAddress(allowances, address, target.port)) return true
  return target.reach === 'public' && isPublicAddress(address) && !isOwnAddress(address)
}

/** One message for literals and names, without the address. */
export const notPublic = () =>
  urlRefused('address', 'The host has a private or reserved address. Use a public one.')

function readTarget(raw: string): Target {
  if (raw.length > URL_LENGTH_MAX)
    throw urlRefused('length', `The URL is too long. Use at most ${URL_LENGTH_MAX} characters.`)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it matches control characters
  if (/[\u0000-\u0020\u007f\\]/.test(raw))
    throw urlRefused(
      'syntax',
      'The URL has spaces, control characters or backslashes. Remove them.',
    )
  const shape = URL_SHAPE.exec(raw)
  const url = URL.canParse(raw) ? new URL(raw) : null
  if (shape === null || url === null) throw urlRefused(...shapeFault(raw))
  const [, , written = ''] = shape
  return toTarget(url, written.toLowerCase().replace(/^\[|\]$/g, ''))
}

function toTarget(url: URL, written: string): Target {
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const isLiteral = isIP(host) !== 0
  // Some parsers read 0127.0.0.1 as 87.0.0.1, others as 127.0.0.1.
  if (isLiteral && host !== written)
    throw urlRefused('host', 'The IP address has an unusual form. Use the ordinary one.')
  if (!isLiteral && !isHostName(host)) throw urlRefused('host', 'The host name is not valid.')
  url.hostname = isLiteral && !isIPv4(host) ? `[${host}]` : host
  url.hash = ''
  const isSecure = url.protocol === 'https:'
  const port = url.port === '' ? (isSecure ? 443 : 80) : Number(url.port)
  return { url, host, isLiteral, port, isSecure, reach: 'public' }
}

const isHostName = (host: string): boolean =>
  host.length <= NAME_LENGTH_MAX &&
  host.split('.').every((label) => /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label))

/** Rules for hosts that are not in OUTBOUND_ALLOW. */
function strictFault({ host, isLiteral, isSecure, url }: Target): [OutboundRule, string] | null {
  if (!isSecure) return ['scheme', 'Only https URLs are allowed.']
  if (url.port !== '') return ['port', 'Only port 443 is allowed.']
  const labels = host.split('.')
  const isLocal = labels.length === 1 || LOCAL_SUFFIXES.has(labels.at(-1) ?? '')
  if (!isLiteral && isLocal) return ['host', 'The host is a local name. Use a public one.']
  return null
}

function shapeFault(raw: string): [OutboundRule, string] {
  if (!/^https?:/i.test(raw)) return ['scheme', 'The URL must begin with https://.']
  if (/^https?:\/\/[^/?#]*@/i.test(raw))
    return ['credentials', 'The URL contains credentials. Remove them.']
  return ['syntax', 'This is not a valid URL.']
}
