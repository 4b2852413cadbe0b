import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6
export type AddressRange = readonly [Address, number]

/** A range in CIDR notation; null unless its address is written in full. */
export function parseRange(text: string): AddressRange | null {
  const [address = ''] = text.split('/')
  const isRange = isIP(address) !== 0 && !address.includes('%') && ipaddr.isValidCIDR(text)
  return isRange ? ipaddr.parseCIDR(text) : null
}

const ranges = (...texts: readonly string[]): readonly AddressRange[] =>
  texts.map((text) => ipaddr.parseCIDR(text))

/** IANA's special-purpose registry for IPv4, plus multicast, reserved and Azure's host-local address. */
const NOT_PUBLIC_V4 = ranges(
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '168.63.129.16/32',
)

/** Only global unicast is assigned in IPv6; everything else is refused. */
const GLOBAL_UNICAST_V6 = ranges('2000::/3')

/** Parts of it that are not for hosts: protocol assignments including Teredo, documentation, 6to4. */
const NOT_PUBLIC_V6 = ranges('2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20')

/**
 * Link-local addresses and cloud metadata services. They return the machine's own credentials, so
 * OUTBOUND_ALLOW cannot open them.
 */
const NEVER = ranges(
  '169.254.0.0/16',
  '168.63.129.16/32',
  '100.100.100.200/32',
  'fe80::/10',
  'fd00:ec2::254/128',
  'fd20:ce::254/128',
)

const NAT64 = ranges('64:ff9b::/96')

const isIn = (address: Address, list: readonly AddressRange[]): boolean =>
  list.some(([base, bits]) => base.kind() === address.kind() && address.match([base, bits]))

/**
 * The effective address of a connection: IPv4 mapped into IPv6 or behind NAT64 counts as IPv4. Null
 * for anything but a full address, and for zones (`%eth0`).
 */
function reached(text: string): Address | null {
  if (isIP(text) === 0 || text.includes('%')) return null
  const address = ipaddr.parse(text)
  if (address.kind() === 'ipv4') return address
  const bytes = address.toByteArray()
  const isMapped = bytes.slice(0, 10).every((byte) => byte === 0) && bytes[10] === 255
  if ((isMapped && bytes[11] === 255) || isIn(address, NAT64))
    return ipaddr.fromByteArray(bytes.slice(12))
  return address
}

/** Whether the address is globally reachable. */
export function isPublicAddress(text: string): boolean {
  const address = reached(text)
  if (address === null) return false
  if (address.kind() === 'ipv4') return !isIn(address, NOT_PUBLIC_V4)
  return isIn(address, GLOBAL_UNICAST_V6) && !isIn(address, NOT_PUBLIC_V6)
}

/** Whether OUTBOUND_ALLOW cannot open this address; also true for invalid addresses. */
export function isForbiddenAddress(text: string): boolean {
  const address = reached(text)
  return address === null || isIn(address, NEVER)
}

export function isInRange(text: string, range: AddressRange): boolean {
  const address = reached(text)
  return address !== null && isIn(address, [range])
}

/** Whether the address is this machine, so that local services would trust the request. */
export function isOwnAddress(text: string, interfaces = networkInterfaces()): boolean {
  const address = reached(text)?.toNormalizedString()
  return Object.values(interfaces).some((entries) =>
    entries?.some((entry) => reached(withoutZone(entry.address))?.toNormalizedString() === address),
  )
}

const withoutZone = (address: string): string => address.replace(/%.*$/, '')
